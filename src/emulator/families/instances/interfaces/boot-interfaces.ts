/** Interfaces of a config as the API of today shows them: with their IDs, their networks and their state. */
import type {BootInterface} from '../../../../contract/instances/config-interfaces.ts';
import type {ConfigInterface} from '../../../../contract/instances/configs.ts';
import {defineKind} from '../../../engine/storage/kind.ts';
import type {Store} from '../../../engine/storage/store.ts';
import {defaultAddress, interfaceId, vpcOfSubnet} from '../../vpcs/vpc-interfaces.ts';
import {Configs, Instances} from '../instance-kinds.ts';

/** IDs of interfaces that were added one at a time; the interfaces are stored in their configs. */
export const BootInterfaces = defineKind<BootInterface>('config_interface', {firstId: 500_001});

/** True for the config that its instance runs with. */
function isRunning(db: Store, config: number): boolean {
  const {parent} = db.row(Configs, config) ?? {};
  const instance = parent == null ? undefined : db.row(Instances, parent);
  if (parent == null || instance?.doc.status !== 'running') return false;
  const last = instance.hidden.lastConfig ?? db.all(Configs, parent)[0]?.id;
  return last === config;
}

/** An interface without its state. */
export type StoredInterface = Omit<BootInterface, 'active' | 'vpc_id'>;

export const storedInterface = (
  db: Store,
  config: number,
  entry: Partial<ConfigInterface>,
  index: number,
): StoredInterface => {
  const {purpose = 'public', label = null, ipam_address = null, subnet_id = null, ip_ranges, primary = false} = entry;
  const isVpc = purpose === 'vpc';
  const {vpc = null, nat_1_1 = null} = entry.ipv4 ?? {};
  return {
    id: interfaceId(config, entry, index),
    purpose,
    label,
    ipam_address,
    subnet_id,
    ipv4: isVpc ? {vpc: vpc || defaultAddress(db, subnet_id), nat_1_1} : null,
    ip_ranges: isVpc ? (ip_ranges ?? []) : null,
    primary,
  };
};

/** The interfaces of a config in their order. */
export function bootInterfacesOf(
  db: Store,
  {id, interfaces}: {readonly id: number; readonly interfaces: readonly Partial<ConfigInterface>[]},
): readonly BootInterface[] {
  const active = isRunning(db, id);
  return interfaces.map((entry, index) => {
    const stored = storedInterface(db, id, entry, index);
    return {...stored, active, vpc_id: vpcOfSubnet(db, stored.subnet_id)};
  });
}
