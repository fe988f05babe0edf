/** Kubernetes clusters. The API of today has them. */
import type {KubeCluster} from '../../contract/resources/kube.ts';
import {kubeEvents} from '../event-words/cluster-events.ts';
import {amountCell, type Cell, cellFor, listCell, momentCell, yesNoCell} from '../format/cells.ts';
import {joinParts} from '../format/format.ts';
import {regionCell} from '../relations/reference-cells.ts';
import {addedLine} from '../shape/added-line.ts';
import {ageColumn} from '../shape/column.ts';
import {decodedText} from '../shape/decoded-text.ts';
import {defineFamily, type Lookup} from '../shape/define-family.ts';
import {clusterParams, nextVersion, tierOf, unlessStarted} from './cluster-facts.ts';
import {borrowedClusterActions, type ClusterSpec, clusterActions} from './kube-cluster-actions.ts';

/** The number of loaded instances of the cluster. */
const nodeCount = (row: KubeCluster, lookup: Lookup): number | undefined =>
  lookup.complete('instances')
    ? lookup.rows('instances').filter(({kube_cluster_id: id}) => id === row.id).length
    : undefined;

const columns: ClusterSpec['columns'] = [
  {field: 'label', title: 'Label', grow: true, width: 14},
  {field: 'region', title: 'Region', width: 10, max: 14, link: row => ({family: 'regions', id: row.region})},
  {field: 'k8s_version', title: 'Version', width: 8, kind: 'version'},
  {
    id: 'nodes',
    title: 'Nodes',
    align: 'right',
    value: (row, lookup) => amountCell(nodeCount(row, lookup)),
    kind: 'number',
    measure: nodeCount,
  },
  {
    id: 'availability',
    title: 'High availability',
    priority: 2,
    value: row => yesNoCell(row.control_plane.high_availability),
  },
  {id: 'tier', title: 'Tier', priority: 3, value: row => tierOf(row)},
  {field: 'tags', title: 'Tags', priority: 4, max: 24, format: all => listCell(all)},
  {...ageColumn, priority: 3},
  {field: 'id', title: 'ID', align: 'right', priority: 2},
];

const versionCells = (row: KubeCluster, lookup: Lookup): Cell | readonly Cell[] => {
  const next = nextVersion(row, lookup);
  return next === undefined ? cellFor(row.k8s_version) : [row.k8s_version, {text: `${next} is available`, tone: 'dim'}];
};

const detail: ClusterSpec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Kubernetes cluster',
        lines: [
          {title: 'Label', value: row => row.label},
          {title: 'ID', value: row => amountCell(row.id)},
          {
            title: 'Region',
            value: (row, lookup) => regionCell(row.region, lookup),
            link: row => ({family: 'regions', id: row.region}),
          },
          {title: 'Version', value: versionCells},
          {title: 'Tier', value: row => tierOf(row)},
          {title: 'Nodes', value: (row, lookup) => amountCell(nodeCount(row, lookup))},
          {title: 'Tags', value: row => listCell(row.tags)},
        ],
      },
      {
        title: 'Control plane',
        lines: [
          {title: 'High availability', value: row => yesNoCell(row.control_plane.high_availability)},
          {
            title: 'Audit logs',
            value: row => yesNoCell(row.control_plane.audit_logs_enabled),
            isVisible: row => tierOf(row) === 'enterprise',
          },
          addedLine('App Platform', 'apl_enabled', yesNoCell),
          addedLine('IP versions', 'stack_type'),
          {
            title: 'VPC',
            value: (row, lookup) => cellFor(row.vpc_id, id => lookup.find('vpcs', id)?.label ?? `VPC ${id}`),
            link: row => (typeof row.vpc_id === 'number' ? {family: 'vpcs', id: row.vpc_id} : undefined),
            isVisible: row => typeof row.vpc_id === 'number',
          },
          {
            title: 'Subnet',
            value: row => cellFor(row.subnet_id, id => `subnet ${id}`),
            isVisible: row => typeof row.subnet_id === 'number',
          },
        ],
      },
      {
        title: 'History',
        lines: [
          {title: 'Created', value: (row, lookup) => momentCell(row.created, lookup.now)},
          {title: 'Updated', value: (row, lookup) => momentCell(row.updated, lookup.now)},
        ],
      },
    ],
  },
  {title: 'Node pools', list: 'kube.clusters.pools', params: clusterParams},
  {title: 'Nodes', list: 'kube.clusters.nodes', params: clusterParams},
  {title: 'Access list', list: 'kube.clusters.controlPlaneAcl', params: clusterParams},
  {
    title: 'API endpoints',
    unless: unlessStarted,
    operation: 'kube.clusters.apiEndpoints.list',
    params: clusterParams,
    refreshSeconds: 600,
    content: {
      sections: [
        {
          title: 'API endpoints',
          lines: [
            {
              title: 'Endpoints',
              value: ({data}) =>
                listCell(
                  data?.map(({endpoint}) => endpoint),
                  '\n',
                ),
            },
          ],
        },
      ],
    },
  },
  {
    title: 'Kubeconfig',
    unless: unlessStarted,
    operation: 'kube.clusters.kubeconfig.get',
    params: clusterParams,
    refreshSeconds: 600,
    content: {text: response => decodedText(response.kubeconfig), secret: true},
  },
  {
    title: 'Dashboard',
    unless: unlessStarted,
    operation: 'kube.clusters.dashboard.get',
    params: clusterParams,
    refreshSeconds: 600,
    content: {sections: [{title: 'Dashboard', lines: [{title: 'URL', value: ({url}) => cellFor(url)}]}]},
  },
  {
    title: 'NodeBalancers',
    list: 'nodebalancers',
    params: () => ({}),
    filter: (balancer, row) => String(balancer.kube_cluster?.id) === String(row.id),
  },
  {
    title: 'Instances',
    list: 'instances',
    params: () => ({}),
    filter: (instance, row) => instance.kube_cluster_id === row.id,
  },
  {title: 'Versions', list: 'kube.tiers.versions', params: row => ({tier: tierOf(row)})},
  {title: 'Events', events: row => ({type: 'kubecluster', id: row.id})},
];

export const kubeClusters = defineFamily('kube.clusters', {
  title: 'Kubernetes clusters',
  one: 'Kubernetes cluster',
  name: 'kubernetes',
  entry: 'Kubernetes',
  group: 'compute',
  today: true,
  aliases: ['kubernetes', 'k8s', 'kube'],
  entity: 'kubecluster',
  events: ['kube'],
  onEvent: kubeEvents,
  label: row => row.label,
  sort: 'label',
  columns,
  detail,
  actions: clusterActions,
  borrowedActions: borrowedClusterActions,
  summary: row => joinParts(row.region, row.k8s_version),
  search: row => [row.id, tierOf(row)].join(' '),
});
