/** The config that a request refers to, and the devices in its slots. */
import type {InstanceConfig} from '../../../../contract/instances/configs.ts';
import {badRequest} from '../../../engine/http/refusal.ts';
import type {Store} from '../../../engine/storage/store.ts';
import {Configs, type DeviceSlot, Instances, slots} from '../instance-kinds.ts';

type Devices = Partial<InstanceConfig['devices']>;

/**
 * The config for a request: the one in the request, else the only one, else the last booted one.
 * @throws Refusal 400 for a config of another instance, or if no config can be chosen (D1 §4.1 r3)
 */
export function chooseConfig(db: Store, instance: number, requestedId: number | undefined): InstanceConfig {
  if (requestedId !== undefined) {
    const row = db.row(Configs, requestedId);
    if (row?.parent !== instance) throw badRequest('must be a configuration profile of the instance', 'config_id');
    return row.doc;
  }
  const all = db.all(Configs, instance);
  const last = db.row(Instances, instance)?.hidden.lastConfig;
  const chosen = all.length === 1 ? all[0] : all.find(({id}) => id === last);
  if (!chosen) throw badRequest('No configuration profile can be selected; name one with config_id.', 'config_id');
  return chosen;
}

export const devicesOf = (config: InstanceConfig): [DeviceSlot, Devices[DeviceSlot]][] =>
  slots.map(slot => [slot, (config.devices as Devices)[slot]]);

/** The first empty slot. */
const freeSlot = (config: InstanceConfig): DeviceSlot | undefined =>
  devicesOf(config).find(([, device]) => device?.disk_id == null && device?.volume_id == null)?.[0];

/** Adds a volume to the first free slot. @throws Refusal 400 if all slots are used */
export function addVolume(db: Store, config: InstanceConfig, volume: number): void {
  const slot = freeSlot(config);
  if (!slot) throw badRequest('The configuration profile has no free device slot.', 'config_id');
  const devices = {...config.devices, [slot]: {disk_id: null, volume_id: volume}};
  db.update(Configs, config.id, {devices});
}

/** Removes a device from every config of an instance. */
export function removeDevice(db: Store, instance: number, device: 'disk_id' | 'volume_id', id: number): void {
  for (const config of db.all(Configs, instance)) {
    const usedSlots = devicesOf(config).filter(([, held]) => held);
    const remaining = usedSlots.filter(([, held]) => held?.[device] !== id);
    if (remaining.length === usedSlots.length) continue;
    // Only used slots are stored.
    const devices = Object.fromEntries(remaining) as InstanceConfig['devices'];
    db.update(Configs, config.id, {devices});
  }
}
