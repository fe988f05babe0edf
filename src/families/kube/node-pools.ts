/** Node pools of a Kubernetes cluster: nodes with the same plan. */
import type {KubeNodePool} from '../../contract/resources/kube.ts';
import {amountCell, type Cell, cellFor, cellText, formatIfKnown, listCell, noneCell} from '../format/cells.ts';
import {countText, joinParts} from '../format/format.ts';
import {planCell} from '../relations/reference-cells.ts';
import {addedLine} from '../shape/added-line.ts';
import {defineFamily, type FamilySpec, type ListParamsOf, type Lookup} from '../shape/define-family.ts';
import {pickSentFields, sentFields} from '../shape/undo-body.ts';
import {
  instancesOfNodes,
  nodeStateWords,
  poolChangeSentence,
  poolCostSentence,
  poolPrice,
  poolPriceText,
  poolState,
  readyText,
} from './cluster-facts.ts';
import {newPool, poolEdits, poolProblems, scaledDownCount} from './pool-forms.ts';

type Spec = FamilySpec<'kube.clusters.pools', never>;
type ListParams = ListParamsOf<'kube.clusters.pools'>;

const rowParams = (row: KubeNodePool) => ({poolId: row.id});
const regionOf = (lookup: Lookup, {clusterId}: ListParams): string | undefined =>
  lookup.find('kube.clusters', clusterId)?.region;

/** "2 to 5", "off" */
const scalerCell = ({autoscaler}: KubeNodePool): Cell => {
  if (!autoscaler) return cellFor(undefined);
  const {enabled, min, max} = autoscaler;
  const boundText = (value: number) => cellText(amountCell(value));
  return enabled ? `${boundText(min)} to ${boundText(max)}` : {text: 'off', tone: 'off'};
};

const labelCell = ({labels}: KubeNodePool): Cell =>
  cellFor(
    labels,
    all =>
      Object.entries(all)
        .map(([key, value]) => (typeof value === 'string' ? `${key}=${value}` : key))
        .join(', ') || noneCell,
  );
const taintCell = ({taints}: KubeNodePool): Cell =>
  listCell(Array.isArray(taints) ? taints.map(({key, value, effect}) => `${key}=${value}:${effect}`) : undefined, ', ');

const columns: Spec['columns'] = [
  {id: 'label', title: 'Label', width: 10, grow: true, value: row => cellFor(row.label || null)},
  {field: 'type', title: 'Plan', max: 18, link: row => ({family: 'types', id: row.type})},
  {field: 'count', title: 'Nodes', align: 'right'},
  {id: 'status', title: 'Status', state: true, width: 14, value: row => poolState(row).word},
  {id: 'autoscaler', title: 'Autoscaler', priority: 2, value: scalerCell},
  {
    id: 'price',
    title: 'Price',
    align: 'right',
    priority: 2,
    value: (row, lookup, params) => cellFor(poolPriceText(row, lookup, regionOf(lookup, params))),
    kind: 'monthly',
    measure: (row, lookup, params) => poolPrice(row, lookup, regionOf(lookup, params)),
  },
  {field: 'tags', title: 'Tags', priority: 4, max: 24, format: all => listCell(all)},
  {field: 'id', title: 'ID', align: 'right'},
];

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Node pool',
        lines: [
          {title: 'Label', value: row => cellFor(row.label || null), isVisible: row => row.label !== undefined},
          {title: 'ID', value: row => amountCell(row.id)},
          {
            title: 'Plan',
            value: (row, lookup, params) => planCell(row.type, lookup, regionOf(lookup, params)),
            link: row => ({family: 'types', id: row.type}),
          },
          {title: 'Nodes', value: row => [amountCell(row.count), {text: readyText(row), tone: 'dim'}]},
          {
            title: 'Price',
            value: (row, lookup, params) => cellFor(poolPriceText(row, lookup, regionOf(lookup, params))),
          },
          {title: 'Autoscaler', value: scalerCell},
          {title: 'Labels', value: labelCell},
          {title: 'Taints', value: taintCell},
          {title: 'Tags', value: row => listCell(row.tags)},
          addedLine('Disk encryption', 'disk_encryption'),
          addedLine('Version', 'k8s_version'),
          addedLine('Update strategy', 'update_strategy', strategy =>
            strategy === 'rolling_update' ? 'rolling update' : strategy === 'on_recycle' ? 'on recycle' : strategy,
          ),
        ],
      },
    ],
  },
  {
    title: 'Nodes',
    list: 'kube.clusters.nodes',
    params: (_, {clusterId}) => ({clusterId}),
    filter: (node, row) => row.nodes.some(({id}) => id === node.id),
  },
  {
    title: 'Instances',
    list: 'instances',
    params: () => ({}),
    filter: (instance, row) => instancesOfNodes(row.nodes).includes(instance.id),
  },
];

const localStorage = 'Data on their local storage is lost.';

const actions: Spec['actions'] = {
  create: {
    title: 'New node pool…',
    undo: {action: 'delete'},
    eventActions: ['kube_pool_create'],
    invalidates: ['kube.clusters.nodes', 'instances'],
    problems: ({body}) => poolProblems(body),
    warnings: ({lookup, params, body}) => [poolCostSentence([body], lookup, regionOf(lookup, params))],
    form: newPool,
  },
  update: {
    title: 'Edit…',
    rowParams,
    invalidates: ['kube.clusters.nodes', 'instances'],
    confirm: 'ask',
    risk: ({row, body = {}}) => {
      const {count} = body;
      if (scaledDownCount(row, body) > 0) return 'destroys';
      if (count === undefined || count === row.count) return undefined;
      return count < row.count ? 'destroys' : 'charges';
    },
    expectedFields: ({body}) => pickSentFields(body, 'count', 'tags'),
    undo: {action: 'update', body: sentFields('count', 'autoscaler', 'labels', 'taints', 'tags')},
    problems: ({body}) => poolProblems(body),
    warnings: ({row, lookup, params, body = {}}) => {
      const cost =
        body.count === undefined && body.autoscaler === undefined
          ? undefined
          : poolChangeSentence(row, {...row, ...body}, lookup, regionOf(lookup, params));
      const removed = row.count - (body.count ?? row.count);
      const losses = [
        `${countText(removed, 'instance')} of the pool will be deleted. Your provider chooses which.`,
        localStorage,
      ];
      const scaledDown = scaledDownCount(row, body);
      // The documents don't define whether the API refuses such a maximum, or scales the pool down.
      const scaling = [
        `The maximum of the autoscaler is below the number of nodes: ${countText(scaledDown, 'instance')} may be deleted.`,
        ...(removed > 0 ? [] : [localStorage]),
      ];
      return [
        ...(removed > 0 ? losses : []),
        ...(scaledDown > 0 ? scaling : []),
        ...(cost === undefined ? [] : [cost]),
      ];
    },
    form: poolEdits,
  },
  delete: {
    title: 'Delete',
    rowParams,
    confirm: {typing: 'label'},
    eventActions: ['kube_pool_delete'],
    invalidates: ['kube.clusters.nodes', 'instances'],
    busyWord: 'deleting',
    warnings: () => ['Pods of the pool move to other pools, or stop.', localStorage],
  },
  recycle: {
    title: 'Recycle',
    rowParams,
    risk: 'destroys',
    confirm: 'ask',
    eventActions: ['kube_pool_recycle'],
    invalidates: ['kube.clusters.nodes', 'instances'],
    busyWord: 'recycling',
    warnings: () => ['All nodes of the pool are deleted and created again, one after the other.', localStorage],
  },
};

export const nodePools = defineFamily('kube.clusters.pools', {
  title: 'Node pools',
  one: 'node pool',
  name: 'node-pools',
  today: true,
  label: row => row.label || `pool ${row.id}`,
  state: poolState,
  stateWords: nodeStateWords,
  columns,
  detail,
  actions,
  summary: row =>
    joinParts(
      row.type,
      formatIfKnown(row.count, count => countText(count, 'node')),
    ),
  search: row => [row.id, row.type].join(' '),
});
