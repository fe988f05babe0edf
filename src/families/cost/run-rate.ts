/** The run rate: the price of all existing resources, in total and by resource type, region and tag. */
import type {AnyRow, FamilyId, Lookup} from '../shape/resource.ts';
import {objectStoragePrice, type Price, resourcePrice} from './resource-prices.ts';

/** A sum of prices. Resources with an unknown price are counted, but not part of the amounts. */
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

/** A billed resource, and its price if known. */
export interface BilledResource {
  readonly family: FamilyId;
  readonly row: AnyRow;
  readonly price: Price | undefined;
}

/** The resources of one type in a group. */
export interface CostPart extends CostSum {
  readonly family: FamilyId;
}

/** A part of the run rate: the resources of a type, in a region or with a tag. */
export interface CostGroup extends CostSum {
  /** The family, the region or the tag; undefined for resources without one. */
  readonly key: string | undefined;
  /** The group by type, most expensive first. */
  readonly parts: readonly CostPart[];
}

export interface RunRate {
  readonly total: CostSum;
  readonly byType: readonly CostGroup[];
  readonly byRegion: readonly CostGroup[];
  /** A resource with several tags counts in the group of each. */
  readonly byTag: readonly CostGroup[];
}

/** The lists of billed resources. The nodes of Kubernetes clusters are instances. */
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

/**
 * True for images that the account pays for: not for public ones, images that others share with it, and recovery
 * images.
 */
const isOwnImage = ({is_public: isPublic, type}: AnyRow): boolean => isPublic === false && type === 'manual';

const isFree = ({longview_subscription: plan}: AnyRow): boolean => plan === null;

/** Services that are enabled for the whole account; the API has no price of Managed. */
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

/** The billed resources in the loaded lists. */
export const billedResources = (lookup: Lookup): readonly BilledResource[] =>
  billedFamilies.flatMap(family =>
    (lookup.rows(family) as readonly AnyRow[]).flatMap(row => resourcesOf(family, row, lookup)),
  );

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const tagsOf = ({tags}: AnyRow): readonly (string | undefined)[] => {
  const texts = Array.isArray(tags) ? tags.flatMap(tag => textOf(tag) ?? []) : [];
  return texts.length > 0 ? [...new Set(texts)] : [undefined];
};

/** The groups, most expensive first. */
function groupCosts(
  resources: readonly BilledResource[],
  keysOf: (resource: BilledResource) => readonly (string | undefined)[],
): readonly CostGroup[] {
  return sumsBy(resources, keysOf).map(({key, members, sum}) => ({
    ...{key, ...sum},
    parts: sumsBy(members, ({family}) => [family]).map(part => ({family: part.key as FamilyId, ...part.sum})),
  }));
}

function sumsBy(
  resources: readonly BilledResource[],
  keysOf: (resource: BilledResource) => readonly (string | undefined)[],
) {
  const groups = new Map<string | undefined, BilledResource[]>();
  for (const resource of resources)
    for (const key of keysOf(resource)) {
      const members = groups.get(key);
      if (members === undefined) groups.set(key, [resource]);
      else members.push(resource);
    }
  return [...groups]
    .map(([key, members]) => ({key, members, sum: sumOf(members)}))
    .sort((left, right) => right.sum.monthly - left.sum.monthly || ((left.key ?? '') < (right.key ?? '') ? -1 : 1));
}

const sumOf = (resources: readonly BilledResource[]): CostSum =>
  resources.reduce((sum, {price}) => addCost(sum, price), noCost);

export const runRateOf = (resources: readonly BilledResource[]): RunRate => ({
  total: sumOf(resources),
  byType: groupCosts(resources, ({family}) => [family]),
  byRegion: groupCosts(resources, ({row}) => [textOf(row.region)]),
  byTag: groupCosts(resources, ({row}) => tagsOf(row)),
});
