/** Stored data of the interfaces that instances have themselves; `parent` is the instance. */
import type {InstanceInterface, InterfaceHistory} from '../../../../contract/instances/interfaces.ts';
import type {FirewallDevice} from '../../../../contract/networking/firewalls.ts';
import {defineKind} from '../../../engine/storage/kind.ts';
import type {Store} from '../../../engine/storage/store.ts';
import {formatTimestamp} from '../../../engine/time/clock.ts';
import type {UnitOfWork} from '../../../engine/unit-of-work.ts';
import {FirewallDevices} from '../../networking/network-kinds.ts';
import type {StoredInstance} from '../instance-kinds.ts';

export const Interfaces = defineKind<InstanceInterface>('interface', {firstId: 3001, hasUpdatedField: true});
export const InterfaceHistories = defineKind<InterfaceHistory>('interface_history', {firstId: 1, isNewestFirst: true});

/** The account at a time. */
type Moment = Pick<UnitOfWork, 'db' | 'now'>;
export type InterfaceFacts = Pick<InstanceInterface, 'public' | 'vpc' | 'vlan'>;

/** True for an instance with interfaces of its own in place of those in its configs. */
export const hasOwnInterfaces = ({interface_generation}: StoredInstance): boolean => interface_generation === 'compute';

export const interfaceEntity = (instance: number, {id}: Pick<InstanceInterface, 'id'>) => ({
  id,
  label: `interface ${id}`,
  type: 'interface',
  url: `/v4/compute/instances/${instance}/interfaces/${id}`,
});

/** The MAC address of a number, such as "22:00:0b:b9:00:03". */
export const macAddress = (number: number): string =>
  `22:00:${(number % 2 ** 32)
    .toString(16)
    .padStart(8, '0')
    .replace(/(..)(?=.)/g, '$1:')}`;

/** Adds the state of an interface to its history. */
export function keepHistory({db, now}: Moment, instance: number, doc: InstanceInterface): void {
  db.insert(
    InterfaceHistories,
    id => ({
      interface_history_id: id,
      interface_id: doc.id,
      compute_id: instance,
      version: doc.version,
      interface_data: JSON.stringify(doc),
      created: formatTimestamp(now),
    }),
    {parent: instance},
  );
}

/** The protocols for which an interface can have the default route; a VLAN has no route to other networks. */
export const canBeDefault = ({vlan, vpc}: InterfaceFacts) => ({
  ipv4: vlan === null,
  ipv6: vlan === null && vpc === null,
});

/** Adds an interface; the first one that can have a default route gets it. */
export function addInterface(
  work: Moment,
  instance: number,
  facts: InterfaceFacts,
  wanted: Partial<NonNullable<InstanceInterface['default_route']>> | undefined = undefined,
): InstanceInterface {
  const {db, now} = work;
  const others = db.all(Interfaces, instance);
  const can = canBeDefault(facts);
  const isDefault = (protocol: 'ipv4' | 'ipv6') =>
    can[protocol] && (wanted?.[protocol] ?? !others.some(other => other.default_route?.[protocol]));
  const moment = formatTimestamp(now);
  const doc = db.insert(
    Interfaces,
    id => ({
      id,
      mac_address: macAddress(id),
      version: 1,
      default_route: {ipv4: isDefault('ipv4'), ipv6: isDefault('ipv6')},
      ...facts,
      created: moment,
      updated: moment,
    }),
    {parent: instance},
  );
  for (const protocol of ['ipv4', 'ipv6'] as const)
    if (doc.default_route?.[protocol]) moveDefaultRoute(db, instance, protocol, doc.id);
  keepHistory(work, instance, doc);
  return doc;
}

/** Moves the default route of a protocol to an interface, or removes it. */
export function moveDefaultRoute(db: Store, instance: number, protocol: 'ipv4' | 'ipv6', to: number | null): void {
  for (const {id, default_route: route} of db.all(Interfaces, instance)) {
    const isDefault = id === to;
    if ((route?.[protocol] ?? false) === isDefault) continue;
    db.update(Interfaces, id, {default_route: {ipv4: false, ipv6: false, ...route, [protocol]: isDefault}});
  }
}

/** The devices of firewalls that stand for an interface. */
export const interfaceDevices = (db: Store, id: number) =>
  db
    .where(FirewallDevices, {sql: `json_extract(doc, '$.entity.id')=?`, values: [id]})
    .filter(({doc}) => doc.entity.type === 'compute_interface');

/** Assigns a firewall to an interface. */
export function protectInterface(
  {db, now}: Moment,
  firewall: number,
  instance: Pick<StoredInstance, 'id' | 'label'>,
  {id}: InstanceInterface,
): FirewallDevice {
  const moment = formatTimestamp(now);
  const url = `/v4/compute/instances/${instance.id}`;
  return db.insert(
    FirewallDevices,
    device => ({
      id: device,
      created: moment,
      updated: moment,
      entity: {
        id,
        type: 'compute_interface',
        label: '',
        url: `${url}/interfaces/${id}`,
        parent_entity: {id: instance.id, label: instance.label, type: 'compute', url},
      },
    }),
    {parent: firewall},
  );
}

export function removeInterface(db: Store, id: number): void {
  for (const device of interfaceDevices(db, id)) db.remove(FirewallDevices, device.id);
  db.remove(Interfaces, id);
}

/** Removes the interfaces of a deleted instance. */
export function removeInterfaces(db: Store, instance: number): void {
  for (const {id} of db.all(Interfaces, instance)) removeInterface(db, id);
  db.removeAll(InterfaceHistories, instance);
}
