/** The account of most journeys: a few rows of two resource types, so that a reader can remember them. */
import type {Volume} from '../../src/contract/resources/volumes.ts';
import type {Store} from '../../src/emulator/engine/storage/store.ts';
import {addVolume, chooseConfig} from '../../src/emulator/families/instances/disks/config-devices.ts';
import {Instances, initialHidden, type StoredInstance} from '../../src/emulator/families/instances/instance-kinds.ts';
import {addBootConfig, addDisk} from '../../src/emulator/families/instances/lifecycle/deploy-image.ts';
import {Volumes} from '../../src/emulator/families/volumes/volume-kinds.ts';
import {instance as instanceRow, volume as volumeRow} from '../../src/families/testing/rows.ts';

export const instance = (index: number, overrides: Partial<StoredInstance> = {}): StoredInstance => ({
  ...instanceRow({
    id: 100 + index,
    label: `web-${String(index).padStart(2, '0')}`,
    region: index % 2 === 1 ? 'us-east' : 'eu-west',
    image: 'compute/debian11',
    ipv4: [`192.0.2.${index}`],
    created: '2026-03-10T10:00:00',
    updated: '2026-03-11T10:00:00',
  }),
  ipv6: null,
  host_uuid: '3a3ddd59d9a78bb8de041391075df44de62bfec8',
  specs: {disk: 81_920, memory: 4096, vcpus: 2, transfer: 4000, gpus: 0},
  alerts: {cpu: 90, network_in: 10, network_out: 10, transfer_quota: 80, io: 10_000},
  backups: {enabled: true, available: true, schedule: {day: 'Sunday', window: 'W2'}, last_successful: null},
  ...overrides,
});

/** Instances `web-00` and up: `web-03` boots, `web-05` is off. */
export const fleet = (count = 40): readonly StoredInstance[] =>
  Array.from({length: count}, (_, index) =>
    instance(index, index === 3 ? {status: 'booting'} : index === 5 ? {status: 'offline'} : {}),
  );

export const volume = (index: number, part: Partial<Volume> = {}): Volume =>
  volumeRow({
    id: 4400 + index,
    label: `vol-${index}`,
    filesystem_path: `/dev/disk/by-id/scsi-0Compute_Volume_vol-${index}`,
    size: 20 + index,
    created: '2026-03-10T10:00:00',
    updated: '2026-03-11T10:00:00',
    tags: [],
    ...part,
  });

/** `vol-0` is attached to `web-01`, `vol-1` is free, `vol-db` is being resized. */
export const volumes = (): readonly Volume[] => [
  volume(0, {compute_id: 101, compute_label: 'web-01'}),
  volume(1),
  volume(2, {label: 'vol-db', status: 'resizing'}),
];

/** Places an instance with a disk and the boot config of it. */
export function placeInstance(db: Store, row: StoredInstance): void {
  const now = Date.parse(`${row.created}Z`);
  const disk = addDisk(db, now, row.id, {label: 'Debian 11 Disk', size: row.specs.disk, filesystem: 'ext4'});
  const devices = {sda: {disk_id: disk.id, volume_id: null}};
  const {id: lastConfig} = addBootConfig(db, now, row, {label: 'My Debian 11 Disk Profile', devices});
  db.insertWithId(Instances, row.id, row, {hidden: {...initialHidden, lastConfig}});
}

export function placeVolume(db: Store, row: Volume): void {
  db.insertWithId(Volumes, row.id, row);
  if (row.compute_id !== null) addVolume(db, chooseConfig(db, row.compute_id, undefined), row.id);
}

export function seedFleet(db: Store): void {
  for (const row of fleet()) placeInstance(db, row);
  for (const row of volumes()) placeVolume(db, row);
}
