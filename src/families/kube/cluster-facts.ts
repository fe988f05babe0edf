/** Facts about Kubernetes clusters: versions, nodes, prices. */
import type {KubeCluster, KubeNode, KubeNodePool} from '../../contract/resources/kube.ts';
import {nodeCounts, type PoolSize, poolCostDifference, poolCosts} from '../cost/pool-costs.ts';
import {controlPlanePrice} from '../cost/resource-prices.ts';
import type {State} from '../format/cells.ts';
import {costText, countText, monthly, toMillis} from '../format/format.ts';
import type {Lookup} from '../shape/define-family.ts';

export const clusterParams = (row: KubeCluster) => ({clusterId: row.id});

export const tierOf = ({tier}: {readonly tier?: string | undefined}): string => tier || 'standard';

/** The minor version: 32 of "1.32" and of "v1.32.4+kube2". */
export function minorOf(version: string): number | undefined {
  const minor = /^v?1\.(\d+)/.exec(version)?.[1];
  return minor === undefined ? undefined : Number(minor);
}

/** The reason why a cluster can't be upgraded to a version: upgrades go up by one minor version at a time. */
export function unlessNextVersion(version: string, cluster: KubeCluster | undefined): string | undefined {
  if (!cluster) return undefined;
  if (version === cluster.k8s_version) return 'current version';
  const [before, after] = [minorOf(cluster.k8s_version), minorOf(version)];
  // The API checks versions of another form.
  if (before === undefined || after === undefined || after === before + 1) return undefined;
  return after > before ? 'more than one minor version above' : 'below the current version';
}

/**
 * The version to which the cluster can be upgraded; undefined for the newest version, or until the versions are loaded.
 */
export const nextVersion = (cluster: KubeCluster, lookup: Lookup): string | undefined =>
  lookup
    .rows('kube.tiers.versions', {tier: tierOf(cluster)})
    .map(({id}) => id)
    .find(id => id !== cluster.k8s_version && unlessNextVersion(id, cluster) === undefined);

/** The time in which the control plane of a new cluster doesn't respond yet. */
const startMs = 2 * 60_000;

/** The reason why a new cluster has no credentials yet. */
export function unlessStarted({created}: KubeCluster, lookup: Lookup): string | undefined {
  const createdAt = toMillis(created);
  return createdAt !== undefined && lookup.now - createdAt < startMs
    ? 'The control plane is starting. It answers 2 to 5 minutes after the cluster is created.'
    : undefined;
}

const nodeStates: Readonly<Record<string, State>> = {
  ready: {condition: 'ok', word: 'ready'},
  not_ready: {condition: 'busy', word: 'not ready'},
};
export const nodeStateWords = Object.values(nodeStates).map(({word}) => word);
export const nodeState = ({status}: Pick<KubeNode, 'status'>): State =>
  (Object.hasOwn(nodeStates, String(status)) ? nodeStates[status] : undefined) ?? {
    condition: 'unknown',
    word: 'unknown',
  };

const isReady = ({status}: Pick<KubeNode, 'status'>): boolean => status === 'ready';

/** A pool is ready if all its nodes are. */
export function poolState({nodes}: KubeNodePool): State {
  if (!Array.isArray(nodes)) return {condition: 'unknown', word: 'unknown'};
  return nodes.every(isReady) ? {condition: 'ok', word: 'ready'} : {condition: 'busy', word: 'not ready'};
}

/** "ready", "1 of 3 ready" */
export function readyText(pool: KubeNodePool): string {
  const {condition, word} = poolState(pool);
  return condition === 'busy' ? `${pool.nodes.filter(isReady).length} of ${pool.nodes.length} ready` : word;
}

/** The IDs of the nodes' instances; a node may have no instance yet. */
export const instancesOfNodes = (nodes: readonly KubeNode[]): readonly number[] =>
  nodes.flatMap(({instance_id: id}) => (typeof id === 'number' ? [id] : []));

/** The monthly price of the pool's present nodes; undefined if the price of its plan is unknown. */
export const poolPrice = ({type, count}: PoolSize, lookup: Lookup, region: string | undefined): number | undefined =>
  poolCosts([{type, count}], lookup, region)?.now;

/** "$72.00/mo" of a pool; undefined if the price is unknown. */
export function poolPriceText(pool: PoolSize, lookup: Lookup, region: string | undefined): string | undefined {
  const price = poolPrice(pool, lookup, region);
  return price === undefined ? undefined : monthly(price);
}

/**
 * "Cost: +$40.00/mo. The pool then costs $80.00/mo.", with an autoscaler "Cost: +$10.00/mo now, up to $60.00/mo. The pool
 * then costs $30.00/mo, and at most $90.00/mo."; undefined if the costs stay the same.
 */
export function poolChangeSentence(
  pool: PoolSize,
  changed: PoolSize,
  lookup: Lookup,
  region: string | undefined,
): string | undefined {
  const [difference, costs] = [poolCostDifference(pool, changed, lookup, region), poolCosts([changed], lookup, region)];
  if (!difference || !costs) return 'Couldn’t read the price.';
  if (difference.now === 0 && difference.max === 0) return undefined;
  const most = costs.max > costs.now ? `, and at most ${monthly(costs.max)}` : '';
  return `${costText(difference.now, Math.max(difference.max, 0))}. The pool then costs ${monthly(costs.now)}${most}.`;
}

/**
 * "Cost: +$72.00/mo for 3 nodes, billed from creation.", with an autoscaler "Cost: +$20.00/mo now, up to $900.00/mo for 90
 * nodes, billed from creation."
 */
export function poolCostSentence(pools: readonly PoolSize[], lookup: Lookup, region: string | undefined): string {
  const costs = poolCosts(pools, lookup, region);
  if (!costs) return 'Couldn’t read the price of the nodes. Billing starts immediately.';
  const count = pools.reduce((sum, pool) => sum + (nodeCounts(pool)?.max ?? 0), 0);
  return `${costText(costs.now, costs.max)} for ${countText(count, 'node')}, billed from creation.`;
}

/** "Cost: +$60.00/mo for high availability." */
export function availabilitySentence(lookup: Lookup, region: string | undefined): string {
  const price = controlPlanePrice({control_plane: {high_availability: true}, region}, lookup)?.monthly;
  return price === undefined
    ? 'Couldn’t read the price of high availability.'
    : `${costText(price)} for high availability.`;
}

/** "Cost: +$300.00/mo for the enterprise control plane." */
export function enterpriseSentence(lookup: Lookup, region: string | undefined): string {
  const price = controlPlanePrice({tier: 'enterprise', region}, lookup)?.monthly;
  return price === undefined
    ? 'Couldn’t read the price of the enterprise control plane.'
    : `${costText(price)} for the enterprise control plane.`;
}
