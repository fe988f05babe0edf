/**
 * The additional costs of an account each month after a change, from the price lists that are loaded. Unknown for an
 * operation that is billed and whose price no list has.
 */
import {monthlyIn, type PricedItem} from '../format/prices.ts';
import type {AnyRow, Lookup, PathParams} from '../shape/define-family.ts';

export interface PricedChange {
  readonly row: AnyRow | undefined;
  readonly body: AnyRow | undefined;
  readonly at: PathParams;
  readonly lookup: Lookup;
}

interface PricedFacts extends PricedChange {
  readonly body: AnyRow;
}

type Increase = (facts: PricedFacts) => number | undefined;

const sum = (...amounts: readonly (number | undefined)[]): number | undefined =>
  amounts.reduce((total, amount) => (total === undefined || amount === undefined ? undefined : total + amount), 0);

const times = (count: unknown, price: number | undefined): number | undefined =>
  typeof count === 'number' && price !== undefined ? count * price : undefined;

const difference = (before: number | undefined, after: number | undefined): number | undefined =>
  before === undefined || after === undefined ? undefined : after - before;

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const planPrice = (lookup: Lookup, type: unknown, region: unknown): number | undefined =>
  monthlyIn(lookup.find('types', text(type)), text(region));

const backupPrice = (lookup: Lookup, type: unknown, region: unknown): number | undefined =>
  monthlyIn(lookup.find('types', text(type))?.addons?.backups, text(region));

const hasBackups = ({backups}: AnyRow): boolean =>
  (backups as {readonly enabled?: boolean} | undefined)?.enabled === true;

/** The price of a plan, with that of its backups. */
const instancePrice = (lookup: Lookup, type: unknown, region: unknown, backups: boolean): number | undefined =>
  sum(planPrice(lookup, type, region), backups ? backupPrice(lookup, type, region) : 0);

/** The price of a NodeBalancer, and of a GB of a Volume. */
const servicePrice = (lookup: Lookup, family: 'volumes.types' | 'nodebalancers.types', region: unknown) => {
  const id = family === 'volumes.types' ? 'volume' : 'nodebalancer';
  const item = (lookup.rows(family) as readonly AnyRow[]).find(row => row.id === id);
  return monthlyIn(item as Partial<PricedItem> | undefined, text(region));
};

const instanceAt = ({lookup, at}: PricedFacts): AnyRow | undefined =>
  lookup.find('instances', at.computeId) as AnyRow | undefined;

/** The largest number of nodes that a pool may have. */
const nodesOf = (pool: AnyRow): unknown => {
  const {enabled, max} = (pool.autoscaler ?? {}) as {readonly enabled?: boolean; readonly max?: number};
  return enabled === true && typeof max === 'number' ? Math.max(max, Number(pool.count ?? 0)) : pool.count;
};

const clusterPrice = (lookup: Lookup, engine: string, type: unknown, nodes: unknown): number | undefined => {
  const plan = lookup.find('databases.types', text(type)) as AnyRow | undefined;
  const prices = (plan?.engines as Readonly<Record<string, unknown>> | undefined)?.[engine];
  const found = Array.isArray(prices) ? prices.find(({quantity}) => quantity === (nodes ?? 1)) : undefined;
  return monthlyIn(found, undefined);
};

const isHighlyAvailable = (cluster: AnyRow | undefined): boolean =>
  (cluster?.control_plane as {readonly high_availability?: boolean} | undefined)?.high_availability === true;

const unknown: Increase = () => undefined;

const databaseIncreases = (engine: string): Readonly<Record<string, Increase>> => ({
  [`databases.${engine}.create`]: ({body, lookup}) => clusterPrice(lookup, engine, body.type, body.cluster_size),
  [`databases.${engine}.update`]: ({row, body, lookup}) =>
    body.type === undefined && body.cluster_size === undefined
      ? 0
      : difference(
          clusterPrice(lookup, engine, row?.type, row?.cluster_size),
          clusterPrice(lookup, engine, body.type ?? row?.type, body.cluster_size ?? row?.cluster_size),
        ),
  [`databases.${engine}.resume`]: ({row, lookup}) => clusterPrice(lookup, engine, row?.type, row?.cluster_size),
});

/** The operations that are billed each month. All others are free, unless the API says that they are billed. */
export const monthlyIncreases: Readonly<Record<string, Increase>> = {
  'instances.create': ({body, lookup}) => instancePrice(lookup, body.type, body.region, body.backups_enabled === true),
  'instances.clone': ({row, body, lookup}) =>
    typeof body.compute_id === 'number'
      ? 0
      : instancePrice(lookup, body.type ?? row?.type, body.region ?? row?.region, body.backups_enabled === true),
  'instances.resize': ({row, body, lookup}) =>
    row &&
    difference(
      instancePrice(lookup, row.type, row.region, hasBackups(row)),
      instancePrice(lookup, body.type, row.region, hasBackups(row)),
    ),
  'instances.migrate': ({row, body, lookup}) =>
    row &&
    difference(
      instancePrice(lookup, row.type, row.region, hasBackups(row)),
      instancePrice(lookup, body.type ?? row.type, body.region ?? row.region, hasBackups(row)),
    ),
  'instances.mutate': ({row, lookup}) =>
    row &&
    difference(
      instancePrice(lookup, row.type, row.region, hasBackups(row)),
      instancePrice(lookup, lookup.find('types', text(row.type))?.successor, row.region, hasBackups(row)),
    ),
  'instances.backups.enable': facts => {
    const instance = instanceAt(facts);
    return backupPrice(facts.lookup, instance?.type, instance?.region);
  },
  'volumes.create': ({body, lookup}) => {
    const {region = lookup.find('instances', body.compute_id as number | undefined)?.region} = body;
    return times(body.size ?? 20, servicePrice(lookup, 'volumes.types', region));
  },
  'volumes.clone': ({row, lookup}) => times(row?.size, servicePrice(lookup, 'volumes.types', row?.region)),
  'volumes.resize': ({row, body, lookup}) =>
    times(
      typeof row?.size === 'number' && typeof body.size === 'number' ? body.size - row.size : undefined,
      servicePrice(lookup, 'volumes.types', row?.region),
    ),
  'nodebalancers.create': ({body, lookup}) => servicePrice(lookup, 'nodebalancers.types', body.region),
  'kube.clusters.create': ({body, lookup}) =>
    // The price of a control plane with high availability is in no list that names it reliably.
    isHighlyAvailable(body) || body.tier === 'enterprise'
      ? undefined
      : sum(
          ...((body.node_pools ?? []) as readonly AnyRow[]).map(pool =>
            times(nodesOf(pool), planPrice(lookup, pool.type, body.region)),
          ),
        ),
  'kube.clusters.update': ({row, body}) => (isHighlyAvailable(body) && !isHighlyAvailable(row) ? undefined : 0),
  'kube.clusters.pools.create': ({body, lookup, at}) =>
    times(nodesOf(body), planPrice(lookup, body.type, lookup.find('kube.clusters', at.clusterId)?.region)),
  'kube.clusters.pools.update': ({row, body, lookup, at}) => {
    if (!row || (body.count === undefined && body.autoscaler === undefined)) return 0;
    const [before, after] = [nodesOf(row), nodesOf({...row, ...body})];
    const more = typeof before === 'number' && typeof after === 'number' ? after - before : undefined;
    return times(more, planPrice(lookup, row.type, lookup.find('kube.clusters', at.clusterId)?.region));
  },
  ...databaseIncreases('mongodb'),
  ...databaseIncreases('mysql'),
  ...databaseIncreases('postgresql'),
  'longview.plan.update': ({row, body, lookup}) => {
    const priceOf = (id: unknown) =>
      id === null || id === undefined
        ? 0
        : monthlyIn(lookup.find('longview.subscriptions', text(id)) as Partial<PricedItem> | undefined, undefined);
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

/** US dollars a month; undefined if unknown. */
export function monthlyIncrease(operation: string, {body, ...facts}: PricedChange): number | undefined {
  const increase = Object.hasOwn(monthlyIncreases, operation) ? monthlyIncreases[operation] : undefined;
  return increase ? increase({...facts, body: body ?? {}}) : 0;
}
