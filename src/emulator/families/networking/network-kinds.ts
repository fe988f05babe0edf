/**
 * Stored data of firewalls, ranges and shared addresses; `parent` of a device is its firewall. Addresses are kept with
 * the instances.
 */

import type {Instance} from '../../../contract/instances/index.ts';
import type {Firewall, FirewallDevice} from '../../../contract/networking/firewalls.ts';
import type {Ipv6Range} from '../../../contract/networking/ipv6.ts';
import {defineKind} from '../../engine/storage/kind.ts';
import type {Store} from '../../engine/storage/store.ts';
import {Addresses} from '../instances/instance-kinds.ts';

export const Firewalls = defineKind<Firewall>('firewall', {
  firstId: 801,
  columns: {key: 'label'},
  hasUpdatedField: true,
});
export const FirewallDevices = defineKind<FirewallDevice>('firewall_device', {firstId: 1201, hasUpdatedField: true});
/** Found by the range alone; `parent` is the instance that it is routed to. */
export const Ranges = defineKind<Ipv6Range>('address_range', {columns: {key: 'range'}});
/** Addresses that other instances share with an instance, by the ID of that instance. */
export const SharedAddresses = defineKind<{readonly ips: readonly string[]}>('share');

/** Addresses that are shared with an instance. */
export const addressesSharedWith = (db: Store, instance: number) =>
  (db.get(SharedAddresses, instance)?.ips ?? []).flatMap(address => db.byKey(Addresses, address)?.doc ?? []);

/** A firewall as the entity of an event. */
export const firewallEntity = ({id, label}: Pick<Firewall, 'id' | 'label'>) => ({
  id,
  label,
  type: 'firewall' as const,
  url: `/v4/networking/firewalls/${id}`,
});

/** The devices of an instance itself; those of its interfaces have the IDs of the interfaces. */
export const instanceDevices = (db: Store, instance: number) =>
  db
    .where(FirewallDevices, {sql: `json_extract(doc, '$.entity.id')=?`, values: [instance]})
    .filter(({doc}) => doc.entity.type === 'compute');

/** The devices of an instance and of its interfaces. */
export const devicesBehind = (db: Store, instance: number) => [
  ...instanceDevices(db, instance),
  ...db.where(FirewallDevices, {sql: `json_extract(doc, '$.entity.parent_entity.id')=?`, values: [instance]}),
];

/** Updates the label of the instance in its devices. */
export function renameDevices(db: Store, {id, label}: Pick<Instance, 'id' | 'label'>): void {
  for (const {id: device, doc} of devicesBehind(db, id)) {
    const {entity} = doc;
    const {parent_entity: parent} = entity;
    db.update(FirewallDevices, device, {
      entity: parent ? {...entity, parent_entity: {...parent, label}} : {...entity, label},
    });
  }
}

/** Removes a deleted instance from all of its firewalls. */
export function removeDevices(db: Store, instance: number): void {
  for (const {id} of devicesBehind(db, instance)) db.remove(FirewallDevices, id);
}
