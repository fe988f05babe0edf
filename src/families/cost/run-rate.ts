/** The run rate: the price of everything that exists now, in total and by resource type, region and tag. */
import type {AnyRow, FamilyId, Lookup} from '../shape/resource.ts';
import {objectStoragePrice, type Price, resourcePrice} from './resource-prices.ts';

/** The sum of prices. Resources whose price is unknown are counted, and not part of the amounts. */
export interface CostSum extends Price {
  readonly count: number;
  readonly unknown: number;
}

export const noCost: CostSum = {hourly: 0, monthly: 0, count: 0, unknown: 0};

export const addCost = (sum: CostSum, price: Price | undefined): CostSum => ({
  hourly: sum.hourly + (price?.hourly ?? 0),
  monthly: sum.monthly + (price?.monthly ?? 0),
  count: sum.count + 1,
  unknown: sum.unknown + (price === undefined ? 1 : 0),
});

/** A resource that is billed, and its price if that is known. */
export interface BilledResource {
  readonly family: FamilyId;
  readonly row: AnyRow;
  readonly price: Price | undefined;
}

/** Part of the run rate: the resources of a type, in a region or with a tag. */
export interface CostGroup extends CostSum {
  /** The family, the region or the tag; undefined for resources without one. */
  readonly key: string | undefined;
}

export interface RunRate {
  readonly total: CostSum;
  readonly byType: readonly CostGroup[];
  readonly byRegion: readonly CostGroup[];
  /** A resource with several tags counts in each of them. */
  readonly byTag: readonly CostGroup[];
}

/** The lists of resources that are billed. The nodes of Kubernetes clusters are instances. */
export const billedFamilies = [
  'instances',
  'volumes',
  'nodebalancers',
  'databases.instances',
  'kube.clusters',
  'images',
  'longview.plan',
  'account.settings',
] as const satisfies readonly FamilyId[];

/** Images that the account pays for: neither public ones, nor those that others share with it, nor recovery images. */
const isOwnImage = ({is_public: isPublic, type}: AnyRow): boolean => isPublic === false && type === 'manual';

const isFree = ({longview_subscription: plan}: AnyRow): boolean => plan === null;

/** Services that are on for the account as a whole; the API has no price of Managed. */
const accountServices = (row: AnyRow, lookup: Lookup): readonly BilledResource[] => [
  ...(row.object_storage === 'active'
    ? [{family: 'objectStorage.buckets' as const, row, price: objectStoragePrice(lookup)}]
    : []),
  ...(row.managed === true ? [{family: 'managed.services' as const, row, price: undefined}] : []),
];

function resourcesOf(family: FamilyId, row: AnyRow, lookup: Lookup): readonly BilledResource[] {
  if (family === 'account.settings') return accountServices(row, lookup);
  const isBilled = family === 'images' ? isOwnImage(row) : family !== 'longview.plan' || !isFree(row);
  return isBilled ? [{family, row, price: resourcePrice(family, row, lookup)}] : [];
}

/** The billed resources in the lists that were read. */
export const billedResources = (lookup: Lookup): readonly BilledResource[] =>
  billedFamilies.flatMap(family =>
    (lookup.rows(family) as readonly AnyRow[]).flatMap(row => resourcesOf(family, row, lookup)),
  );

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const tagsOf = ({tags}: AnyRow): readonly (string | undefined)[] => {
  const texts = Array.isArray(tags) ? tags.flatMap(tag => textOf(tag) ?? []) : [];
  return texts.length > 0 ? [...new Set(texts)] : [undefined];
};

/** The groups, the most expensive first. */
function grouped(
  resources: readonly BilledResource[],
  keysOf: (resource: BilledResource) => readonly (string | undefined)[],
): readonly CostGroup[] {
  const groups = new Map<string | undefined, CostSum>();
  for (const resource of resources)
    for (const key of keysOf(resource)) groups.set(key, addCost(groups.get(key) ?? noCost, resource.price));
  return [...groups]
    .map(([key, sum]) => ({key, ...sum}))
    .sort((left, right) => right.monthly - left.monthly || ((left.key ?? '') < (right.key ?? '') ? -1 : 1));
}

export const runRateOf = (resources: readonly BilledResource[]): RunRate => ({
  total: resources.reduce((sum, {price}) => addCost(sum, price), noCost),
  byType: grouped(resources, ({family}) => [family]),
  byRegion: grouped(resources, ({row}) => [textOf(row.region)]),
  byTag: grouped(resources, ({row}) => tagsOf(row)),
});
