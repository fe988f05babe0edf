/** Generated from src/contract/ by `node scripts/generate-described.mjs`: the lists that have no family written by hand. */
import type {DescribedId} from '../shape/resource.ts';
import type {ListDescription} from './list-description.ts';

export const describedLists: Readonly<Record<DescribedId, ListDescription>> = {
  'volumes.types': {
    title: 'Volume prices',
    one: 'price',
    name: 'volume-prices',
    key: ['id'],
    label: 'label',
    columns: ['label', 'id', 'price.hourly', 'price.monthly', 'transfer'],
    fields:
      'id text ID;label text Label;price object Price;price.hourly hourly Hourly;price.monthly monthly Monthly;region_prices list In other regions;region_prices[].id text ID;region_prices[].hourly hourly Hourly;region_prices[].monthly monthly Monthly;transfer number Transfer',
  },
  'objectStorage.endpoints': {
    title: 'Storage endpoints',
    one: 'endpoint',
    name: 'storage-endpoints',
    key: ['region', 'endpoint_type', 's3_endpoint'],
    columns: ['region', 'endpoint_type', 's3_endpoint'],
    fields: 'region text Region;endpoint_type choice Endpoint type;s3_endpoint text S3 endpoint',
  },
  'objectStorage.types': {
    title: 'Object storage prices',
    one: 'price',
    name: 'object-storage-prices',
    key: ['id'],
    label: 'label',
    columns: ['label', 'id', 'price.hourly', 'price.monthly', 'transfer'],
    fields:
      'id text ID;label text Label;price object Price;price.hourly hourly Hourly;price.monthly monthly Monthly;region_prices list In other regions;region_prices[].id text ID;region_prices[].hourly hourly Hourly;region_prices[].monthly monthly Monthly;transfer number Transfer',
  },
  'regions.availability': {
    title: 'Plan availability',
    one: 'plan in a region',
    name: 'plan-availability',
    key: ['region', 'plan'],
    columns: ['region', 'plan', 'available'],
    fields: 'available flag Available;plan text Plan;region text Region',
  },
  'nodebalancers.types': {
    title: 'NodeBalancer prices',
    one: 'price',
    name: 'nodebalancer-prices',
    key: ['id'],
    label: 'label',
    columns: ['label', 'id', 'price.hourly', 'price.monthly', 'transfer'],
    fields:
      'id text ID;label text Label;price object Price;price.hourly hourly Hourly;price.monthly monthly Monthly;region_prices list In other regions;region_prices[].id text ID;region_prices[].hourly hourly Hourly;region_prices[].monthly monthly Monthly;transfer number Transfer',
  },
  'longview.types': {
    title: 'Longview prices',
    one: 'price',
    name: 'longview-prices',
    key: ['id'],
    label: 'label',
    columns: ['label', 'id', 'price.hourly', 'price.monthly', 'transfer'],
    fields:
      'id text ID;label text Label;price object Price;price.hourly hourly Hourly;price.monthly monthly Monthly;region_prices list In other regions;region_prices[].id text ID;region_prices[].hourly hourly Hourly;region_prices[].monthly monthly Monthly;transfer number Transfer',
  },
  'maintenance.policies': {
    title: 'Maintenance policies',
    one: 'policy',
    name: 'maintenance-policies',
    key: ['slug'],
    identifier: 'policy',
    label: 'label',
    columns: ['label', 'type', 'notification_period_sec', 'is_default', 'slug', 'description'],
    fields:
      'description text Description;is_default flag Default;label text Label;notification_period_sec duration Notice;slug @policy ID;type choice Type',
  },
  'networkTransfer.prices': {
    title: 'Transfer prices',
    one: 'price',
    name: 'transfer-prices',
    key: ['id'],
    label: 'label',
    columns: ['label', 'id', 'price.hourly', 'price.monthly', 'transfer'],
    fields:
      'id text ID;label text Label;price object Price;price.hourly hourly Hourly;price.monthly monthly Monthly;region_prices list In other regions;region_prices[].id text ID;region_prices[].hourly hourly Hourly;region_prices[].monthly monthly Monthly;transfer number Transfer',
  },
};
