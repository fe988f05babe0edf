/** Health of nodes: of one node, of a port, of all ports of a NodeBalancer. */
import type {NodeBalancer, NodeBalancerConfig} from '../../contract/resources/nodebalancers.ts';
import {type Cell, loadingState, type State, unknownCell, unknownState} from '../format/cells.ts';
import type {Lookup} from '../shape/define-family.ts';

/** To know the backends of a balancer costs a request: with more balancers than this the list does without. */
const maxLoadedBalancers = 50;

const up: State = {condition: 'ok', word: 'all up'};
const someDownState: State = {condition: 'attention', word: 'some down'};
const allDownState: State = {condition: 'failed', word: 'all down'};
const nowhere: State = {condition: 'attention', word: 'no nodes'};
/** Without checks the API counts every node as up, even a dead one. */
const unchecked: State = {condition: 'unknown', word: 'not checked'};
/** A NodeBalancer serves nothing until it is configured (D3 §4.2). */
const idle: State = {condition: 'off', word: 'no ports'};

export const healthWords = [up, someDownState, allDownState, nowhere, unchecked, idle].map(({word}) => word);

/** State of a port, by the number of its nodes that are up and down. */
export function portState({check, nodes_status}: NodeBalancerConfig): State {
  const {up: upCount, down: downCount} = nodes_status;
  if (!Number.isFinite(upCount) || !Number.isFinite(downCount)) return unknownState;
  if (downCount > 0) return upCount > 0 ? someDownState : allDownState;
  if (upCount === 0) return nowhere;
  return check === 'none' ? unchecked : up;
}

/** From the worst; one port with no node left outweighs the others that are well. */
const worst = [allDownState, someDownState, nowhere, unknownState, unchecked, up];

const canLoadAll = (lookup: Lookup): boolean => lookup.rows('nodebalancers').length <= maxLoadedBalancers;

const configsOf = (row: NodeBalancer, lookup: Lookup): readonly NodeBalancerConfig[] | undefined => {
  const params = {nodeBalancerId: row.id};
  if (!canLoadAll(lookup) || !lookup.complete('nodebalancers.configs', params)) return undefined;
  return lookup.rows('nodebalancers.configs', params);
};

/** The configs arrive later than the list. */
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
