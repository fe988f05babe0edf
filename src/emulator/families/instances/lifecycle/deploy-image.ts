/** Disks and configs that come with an Image (D2 §2.4 r2), and their end. */

import type {ConfigInterface, InstanceConfig} from '../../../../contract/instances/configs.ts';
import type {Disk} from '../../../../contract/instances/disks.ts';
import type {Image} from '../../../../contract/resources/images.ts';
import type {Read} from '../../../../contract/schema/field.ts';
import type {Store} from '../../../engine/storage/store.ts';
import {formatTimestamp} from '../../../engine/time/clock.ts';
import type {Devices, NewBootConfig, NewDisk} from '../instance-content.ts';
import {Configs, Disks, type StoredConfig, type StoredInstance} from '../instance-kinds.ts';

export type ConfigInterfaceInput = Read<typeof ConfigInterface>;

export function addDisk(db: Store, now: number, instance: number, disk: NewDisk): Disk {
  const {label, size, filesystem, status = 'ready', used = 0} = disk;
  const moment = formatTimestamp(now);
  return db.insert(Disks, id => ({id, label, status, size, filesystem, created: moment, updated: moment}), {
    parent: instance,
    hidden: {used},
  });
}

/** Adds a config with default values (D2 §2.5). */
export function addBootConfig(
  db: Store,
  now: number,
  {id: parent, specs}: StoredInstance,
  request: NewBootConfig,
): StoredConfig {
  const moment = formatTimestamp(now);
  const {helpers, devices, ...rest} = request;
  return db.insert(
    Configs,
    id => ({
      id,
      kernel: 'compute/latest-64bit',
      comments: null,
      memory_limit: specs.memory,
      run_level: 'default',
      virt_mode: 'paravirt',
      interfaces: [],
      root_device: '/dev/sda',
      ...rest,
      helpers: {
        updatedb_disabled: true,
        distro: true,
        modules_dep: true,
        network: true,
        devtmpfs_automount: false,
        ...helpers,
      },
      // Only the slots of the request are stored, although the type has all eight.
      devices: devices as InstanceConfig['devices'],
      initrd: null,
      created: moment,
      updated: moment,
    }),
    {parent},
  );
}

export interface Deployment {
  readonly image: Image;
  /** MB. */
  readonly swap: number;
  readonly interfaces: readonly ConfigInterfaceInput[];
}

/** A root disk from the Image, a swap disk, and a config that boots them. */
export function deployImage(
  db: Store,
  now: number,
  instance: StoredInstance,
  {image, swap, interfaces}: Deployment,
): StoredConfig {
  const root = addDisk(db, now, instance.id, {
    label: `${image.label.slice(0, 43)} Disk`,
    size: instance.specs.disk - swap,
    filesystem: 'ext4',
    status: 'not ready',
    used: image.size,
  });
  let devices: Devices = {sda: {disk_id: root.id, volume_id: null}};
  if (swap > 0) {
    const disk = addDisk(db, now, instance.id, {
      label: `${swap} MB Swap Image`,
      size: swap,
      filesystem: 'swap',
      status: 'not ready',
    });
    devices = {...devices, sdb: {disk_id: disk.id, volume_id: null}};
  }
  const label = `My ${image.label.slice(0, 31)} Disk Profile`;
  return addBootConfig(db, now, instance, {label, devices, interfaces});
}

/** MB allocated to disks. */
export const allocatedDiskMb = (db: Store, instance: number): number =>
  db.all(Disks, instance).reduce((sum, {size}) => sum + size, 0);

/** Marks the disks as ready after their data is written. */
export function markDisksReady(db: Store, instance: number): void {
  for (const {id, status} of db.all(Disks, instance)) if (status !== 'ready') db.update(Disks, id, {status: 'ready'});
}

/** Deletes all disks and configs of an instance. */
export function wipeInstance(db: Store, instance: number): void {
  db.removeAll(Disks, instance);
  db.removeAll(Configs, instance);
}
