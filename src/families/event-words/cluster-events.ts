/** Events of networks, placement groups and Kubernetes clusters that affect other resources. */
import type {FamilyId} from '../shape/define-family.ts';
import {type EventWordsFor, passiveMeaningOf} from './event-wording.ts';

const interfaces: readonly FamilyId[] = [
  'instances',
  'instances.interfaces',
  'instances.interfaces.history',
  'instances.interfaces.settings',
  'instances.ips',
  'networking.ips',
  'vpcs',
  'vpcs.subnets',
];

const subnets: readonly FamilyId[] = ['vpcs', 'vpcs.subnets'];

/** VPCs and their subnets. */
export const vpcEvents: EventWordsFor<'vpc' | 'subnet'> = {
  vpc_create: passiveMeaningOf('the VPC[ {entity}]', 'created'),
  vpc_delete: {...passiveMeaningOf('the VPC[ {entity}]', 'deleted'), isDeletion: true},
  vpc_update: passiveMeaningOf('the VPC[ {entity}]', 'updated'),
  subnet_create: {...passiveMeaningOf('the subnet[ {entity}]', 'created'), invalidates: subnets},
  subnet_delete: {...passiveMeaningOf('the subnet[ {entity}]', 'deleted'), invalidates: subnets},
  subnet_update: {...passiveMeaningOf('the subnet[ {entity}]', 'updated'), invalidates: subnets},
};

/** Network interfaces of instances, and the VLANs that they are in. */
export const interfaceEvents: EventWordsFor<'interface' | 'vlan'> = {
  interface_create: {...passiveMeaningOf('an interface', 'added', '[ to {entity}]'), invalidates: interfaces},
  interface_delete: {...passiveMeaningOf('an interface', 'removed', '[ from {entity}]'), invalidates: interfaces},
  interface_update: {...passiveMeaningOf('an interface[ of {entity}]', 'updated'), invalidates: interfaces},
  vlan_attach: {...passiveMeaningOf('a VLAN', 'attached', '[ to {entity}]'), invalidates: ['networking.vlans']},
  vlan_detach: {...passiveMeaningOf('a VLAN', 'detached', '[ from {entity}]'), invalidates: ['networking.vlans']},
  vlan_delete: {...passiveMeaningOf('the VLAN[ {entity}]', 'deleted'), invalidates: ['networking.vlans']},
};

/** Placement groups, which decide the hosts of instances. */
export const placementEvents: EventWordsFor<'placement'> = {
  placement_group_create: passiveMeaningOf('the placement group[ {entity}]', 'created'),
  placement_group_update: {
    ...passiveMeaningOf('the placement group[ {entity}]', 'updated'),
    invalidates: ['instances'],
  },
  placement_group_delete: {...passiveMeaningOf('the placement group[ {entity}]', 'deleted'), isDeletion: true},
  placement_group_assign: {
    ...passiveMeaningOf('an instance', 'assigned', '[ to the placement group {entity}]'),
    invalidates: ['instances'],
  },
  placement_group_unassign: {
    ...passiveMeaningOf('an instance', 'removed', '[ from the placement group {entity}]'),
    invalidates: ['instances'],
  },
  placement_group_became_compliant: {
    doing: 'the placement group[ {entity}] is becoming compliant',
    done: 'the placement group[ {entity}] is compliant again',
    failed: 'the placement group[ {entity}] could not be made compliant',
  },
  placement_group_became_non_compliant: {
    doing: 'the placement group[ {entity}] is losing compliance',
    done: 'the placement group[ {entity}] is not compliant',
    failed: 'the placement group[ {entity}] is still not compliant',
    alarm: 'not compliant',
  },
};

const nodes: readonly FamilyId[] = ['kube.clusters.pools', 'kube.clusters.nodes', 'instances'];

/** Kubernetes clusters, whose nodes are instances. */
export const kubeEvents: EventWordsFor<'kube'> = {
  kube_cluster_create: passiveMeaningOf('the Kubernetes cluster[ {entity}]', 'created'),
  kube_cluster_update: passiveMeaningOf('the Kubernetes cluster[ {entity}]', 'updated'),
  kube_cluster_delete: {
    ...passiveMeaningOf('the Kubernetes cluster[ {entity}]', 'deleted'),
    invalidates: ['instances'],
    isDeletion: true,
  },
  kube_cluster_recycle: {
    ...passiveMeaningOf('the nodes[ of the Kubernetes cluster {entity}]', 'replaced', '', 'are'),
    invalidates: nodes,
  },
  kube_cluster_regenerate: passiveMeaningOf(
    'the credentials[ of the Kubernetes cluster {entity}]',
    'renewed',
    '',
    'are',
  ),
  kube_control_plane_acl_create: {
    ...passiveMeaningOf('the access list[ of the Kubernetes cluster {entity}]', 'created'),
    invalidates: ['kube.clusters.controlPlaneAcl'],
  },
  kube_control_plane_acl_update: {
    ...passiveMeaningOf('the access list[ of the Kubernetes cluster {entity}]', 'updated'),
    invalidates: ['kube.clusters.controlPlaneAcl'],
  },
  kube_control_plane_acl_delete: {
    ...passiveMeaningOf('the access list[ of the Kubernetes cluster {entity}]', 'deleted'),
    invalidates: ['kube.clusters.controlPlaneAcl'],
  },
  kube_node_create: {...passiveMeaningOf('a Kubernetes node', 'created', '[: {entity}]'), invalidates: nodes},
  kube_node_delete: {...passiveMeaningOf('a Kubernetes node', 'deleted', '[: {entity}]'), invalidates: nodes},
  kube_node_recycle: {
    ...passiveMeaningOf('a Kubernetes node', 'replaced', '[: {entity}]'),
    invalidates: nodes,
  },
  kube_pool_create: {
    ...passiveMeaningOf('a node pool', 'created', '[ in the Kubernetes cluster {entity}]'),
    invalidates: nodes,
  },
  kube_pool_delete: {
    ...passiveMeaningOf('a node pool', 'deleted', '[ from the Kubernetes cluster {entity}]'),
    invalidates: nodes,
  },
  kube_pool_recycle: {
    ...passiveMeaningOf('the nodes[ of a pool of the Kubernetes cluster {entity}]', 'replaced', '', 'are'),
    invalidates: nodes,
  },
  kube_kubeconfig_regenerate: passiveMeaningOf('the kubeconfig[ of the Kubernetes cluster {entity}]', 'renewed'),
  kube_token_rotate: passiveMeaningOf('the service token[ of the Kubernetes cluster {entity}]', 'renewed'),
};
