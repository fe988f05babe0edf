/** The firewalls of a resource, set on the resource, which only the API of today supports. */
import type {FirewallDevice} from '../../../contract/networking/firewalls.ts';
import {badRequest, FieldErrors} from '../../engine/http/refusal.ts';
import type {Store} from '../../engine/storage/store.ts';
import {formatTimestamp} from '../../engine/time/clock.ts';
import type {UnitOfWork} from '../../engine/unit-of-work.ts';
import {defaultFirewalls} from './firewall-defaults.ts';
import {FirewallDevices, Firewalls, firewallEntity} from './network-kinds.ts';

type Protected = Pick<FirewallDevice['entity'], 'id' | 'type' | 'label' | 'url'>;

/** The devices that stand for a resource. */
export const assignedDevices = (db: Store, {id, type}: Pick<Protected, 'id' | 'type'>) =>
  db
    .where(FirewallDevices, {sql: `json_extract(doc, '$.entity.id')=?`, values: [id]})
    .filter(({doc}) => doc.entity.type === type);

/** The firewalls of a resource. */
export const firewallsOf = (db: Store, entity: Pick<Protected, 'id' | 'type'>) =>
  assignedDevices(db, entity).flatMap(({parent}) => (parent === null ? [] : (db.get(Firewalls, parent) ?? [])));

/** Sets the firewalls of a resource, of which at most one is enabled. */
export function assignFirewalls(work: UnitOfWork, entity: Protected, ids: readonly number[]): void {
  const {db, now} = work;
  const fieldErrors = new FieldErrors();
  for (const [index, id] of ids.entries())
    fieldErrors.addIf(!db.has(Firewalls, id), 'is not a firewall of this account', `firewall_ids.${index}`);
  fieldErrors.throwIfAny();
  if (ids.filter(id => db.get(Firewalls, id)?.status === 'enabled').length > 1)
    throw badRequest('only one enabled firewall is possible', 'firewall_ids');
  const before = assignedDevices(db, entity);
  const moment = formatTimestamp(now);
  for (const {id, parent} of before) {
    if (parent !== null && ids.includes(parent)) continue;
    db.remove(FirewallDevices, id);
    const firewall = parent === null ? undefined : db.get(Firewalls, parent);
    if (firewall) work.emit({action: 'firewall_device_remove', entity: firewallEntity(firewall), secondary: entity});
  }
  for (const id of new Set(ids)) {
    const firewall = db.get(Firewalls, id);
    if (!firewall || before.some(({parent}) => parent === id)) continue;
    db.insert(FirewallDevices, device => ({id: device, created: moment, updated: moment, entity}), {parent: id});
    work.emit({action: 'firewall_device_add', entity: firewallEntity(firewall), secondary: entity});
  }
}

/** Reports a firewall of a request that isn't one of the account. */
export function firewallErrors(fieldErrors: FieldErrors, db: Store, id: number | null | undefined): void {
  fieldErrors.addIf(id != null && !db.has(Firewalls, id), 'is not a firewall of this account', 'firewall_id');
}

/** Assigns the firewall of the request to a new resource, or the default one. */
export function protectNew(
  work: UnitOfWork,
  entity: Protected,
  place: 'compute' | 'nodebalancer',
  id: number | undefined,
): void {
  const firewall = id ?? defaultFirewalls(work.db)[place];
  if (firewall !== null) assignFirewalls(work, entity, [firewall]);
}
