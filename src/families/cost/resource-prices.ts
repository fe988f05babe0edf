/**
 * Prices of resources, from the price lists of the API. A price that the lists don't contain is undefined, and never 0:
 * sums count the resources without a price.
 */
import type {Database, DatabaseType} from '../../contract/databases/models.ts';
import type {Instance} from '../../contract/instances/index.ts';
import type {NodeBalancer} from '../../contract/resources/nodebalancers.ts';
import type {Volume} from '../../contract/resources/volumes.ts';
import {type PricedItem, priceIn} from '../format/prices.ts';
import type {LongviewPlan} from '../shape/derived-rows.ts';
import type {AnyRow, FamilyId, Lookup} from '../shape/resource.ts';

/** US dollars. Usage is billed by the hour, up to the monthly price. */
export interface Price {
  readonly hourly: number;
  readonly monthly: number;
}

/** The lists with prices of the API. */
export const priceLists: ReadonlySet<FamilyId> = new Set<FamilyId>([
  'types',
  'volumes.types',
  'nodebalancers.types',
  'databases.types',
  'kube.types',
  'objectStorage.types',
  'longview.subscriptions',
]);

type Priced = Partial<PricedItem> | undefined;

const free: Price = {hourly: 0, monthly: 0};

/** The price of an item in a region; undefined if one of its amounts is missing. */
export function itemPrice(item: Priced, region: string | undefined): Price | undefined {
  const {hourly, monthly} = priceIn(item, region) ?? {};
  return Number.isFinite(hourly) && Number.isFinite(monthly)
    ? {hourly: Number(hourly), monthly: Number(monthly)}
    : undefined;
}

export const multipliedPrice = (price: Price | undefined, count: number): Price | undefined =>
  price && Number.isFinite(count) ? {hourly: price.hourly * count, monthly: price.monthly * count} : undefined;

/** The sum; undefined if one of the prices is unknown. */
export const addedPrices = (...prices: readonly (Price | undefined)[]): Price | undefined =>
  prices.reduce(
    (sum, price) => sum && price && {hourly: sum.hourly + price.hourly, monthly: sum.monthly + price.monthly},
    free,
  );

/** The price of an instance with its backups. */
export function instancePrice({type, region, backups}: Instance, lookup: Lookup): Price | undefined {
  const plan = lookup.find('types', type);
  const isBackedUp: unknown = backups?.enabled;
  if (typeof isBackedUp !== 'boolean') return undefined;
  return addedPrices(itemPrice(plan, region), isBackedUp ? itemPrice(plan?.addons?.backups, region) : free);
}

/** The price of a volume of this size; the list has the price of one GB. */
export const volumePriceOf = (size: number, region: string | undefined, lookup: Lookup): Price | undefined =>
  multipliedPrice(
    itemPrice(
      lookup.rows('volumes.types').find(({id}) => id === 'volume'),
      region,
    ),
    size,
  );

const volumePrice = ({size, region}: Volume, lookup: Lookup): Price | undefined => volumePriceOf(size, region, lookup);

/** Unless the ID of an entry names the type, the list has only the price of the common type. */
function nodebalancerPrice({type = 'common', region}: NodeBalancer, lookup: Lookup): Price | undefined {
  const wanted = type === 'common' ? 'nodebalancer' : `nodebalancer-${type}`;
  return itemPrice(
    lookup.rows('nodebalancers.types').find(({id}) => id === wanted),
    region,
  );
}

type DatabasePricing = Pick<Database, 'type' | 'engine' | 'cluster_size' | 'status' | 'region'>;

/** The price of a cluster with all of its nodes. A suspended cluster isn't billed. */
export function databasePrice(
  {type, engine, cluster_size: size, status, region}: DatabasePricing,
  lookup: Lookup,
): Price | undefined {
  if (status === 'suspended') return free;
  const prices: Readonly<Record<string, DatabaseType['engines']['mysql']>> | undefined = lookup.find(
    'databases.types',
    type,
  )?.engines;
  const found = prices && Object.hasOwn(prices, engine) ? prices[engine] : undefined;
  return itemPrice(
    found?.find(({quantity}) => quantity === size),
    region,
  );
}

/** The price of a control plane by the end of its ID in the list. */
const planePrice = (suffix: string, lookup: Lookup, region: string | undefined): Price | undefined =>
  itemPrice(
    lookup.rows('kube.types').find(({id}) => id.endsWith(suffix)),
    region,
  );

export interface ControlPlane {
  readonly tier?: string | undefined;
  readonly control_plane?: {readonly high_availability?: boolean | undefined} | undefined;
  readonly region: string | undefined;
}

/** The price of a cluster's control plane: its nodes are billed as instances. */
export function controlPlanePrice(
  {tier, control_plane: plane, region}: ControlPlane,
  lookup: Lookup,
): Price | undefined {
  if (tier === 'enterprise') return planePrice('-e', lookup, region) ?? planePrice('-enterprise', lookup, region);
  return planePrice(plane?.high_availability ? '-ha' : '-sa', lookup, region);
}

const longviewPrice = (row: LongviewPlan): Price | undefined =>
  row.longview_subscription === null ? free : itemPrice(row, undefined);

/** The price of Object Storage, which is billed while it is enabled. */
export const objectStoragePrice = (lookup: Lookup): Price | undefined =>
  itemPrice(
    lookup.rows('objectStorage.types').find(({id}) => id === 'objectstorage'),
    undefined,
  );

type PriceOf = (row: never, lookup: Lookup) => Price | undefined;

const prices: {readonly [F in FamilyId]?: PriceOf} = {
  instances: instancePrice,
  volumes: volumePrice,
  nodebalancers: nodebalancerPrice,
  'databases.instances': databasePrice,
  'kube.clusters': controlPlanePrice,
  'longview.plan': longviewPrice,
};

/** The price of a resource in its current state; undefined if unknown. */
export const resourcePrice = (family: FamilyId, row: AnyRow, lookup: Lookup): Price | undefined =>
  prices[family]?.(row as never, lookup);
