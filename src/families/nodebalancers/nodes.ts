/** Nodes of a config: the targets of a port's traffic (D3 §2.2). */

import type {Contract} from '../../contract/index.ts';
import type {NodeBalancerNode} from '../../contract/resources/nodebalancers.ts';
import type {RequestBody} from '../../contract/schema/endpoint.ts';
import {amountCell, type Cell, cellFor, defineStates, type State} from '../format/cells.ts';
import {joinParts} from '../format/format.ts';
import {addedLine} from '../shape/added-line.ts';
import {defineFamily, type FamilySpec, type ListParamsOf, type Lookup, type Ref} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';
import {restoringBody, sentFields} from '../shape/undo-body.ts';
import {nodeForm} from './port-forms.ts';

type Spec = FamilySpec<'nodebalancers.configs.nodes', never>;
type ListParams = ListParamsOf<'nodebalancers.configs.nodes'>;
type Create = RequestBody<Contract['nodebalancers']['configs']['nodes']['create']>;

const condition = defineStates<NodeBalancerNode['status']>({
  UP: {condition: 'ok', word: 'up'},
  DOWN: {condition: 'failed', word: 'down'},
  unknown: {condition: 'unknown', word: 'unknown'},
  Unknown: {condition: 'unknown', word: 'unknown'},
});

/** The mode is the configured traffic of the node, the status is the result of health checks (D3 §3). */
const stateOf = (row: NodeBalancerNode): State => condition(row.status);

const modeCell = (mode: string): Cell => (mode === 'accept' ? mode : {text: mode, tone: 'attention'});

/** The instance with a private address, if it belongs to the account. */
function instanceAt({address}: NodeBalancerNode, lookup: Lookup): Ref | undefined {
  if (typeof address !== 'string') return undefined;
  const host = address.replace(/:\d+$/, '');
  const instance = lookup.rows('instances').find(({ipv4}) => ipv4.includes(host));
  return instance && {family: 'instances', id: instance.id};
}

const instanceLabel = (row: NodeBalancerNode, lookup: Lookup): string | null => {
  const ref = instanceAt(row, lookup);
  return (ref && lookup.find('instances', ref.id)?.label) ?? null;
};

const columns: Spec['columns'] = [
  {field: 'label', title: 'Label', grow: true, width: 14},
  {field: 'status', title: 'Status', state: true, width: 10},
  {field: 'mode', title: 'Mode', width: 7, priority: 2, format: modeCell},
  {field: 'address', title: 'Address', width: 18, link: instanceAt},
  {field: 'weight', title: 'Weight', align: 'right', priority: 2},
  {
    id: 'instance',
    title: 'Instance',
    priority: 3,
    max: 24,
    value: (row, lookup) => cellFor(instanceLabel(row, lookup)),
    link: instanceAt,
  },
  standard.idColumn,
];

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Node',
        lines: [
          ...standard.identityLines,
          {title: 'Address', value: row => row.address, link: instanceAt},
          {title: 'Instance', value: instanceLabel, link: instanceAt},
          addedLine('VPC config', 'vpc_config_id'),
          {title: 'Mode', value: row => cellFor(row.mode, modeCell)},
          {title: 'Weight', value: row => amountCell(row.weight)},
        ],
      },
      {
        title: 'NodeBalancer',
        lines: [
          {
            title: 'NodeBalancer',
            value: (row, lookup) =>
              cellFor(row.nodebalancer_id, id => lookup.find('nodebalancers', id)?.label ?? String(id)),
            link: row => ({family: 'nodebalancers', id: row.nodebalancer_id}),
          },
          {
            title: 'Config',
            value: (row, lookup, {nodeBalancerId}) =>
              cellFor(row.config_id, id => {
                const config = lookup.find('nodebalancers.configs', id, {nodeBalancerId});
                return config ? `port ${config.port}` : String(id);
              }),
            link: (row, _, {nodeBalancerId}) => ({
              family: 'nodebalancers.configs',
              id: row.config_id,
              params: {nodeBalancerId},
            }),
          },
        ],
      },
    ],
  },
];

const rowParams = (row: NodeBalancerNode) => ({nodeId: row.id});

/** A warning if no other node accepts traffic, when the others are loaded. */
function leavesNone(row: NodeBalancerNode, lookup: Lookup, params: ListParams): readonly string[] {
  if (row.mode !== 'accept' || !lookup.complete('nodebalancers.configs.nodes', params)) return [];
  const siblings = lookup.rows('nodebalancers.configs.nodes', params).filter(({id}) => id !== row.id);
  if (siblings.some(({mode, status}) => mode === 'accept' && status !== 'DOWN')) return [];
  return siblings.some(({mode}) => mode === 'backup')
    ? ['No other node accepts traffic. Only the backup nodes serve the config.']
    : ['No other node accepts traffic. The config serves nothing.'];
}

const leaves = (row: NodeBalancerNode, mode: string | undefined): mode is string =>
  mode !== undefined && mode !== row.mode && mode !== 'accept';

const modeWords: Readonly<Record<string, string>> = {
  drain: 'The node keeps open connections and receives no new ones.',
  reject: 'The node receives no traffic, and open connections end.',
  backup: 'The node receives traffic only while all accepting nodes are down.',
};

const actions: Spec['actions'] = {
  create: {
    title: 'New node…',
    eventActions: ['nodebalancer_node_create'],
    undo: {action: 'delete'},
    form: nodeForm,
  },
  update: {
    title: 'Edit…',
    rowParams,
    eventActions: ['nodebalancer_node_update'],
    expectedFields: ({body}) => body,
    warnings: ({row, lookup, params, body: {mode}}) => {
      const warning = leaves(row, mode) ? modeWords[mode] : undefined;
      return warning === undefined ? [] : [warning, ...leavesNone(row, lookup, params)];
    },
    risk: ({row, lookup, params, body: {mode}}) =>
      leaves(row, mode) && leavesNone(row, lookup, params).length > 0 ? 'interrupts' : undefined,
    undo: {action: 'update', body: sentFields('label', 'address', 'weight', 'mode')},
    form: nodeForm,
  },
  delete: {
    ...standard.deleteAction,
    rowParams,
    // The node can be added again with the same data; the backend itself is not changed.
    confirm: 'ask',
    eventActions: ['nodebalancer_node_delete'],
    warnings: ({row, lookup, params}) => [
      'Open connections end. The instance is not changed.',
      ...leavesNone(row, lookup, params),
    ],
    undo: {action: 'create', body: row => restoringBody<Create>(row, 'label', 'address', 'weight', 'mode')},
  },
};

const quickMode = (title: string, key: string, mode: 'accept' | 'reject' | 'drain' | 'backup') =>
  ({
    title,
    key,
    action: 'update',
    unless: ({row}: {readonly row: NodeBalancerNode}) => (row.mode === mode ? `already in mode ${mode}` : undefined),
    presetValues: () => ({mode}),
  }) as const;

export const nodebalancerNodes = defineFamily('nodebalancers.configs.nodes', {
  title: 'NodeBalancer nodes',
  one: 'node',
  label: row => row.label,
  otherNames: row => [row.address],
  state: stateOf,
  stateWords: condition.words,
  sort: 'label',
  columns,
  detail,
  actions,
  quickActions: {
    drain: quickMode('Drain', 'D', 'drain'),
    accept: quickMode('Accept', 'A', 'accept'),
    reject: quickMode('Reject', 'X', 'reject'),
    standBy: quickMode('Stand by', 'B', 'backup'),
  },
  // The status of nodes changes without an event.
  reconcileSeconds: 60,
  summary: row => joinParts(row.address, row.mode),
  search: row => `${row.id} ${row.address ?? ''}`,
});
