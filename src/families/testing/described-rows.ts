/** For tests: one plausible row of every described list. */
import type {
  MaintenancePolicy,
  NetworkTransferPrice,
  RegionAvailability,
  VolumeType,
} from '../../contract/resources/service-prices.ts';
import type {ObjectStorageEndpoint, ObjectStorageQuota} from '../../contract/resources/storage-quotas.ts';

export const storageEndpoint = (facts: Partial<ObjectStorageEndpoint> = {}): ObjectStorageEndpoint => ({
  region: 'us-east',
  endpoint_type: 'E1',
  s3_endpoint: 'us-east-1.storage.example.com',
  ...facts,
});

export const storageQuota = (facts: Partial<ObjectStorageQuota> = {}): ObjectStorageQuota => ({
  quota_id: 'obj-byte-us-east-1.storage.example.com',
  quota_name: 'Total Capacity',
  description: 'Bytes in all buckets at this endpoint',
  resource_metric: 'byte',
  quota_limit: 109_951_162_777_600,
  endpoint_type: 'E1',
  s3_endpoint: 'us-east-1.storage.example.com',
  ...facts,
});

export const servicePrice = (facts: Partial<VolumeType> = {}): VolumeType => ({
  id: 'volume',
  label: 'Storage Volume',
  price: {hourly: 0.00015, monthly: 0.1},
  region_prices: [{id: 'ap-south', hourly: 0.00018, monthly: 0.12}],
  transfer: 0,
  ...facts,
});

export const transferPrice = (facts: Partial<NetworkTransferPrice> = {}): NetworkTransferPrice => ({
  id: 'network_transfer',
  label: 'Network Transfer',
  price: {hourly: 0.005, monthly: null},
  region_prices: [{id: 'ap-south', hourly: 0.015, monthly: null}],
  transfer: 0,
  ...facts,
});

export const planAvailability = (facts: Partial<RegionAvailability> = {}): RegionAvailability => ({
  region: 'us-east',
  plan: 'g6-standard-2',
  available: true,
  ...facts,
});

export const policyRow = (facts: Partial<MaintenancePolicy> = {}): MaintenancePolicy => ({
  slug: 'compute/power_off_on',
  label: 'Power off and on',
  description: 'Shuts the instance down for the maintenance.',
  type: 'power_off_on',
  notification_period_sec: 259_200,
  is_default: false,
  ...facts,
});
