/** For tests: one plausible row of every list without actions. */

import type {AccountAvailability, BetaProgram, ChildAccount, EnrolledBeta} from '../../contract/account/programs.ts';
import type {
  MaintenancePolicy,
  NetworkTransferPrice,
  RegionAvailability,
  VolumeType,
} from '../../contract/resources/service-prices.ts';
import type {ObjectStorageEndpoint, ObjectStorageQuota} from '../../contract/resources/storage-quotas.ts';

export const betaProgram = (facts: Partial<BetaProgram> = {}): BetaProgram => ({
  id: 'metrics',
  label: 'Instance metrics',
  description: 'Metrics of instances',
  started: '2026-01-01T00:00:00',
  ended: null,
  greenlight_only: false,
  more_info: 'https://beta.example.com/metrics',
  ...facts,
});

export const enrolledBeta = (facts: Partial<EnrolledBeta> = {}): EnrolledBeta => ({
  id: 'log-export',
  label: 'Log export',
  description: 'Logs in a bucket',
  started: '2026-01-01T00:00:00',
  ended: null,
  enrolled: '2026-02-01T00:00:00',
  ...facts,
});

export const childAccount = (facts: Partial<ChildAccount> = {}): ChildAccount => ({
  euuid: '3f1c2e80-7a6b-4d5c-9e8f-0a1b2c3d4e01',
  company: 'North Shop',
  first_name: 'Ada',
  last_name: 'Moss',
  email: 'billing@north-shop.example',
  phone: '215-555-0100',
  address_1: '1 Main Street',
  address_2: '',
  city: 'Philadelphia',
  state: 'PA',
  zip: '19106',
  country: 'US',
  tax_id: '',
  active_since: '2025-01-01T00:00:00',
  balance: 240,
  balance_uninvoiced: 12.5,
  billing_source: 'external',
  capabilities: ['Computes', 'Block Storage'],
  credit_card: null,
  ...facts,
});

export const accountAvailability = (facts: Partial<AccountAvailability> = {}): AccountAvailability => ({
  region: 'us-east',
  available: ['Computes', 'Block Storage'],
  unavailable: ['Managed Databases'],
  ...facts,
});

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

export const availabilityRow = (facts: Partial<RegionAvailability> = {}): RegionAvailability => ({
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
