/**
 * The monthly difference in US dollars that a change makes to the costs of an account, according to the loaded price
 * lists. Guards limit it, and the preview of several rows shows its total. It is undefined for a billed operation whose
 * price is in no list. A pool with an autoscaler has two: the difference now, and the maximum.
 */
import type {PricedItem} from '../format/prices.ts';
import type {AnyRow, FamilyId, Lookup, PathParams} from '../shape/define-family.ts';
import {hasNewBackups} from './new-backups.ts';
import {type MonthlyCosts, poolCostDifference, poolCosts} from './pool-costs.ts';
import {addedPrices, itemPrice, type Price, resourcePrice} from './resource-prices.ts';

export interface PricedChange {
  readonly row: AnyRow | undefined;
  readonly body: AnyRow | undefined;
  readonly params: PathParams;
  readonly lookup: Lookup;
}

interface PricedFacts extends PricedChange {
  readonly body: AnyRow;
}

/** Costs that can rise later without another change have a maximum. */
type Difference = (facts: PricedFacts) => number | MonthlyCosts | undefined;

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const difference = (before: Price | undefined, after: Price | undefined): number | undefined =>
  before === undefined || after === undefined ? undefined : after.monthly - before.monthly;

/** The values of a body that replace those of the row: fields that are null or missing leave the row unchanged. */
const replaced = (body: AnyRow, fields: readonly string[]): AnyRow =>
  Object.fromEntries(fields.filter(name => (body[name] ?? undefined) !== undefined).map(name => [name, body[name]]));

/** The difference for a row that gets other values; 0 without a known price if the values are unchanged. */
function valuesDifference(family: FamilyId, row: AnyRow | undefined, values: AnyRow, lookup: Lookup) {
  if (row === undefined) return undefined;
  if (Object.keys(values).every(name => values[name] === row[name])) return 0;
  return difference(resourcePrice(family, row, lookup), resourcePrice(family, {...row, ...values}, lookup));
}

const replaces =
  (family: FamilyId, fields: readonly string[]): Difference =>
  ({row, body, lookup}) =>
    valuesDifference(family, row, replaced(body, fields), lookup);

const ends =
  (family: FamilyId): Difference =>
  ({row, lookup}) => {
    const price = row && resourcePrice(family, row, lookup);
    return price && -price.monthly;
  };

/** The price of a new resource with these values. */
const newPrice = (family: FamilyId, values: AnyRow, lookup: Lookup): number | undefined =>
  resourcePrice(family, values, lookup)?.monthly;

/** If the account's setting for backups can't be read, they count for the maximum. */
function newInstance(type: unknown, region: unknown, {backups_enabled: requested}: AnyRow, lookup: Lookup) {
  const priceWith = (enabled: boolean) => newPrice('instances', {type, region, backups: {enabled}}, lookup);
  const hasBackups = hasNewBackups(requested, lookup);
  if (hasBackups !== undefined) return priceWith(hasBackups);
  const [now, max] = [priceWith(false), priceWith(true)];
  return now === undefined || max === undefined ? undefined : {now, max};
}

const isHighlyAvailable = (cluster: AnyRow | undefined): boolean =>
  (cluster?.control_plane as {readonly high_availability?: boolean} | undefined)?.high_availability === true;

/** The price of a cluster's control plane. If the API has no price for the standard one, it is free. */
function controlPlane(cluster: AnyRow, lookup: Lookup): Price | undefined {
  const isStandard = cluster.tier !== 'enterprise' && !isHighlyAvailable(cluster);
  return resourcePrice('kube.clusters', cluster, lookup) ?? (isStandard ? addedPrices() : undefined);
}

const clusterRegion = ({lookup, params}: PricedFacts): string | undefined =>
  lookup.find('kube.clusters', params.clusterId)?.region;

const unknown: Difference = () => undefined;

const newDatabase =
  (engine: string): Difference =>
  ({body, lookup}) =>
    newPrice('databases.instances', {cluster_size: 1, ...body, engine, status: 'active'}, lookup);

const databaseStatus =
  (engine: string, status: string): Difference =>
  ({row, lookup}) =>
    valuesDifference('databases.instances', row && {...row, engine}, {status}, lookup);

const databaseIncreases = (engine: string): Readonly<Record<string, Difference>> => ({
  [`databases.${engine}.create`]: newDatabase(engine),
  [`databases.${engine}.update`]: ({row, body, lookup}) =>
    valuesDifference('databases.instances', row && {...row, engine}, replaced(body, ['type', 'cluster_size']), lookup),
});

/**
 * The operations that may raise the monthly costs. Operations that are neither in this list nor in `decreases` are
 * free, unless the contract marks them as billed.
 */
const increases: Readonly<Record<string, Difference>> = {
  'instances.create': ({body, lookup}) => newInstance(body.type, body.region, body, lookup),
  'instances.clone': ({row, body, lookup}) =>
    typeof body.compute_id === 'number'
      ? 0
      : newInstance(body.type ?? row?.type, body.region ?? row?.region, body, lookup),
  'instances.resize': replaces('instances', ['type']),
  'instances.rebuild': replaces('instances', ['type']),
  'instances.migrate': replaces('instances', ['type', 'region']),
  'instances.mutate': ({row, lookup}) =>
    valuesDifference('instances', row, {type: lookup.find('types', text(row?.type))?.successor}, lookup),
  'instances.backups.enable': ({params, lookup}) => {
    const instance = lookup.find('instances', params.computeId);
    const backups = lookup.find('types', instance?.type)?.addons?.backups;
    return itemPrice(backups, instance?.region)?.monthly;
  },
  'volumes.create': ({body, lookup}) => {
    const {region = lookup.find('instances', body.compute_id as number | undefined)?.region, size = 20} = body;
    return newPrice('volumes', {region, size}, lookup);
  },
  'volumes.clone': ({row, lookup}) => row && newPrice('volumes', row, lookup),
  'volumes.resize': replaces('volumes', ['size']),
  'nodebalancers.create': ({body, lookup}) => newPrice('nodebalancers', body, lookup),
  'kube.clusters.create': ({body, lookup}) => {
    const pools = (body.node_pools ?? []) as readonly AnyRow[];
    const [plane, nodes] = [controlPlane(body, lookup), poolCosts(pools, lookup, text(body.region))];
    return plane && nodes && {now: plane.monthly + nodes.now, max: plane.monthly + nodes.max};
  },
  'kube.clusters.update': ({row, body, lookup}) =>
    isHighlyAvailable(body) && !isHighlyAvailable(row)
      ? difference(row && controlPlane(row, lookup), controlPlane({...row, control_plane: body.control_plane}, lookup))
      : 0,
  'kube.clusters.pools.create': facts => poolCosts([facts.body], facts.lookup, clusterRegion(facts)),
  'kube.clusters.pools.update': facts => {
    const {row, body, lookup} = facts;
    if (!row || (body.count === undefined && body.autoscaler === undefined)) return 0;
    return poolCostDifference(row, {...row, ...body}, lookup, clusterRegion(facts));
  },
  ...databaseIncreases('mongodb'),
  ...databaseIncreases('mysql'),
  ...databaseIncreases('postgresql'),
  'databases.mysql.resume': databaseStatus('mysql', 'active'),
  'databases.postgresql.resume': databaseStatus('postgresql', 'active'),
  'longview.plan.update': ({row, body, lookup}) => {
    const priceOf = (id: unknown) =>
      id === null || id === undefined
        ? addedPrices()
        : itemPrice(lookup.find('longview.subscriptions', text(id)) as Partial<PricedItem> | undefined, undefined);
    return difference(priceOf(row?.longview_subscription), priceOf(body.longview_subscription));
  },
  'account.settings.enableManaged': unknown,
  'account.entityTransfers.accept': unknown,
  'account.serviceTransfers.accept': unknown,
  'images.create': unknown,
  'images.upload': unknown,
  'images.replicate': unknown,
  'instances.ips.allocate': unknown,
  'networking.ips.allocate': unknown,
  'objectStorage.buckets.create': unknown,
  'objectStorage.keys.create': unknown,
  'placement.groups.create': unknown,
};

/**
 * The operations that can only lower the monthly costs. The deletion of a Kubernetes cluster also deletes its nodes,
 * whose number isn't in the cluster's row.
 */
const decreases: Readonly<Record<string, Difference>> = {
  'instances.delete': ends('instances'),
  'instances.backups.cancel': facts => {
    const increase = increases['instances.backups.enable']?.(facts);
    return typeof increase === 'number' ? -increase : undefined;
  },
  'volumes.delete': ends('volumes'),
  'nodebalancers.delete': ends('nodebalancers'),
  'kube.clusters.delete': unknown,
  'databases.mongodb.delete': ends('databases.instances'),
  'databases.mysql.delete': ends('databases.instances'),
  'databases.mysql.suspend': databaseStatus('mysql', 'suspended'),
  'databases.postgresql.delete': ends('databases.instances'),
  'databases.postgresql.suspend': databaseStatus('postgresql', 'suspended'),
};

/** All billed operations. */
const differences: Readonly<Record<string, Difference>> = {...decreases, ...increases};

/** @internal Tests compare the tables with the API. */
export const costRaisingOperations: readonly string[] = Object.keys(increases);
/** @internal */
export const costLoweringOperations: readonly string[] = Object.keys(decreases);

export const canRaiseCosts = (operation: string): boolean => Object.hasOwn(increases, operation);

/** Some actions cost money each time; others can cost more, depending on their fields and on the row. */
export type Charge = 'always' | 'depends';

/**
 * Undefined for an action that never costs more. The documents don't mark each operation that is billed: NodeBalancers
 * and databases.
 * @param isMarked the contract marks the operation as billed
 */
export function chargeOf(operation: string, risk: unknown, isMarked: boolean): Charge | undefined {
  if (isMarked) return 'always';
  if (!canRaiseCosts(operation)) return undefined;
  return risk === 'charges' ? 'always' : 'depends';
}

/** True for an operation that changes the monthly costs. */
export const isBilled = (operation: string): boolean => Object.hasOwn(differences, operation);

/** 0 for an operation that isn't billed. */
export function costDifference(operation: string, {body, ...facts}: PricedChange): MonthlyCosts | undefined {
  const found = Object.hasOwn(differences, operation) ? differences[operation] : undefined;
  const costs = found ? found({...facts, body: body ?? {}}) : 0;
  return typeof costs === 'number' ? {now: costs, max: costs} : costs;
}

/**
 * The difference for operations that may raise costs, 0 for others: a deletion with an unknown price isn't refused for
 * its costs.
 */
export const costIncrease = (operation: string, change: PricedChange): MonthlyCosts | undefined =>
  canRaiseCosts(operation) ? costDifference(operation, change) : {now: 0, max: 0};

/** The maximum increase, which counts for limits and for the risk of a change. */
export const monthlyIncrease = (operation: string, change: PricedChange): number | undefined =>
  costIncrease(operation, change)?.max;
