/** Content of a backup, and its restoration. */
import type {Disk} from '../../../../contract/instances/disks.ts';
import type {Store} from '../../../engine/storage/store.ts';
import type {BackupContent, NewDisk} from '../instance-content.ts';
import {Configs, Disks, type StoredInstance} from '../instance-kinds.ts';
import {addBootConfig, addDisk} from '../lifecycle/deploy-image.ts';
import {devicesOf} from './config-devices.ts';

export const sizeOf = ({disks}: BackupContent): number => disks.reduce((sum, {size}) => sum + size, 0);

/** Disks and configs as they are now. Volumes are not backed up. */
export function captureContent(
  db: Store,
  instance: number,
  choice?: {disks: readonly number[]; configs: readonly number[]},
): BackupContent {
  const rows = db.rows(Disks, instance).filter(({id}) => !choice || choice.disks.includes(id));
  const place = new Map(rows.map(({id}, index) => [id, index]));
  const configs = db.all(Configs, instance).filter(({id}) => !choice || choice.configs.includes(id));
  return {
    disks: rows.map(({doc, hidden}) => newDisk(doc, hidden.used)),
    configs: configs.map(config => {
      const {id: _, devices: __, created: ___, updated: ____, ...rest} = config;
      const slots = devicesOf(config).flatMap(([slot, device]): [string, number][] => {
        const index = device?.disk_id == null ? undefined : place.get(device.disk_id);
        return index === undefined ? [] : [[slot, index]];
      });
      return {...rest, slots: Object.fromEntries(slots)};
    }),
  };
}

const newDisk = ({label, size, filesystem}: Disk, usedMb: number): NewDisk => ({label, size, filesystem, used: usedMb});

/** Adds the disks and configs of a backup to an instance. */
export function restoreContent(db: Store, now: number, instance: StoredInstance, content: BackupContent): void {
  const disks = content.disks.map(disk => addDisk(db, now, instance.id, {...disk, status: 'not ready'}));
  for (const {slots, ...config} of content.configs) {
    const devices = Object.entries(slots).map(([slot, index]) => [
      slot,
      {disk_id: disks[index]?.id ?? null, volume_id: null},
    ]);
    addBootConfig(db, now, instance, {...config, devices: Object.fromEntries(devices)});
  }
}
