/** All actions of Kubernetes clusters. */

import type {KubeCluster} from '../../contract/resources/kube.ts';
import {unlessCapable, unlessInService} from '../catalogue/regions.ts';
import type {FamilySpec, Lookup} from '../shape/define-family.ts';
import type {FormContext} from '../shape/forms.ts';
import {pickSentFields} from '../shape/undo-body.ts';
import {openTicketAction} from '../support/ticket-subject.ts';
import {
  availabilitySentence,
  clusterParams,
  enterpriseSentence,
  nextVersion,
  poolCostSentence,
  tierOf,
  unlessNextVersion,
} from './cluster-facts.ts';
import {noAddressWarning} from './control-plane-acl.ts';
import {newPool, poolProblems} from './pool-forms.ts';

export type ClusterSpec = FamilySpec<'kube.clusters', 'kube'>;

const localStorage = 'Data on their local storage is lost.';
const oldKubeconfig = 'The current kubeconfig stops working. Download the new one afterwards.';
const tokenOutage = 'Parts of the control plane restart. Without high availability, it is unavailable for a moment.';

const acl = {
  title: 'Access list',
  help: 'addresses that reach the control plane; once enabled, it can only be disabled',
  input: 'group',
  inputs: {
    enabled: {title: 'Enabled', input: 'toggle'},
    addresses: {
      title: 'Addresses',
      input: 'group',
      inputs: {
        ipv4: {title: 'IPv4', input: 'lines'},
        ipv6: {title: 'IPv6', input: 'lines'},
      },
    },
  },
} as const;

const highAvailability = {
  title: 'High availability',
  help: 'charged; can’t be disabled later',
  input: 'toggle',
} as const;
const auditLogs = {title: 'Audit logs', input: 'toggle'} as const;

const isEnterprise = ({values}: Pick<FormContext, 'values'>): boolean => values.tier === 'enterprise';

const hasAddress = ({
  ipv4 = [],
  ipv6 = [],
}: {
  readonly ipv4?: readonly string[];
  readonly ipv6?: readonly string[];
} = {}) => ipv4.length + ipv6.length > 0;

const create: ClusterSpec['actions']['create'] = {
  title: 'New Kubernetes cluster…',
  undo: {action: 'delete'},
  eventActions: ['kube_cluster_create'],
  invalidates: ['instances'],
  problems: ({body: {node_pools: pools, apl_enabled: apl, control_plane: plane}}) => [
    ...(Array.isArray(pools) && pools.length === 0 ? [{field: 'node_pools', reason: 'needs at least one pool'}] : []),
    ...(Array.isArray(pools) ? pools.flatMap((pool, index) => poolProblems(pool, `node_pools.${index}.`)) : []),
    ...(apl && plane?.high_availability !== true ? [{field: 'apl_enabled', reason: 'needs high availability'}] : []),
  ],
  warnings: ({lookup, body: {node_pools: pools, region, tier, control_plane: plane}}) => [
    poolCostSentence(pools, lookup, region),
    ...(tier === 'enterprise' ? [enterpriseSentence(lookup, region)] : []),
    ...(tier !== 'enterprise' && plane?.high_availability ? [availabilitySentence(lookup, region)] : []),
    ...(plane?.acl?.enabled && !hasAddress(plane.acl.addresses) ? [noAddressWarning] : []),
  ],
  form: {
    label: {title: 'Label', input: 'text'},
    region: {
      title: 'Region',
      input: 'pick',
      family: 'regions',
      unless: ({candidate: region}) => unlessCapable(region, 'Kubernetes') ?? unlessInService(region),
    },
    tier: {
      title: 'Tier',
      help: 'Leave empty for standard.',
      input: 'choice',
      labels: {standard: 'standard', enterprise: 'enterprise'},
    },
    k8s_version: {
      title: 'Version',
      input: 'pick',
      family: 'kube.tiers.versions',
      params: context => ({tier: isEnterprise(context) ? 'enterprise' : 'standard'}),
    },
    node_pools: {
      title: 'Node pools',
      help: 'at least one; charged like instances',
      input: 'rows',
      one: 'node pool',
      inputs: newPool,
    },
    control_plane: {
      title: 'Control plane',
      input: 'group',
      inputs: {
        high_availability: highAvailability,
        audit_logs_enabled: {...auditLogs, isVisible: ({formValues}) => isEnterprise({values: formValues})},
        acl,
      },
    },
    apl_enabled: {
      title: 'App Platform',
      help: 'needs high availability; can’t be changed later',
      input: 'toggle',
    },
    tags: {title: 'Tags', input: 'tags'},
    stack_type: {title: 'IP versions', input: 'choice', isVisible: isEnterprise},
    vpc_id: {
      title: 'VPC',
      help: 'Leave empty for a new one.',
      input: 'pick',
      family: 'vpcs',
      isVisible: isEnterprise,
      unless: ({candidate: vpc, values: {region}}) =>
        region !== undefined && region !== vpc.region ? `is in ${vpc.region}` : undefined,
    },
    subnet_id: {
      title: 'Subnet',
      help: 'Leave empty for a new one.',
      input: 'pick',
      family: 'vpcs.subnets',
      params: ({values: {vpc_id: vpcId}}) => (typeof vpcId === 'number' ? {vpcId} : undefined),
      isVisible: isEnterprise,
    },
  },
};

/** True for a change that can't be undone: an upgrade, or high availability. */
const isIrreversible = (row: KubeCluster, version: unknown, isAvailable: unknown): boolean =>
  (version !== undefined && version !== row.k8s_version) ||
  (isAvailable === true && !row.control_plane.high_availability);

const upgradeWords = (row: KubeCluster, version: string | undefined): readonly string[] =>
  version === undefined || version === row.k8s_version
    ? []
    : [
        `Kubernetes is upgraded from ${row.k8s_version} to ${version}, and can’t be downgraded.`,
        'Nodes keep their version until you recycle the cluster or its pools.',
      ];

const update: ClusterSpec['actions']['update'] = {
  title: 'Edit…',
  rowParams: clusterParams,
  confirm: 'ask',
  eventActions: ['kube_cluster_update'],
  invalidates: ['kube.clusters.pools', 'kube.clusters.nodes'],
  risk: ({row, body}) =>
    isIrreversible(row, body.k8s_version, body.control_plane?.high_availability) ? 'interrupts' : undefined,
  expectedFields: ({body}) => pickSentFields(body, 'label', 'tags'),
  undo: {
    action: 'update',
    body: (before, sent) =>
      isIrreversible(before, sent.k8s_version, sent.control_plane?.high_availability)
        ? undefined
        : {
            ...(sent.label !== undefined && {label: before.label}),
            ...(sent.tags !== undefined && {tags: before.tags}),
          },
  },
  warnings: ({row, lookup, body: {k8s_version: version, control_plane: plane}}) => [
    ...upgradeWords(row, version),
    ...(plane?.high_availability && !row.control_plane.high_availability
      ? [
          availabilitySentence(lookup, row.region),
          'High availability can’t be disabled later.',
          `All nodes of an older cluster are deleted and created again. ${localStorage}`,
        ]
      : []),
  ],
  form: {
    label: {title: 'Label', input: 'text'},
    tags: {title: 'Tags', input: 'tags'},
    k8s_version: {
      title: 'Version',
      help: 'one minor version up at a time',
      input: 'pick',
      family: 'kube.tiers.versions',
      params: ({row}) => ({tier: row ? tierOf(row) : 'standard'}),
      unless: ({candidate: version, row}) =>
        version.id === row?.k8s_version ? undefined : unlessNextVersion(version.id, row),
    },
    control_plane: {
      title: 'Control plane',
      input: 'group',
      inputs: {
        high_availability: highAvailability,
        audit_logs_enabled: {...auditLogs, isVisible: ({row}) => row !== undefined && tierOf(row) === 'enterprise'},
      },
    },
  },
};

const acls = 'offered on the access list of the cluster';
const onNodes = 'offered on the nodes of the cluster';

export const clusterActions: ClusterSpec['actions'] = {
  create,
  update,
  delete: {
    title: 'Delete',
    rowParams: clusterParams,
    confirm: {typing: 'label'},
    eventActions: ['kube_cluster_delete'],
    invalidates: ['instances', 'nodebalancers'],
    busyWord: 'deleting',
    warnings: () => [
      'All node pools and their instances are permanently deleted.',
      'Volumes that the cluster created stay, and are billed. The API doesn’t list them.',
    ],
  },
  recycle: {
    title: 'Recycle all nodes',
    rowParams: clusterParams,
    risk: 'destroys',
    confirm: 'ask',
    eventActions: ['kube_cluster_recycle'],
    invalidates: ['kube.clusters.pools', 'kube.clusters.nodes', 'instances'],
    busyWord: 'recycling',
    warnings: () => [`All nodes are deleted and created again, one after the other. ${localStorage}`],
  },
  regenerate: {
    title: 'Regenerate credentials…',
    rowParams: clusterParams,
    risk: 'interrupts',
    confirm: 'ask',
    eventActions: ['kube_cluster_regenerate'],
    problems: ({body: {kubeconfig, servicetoken}}) =>
      kubeconfig || servicetoken ? [] : [{field: 'kubeconfig', reason: 'choose the kubeconfig, the token, or both'}],
    warnings: ({body: {kubeconfig, servicetoken}}) => [
      ...(kubeconfig ? [oldKubeconfig] : []),
      ...(servicetoken ? [tokenOutage] : []),
    ],
    form: {
      kubeconfig: {title: 'Kubeconfig', input: 'toggle'},
      servicetoken: {title: 'Service token', input: 'toggle'},
    },
  },
  'kubeconfig.delete': {
    title: 'Renew kubeconfig',
    rowParams: clusterParams,
    risk: 'interrupts',
    confirm: {typing: 'label'},
    eventActions: ['kube_kubeconfig_regenerate'],
    warnings: () => [oldKubeconfig],
  },
  'servicetoken.delete': {
    title: 'Renew service token',
    rowParams: clusterParams,
    risk: 'interrupts',
    confirm: {typing: 'label'},
    eventActions: ['kube_token_rotate'],
    warnings: () => [tokenOutage],
  },
  'controlPlaneAcl.update': {elsewhere: acls},
  'controlPlaneAcl.delete': {elsewhere: acls},
  'nodes.delete': {elsewhere: onNodes},
  'nodes.recycle': {elsewhere: onNodes},
};

/** The reason why a cluster has no next version; undefined until the versions are loaded. */
const unlessUpgradable = (row: KubeCluster | undefined, lookup: Lookup): string | undefined =>
  row && nextVersion(row, lookup) === undefined && lookup.complete('kube.tiers.versions', {tier: tierOf(row)})
    ? 'the newest version is installed'
    : undefined;

export const borrowedClusterActions: NonNullable<ClusterSpec['borrowedActions']> = {
  ticket: openTicketAction('kubecluster_id'),
  upgrade: {
    title: 'Upgrade to the next version',
    key: 'U',
    on: 'row',
    family: 'kube.clusters',
    action: 'update',
    target: ({row}) => row?.id,
    listParams: () => ({}),
    requiredList: ({row}) => ({family: 'kube.tiers.versions', params: {tier: row ? tierOf(row) : 'standard'}}),
    unless: ({row, lookup}) => unlessUpgradable(row, lookup),
    presetValues: ({row, lookup}) => {
      const version = row && nextVersion(row, lookup);
      return version === undefined ? {} : {k8s_version: version};
    },
  },
};
