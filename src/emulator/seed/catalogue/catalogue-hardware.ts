/** Regions and plans. */
import type {InstanceType} from '../../../contract/resources/types.ts';
import type {StoredRegion} from '../../families/regions.ts';

const basics = ['Computes', 'NodeBalancers', 'Block Storage', 'Cloud Firewall'];
const modern = [...basics, 'Vlans', 'Managed Databases'];

interface Place {
  readonly id: string;
  readonly country: string;
  readonly label: string;
  readonly capabilities: readonly string[];
  readonly net: number;
}

const places: readonly Place[] = [
  {
    id: 'us-east',
    country: 'us',
    label: 'Newark, NJ',
    capabilities: [...modern, 'Object Storage', 'GPU Computes'],
    net: 1,
  },
  {id: 'us-central', country: 'us', label: 'Dallas, TX', capabilities: modern, net: 2},
  {id: 'us-west', country: 'us', label: 'Fremont, CA', capabilities: basics, net: 3},
  {id: 'us-southeast', country: 'us', label: 'Atlanta, GA', capabilities: [...modern, 'Object Storage'], net: 4},
  {id: 'ca-central', country: 'ca', label: 'Toronto, CA', capabilities: modern, net: 5},
  {id: 'eu-west', country: 'gb', label: 'London, UK', capabilities: modern, net: 6},
  {
    id: 'eu-central',
    country: 'de',
    label: 'Frankfurt, DE',
    capabilities: [...modern, 'Object Storage', 'GPU Computes'],
    net: 7,
  },
  {
    id: 'ap-south',
    country: 'sg',
    label: 'Singapore, SG',
    capabilities: [...modern, 'Object Storage', 'GPU Computes'],
    net: 8,
  },
  {id: 'ap-northeast', country: 'jp', label: 'Tokyo, JP', capabilities: basics, net: 9},
  {id: 'ap-west', country: 'in', label: 'Mumbai, IN', capabilities: modern, net: 10},
  {id: 'ap-southeast', country: 'au', label: 'Sydney, AU', capabilities: modern, net: 11},
];

const resolvers = (net: number) => {
  const hosts = [3, 5, 6, 7, 8, 9];
  return {
    ipv4: hosts.map(host => `198.18.${net}.${host}`).join(','),
    ipv6: hosts.map(host => `2001:db8:${net.toString(16)}::${host}`).join(','),
  };
};

export const regionCatalogue: readonly StoredRegion[] = places.map(({id, country, label, capabilities, net}) => ({
  id,
  label,
  country,
  capabilities,
  // One region has an outage, so that the status column has two values.
  status: id === 'ap-northeast' ? 'outage' : 'ok',
  resolvers: resolvers(net),
}));

/** GB of RAM, cores, GB of disk, TB of transfer, dollars per month. */
type Row = readonly [id: string, memory: number, vcpus: number, disk: number, transfer: number, monthly: number];

const standard: readonly Row[] = [
  ['g6-standard-1', 2, 1, 50, 2, 10],
  ['g6-standard-2', 4, 2, 80, 4, 20],
  ['g6-standard-4', 8, 4, 160, 5, 40],
  ['g6-standard-6', 16, 6, 320, 8, 80],
  ['g6-standard-8', 32, 8, 640, 16, 160],
  ['g6-standard-16', 64, 16, 1280, 20, 320],
  ['g6-standard-20', 96, 20, 1920, 20, 480],
  ['g6-standard-24', 128, 24, 2560, 20, 640],
  ['g6-standard-32', 192, 32, 3840, 20, 960],
];
const dedicated: readonly Row[] = [
  ['g6-dedicated-2', 4, 2, 80, 4, 30],
  ['g6-dedicated-4', 8, 4, 160, 5, 60],
  ['g6-dedicated-8', 16, 8, 320, 6, 120],
  ['g6-dedicated-16', 32, 16, 640, 7, 240],
  ['g6-dedicated-32', 64, 32, 1280, 8, 480],
  ['g6-dedicated-48', 96, 48, 1920, 9, 720],
  ['g6-dedicated-50', 128, 50, 2500, 10, 960],
  ['g6-dedicated-56', 256, 56, 5000, 11, 1920],
];
const highmem: readonly Row[] = [
  ['g7-highmem-1', 24, 2, 20, 5, 60],
  ['g7-highmem-2', 48, 2, 40, 6, 120],
  ['g7-highmem-4', 90, 4, 90, 7, 240],
  ['g7-highmem-8', 150, 8, 200, 8, 480],
  ['g7-highmem-16', 300, 16, 340, 9, 960],
];
const gpu: readonly Row[] = [
  ['g1-gpu-rtx6000-1', 32, 8, 640, 16, 1000],
  ['g1-gpu-rtx6000-2', 64, 16, 1280, 20, 2000],
  ['g1-gpu-rtx6000-3', 96, 20, 1920, 20, 3000],
  ['g1-gpu-rtx6000-4', 128, 24, 2560, 20, 4000],
];

const words = {
  nanode: 'Nanode',
  standard: 'Standard',
  dedicated: 'Dedicated',
  highmem: 'High Memory',
  gpu: 'Dedicated + GPU',
};

/** Price factors of the regions with higher prices. */
const dearer: Readonly<Record<string, number>> = {'ap-southeast': 1.2, 'ap-west': 1.4};

const priced = (monthly: number) => ({hourly: Math.round((monthly / 668) * 10000) / 10000, monthly});

const regionPrices = (monthly: number) =>
  Object.entries(dearer).map(([id, times]) => ({id, ...priced(Math.round(monthly * times * 100) / 100)}));

function plan(
  kind: keyof typeof words,
  [id, memory, vcpus, disk, transfer, monthly]: Row,
  successor: string | null = null,
): InstanceType {
  const backups = Math.max(2, Math.round(monthly / 4));
  return {
    id,
    label: `${words[kind]} ${memory} GB`,
    disk: disk * 1024,
    class: kind,
    price: priced(monthly),
    region_prices: regionPrices(monthly),
    addons: {backups: {price: priced(backups), region_prices: regionPrices(backups)}},
    network_out: Math.min(12000, 1000 * Math.max(1, vcpus)),
    memory: memory * 1024,
    successor,
    transfer: transfer * 1000,
    vcpus,
    gpus: kind === 'gpu' ? Number(id.at(-1)) : 0,
  };
}

export const planCatalogue: readonly InstanceType[] = [
  plan('nanode', ['g6-nanode-1', 1, 1, 25, 1, 5]),
  ...standard.map(row => plan('standard', row)),
  ...dedicated.map(row => plan('dedicated', row)),
  ...highmem.map(row => plan('highmem', row)),
  ...gpu.map(row => plan('gpu', row)),
  // Plans of the previous generation, with a free upgrade each.
  plan('nanode', ['g5-nanode-1', 1, 1, 20, 1, 5], 'g6-nanode-1'),
  plan('standard', ['g5-standard-1', 2, 1, 30, 2, 10], 'g6-standard-1'),
  plan('standard', ['g5-standard-2', 4, 2, 48, 3, 20], 'g6-standard-2'),
  plan('standard', ['g5-standard-4', 8, 4, 96, 4, 40], 'g6-standard-4'),
];
