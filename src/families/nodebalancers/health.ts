/** What is known about backends: of one node, of a port, of all ports of a NodeBalancer. */
import type {NodeBalancer, NodeBalancerConfig} from '../../contract/nodebalancers.ts';
import {beingRead, type Cell, notKnown, type State, unknown} from '../cells.ts';
import type {Look} from '../define.ts';

/** To know the backends of a balancer costs a request: with more balancers than this the list does without. */
const fewBalancers = 50;

const up: State = {is: 'ok', word: 'all up'};
const someDown: State = {is: 'attention', word: 'some down'};
const allDown: State = {is: 'failed', word: 'all down'};
const nowhere: State = {is: 'attention', word: 'no nodes'};
/** Without checks the API counts every node as up, whatever it is. */
const unchecked: State = {is: 'unknown', word: 'not checked'};
/** It serves nothing until it is configured (D3 §4.2). */
const idle: State = {is: 'off', word: 'no ports'};

export const healthWords = [up, someDown, allDown, nowhere, unchecked, idle].map(({word}) => word);

/** How a port stands, by the number of its nodes that are up and down. */
export function portState({check, nodes_status}: NodeBalancerConfig): State {
  const {up: good, down: bad} = nodes_status;
  if (!Number.isFinite(good) || !Number.isFinite(bad)) return notKnown;
  if (bad > 0) return good > 0 ? someDown : allDown;
  if (good === 0) return nowhere;
  return check === 'none' ? unchecked : up;
}

/** From the worst; one port with no node left outweighs the others that are well. */
const worst = [allDown, someDown, nowhere, notKnown, unchecked, up];

const areFew = (look: Look): boolean => look.rows('nodebalancers').length <= fewBalancers;

const configsOf = (row: NodeBalancer, look: Look): readonly NodeBalancerConfig[] | undefined => {
  const at = {nodeBalancerId: row.id};
  if (!areFew(look) || !look.complete('nodebalancers.configs', at)) return undefined;
  return look.rows('nodebalancers.configs', at);
};

/** They come later than the list. */
const areComing = ({id}: NodeBalancer, look: Look): boolean =>
  areFew(look) && !look.failed('nodebalancers.configs', {nodeBalancerId: id});

export function backendsOf(row: NodeBalancer, look: Look): State {
  const configs = configsOf(row, look);
  if (!configs) return areComing(row, look) ? beingRead : notKnown;
  const states = configs.map(portState);
  return worst.find(state => states.includes(state)) ?? idle;
}

const coming: Cell = {text: '…', tone: 'dim', word: beingRead.word};

/** "80 443" */
export function portsOf(row: NodeBalancer, look: Look): Cell {
  const configs = configsOf(row, look);
  if (!configs) return areComing(row, look) ? coming : unknown;
  return configs.length === 0 ? {text: '—', tone: 'dim'} : configs.map(({port}) => port ?? '?').join(' ');
}
