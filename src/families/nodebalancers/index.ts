/** NodeBalancers: they distribute the traffic of their ports to nodes in their region (D1 §2.6, D3 §4.2). */

import type {NodeBalancer} from '../../contract/resources/nodebalancers.ts';
import {resourcePriceColumn} from '../cost/price-column.ts';
import {nodebalancerEvents} from '../event-words/network-events.ts';
import {amountCell, type Cell, type State} from '../format/cells.ts';
import {countText, joinParts, megabytes} from '../format/format.ts';
import {regionLine} from '../relations/reference-cells.ts';
import {addedLine} from '../shape/added-line.ts';
import {ageColumn} from '../shape/column.ts';
import {defineFamily, type FamilySpec, type Lookup} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';
import {openTicketAction} from '../support/ticket-subject.ts';
import {backendsOf, healthWords, portsOf} from './backend-health.ts';
import {nodebalancerActions, nodebalancerParams} from './nodebalancer-actions.ts';

type Spec = FamilySpec<'nodebalancers', 'nodebalancer'>;

/** A throttle of 0 means no limit. */
const throttle = (perSecond: number): Cell =>
  amountCell(perSecond, n => (n === 0 ? 'off' : `${countText(n, 'connection')} a second from one client`));

const state = (row: NodeBalancer, lookup: Lookup): State => backendsOf(row, lookup);

/** Only the API of today lists the firewalls and VPCs of a NodeBalancer, and only it returns the type. */
const unlessToday = (row: NodeBalancer): string | undefined =>
  row.type === undefined ? 'your provider’s API doesn’t list them' : undefined;

const columns: Spec['columns'] = [
  {field: 'label', title: 'Label', grow: true, width: 14},
  {
    id: 'backends',
    title: 'Nodes',
    state: true,
    width: 12,
    value: (row, lookup) => state(row, lookup).word,
  },
  {field: 'region', title: 'Region', priority: 2, max: 14, link: row => ({family: 'regions', id: row.region})},
  {field: 'ipv4', title: 'IPv4', width: 15},
  {id: 'ports', title: 'Ports', priority: 2, max: 20, value: (row, lookup) => portsOf(row, lookup)},
  {
    id: 'transfer',
    title: 'This month',
    align: 'right',
    priority: 3,
    value: row => amountCell(row.transfer.total, megabytes),
    kind: 'megabytes',
    measure: row => row.transfer.total,
  },
  {...ageColumn, priority: 3},
  standard.tagsColumn,
  resourcePriceColumn('nodebalancers'),
  standard.idColumn,
  {field: 'hostname', title: 'Host name', optional: true, max: 48},
  {field: 'ipv6', title: 'IPv6', optional: true, max: 43},
  {field: 'client_conn_throttle', title: 'Throttle', align: 'right', optional: true},
  standard.updatedColumn,
];

const detail: Spec['detail'] = [
  {
    title: 'Configs',
    list: 'nodebalancers.configs',
    params: nodebalancerParams,
    childList: {list: 'nodebalancers.configs.nodes', params: (config, params) => ({...params, configId: config.id})},
  },
  {
    title: 'Overview',
    sections: [
      {
        title: 'NodeBalancer',
        lines: [
          ...standard.identityLines,
          regionLine,
          {title: 'Throttle', value: row => throttle(row.client_conn_throttle)},
          standard.tagsLine,
          addedLine('Type', 'type'),
          {
            ...addedLine<NodeBalancer, 'kube_cluster', object>(
              'Kubernetes cluster',
              'kube_cluster',
              ({label, id}) => label || String(id),
            ),
            link: ({kube_cluster: cluster}) =>
              cluster ? {family: 'kube.clusters', id: Number(cluster.id)} : undefined,
          },
        ],
      },
      {
        title: 'Addresses',
        lines: [
          {title: 'IPv4', value: row => row.ipv4},
          {title: 'IPv6', value: row => row.ipv6},
          {title: 'Host name', value: row => row.hostname},
        ],
      },
      {
        title: 'Network transfer this month',
        lines: [
          {title: 'In', value: row => amountCell(row.transfer.in, megabytes)},
          {title: 'Out', value: row => amountCell(row.transfer.out, megabytes)},
          {title: 'Total', value: row => amountCell(row.transfer.total, megabytes)},
        ],
      },
      standard.historySection,
    ],
  },
  {
    title: 'Stats',
    view: 'stats',
    requests: [{operation: 'nodebalancers.stats.get', params: nodebalancerParams, refreshSeconds: 300}],
  },
  standard.eventsTab('nodebalancer'),
  {
    title: 'Firewalls',
    list: 'nodebalancers.firewalls',
    params: nodebalancerParams,
    unless: unlessToday,
  },
  {title: 'VPCs', list: 'nodebalancers.vpcs', params: nodebalancerParams, unless: unlessToday},
  {
    ...standard.metricsTab('nodebalancer'),
    unless: ({type}) => (type === undefined ? 'your provider has no metrics of NodeBalancers' : undefined),
  },
];

export const nodebalancers = defineFamily('nodebalancers', {
  title: 'NodeBalancers',
  one: 'NodeBalancer',
  unique: 'label',
  group: 'network',
  aliases: ['nodebalancer', 'nb', 'lb', 'balancers'],
  entity: 'nodebalancer',
  events: ['nodebalancer'],
  onEvent: nodebalancerEvents,
  label: row => row.label,
  state,
  stateWords: healthWords,
  sort: 'label',
  columns,
  detail,
  actions: nodebalancerActions,
  borrowedActions: {ticket: openTicketAction('nodebalancer_id')},
  summary: row => joinParts(row.region, row.ipv4),
  search: row => [row.id, row.ipv4, row.ipv6, row.hostname].filter(Boolean).join(' '),
});
