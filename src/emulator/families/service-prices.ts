/** Prices of services, which bills and price lists share, and the maintenance policies. */
import type {Contract} from '../../contract/index.ts';
import type {KubeType} from '../../contract/resources/kube.ts';
import type {MaintenancePolicy, VolumeType} from '../../contract/resources/service-prices.ts';
import type {Handlers} from '../engine/call.ts';
import {days, seconds} from '../engine/time/clock.ts';

/** US dollars per hour. */
export const hourlyPrices = {
  nodebalancer: 0.015,
  volumeGigabyte: 0.00015,
  /** For an account that has Object Storage enabled, independent of its content. */
  objectStorage: 0.0075,
} as const;

/** Control planes of Kubernetes clusters. */
export const kubeTypes: readonly KubeType[] = [
  {id: 'kube-sa', label: 'Standard control plane', price: {hourly: 0, monthly: 0}, region_prices: [], transfer: 0},
  {
    id: 'kube-ha',
    label: 'High availability control plane',
    price: {hourly: 0.09, monthly: 60},
    region_prices: [{id: 'ap-south', hourly: 0.108, monthly: 72}],
    transfer: 0,
  },
  {
    id: 'kube-e',
    label: 'Enterprise control plane',
    price: {hourly: 0.45, monthly: 300},
    region_prices: [],
    transfer: 0,
  },
];

/** A price that is the same in all regions. */
const listed = (id: string, label: string, hourly: number, monthly: number): VolumeType => ({
  id,
  label,
  price: {hourly, monthly},
  region_prices: [],
  transfer: 0,
});

export const volumeTypes: Handlers<Contract['volumes']['types']> = {
  list: call => call.pageOf([listed('volume', 'Storage Volume', hourlyPrices.volumeGigabyte, 0.1)]),
};

export const objectStorageTypes: Handlers<Contract['objectStorage']['types']> = {
  list: call => call.pageOf([listed('objectstorage', 'Object Storage', hourlyPrices.objectStorage, 5)]),
};

export const nodebalancerTypes: Handlers<Contract['nodebalancers']['types']> = {
  list: call => call.pageOf([listed('nodebalancer', 'NodeBalancer', hourlyPrices.nodebalancer, 10)]),
};

export const networkTransfer: Handlers<Contract['networkTransfer']> = {
  prices: {
    list: call =>
      call.pageOf([
        {
          id: 'network_transfer',
          label: 'Network Transfer',
          price: {hourly: 0.005, monthly: null},
          region_prices: [
            {id: 'ap-southeast', hourly: 0.007, monthly: null},
            {id: 'ap-west', hourly: 0.015, monthly: null},
          ],
          transfer: 0,
        },
      ]),
  },
};

const policies: readonly MaintenancePolicy[] = [
  {
    slug: 'compute/migrate',
    label: 'Migrate',
    description: 'Moves the instance to another host without a restart where that is possible.',
    type: 'migrate',
    notification_period_sec: (3 * days) / seconds,
    is_default: true,
  },
  {
    slug: 'compute/power_off_on',
    label: 'Power off and on',
    description: 'Shuts the instance down for the maintenance, and boots it afterwards.',
    type: 'power_off_on',
    notification_period_sec: (3 * days) / seconds,
    is_default: false,
  },
];

export const maintenance: Handlers<Contract['maintenance']> = {policies: {list: call => call.pageOf(policies)}};
