/** Stored data of NodeBalancers; `parent` of a config is its NodeBalancer, `parent` of a node its config. */
import type {
  NodeBalancer,
  NodeBalancerConfig,
  NodeBalancerNode,
  NodeBalancerVpc,
} from '../../../contract/resources/nodebalancers.ts';
import {defineKind} from '../../engine/storage/kind.ts';

export const NodeBalancers = defineKind<NodeBalancer>('nodebalancer', {
  grant: 'nodebalancer',
  firstId: 4101,
  columns: {key: 'label'},
  hasUpdatedField: true,
  meteredFields: [],
});
export const NodeBalancerConfigs = defineKind<NodeBalancerConfig>('nodebalancer_config', {
  firstId: 4501,
  columns: {parent: 'nodebalancer_id'},
});
/** `since`: start of its health checks, in milliseconds. */
export const NodeBalancerNodes = defineKind<NodeBalancerNode, {readonly since: number}>('nodebalancer_node', {
  firstId: 54301,
  columns: {parent: 'config_id'},
});

/** Subnets in which NodeBalancers reach their nodes; `parent` is the NodeBalancer. */
export const NodeBalancerVpcs = defineKind<NodeBalancerVpc>('nodebalancer_vpc', {firstId: 61});

/** A NodeBalancer as the entity of an event. */
export const balancerEntity = ({id, label}: Pick<NodeBalancer, 'id' | 'label'>) => ({
  id,
  label,
  type: 'nodebalancer' as const,
  url: `/v4/nodebalancers/${id}`,
});
