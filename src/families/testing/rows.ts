/** For tests: one plausible row of every family, to be varied. */
import type {Event} from '../../contract/account/events.ts';
import type {InstanceConfig} from '../../contract/instances/configs.ts';
import type {Disk} from '../../contract/instances/disks.ts';
import type {Instance} from '../../contract/instances/index.ts';
import type {Image} from '../../contract/resources/images.ts';
import type {Kernel} from '../../contract/resources/kernels.ts';
import type {Region} from '../../contract/resources/regions.ts';
import type {InstanceType} from '../../contract/resources/types.ts';
import type {Volume} from '../../contract/resources/volumes.ts';

/** 2026-03-01 12:00:00 UTC */
export const now = Date.UTC(2026, 2, 1, 12);

export const instance = (facts: Partial<Instance> = {}): Instance => ({
  id: 101,
  label: 'web-01',
  status: 'running',
  region: 'us-east',
  type: 'g6-standard-2',
  image: 'compute/debian12',
  group: '',
  hypervisor: 'kvm',
  tags: ['prod', 'web'],
  created: '2026-02-26T12:00:00',
  updated: '2026-02-28T12:00:00',
  ipv4: ['192.0.2.10', '192.168.130.4'],
  ipv6: '2001:db8::1/128',
  specs: {disk: 81920, memory: 4096, vcpus: 2, transfer: 4000},
  alerts: {cpu: 180, io: 10000, network_in: 10, network_out: 0, transfer_quota: 80},
  backups: {enabled: true, schedule: {day: 'Saturday', window: 'W10'}, last_successful: '2026-02-28T10:30:00'},
  watchdog_enabled: true,
  ...facts,
});

export const volume = (facts: Partial<Volume> = {}): Volume => ({
  id: 4411,
  label: 'vol-db',
  status: 'active',
  size: 80,
  region: 'us-east',
  compute_id: null,
  compute_label: null,
  filesystem_path: '/dev/disk/by-id/scsi-0Cloud_Volume_vol-db',
  created: '2026-01-19T12:00:00',
  updated: '2026-02-28T12:00:00',
  tags: ['db'],
  hardware_type: 'nvme',
  ...facts,
});

export const disk = (facts: Partial<Disk> = {}): Disk => ({
  id: 9001,
  label: 'Debian root',
  status: 'ready',
  size: 40960,
  filesystem: 'ext4',
  created: '2026-02-26T12:00:00',
  updated: '2026-02-26T12:00:00',
  ...facts,
});

const empty = {disk_id: null, volume_id: null};
export const config = (facts: Partial<InstanceConfig> = {}): InstanceConfig => ({
  id: 7001,
  label: 'My profile',
  kernel: 'compute/latest-64bit',
  comments: null,
  memory_limit: 0,
  run_level: 'default',
  virt_mode: 'paravirt',
  interfaces: [],
  helpers: {updatedb_disabled: true, distro: true, modules_dep: true, network: true, devtmpfs_automount: false},
  devices: {
    sda: {disk_id: 9001, volume_id: null},
    sdb: {disk_id: 9002, volume_id: null},
    sdc: {disk_id: null, volume_id: 4411},
    sdd: empty,
    sde: empty,
    sdf: empty,
    sdg: empty,
    sdh: empty,
  },
  root_device: '/dev/sda',
  ...facts,
});

export const image = (facts: Partial<Image> = {}): Image => ({
  id: 'private/12',
  label: 'golden',
  status: 'available',
  description: null,
  size: 2500,
  is_public: false,
  type: 'manual',
  vendor: null,
  deprecated: false,
  created: '2026-01-01T00:00:00',
  updated: '2026-01-01T00:00:00',
  created_by: 'wsmith',
  expiry: null,
  eol: null,
  ...facts,
});

export const region = (facts: Partial<Region> = {}): Region => ({
  id: 'us-east',
  country: 'us',
  status: 'ok',
  capabilities: ['Computes', 'Block Storage'],
  resolvers: {ipv4: '192.0.2.1, 192.0.2.2', ipv6: '2001:db8::53'},
  ...facts,
});

export const plan = (facts: Partial<InstanceType> = {}): InstanceType => ({
  id: 'g6-standard-2',
  label: 'Standard 4 GB',
  class: 'standard',
  disk: 81920,
  memory: 4096,
  vcpus: 2,
  gpus: 0,
  transfer: 4000,
  network_out: 4000,
  price: {hourly: 0.036, monthly: 24},
  addons: {backups: {price: {hourly: 0.0075, monthly: 5}}},
  successor: null,
  ...facts,
});

export const kernel = (facts: Partial<Kernel> = {}): Kernel => ({
  id: 'compute/latest-64bit',
  label: 'Latest 64 bit (5.10.2-x86_64)',
  version: '5.10.2',
  architecture: 'x86_64',
  kvm: true,
  xen: false,
  pvops: true,
  deprecated: false,
  built: '2026-01-01T00:00:00',
  ...facts,
});

export const entity = (type: string, id: number | string | null, label: string | null) => ({
  type,
  id,
  label,
  url: null,
});

export const event = (facts: Partial<Event> = {}): Event => ({
  id: 55,
  action: 'compute_boot',
  created: '2026-03-01T09:00:00',
  duration: 14,
  entity: entity('compute', 101, 'web-01'),
  secondary_entity: null,
  percent_complete: 100,
  rate: null,
  read: false,
  seen: false,
  status: 'finished',
  time_remaining: null,
  username: 'wsmith',
  message: null,
  ...facts,
});
