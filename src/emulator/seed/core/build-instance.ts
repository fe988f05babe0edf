/** Builds instances with their addresses, disks, config and backups. */

import type {Instance} from '../../../contract/instances/index.ts';
import type {Image} from '../../../contract/resources/images.ts';
import type {InstanceType} from '../../../contract/resources/types.ts';
import {formatTimestamp, hours} from '../../engine/time/clock.ts';
import {Images} from '../../families/images/image-kinds.ts';
import {Types} from '../../families/instance-types.ts';
import {addressDoc, privateAddress, publicAddress, slaacAddress} from '../../families/instances/addresses/addresses.ts';
import {captureContent} from '../../families/instances/disks/backup-content.ts';
import {
  Addresses,
  Backups,
  Instances,
  initialHidden,
  type StoredInstance,
} from '../../families/instances/instance-kinds.ts';
import {resourcesOf} from '../../families/instances/lifecycle/create.ts';
import {addBootConfig, addDisk, type ConfigInterfaceInput} from '../../families/instances/lifecycle/deploy-image.ts';
import {Regions} from '../../families/regions.ts';
import type {SeedContext} from './seed-context.ts';

export interface InstanceSeed {
  readonly label: string;
  readonly region: string;
  readonly type: string;
  /** Null for an instance without an image. */
  readonly image: string | null;
  readonly status: Instance['status'];
  /** Age in milliseconds. */
  readonly age: number;
  readonly tags: readonly string[];
  readonly group?: string;
  /** Numbers of the public and the private address, unique in the account. */
  readonly open: number;
  readonly closed?: number | undefined;
  readonly hasBackups?: boolean;
  readonly vlan?: string;
}

/** Lookup data for new instances, read once per account. */
export interface InstanceParts {
  readonly types: ReadonlyMap<string, InstanceType>;
  readonly images: ReadonlyMap<string, Image>;
  /** Numbers of the regions' networks. */
  readonly nets: ReadonlyMap<string, number>;
}

export const loadInstanceParts = ({db}: SeedContext): InstanceParts => ({
  types: new Map(db.all(Types).map(type => [type.id, type])),
  images: new Map(db.all(Images).map(image => [image.id, image])),
  nets: new Map(db.rows(Regions).map(({id, doc}) => [doc.id, id])),
});

export function buildInstance(
  context: SeedContext,
  parts: InstanceParts,
  id: number,
  seed: InstanceSeed,
): StoredInstance {
  const {db, now, random} = context;
  const {label, region, image, status, age, tags, group = '', open, closed, hasBackups = false} = seed;
  const type = parts.types.get(seed.type);
  if (!type) throw new Error(`there is no plan ${seed.type}`);
  const createdAt = formatTimestamp(now - age);
  const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
  const instance: StoredInstance = {
    id,
    label,
    group,
    status,
    created: createdAt,
    updated: formatTimestamp(now - Math.floor(random.next() * Math.min(age, 72 * hours))),
    type: type.id,
    ipv4: [publicAddress(open), ...(closed === undefined ? [] : [privateAddress(closed)])],
    ipv6: `${slaacAddress(id, parts.nets.get(region) ?? 0)}/128`,
    image,
    region,
    ...resourcesOf(type),
    backups: {
      enabled: hasBackups,
      available: hasBackups,
      schedule: {day: hasBackups ? random.pick(days) : null, window: hasBackups ? `W${2 * random.int(0, 11)}` : null},
      last_successful: hasBackups ? formatTimestamp(now - random.int(2, 20) * hours) : null,
    },
    hypervisor: 'kvm',
    watchdog_enabled: true,
    tags,
    host_uuid: random.hex(40),
  };
  const lastConfig = image === null ? null : equip(context, parts, instance, seed);
  db.insertWithId(Instances, id, instance, {hidden: {...initialHidden, lastConfig}});
  db.insertWithId(Addresses, open, addressDoc(publicAddress(open), {isPublic: true}, instance));
  if (closed !== undefined)
    db.insertWithId(Addresses, closed, addressDoc(privateAddress(closed), {isPublic: false}, instance));
  if (hasBackups) keepBackups(context, instance);
  return instance;
}

/** Adds the two disks of an image and the config that boots them; returns the ID of the config. */
function equip(
  {db, random}: SeedContext,
  parts: InstanceParts,
  instance: StoredInstance,
  {vlan}: InstanceSeed,
): number {
  const createdTime = Date.parse(`${instance.created}Z`);
  const image = parts.images.get(instance.image ?? '');
  const label = image?.label ?? 'Linux';
  const size = instance.specs.disk - 512;
  const usedMb = Math.min(size, (image?.size ?? 1000) + Math.floor(random.next() * 0.2 * size));
  const root = addDisk(db, createdTime, instance.id, {label: `${label} Disk`, size, filesystem: 'ext4', used: usedMb});
  const swap = addDisk(db, createdTime, instance.id, {label: '512 MB Swap Image', size: 512, filesystem: 'swap'});
  const interfaces: ConfigInterfaceInput[] =
    vlan === undefined
      ? []
      : [
          {purpose: 'public', label: null, ipam_address: null},
          {purpose: 'vlan', label: vlan, ipam_address: `10.0.0.${1 + (instance.id % 250)}/24`},
        ];
  const devices = {sda: {disk_id: root.id, volume_id: null}, sdb: {disk_id: swap.id, volume_id: null}};
  return addBootConfig(db, createdTime, instance, {label: `My ${label} Disk Profile`, devices, interfaces}).id;
}

/** Adds three automatic backups: of last night, of last week and of the week before. */
function keepBackups({db, now}: SeedContext, instance: StoredInstance): void {
  const content = captureContent(db, instance.id);
  const earlier = [14, 7].map(age => formatTimestamp(now - age * 24 * hours));
  for (const takenAt of [...earlier, instance.backups.last_successful]) {
    if (takenAt === null || takenAt < instance.created) continue;
    db.insert(
      Backups,
      id => ({
        id,
        type: 'auto',
        status: 'successful',
        created: takenAt,
        updated: takenAt,
        finished: takenAt,
        label: null,
        configs: content.configs.map(config => config.label),
        disks: content.disks.map(({size, filesystem, label}) => ({size, filesystem, label})),
      }),
      {parent: instance.id, hidden: {content}},
    );
  }
}
