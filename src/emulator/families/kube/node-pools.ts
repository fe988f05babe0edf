/** Node pools and nodes of Kubernetes clusters. */
import type {Contract} from '../../../contract/index.ts';
import type {KubeCluster, KubeNodePool} from '../../../contract/resources/kube.ts';
import type {RequestBody} from '../../../contract/schema/endpoint.ts';
import type {Handlers} from '../../engine/call.ts';
import {badRequest, FieldErrors} from '../../engine/http/refusal.ts';
import type {Store} from '../../engine/storage/store.ts';
import type {UnitOfWork} from '../../engine/unit-of-work.ts';
import {Types} from '../instance-types.ts';
import {
  KubeClusters,
  KubeNodes,
  kubeClusterEntity,
  NodePools,
  nodeAt,
  poolAt,
  presentPool,
  type StoredPool,
} from './kube-kinds.ts';
import {addKubeNode, removeNode, replaceNode, replaceNodes, setNodeCount} from './node-instances.ts';

type Endpoints = Contract['kube']['clusters'];
export type NewPool = RequestBody<Endpoints['pools']['create']>;
type ScalerInput = NewPool['autoscaler'];

const noScaler: KubeNodePool['autoscaler'] = {enabled: false, min: 1, max: 1};

function scalerErrors(fieldErrors: FieldErrors, scaler: ScalerInput, at: string): void {
  if (!scaler) return;
  const {enabled = false, min, max} = scaler;
  fieldErrors.addIf(enabled && min === undefined, 'is required with the autoscaler', `${at}autoscaler.min`);
  fieldErrors.addIf(enabled && max === undefined, 'is required with the autoscaler', `${at}autoscaler.max`);
  fieldErrors.addIf((min === undefined) !== (max === undefined), 'needs both bounds', `${at}autoscaler`);
  fieldErrors.addIf(
    min !== undefined && max !== undefined && min > max,
    'is more than the maximum',
    `${at}autoscaler.min`,
  );
}

/** Problems of a new pool; `at` is its path in the body, with a period at the end. */
export function poolErrors(fieldErrors: FieldErrors, db: Store, {type, autoscaler}: NewPool, at = ''): void {
  fieldErrors.addIf(!db.byKey(Types, type), 'is not an instance type', `${at}type`);
  scalerErrors(fieldErrors, autoscaler, at);
}

/** A number of nodes within the bounds of the autoscaler, if it is on. */
const scaledCount = (count: number, {enabled, min, max}: KubeNodePool['autoscaler']): number =>
  enabled ? Math.min(max, Math.max(min, count)) : count;

export function addPool(work: UnitOfWork, cluster: KubeCluster, body: NewPool): StoredPool {
  const {type, count, labels = {}, taints = [], tags = [], disks = [], disk_encryption = 'disabled', label = ''} = body;
  const autoscaler = {...noScaler, ...body.autoscaler};
  const pool = work.db.insert(
    NodePools,
    (id): StoredPool => ({
      id,
      type,
      count: scaledCount(count, autoscaler),
      autoscaler,
      labels,
      taints,
      tags,
      disks,
      disk_encryption,
      label,
      k8s_version: body.k8s_version ?? cluster.k8s_version,
      update_strategy: body.update_strategy ?? 'on_recycle',
    }),
    {parent: cluster.id},
  );
  for (let count = 0; count < pool.count; count++) addKubeNode(work, pool);
  work.emit({action: 'kube_pool_create', entity: kubeClusterEntity(cluster)});
  return pool;
}

/** Deletes a pool with its nodes and their instances. */
export function removePool(work: UnitOfWork, {id}: StoredPool): void {
  for (const node of work.db.all(KubeNodes, id)) removeNode(work, node);
  work.db.remove(NodePools, id);
}

export const pools: Handlers<Endpoints['pools']> = {
  list(call) {
    const {id} = call.find(KubeClusters, call.params.clusterId);
    return call.pageOf(call.db.all(NodePools, id).map(pool => presentPool(call.db, pool)));
  },

  create(call) {
    const cluster = call.find(KubeClusters, call.params.clusterId);
    const fieldErrors = new FieldErrors();
    poolErrors(fieldErrors, call.db, call.body);
    fieldErrors.throwIfAny();
    return presentPool(call.db, addPool(call, cluster, call.body));
  },

  get: ({db, params}) => presentPool(db, poolAt(db, params)),

  update(call) {
    const {db, body} = call;
    const before = poolAt(db, call.params);
    const fieldErrors = new FieldErrors();
    scalerErrors(fieldErrors, body.autoscaler, '');
    fieldErrors.throwIfAny();
    const autoscaler = {...before.autoscaler, ...body.autoscaler};
    const count = scaledCount(body.count ?? before.count, autoscaler);
    const pool = db.update(NodePools, before.id, {...body, autoscaler, count});
    setNodeCount(call, pool);
    return presentPool(db, pool);
  },

  delete(call) {
    const {db} = call;
    const pool = poolAt(db, call.params);
    if (db.all(NodePools, call.params.clusterId).length === 1)
      throw badRequest('A cluster has at least one node pool.');
    removePool(call, pool);
    call.emit({action: 'kube_pool_delete', entity: kubeClusterEntity(call.find(KubeClusters, call.params.clusterId))});
    return {};
  },

  recycle(call) {
    const cluster = call.find(KubeClusters, call.params.clusterId);
    replaceNodes(call, [poolAt(call.db, call.params)]);
    call.emit({action: 'kube_pool_recycle', entity: kubeClusterEntity(cluster)});
    return {};
  },
};

export const kubeNodes: Handlers<Endpoints['nodes']> = {
  get: ({db, params}) => nodeAt(db, params).node,

  delete(call) {
    const {db} = call;
    const {node, pool} = nodeAt(db, call.params);
    if (pool.count === 1) throw badRequest('A node pool has at least one node. Delete the pool instead.');
    removeNode(call, node);
    db.update(NodePools, pool.id, {count: pool.count - 1});
    call.emit({action: 'kube_node_delete', entity: kubeClusterEntity(call.find(KubeClusters, call.params.clusterId))});
    return {};
  },

  recycle(call) {
    const {node, pool} = nodeAt(call.db, call.params);
    replaceNode(call, node, pool, call.find(KubeClusters, call.params.clusterId));
    return {};
  },
};
