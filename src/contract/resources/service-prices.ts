/** Price lists of services, and other lists that only inform. The API of today has them. */
import {get} from '../schema/endpoint.ts';
import {family} from '../schema/family.ts';
import {choice, flag, integer, list, model, nullable, number, object, type Read, text} from '../schema/field.ts';

/** Order of the columns of a price list. */
export const priceColumns = ['label', 'id', 'price.hourly', 'price.monthly', 'transfer'] as const;

/** A price in US dollars, and the regions with other prices. */
const priced = <const N extends string>(name: N) =>
  model(name, {
    id: text({readOnly: true}),
    label: text({readOnly: true, filterable: true}),
    price: object({hourly: number({filterable: true}), monthly: number({filterable: true})}, {readOnly: true}),
    region_prices: list(object({id: text(), hourly: number(), monthly: number()}), {readOnly: true}),
    transfer: integer({min: 0, readOnly: true, filterable: true}),
  });

export const VolumeType = priced('VolumeType');
export type VolumeType = Read<typeof VolumeType>;
export const ObjectStorageType = priced('ObjectStorageType');
export type ObjectStorageType = Read<typeof ObjectStorageType>;
export const NodeBalancerType = priced('NodeBalancerType');
export type NodeBalancerType = Read<typeof NodeBalancerType>;
export const LongviewType = priced('LongviewType');
export type LongviewType = Read<typeof LongviewType>;

/** The price of network transfer; it may have no monthly amount. */
export const NetworkTransferPrice = model('NetworkTransferPrice', {
  id: text({readOnly: true}),
  label: text({readOnly: true, filterable: true}),
  price: object({hourly: number({filterable: true}), monthly: nullable(number({filterable: true}))}, {readOnly: true}),
  region_prices: list(object({id: text(), hourly: number(), monthly: nullable(number())}), {readOnly: true}),
  transfer: integer({min: 0, readOnly: true, filterable: true}),
});
export type NetworkTransferPrice = Read<typeof NetworkTransferPrice>;

/** The availability of a plan in a region. */
export const RegionAvailability = model(
  'RegionAvailability',
  {
    available: flag({filterable: true}),
    plan: text({filterable: true}),
    region: text({filterable: true}),
  },
  'region',
);
export type RegionAvailability = Read<typeof RegionAvailability>;

/** A policy for instances on a host under maintenance. */
export const MaintenancePolicy = model(
  'MaintenancePolicy',
  {
    description: text(),
    is_default: flag(),
    label: text(),
    notification_period_sec: integer({unit: 'seconds', filterable: true}),
    slug: text({wire: 'policy'}),
    type: choice(['migrate', 'power_off_on']),
  },
  'slug',
);
export type MaintenancePolicy = Read<typeof MaintenancePolicy>;

export const networkTransfer = family('networkTransfer', {
  prices: {
    list: get('/network-transfer/prices', {
      auth: 'none',
      page: NetworkTransferPrice,
      columns: priceColumns,
      today: true,
    }),
  },
});

export const maintenance = family('maintenance', {
  policies: {
    list: get('/maintenance/policies', {
      root: 'v4beta',
      access: {level: 'read_only'},
      page: MaintenancePolicy,
      columns: ['label', 'type', 'notification_period_sec', 'is_default', 'slug', 'description'],
      today: true,
    }),
  },
});
