/** Ports of a NodeBalancer. */
import type {Contract} from '../../../contract/index.ts';
import type {NodeBalancerConfig} from '../../../contract/resources/nodebalancers.ts';
import type {Handlers} from '../../engine/call.ts';
import {FieldErrors} from '../../engine/http/refusal.ts';
import type {Store} from '../../engine/storage/store.ts';
import {configsOf, withCounts} from './backend-health.ts';
import {type ConfigRequest, mergeConfig} from './merge-config.ts';
import {balancerEntity, NodeBalancerConfigs, NodeBalancerNodes, NodeBalancers} from './nodebalancer-kinds.ts';
import {addNode, addressProblems, configAt, nodes} from './nodes.ts';

const otherPorts = (db: Store, balancer: number, ownId?: number): number[] =>
  configsOf(db, balancer).flatMap(({id, port}) => (id === ownId ? [] : port));

export function addNodeBalancerConfig(
  db: Store,
  balancer: number,
  merged: ReturnType<typeof mergeConfig>,
): NodeBalancerConfig {
  return db.insert(NodeBalancerConfigs, id => ({
    id,
    nodebalancer_id: balancer,
    ...merged,
    nodes_status: {up: 0, down: 0},
  }));
}

/** Removes a config with its nodes. */
export function removeNodeBalancerConfig(db: Store, id: number): void {
  db.removeAll(NodeBalancerNodes, id);
  db.remove(NodeBalancerConfigs, id);
}

function updateConfig(
  db: Store,
  before: NodeBalancerConfig,
  request: ConfigRequest,
  fieldErrors: FieldErrors,
): NodeBalancerConfig {
  const merged = mergeConfig(request, {
    before,
    takenPorts: otherPorts(db, before.nodebalancer_id, before.id),
    fieldErrors,
  });
  fieldErrors.throwIfAny();
  return db.update(NodeBalancerConfigs, before.id, merged);
}

export const nodebalancerConfigHandlers: Handlers<Contract['nodebalancers']['configs']> = {
  list(call) {
    const {db, now} = call;
    const {id} = call.find(NodeBalancers, call.params.nodeBalancerId);
    return call.page(NodeBalancerConfigs, {
      parent: id,
      revise: text => JSON.stringify(withCounts(db, JSON.parse(text), now)),
    });
  },

  create(call) {
    const {db} = call;
    const balancer = call.find(NodeBalancers, call.params.nodeBalancerId);
    const fieldErrors = new FieldErrors();
    const merged = mergeConfig(call.body ?? {}, {takenPorts: otherPorts(db, balancer.id), fieldErrors});
    fieldErrors.throwIfAny();
    const config = addNodeBalancerConfig(db, balancer.id, merged);
    call.emit({action: 'nodebalancer_config_create', entity: balancerEntity(balancer)});
    return config;
  },

  get: call => withCounts(call.db, configAt(call.db, call.params), call.now),

  update(call) {
    const {db, now, body} = call;
    const config = updateConfig(db, configAt(db, call.params), body, new FieldErrors());
    call.emit({
      action: 'nodebalancer_config_update',
      entity: balancerEntity(call.find(NodeBalancers, config.nodebalancer_id)),
    });
    return withCounts(db, config, now);
  },

  delete(call) {
    const config = configAt(call.db, call.params);
    removeNodeBalancerConfig(call.db, config.id);
    call.emit({
      action: 'nodebalancer_config_delete',
      entity: balancerEntity(call.find(NodeBalancers, config.nodebalancer_id)),
    });
    return {};
  },

  rebuild(call) {
    const {db, now, dialect} = call;
    const before = configAt(db, call.params);
    const balancer = call.find(NodeBalancers, before.nodebalancer_id);
    const {nodes: requestedNodes = [], ...fields} = call.body;
    const fieldErrors = new FieldErrors();
    const isRefused = requestedNodes.length === 0 && dialect.rebuildWithoutNodes === 'refuse';
    fieldErrors.addIf(isRefused, 'must hold at least one node', 'nodes');
    const present = new Map(db.all(NodeBalancerNodes, before.id).map(node => [node.id, node]));
    for (const [index, node] of requestedNodes.entries()) {
      const existing = node.id === undefined ? undefined : present.get(node.id);
      const at = `nodes.${index}`;
      fieldErrors.addIf(node.id !== undefined && !existing, 'is not a node of this config', `${at}.id`);
      fieldErrors.addIf(!existing && node.label === undefined, 'is required', `${at}.label`);
      const address = node.address ?? existing?.address;
      if (address === undefined) fieldErrors.add('is required', `${at}.address`);
      else addressProblems(db, fieldErrors, {address, region: balancer.region, dialect, field: `${at}.address`});
      fieldErrors.addIf(
        requestedNodes.some(
          (other, place) => place < index && other.address !== undefined && other.address === node.address,
        ),
        'is named twice',
        `${at}.address`,
      );
    }
    const config = updateConfig(db, before, fields, fieldErrors);
    const keptIds = new Set(requestedNodes.flatMap(({id}) => id ?? []));
    for (const id of present.keys()) if (!keptIds.has(id)) db.remove(NodeBalancerNodes, id);
    for (const {id, ...node} of requestedNodes) {
      if (id === undefined) addNode(call, config, node);
      else db.update(NodeBalancerNodes, id, node);
    }
    call.emit({action: 'nodebalancer_config_update', entity: balancerEntity(balancer)});
    return withCounts(db, config, now);
  },

  nodes,
};
