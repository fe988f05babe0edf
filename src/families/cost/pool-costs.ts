/** The costs of Kubernetes node pools: now, and at most, because an autoscaler adds nodes later. */
import {monthlyIn} from '../format/prices.ts';
import type {Lookup} from '../shape/resource.ts';

/** US dollars a month. */
export interface MonthlyCosts {
  /** The costs that start immediately. */
  readonly now: number;
  /** The highest costs to expect without another change. */
  readonly max: number;
}

export interface PoolSize {
  readonly type?: unknown;
  readonly count?: unknown;
  readonly autoscaler?: unknown;
}

interface NodeCounts {
  readonly now: number;
  /** The highest number that the autoscaler allows. */
  readonly max: number;
}

/** Undefined if the pool has no number of nodes. */
export function nodeCounts({count, autoscaler}: PoolSize): NodeCounts | undefined {
  if (typeof count !== 'number') return undefined;
  const {enabled, min, max} = (autoscaler ?? {}) as Readonly<Record<'enabled' | 'min' | 'max', unknown>>;
  if (enabled !== true) return {now: count, max: count};
  const now = typeof min === 'number' ? Math.max(count, min) : count;
  return {now, max: typeof max === 'number' ? Math.max(now, max) : now};
}

/** The monthly costs of pools; undefined if the price of a plan is unknown. */
export function poolCosts(
  pools: readonly PoolSize[],
  lookup: Lookup,
  region: string | undefined,
): MonthlyCosts | undefined {
  let sum: MonthlyCosts = {now: 0, max: 0};
  for (const pool of pools) {
    const price = typeof pool.type === 'string' ? monthlyIn(lookup.find('types', pool.type), region) : undefined;
    const counts = nodeCounts(pool);
    if (price === undefined || counts === undefined) return undefined;
    sum = {now: sum.now + price * counts.now, max: sum.max + price * counts.max};
  }
  return sum;
}

/** The difference between two sizes of a pool. A maximum that stays the same adds nothing, also while the pool is smaller. */
export function poolCostDifference(
  before: PoolSize,
  after: PoolSize,
  lookup: Lookup,
  region: string | undefined,
): MonthlyCosts | undefined {
  const [costs, newCosts] = [before, after].map(pool => poolCosts([pool], lookup, region));
  if (!costs || !newCosts) return undefined;
  const now = newCosts.now - costs.now;
  return {now, max: Math.max(now, newCosts.max - costs.max)};
}
