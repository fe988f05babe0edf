/** Configs of a NodeBalancer: one for each port, with its health checks and its nodes (D3 §2.2). */

import type {Contract} from '../../contract/index.ts';
import type {NodeBalancerConfig} from '../../contract/resources/nodebalancers.ts';
import type {RequestBody} from '../../contract/schema/endpoint.ts';
import type {FieldError} from '../../contract/schema/field-error.ts';
import {amountCell, type Cell, cellFor, yesNoCell} from '../format/cells.ts';
import {countText, joinParts} from '../format/format.ts';
import {addedLine} from '../shape/added-line.ts';
import {defineFamily, type FamilySpec, type ListParamsOf, type Lookup} from '../shape/define-family.ts';
import type {FormContext} from '../shape/forms.ts';
import * as standard from '../shape/standard.ts';
import {sentFields} from '../shape/undo-body.ts';
import {healthWords, portState} from './backend-health.ts';
import {configForm, nodeForm} from './port-forms.ts';
import {portRules} from './port-rules.ts';

type Spec = FamilySpec<'nodebalancers.configs', never>;
type ListParams = ListParamsOf<'nodebalancers.configs'>;
type Rebuild = RequestBody<Contract['nodebalancers']['configs']['rebuild']>;

const protocols: Readonly<Record<string, string>> = {http: 'HTTP', https: 'HTTPS', tcp: 'TCP'};
const algorithms: Readonly<Record<string, string>> = {
  roundrobin: 'round robin',
  leastconn: 'least connections',
  source: 'by source address',
};
const checks: Readonly<Record<string, string>> = {connection: 'connection', http: 'HTTP', http_body: 'HTTP body'};
const labelCellOf =
  (names: Readonly<Record<string, string>>) =>
  (value: string): Cell =>
    Object.hasOwn(names, value) ? (names[value] ?? value) : value;

const nodesAt = (row: NodeBalancerConfig, params: ListParams) => ({...params, configId: row.id});

/** Reading the nodes of a config needs a request: with more configs than this, the list doesn't read them. */
const maxCheckedConfigs = 10;

const columns: Spec['columns'] = [
  {field: 'port', title: 'Port', width: 6},
  {field: 'protocol', title: 'Protocol', format: labelCellOf(protocols)},
  {id: 'state', title: 'Nodes', state: true, width: 12, value: row => portState(row).word},
  {
    id: 'up',
    title: 'Up',
    align: 'right',
    value: amountUp,
    kind: 'number',
    measure: row => row.nodes_status.up,
  },
  {
    id: 'down',
    title: 'Down',
    align: 'right',
    value: row => amountDown(row.nodes_status.down),
    kind: 'number',
    measure: row => row.nodes_status.down,
  },
  {field: 'algorithm', title: 'Algorithm', priority: 2, max: 18, format: labelCellOf(algorithms)},
  {field: 'stickiness', title: 'Stickiness', priority: 3, max: 12},
  {field: 'check', title: 'Check', priority: 2, max: 12},
  {field: 'check_path', title: 'Path', priority: 4, max: 24},
  {field: 'ssl_commonname', title: 'Certificate domain', optional: true, max: 40},
  {field: 'proxy_protocol', title: 'Proxy protocol', optional: true},
  standard.idColumn,
];

/** The API also counts nodes as up that it doesn't check, or has not checked yet. */
function amountUp(row: NodeBalancerConfig, lookup: Lookup, params: ListParams): Cell {
  const {up} = row.nodes_status;
  const doubt = typeof up === 'number' && up > 0 ? uncheckedText(row, lookup, params) : undefined;
  return doubt === undefined ? amountCell(up) : {text: `${up} (${doubt})`, tone: 'unknown'};
}

function uncheckedText(row: NodeBalancerConfig, lookup: Lookup, params: ListParams): string | undefined {
  if (row.check === 'none') return 'not checked';
  if (lookup.rows('nodebalancers.configs', params).length > maxCheckedConfigs) return undefined;
  const nodes = lookup.rows('nodebalancers.configs.nodes', nodesAt(row, params));
  const unknown = nodes.filter(node => node.status === 'unknown');
  return unknown.length > 0 ? `${unknown.length} unknown` : undefined;
}

function amountDown(down: number): Cell {
  const cell = amountCell(down);
  return down > 0 ? {text: String(down), tone: 'failed'} : cell;
}

const seconds = (value: number): Cell => amountCell(value, n => countText(n, 'second'));
const isChecked = (row: NodeBalancerConfig): boolean => row.check !== 'none';
const isSecured = (row: NodeBalancerConfig): boolean => row.protocol === 'https';

const detail: Spec['detail'] = [
  {title: 'Nodes', list: 'nodebalancers.configs.nodes', params: nodesAt},
  {
    title: 'Overview',
    sections: [
      {
        title: 'Config',
        lines: [
          {title: 'Port', value: row => amountCell(row.port)},
          standard.idLine,
          {title: 'Protocol', value: row => cellFor(row.protocol, labelCellOf(protocols))},
          addedLine('UDP session timeout', 'udp_session_timeout', seconds => `${seconds} s`),
          addedLine('UDP check port', 'udp_check_port'),
          {title: 'Algorithm', value: row => cellFor(row.algorithm, labelCellOf(algorithms))},
          {title: 'Stickiness', value: row => row.stickiness},
          {title: 'Proxy protocol', value: row => row.proxy_protocol},
          {
            title: 'NodeBalancer',
            value: (row, lookup) =>
              cellFor(row.nodebalancer_id, id => lookup.find('nodebalancers', id)?.label ?? String(id)),
            link: row => ({family: 'nodebalancers', id: row.nodebalancer_id}),
          },
        ],
      },
      {
        title: 'Checks',
        lines: [
          {
            title: 'Check',
            value: row => cellFor(row.check, check => (check === 'none' ? 'none' : labelCellOf(checks)(check))),
          },
          {
            title: 'Path',
            value: row => row.check_path,
            isVisible: row => row.check === 'http' || row.check === 'http_body',
          },
          {title: 'Expected text', value: row => row.check_body, isVisible: row => row.check === 'http_body'},
          {title: 'Interval', value: row => seconds(row.check_interval), isVisible: isChecked},
          {title: 'Timeout', value: row => seconds(row.check_timeout), isVisible: isChecked},
          {title: 'Attempts', value: row => amountCell(row.check_attempts), isVisible: isChecked},
          {title: 'Passive check', value: row => yesNoCell(row.check_passive)},
        ],
      },
      {
        title: 'Certificate',
        lines: [
          {title: 'Common name', value: row => row.ssl_commonname, isVisible: isSecured},
          {title: 'Fingerprint', value: row => row.ssl_fingerprint, isVisible: isSecured},
          {title: 'Ciphers', value: row => row.cipher_suite, isVisible: isSecured},
          // The API returns a placeholder for both (D3 §2.2): stored values can be replaced, not read.
          {
            title: 'Private key',
            value: row => cellFor(row.ssl_key, () => ({text: 'stored, never shown', tone: 'dim'})),
            isVisible: isSecured,
          },
        ],
      },
      {
        title: 'Nodes',
        lines: [
          {title: 'Up', value: amountUp},
          {title: 'Down', value: row => amountDown(row.nodes_status.down)},
        ],
      },
    ],
  },
];

const rowParams = (row: NodeBalancerConfig) => ({configId: row.id});

const fields = [
  'port',
  'protocol',
  'algorithm',
  'stickiness',
  'check',
  'check_path',
  'check_body',
  'check_interval',
  'check_timeout',
  'check_attempts',
  'check_passive',
  'proxy_protocol',
  'cipher_suite',
] as const;
const restored = sentFields<RequestBody<Contract['nodebalancers']['configs']['update']>>(...fields);

/** Effects of a changed port that its users will notice. */
const interrupts = (row: NodeBalancerConfig, body: {readonly port?: number; readonly protocol?: string}): string[] => [
  ...(body.port !== undefined && body.port !== row.port ? [`Port ${row.port} stops answering.`] : []),
  ...(body.protocol !== undefined && body.protocol !== row.protocol
    ? [`Clients must use ${labelCellOf(protocols)(body.protocol)}.`]
    : []),
];

/** Nodes that a rebuild omits are deleted (D3 §2.2); the known ones are named. */
function omittedNodes(row: NodeBalancerConfig, lookup: Lookup, params: ListParams, body: Rebuild): string[] {
  const keptIds = new Set((body.nodes ?? []).map(({id}) => id));
  const list = ['nodebalancers.configs.nodes', nodesAt(row, params)] as const;
  const nodes = lookup.rows(...list).filter(({id}) => !keptIds.has(id));
  return [
    'Nodes that are missing from this list are deleted.',
    ...(nodes.length > 0 ? [`Deleted: ${nodes.map(({label}) => label).join(', ')}.`] : []),
    ...(lookup.complete(...list) ? [] : ['Couldn’t read the current nodes.']),
  ];
}

const currentNodes = ({row, lookup}: FormContext<NodeBalancerConfig>): Rebuild['nodes'] =>
  row &&
  (lookup
    .rows('nodebalancers.configs.nodes', nodesAt(row, {nodeBalancerId: row.nodebalancer_id}))
    .map(({id, label, address, weight, mode}) => ({id, label, address, weight, mode})) as Rebuild['nodes']);

/** The configs of a NodeBalancer must have different ports (D3 §2.2). */
function portProblems(
  {port}: {readonly port?: number},
  row: NodeBalancerConfig | undefined,
  lookup: Lookup,
  params: ListParams,
): readonly FieldError[] {
  const isTaken = lookup
    .rows('nodebalancers.configs', params)
    .some(candidate => candidate.port === port && candidate.id !== row?.id);
  return port !== undefined && isTaken ? [{field: 'port', reason: 'has a config already'}] : [];
}

const actions: Spec['actions'] = {
  create: {
    title: 'New config…',
    undo: {action: 'delete'},
    problems: ({lookup, params, body}) => [...portRules(body), ...portProblems(body, undefined, lookup, params)],
    eventActions: ['nodebalancer_config_create'],
    warnings: () => ['The config serves no traffic until it has nodes.'],
    form: configForm,
  },
  update: {
    title: 'Edit…',
    rowParams,
    problems: ({row, lookup, params, body}) => [...portRules(body, row), ...portProblems(body, row, lookup, params)],
    eventActions: ['nodebalancer_config_update'],
    expectedFields: ({body: {ssl_cert: __, ssl_key: ___, ...body}}) => body,
    warnings: ({row, body}) => interrupts(row, body),
    risk: ({row, body}) => (interrupts(row, body).length > 0 ? 'interrupts' : undefined),
    undo: {
      action: 'update',
      // The earlier certificate can't be restored, and the other fields don't fit without it.
      body: (before, body) => (body.ssl_cert || body.ssl_key ? undefined : restored(before, body)),
    },
    form: configForm,
  },
  delete: {
    ...standard.deleteAction,
    rowParams,
    eventActions: ['nodebalancer_config_delete'],
    warnings: ({row}) => [`Port ${row.port ?? '?'} stops answering. Its nodes are deleted.`],
  },
  rebuild: {
    title: 'Rebuild…',
    risk: 'destroys',
    key: 'I',
    rowParams,
    confirm: 'ask',
    problems: ({row, lookup, params, body}) => [...portRules(body, row), ...portProblems(body, row, lookup, params)],
    eventActions: ['nodebalancer_config_update'],
    busyWord: 'rebuilding',
    warnings: ({row, lookup, params, body}) => [...interrupts(row, body), ...omittedNodes(row, lookup, params, body)],
    form: {
      ...configForm,
      nodes: {
        title: 'Nodes',
        help: 'All nodes. Nodes that you remove from the list are deleted.',
        input: 'rows',
        one: 'node',
        initial: currentNodes,
        // An existing node keeps its ID, which users don't type.
        inputs: nodeForm,
      },
    },
  },
};

export const nodebalancerConfigs = defineFamily('nodebalancers.configs', {
  title: 'NodeBalancer configs',
  one: 'config',
  label: row => (typeof row.port === 'number' ? `port ${row.port}` : ''),
  otherNames: row => [`:${row.port}`, `${row.port}`],
  numbered: true,
  state: portState,
  stateWords: healthWords,
  sort: 'port',
  columns,
  detail,
  actions,
  borrowedActions: {
    node: {
      title: 'New node…',
      key: 'N',
      on: 'row',
      family: 'nodebalancers.configs.nodes',
      action: 'create',
      listParams: ({row, params}) => ({...params, configId: row?.id ?? 0}),
      presetValues: () => ({}),
    },
  },
  // The status of nodes changes without an event.
  reconcileSeconds: 60,
  summary: row => joinParts(row.protocol, row.algorithm),
  search: row => `${row.id} ${row.ssl_commonname ?? ''}`,
});
