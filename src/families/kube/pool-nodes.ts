/** Nodes of a Kubernetes cluster. The API lists them only in their pools. */
import type {KubeNodePool} from '../../contract/resources/kube.ts';
import {type Cell, cellFor, noneCell} from '../format/cells.ts';
import {joinParts} from '../format/format.ts';
import {defineFamily, type FamilySpec, type Lookup} from '../shape/define-family.ts';
import type {PoolNode} from '../shape/derived-rows.ts';
import {nodeState, nodeStateWords} from './cluster-facts.ts';

type Spec = FamilySpec<'kube.clusters.nodes', never>;

const rowParams = (row: PoolNode) => ({nodeId: row.id});

const nodesOf = ({id, label, type, nodes}: KubeNodePool): readonly PoolNode[] =>
  (Array.isArray(nodes) ? nodes : []).map(node => ({...node, pool_id: id, pool_label: label || `pool ${id}`, type}));

const instanceOf = (row: PoolNode, lookup: Lookup): Cell =>
  cellFor(row.instance_id, id => lookup.find('instances', id)?.label ?? `instance ${id}`);
const addressOf = (row: PoolNode, lookup: Lookup): Cell =>
  row.instance_id === null ? noneCell : cellFor(lookup.find('instances', row.instance_id)?.ipv4[0]);
const instanceRef = ({instance_id: id}: PoolNode) =>
  typeof id === 'number' ? ({family: 'instances', id} as const) : undefined;
const poolCell = ({pool_label: label}: PoolNode): Cell => cellFor(label);

const columns: Spec['columns'] = [
  {field: 'id', title: 'Node', width: 12, max: 18},
  {field: 'status', title: 'Status', state: true, width: 12, format: (_, row) => nodeState(row).word},
  {id: 'instance', title: 'Instance', grow: true, width: 16, value: instanceOf, link: instanceRef},
  {id: 'pool', title: 'Pool', width: 10, priority: 2, value: poolCell},
  {id: 'ipv4', title: 'IPv4', priority: 2, width: 15, value: addressOf},
  {id: 'type', title: 'Plan', priority: 3, value: row => cellFor(row.type)},
];

const localStorage = 'Data on its local storage is lost.';

export const poolNodes = defineFamily('kube.clusters.nodes', {
  title: 'Kubernetes nodes',
  one: 'node',
  name: 'kubernetes-nodes',
  today: true,
  within: 'kube.clusters.pools.list',
  rows: response => (Array.isArray(response?.data) ? response.data.flatMap(nodesOf) : []),
  label: row => String(row.id),
  state: nodeState,
  stateWords: nodeStateWords,
  columns,
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'Node',
          lines: [
            {title: 'Node', value: row => row.id},
            {title: 'Status', value: row => ({text: nodeState(row).word, tone: nodeState(row).condition})},
            {title: 'Pool', value: poolCell},
            {title: 'Plan', value: row => cellFor(row.type)},
            {title: 'Instance', value: instanceOf, link: instanceRef},
            {title: 'IPv4', value: addressOf},
          ],
        },
      ],
    },
  ],
  actions: {
    delete: {
      title: 'Delete',
      rowParams,
      confirm: {typing: 'label'},
      eventActions: ['kube_node_delete'],
      invalidates: ['kube.clusters.pools', 'instances'],
      busyWord: 'deleting',
      warnings: () => ['The pool has one node less afterwards.', localStorage],
    },
    recycle: {
      title: 'Recycle',
      rowParams,
      risk: 'destroys',
      confirm: 'ask',
      eventActions: ['kube_node_recycle'],
      invalidates: ['kube.clusters.pools', 'instances'],
      busyWord: 'recycling',
      warnings: () => ['The instance of the node is deleted and created again, with another IP address.', localStorage],
    },
  },
  summary: row => joinParts(row.pool_label ?? '', row.type ?? ''),
});
