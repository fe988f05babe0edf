/** Volumes, most of them attached, with realistic labels. */
import {days, formatTimestamp} from '../../engine/time/clock.ts';
import {addVolume, chooseConfig} from '../../families/instances/disks/config-devices.ts';
import {Instances} from '../../families/instances/instance-kinds.ts';
import {resizeVolume} from '../../families/volumes/attach.ts';
import {Volumes, volumePath} from '../../families/volumes/volume-kinds.ts';
import type {SeedContext, Seeder} from '../core/seed-context.ts';

interface VolumeSketch {
  readonly label: string;
  readonly size: number;
  /** Label of the instance, or the region of an unattached volume. */
  readonly on: string;
  readonly age: number;
  readonly tags?: readonly string[];
  readonly slow?: true;
}

const volumeSeeds: readonly VolumeSketch[] = [
  {label: 'vol-db', size: 80, on: 'db-01', age: 40, tags: ['prod', 'database']},
  {label: 'vol-db-wal', size: 40, on: 'db-01', age: 40, tags: ['prod', 'database']},
  {label: 'vol-db-02', size: 80, on: 'db-02', age: 40, tags: ['prod', 'database']},
  {label: 'vol-db-03', size: 80, on: 'db-03', age: 40, tags: ['prod', 'database']},
  {label: 'uploads', size: 200, on: 'web-01', age: 3, tags: ['prod', 'web']},
  {label: 'uploads-replica', size: 200, on: 'web-07', age: 3, tags: ['prod', 'web']},
  {label: 'ci-cache', size: 100, on: 'ci-runner-1', age: 11, tags: ['build']},
  {label: 'metrics', size: 60, on: 'monitor.eu', age: 200, tags: ['infra']},
  {label: 'warehouse', size: 1000, on: 'analytics-warehouse-loader-for-the-quarterly-reports-of-finance0', age: 6},
  {label: 'batch-scratch-1', size: 20, on: 'batch-1', age: 0.3, tags: ['batch']},
  {label: 'batch-scratch-2', size: 20, on: 'batch-2', age: 0.3, tags: ['batch']},
  {label: 'batch-scratch-free', size: 20, on: 'ap-south', age: 0.2, tags: ['batch']},
  {label: 'staging-data', size: 40, on: 'eu-west', age: 28, tags: ['staging']},
  {label: 'crm-archive-2014', size: 320, on: 'us-east', age: 1390, tags: ['legacy', 'מורשת'], slow: true},
  {label: 'バックアップ-東京', size: 50, on: 'ap-south', age: 70, tags: ['自動化']},
  {label: '📦 cold storage', size: 500, on: 'us-east', age: 410, slow: true},
  {label: 'נתונים-גיבוי', size: 30, on: 'eu-west', age: 95, tags: ['מורשת']},
  {label: 'thirty-two-characters-long-label', size: 10, on: 'us-east', age: 15},
];

function demo(context: SeedContext): void {
  const {db, now} = context;
  for (const {label, size, on, age, tags = [], slow} of volumeSeeds) {
    const instance = db.byKey(Instances, on)?.doc;
    const createdAt = formatTimestamp(now - age * days);
    const volume = db.insert(Volumes, id => ({
      id,
      label,
      filesystem_path: volumePath(context, label),
      status: 'active',
      size,
      region: instance?.region ?? on,
      compute_id: instance?.id ?? null,
      compute_label: instance?.label ?? null,
      created: createdAt,
      updated: createdAt,
      tags,
      hardware_type: slow ? 'hdd' : 'nvme',
    }));
    if (instance) addVolume(db, chooseConfig(db, instance.id, undefined), volume.id);
  }
}

function insertMany(context: SeedContext, count: number): void {
  const {db, now, random} = context;
  const volumeCount = Math.floor(count * 0.4);
  for (let index = 0; index < volumeCount; index++) {
    // Two of three are attached; the instances have consecutive IDs.
    const at = random.chance(0.66) ? Instances.firstId + random.int(0, count - 1) : undefined;
    const instance = at === undefined ? undefined : db.get(Instances, at);
    const label = `volume-${index + 1}`;
    const createdAt = formatTimestamp(now - Math.floor(random.next() * 700 * days));
    db.insert(Volumes, id => ({
      id,
      label,
      filesystem_path: volumePath(context, label),
      status: 'active',
      size: 10 * random.int(1, 40),
      region: instance?.region ?? 'us-east',
      compute_id: instance?.id ?? null,
      compute_label: instance?.label ?? null,
      created: createdAt,
      updated: createdAt,
      tags: random.chance(0.3) ? ['data'] : [],
      hardware_type: random.chance(0.8) ? 'nvme' : 'hdd',
    }));
  }
}

export const volumesSeed: Seeder = {
  demo,
  many: insertMany,
  begin(work) {
    const volume = work.db.byKey(Volumes, 'vol-db')?.doc;
    if (!volume) return;
    resizeVolume(work, volume, volume.size + 20);
  },
};
