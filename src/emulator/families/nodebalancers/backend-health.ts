/**
 * Health of the nodes, computed when a node is read: a node is up while the instance with its address runs. The
 * emulator sends no probes and stores no health.
 */
import type {NodeBalancerConfig, NodeBalancerNode} from '../../../contract/resources/nodebalancers.ts';
import type {Store} from '../../engine/storage/store.ts';
import {seconds} from '../../engine/time/clock.ts';
import {Addresses, Instances} from '../instances/instance-kinds.ts';
import {NodeBalancerConfigs, NodeBalancerNodes} from './nodebalancer-kinds.ts';

/** Time until the first check; the health is unknown before. */
const firstCheckDelayMs = 15 * seconds;

export const hostOf = (address: string): string => address.replace(/:\d+$/, '');

/** The instance at an address of this account. */
export function backendAt(db: Store, address: string) {
  const addressDoc = db.byKey(Addresses, hostOf(address))?.doc;
  return addressDoc?.compute_id ? db.get(Instances, addressDoc.compute_id) : undefined;
}

function stateOf(
  db: Store,
  config: NodeBalancerConfig,
  {address}: NodeBalancerNode,
  {since, now}: {since: number; now: number},
): string {
  if (config.check === 'none' || now - since < firstCheckDelayMs) return 'unknown';
  return backendAt(db, address)?.status === 'running' ? 'UP' : 'DOWN';
}

export function withNodeStatus(
  db: Store,
  config: NodeBalancerConfig,
  node: NodeBalancerNode,
  now: number,
): NodeBalancerNode {
  const since = db.row(NodeBalancerNodes, node.id)?.hidden.since ?? 0;
  return {...node, status: stateOf(db, config, node, {since, now})};
}

/** Adds the numbers of nodes to a config; every node that isn't down counts as up. */
export function withCounts(db: Store, config: NodeBalancerConfig, now: number): NodeBalancerConfig {
  const states = db
    .rows(NodeBalancerNodes, config.id)
    .map(({doc, hidden}) => stateOf(db, config, doc, {since: hidden.since, now}));
  const down = states.filter(state => state === 'DOWN').length;
  return {...config, nodes_status: {up: states.length - down, down}};
}

export const configsOf = (db: Store, balancer: number): NodeBalancerConfig[] => db.all(NodeBalancerConfigs, balancer);
