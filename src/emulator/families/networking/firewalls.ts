/** Cloud firewalls: rules and devices. */
import type {Contract} from '../../../contract/index.ts';
import type {Firewall, FirewallDevice, FirewallRules} from '../../../contract/networking/firewalls.ts';
import type {Endpoint} from '../../../contract/schema/endpoint.ts';
import type {Call, Handlers} from '../../engine/call.ts';
import {badRequest, FieldErrors, notFound} from '../../engine/http/refusal.ts';
import type {Store} from '../../engine/storage/store.ts';
import {formatTimestamp} from '../../engine/time/clock.ts';
import type {UnitOfWork} from '../../engine/unit-of-work.ts';
import {Instances} from '../instances/instance-kinds.ts';
import {Interfaces, protectInterface} from '../instances/interfaces/interface-kinds.ts';
import {addTags, tagErrors} from '../tags.ts';
import {dropDefaultFirewall, firewallSettings} from './firewall-defaults.ts';
import {dropVersions, firewallHistory, recordVersion, rulesVersion} from './firewall-history.ts';
import {mergeRules} from './firewall-rules.ts';
import {firewallTemplates} from './firewall-templates.ts';
import {FirewallDevices, Firewalls, firewallEntity} from './network-kinds.ts';

/** True when the instance already has an enabled firewall; one is the maximum (supplement §19). */
function hasActiveFirewall(db: Store, instance: number, except?: number): boolean {
  return db.rows(FirewallDevices).some(({doc, parent}) => {
    const {id, type} = doc.entity;
    if (id !== instance || type !== 'compute' || parent === null || parent === except) return false;
    return db.get(Firewalls, parent)?.status === 'enabled';
  });
}

function addDevice({db, now}: UnitOfWork, firewall: number, id: number): FirewallDevice {
  const {label} = db.get(Instances, id) ?? {label: ''};
  return db.insert(
    FirewallDevices,
    device => ({
      id: device,
      created: formatTimestamp(now),
      updated: formatTimestamp(now),
      entity: {id, type: 'compute', label, url: `/v4/compute/instances/${id}`},
    }),
    {parent: firewall},
  );
}

/** Adds an interface of an instance to the firewall, which only the API of today supports. */
function addInterfaceDevice(work: UnitOfWork, firewall: Firewall, id: number): FirewallDevice {
  const row = work.db.row(Interfaces, id);
  const instance = row?.parent == null ? undefined : work.db.get(Instances, row.parent);
  if (!row || !instance) throw badRequest('is not an interface of this account', 'id');
  const device = protectInterface(work, firewall.id, instance, row.doc);
  work.emit({action: 'firewall_device_add', entity: firewallEntity(firewall), secondary: device.entity});
  return device;
}

function labelProblems(db: Store, fieldErrors: FieldErrors, label: string, ownId?: number): void {
  const existing = db.byKey(Firewalls, label);
  fieldErrors.addIf(!!existing && existing.id !== ownId, 'is taken by another firewall', 'label');
}

function deviceAt(
  db: Store,
  {firewallId, deviceId}: {readonly firewallId: number; readonly deviceId: number},
): FirewallDevice {
  const row = db.row(FirewallDevices, deviceId);
  if (row?.parent !== firewallId) throw notFound();
  return row.doc;
}

export const firewalls: Handlers<Contract['networking']['firewalls']> = {
  list: call => call.page(Firewalls),

  create(call) {
    const {db, body, now} = call;
    const fieldErrors = new FieldErrors();
    labelProblems(db, fieldErrors, body.label);
    tagErrors(fieldErrors, body.tags ?? []);
    fieldErrors.addIf(body.rules.inbound_policy === undefined, 'is required', 'rules.inbound_policy');
    fieldErrors.addIf(body.rules.outbound_policy === undefined, 'is required', 'rules.outbound_policy');
    const empty = {inbound: [], outbound: [], inbound_policy: 'ACCEPT', outbound_policy: 'ACCEPT'} as const;
    const rules = mergeRules(body.rules, empty, fieldErrors, 'rules.');
    const behind = body.devices?.computes ?? [];
    for (const [index, id] of behind.entries()) {
      fieldErrors.addIf(!db.has(Instances, id), 'is not an instance of this account', `devices.computes.${index}`);
      fieldErrors.addIf(hasActiveFirewall(db, id), 'is behind another firewall', `devices.computes.${index}`);
    }
    fieldErrors.throwIfAny();
    addTags(call, body.tags ?? []);
    const firewall = db.insert(Firewalls, id => ({
      id,
      label: body.label,
      created: formatTimestamp(now),
      updated: formatTimestamp(now),
      status: 'enabled',
      rules,
      tags: [...(body.tags ?? [])],
    }));
    for (const id of behind) addDevice(call, firewall.id, id);
    call.emit({action: 'firewall_create', entity: firewallEntity(firewall)});
    return firewall;
  },

  get: call => call.json(Firewalls, call.params.firewallId),

  update(call) {
    const {db} = call;
    const body = call.body ?? {};
    const before = call.find(Firewalls, call.params.firewallId);
    const fieldErrors = new FieldErrors();
    if (body.label !== undefined) labelProblems(db, fieldErrors, body.label, before.id);
    tagErrors(fieldErrors, body.tags ?? []);
    const enables = body.status === 'enabled' && before.status !== 'enabled';
    const clash =
      enables && db.all(FirewallDevices, before.id).some(({entity}) => hasActiveFirewall(db, entity.id, before.id));
    fieldErrors.addIf(clash, 'an instance behind it is behind another enabled firewall', 'status');
    fieldErrors.throwIfAny();
    addTags(call, body.tags ?? []);
    const firewall = db.update(Firewalls, before.id, body);
    const entity = firewallEntity(firewall);
    if (firewall.status === before.status) call.emit({action: 'firewall_update', entity});
    else call.emit({action: firewall.status === 'enabled' ? 'firewall_enable' : 'firewall_disable', entity});
    return firewall;
  },

  delete(call) {
    const firewall = call.find(Firewalls, call.params.firewallId);
    call.db.removeAll(FirewallDevices, firewall.id);
    dropVersions(call.db, firewall.id);
    dropDefaultFirewall(call.db, firewall.id);
    call.db.remove(Firewalls, firewall.id);
    call.emit({action: 'firewall_delete', entity: firewallEntity(firewall)});
    return {};
  },

  devices: {
    list: call => call.page(FirewallDevices, {parent: call.find(Firewalls, call.params.firewallId).id}),

    create(call) {
      const {db, body} = call;
      const firewall = call.find(Firewalls, call.params.firewallId);
      if (body.type === 'compute_interface') return addInterfaceDevice(call, firewall, body.id);
      const fieldErrors = new FieldErrors();
      fieldErrors.addIf(!db.has(Instances, body.id), 'is not an instance of this account', 'id');
      fieldErrors.addIf(
        firewall.status === 'enabled' && hasActiveFirewall(db, body.id),
        'is behind an enabled firewall already',
        'id',
      );
      fieldErrors.throwIfAny();
      const device = addDevice(call, firewall.id, body.id);
      call.emit({action: 'firewall_device_add', entity: firewallEntity(firewall), secondary: device.entity});
      return device;
    },

    get: call => deviceAt(call.db, call.params),

    delete(call) {
      const device = deviceAt(call.db, call.params);
      const firewall = call.find(Firewalls, call.params.firewallId);
      call.db.remove(FirewallDevices, device.id);
      call.emit({action: 'firewall_device_remove', entity: firewallEntity(firewall), secondary: device.entity});
      return {};
    },
  },

  rules: {
    get: call => presentRules(call, call.find(Firewalls, call.params.firewallId)),

    update(call) {
      const before = call.find(Firewalls, call.params.firewallId);
      const fieldErrors = new FieldErrors();
      const rules = mergeRules(call.body ?? {}, before.rules, fieldErrors);
      fieldErrors.throwIfAny();
      if (before.status === 'deleted') throw badRequest('The firewall is being deleted.');
      const firewall = call.db.update(Firewalls, before.id, {rules});
      const isChanged = JSON.stringify(rules) !== JSON.stringify(before.rules);
      if (isChanged && call.dialect.additions === 'today') recordVersion(call.db, before, firewall);
      call.emit({action: 'firewall_update', entity: firewallEntity(firewall)});
      return presentRules(call, firewall);
    },
  },

  settings: firewallSettings,
  templates: firewallTemplates,
  history: firewallHistory,
};

/** The rules of a firewall; the API of today numbers them. */
const presentRules = ({db, dialect}: Pick<Call<Endpoint>, 'db' | 'dialect'>, {id, rules}: Firewall): FirewallRules =>
  dialect.additions === 'today' ? {...rules, version: rulesVersion(db, id)} : rules;
