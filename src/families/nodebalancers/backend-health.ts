/** The health of nodes, of a port, and of all ports of a NodeBalancer. */
import type {NodeBalancer, NodeBalancerConfig} from '../../contract/resources/nodebalancers.ts';
import {type Cell, loadingState, type State, unknownCell, unknownState} from '../format/cells.ts';
import type {Lookup} from '../shape/define-family.ts';

/**
 * Reading the ports of a NodeBalancer needs a request: with more NodeBalancers than this, the list doesn't read them.
 */
const maxLoadedBalancers = 50;

const up: State = {condition: 'ok', word: 'all up'};
const someDownState: State = {condition: 'attention', word: 'some down'};
const allDownState: State = {condition: 'failed', word: 'all down'};
const noNodes: State = {condition: 'attention', word: 'no nodes'};
/** Without health checks the API counts every node as up, even a dead one. */
const unchecked: State = {condition: 'unknown', word: 'not checked'};
/** A NodeBalancer without ports serves no traffic (D3 §4.2). */
const idle: State = {condition: 'off', word: 'no ports'};

export const healthWords = [up, someDownState, allDownState, noNodes, unchecked, idle].map(({word}) => word);

/** The state of a port, by the number of its nodes that are up and down. */
export function portState({check, nodes_status}: NodeBalancerConfig): State {
  const {up: upCount, down: downCount} = nodes_status;
  if (!Number.isFinite(upCount) || !Number.isFinite(downCount)) return unknownState;
  if (downCount > 0) return upCount > 0 ? someDownState : allDownState;
  if (upCount === 0) return noNodes;
  return check === 'none' ? unchecked : up;
}

/** Worst first: a port without a working node outweighs other ports that work. */
const worst = [allDownState, someDownState, noNodes, unknownState, unchecked, up];

const canLoadAll = (lookup: Lookup): boolean => lookup.rows('nodebalancers').length <= maxLoadedBalancers;

const configsOf = (row: NodeBalancer, lookup: Lookup): readonly NodeBalancerConfig[] | undefined => {
  const params = {nodeBalancerId: row.id};
  if (!canLoadAll(lookup) || !lookup.complete('nodebalancers.configs', params)) return undefined;
  return lookup.rows('nodebalancers.configs', params);
};

/** True while the ports are being read, which takes longer than the list. */
const isLoading = ({id}: NodeBalancer, lookup: Lookup): boolean =>
  canLoadAll(lookup) && !lookup.failed('nodebalancers.configs', {nodeBalancerId: id});

export function backendsOf(row: NodeBalancer, lookup: Lookup): State {
  const configs = configsOf(row, lookup);
  if (!configs) return isLoading(row, lookup) ? loadingState : unknownState;
  const states = configs.map(portState);
  return worst.find(state => states.includes(state)) ?? idle;
}

const loadingCell: Cell = {text: '…', tone: 'dim', word: loadingState.word};

/** "80 443" */
export function portsOf(row: NodeBalancer, lookup: Lookup): Cell {
  const configs = configsOf(row, lookup);
  if (!configs) return isLoading(row, lookup) ? loadingCell : unknownCell;
  return configs.length === 0 ? {text: '—', tone: 'dim'} : configs.map(({port}) => port ?? '?').join(' ');
}
