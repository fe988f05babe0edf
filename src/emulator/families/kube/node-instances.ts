/** Nodes of Kubernetes clusters: creation, provisioning and replacement of their instances. */
import type {KubeCluster, KubeNode} from '../../../contract/resources/kube.ts';
import type {Store} from '../../engine/storage/store.ts';
import {formatTimestamp, seconds} from '../../engine/time/clock.ts';
import {defineJob} from '../../engine/time/jobs.ts';
import type {UnitOfWork} from '../../engine/unit-of-work.ts';
import {Types} from '../instance-types.ts';
import {allocateAddress, regionNetwork, showAddresses, slaacAddress} from '../instances/addresses/addresses.ts';
import {Instances, initialHidden, instanceEntity, type StoredInstance} from '../instances/instance-kinds.ts';
import {deleteInstance} from '../instances/lifecycle/delete.ts';
import {KubeClusters, KubeNodes, kubeClusterEntity, NodePools, type StoredPool} from './kube-kinds.ts';

const secondsToInstance = 10;
const secondsToReady = 60;
/** Nodes are replaced one after the other. */
export const secondsPerReplacement = 90;

const planOf = (db: Store, type: string) => {
  const plan = db.byKey(Types, type)?.doc;
  if (!plan) throw new Error(`no plan ${type}`);
  return plan;
};

/** The instance of a node; it runs the software of the cluster. */
export function addInstance(
  {db, now, random}: Pick<UnitOfWork, 'db' | 'now' | 'random'>,
  cluster: KubeCluster,
  pool: StoredPool,
  nodeId: string,
): StoredInstance {
  const {disk, memory, vcpus, transfer, gpus} = planOf(db, pool.type);
  const created = formatTimestamp(now);
  const instance = db.insert(
    Instances,
    (id): StoredInstance => ({
      id,
      label: `kube${cluster.id}-${nodeId}`,
      group: '',
      status: 'provisioning',
      created,
      updated: created,
      type: pool.type,
      ipv4: [],
      ipv6: `${slaacAddress(id, regionNetwork(db, cluster.region))}/128`,
      image: null,
      region: cluster.region,
      specs: {disk, memory, vcpus, gpus, transfer},
      alerts: {cpu: 90 * vcpus, network_in: 10, network_out: 10, transfer_quota: 80, io: 10000},
      backups: {enabled: false, available: false, schedule: {day: null, window: null}, last_successful: null},
      hypervisor: 'kvm',
      watchdog_enabled: true,
      tags: [],
      host_uuid: random.hex(40),
      kube_cluster_id: cluster.id,
      disk_encryption: null,
    }),
    {hidden: initialHidden},
  );
  allocateAddress(db, instance, {isPublic: true});
  allocateAddress(db, instance, {isPublic: false});
  return showAddresses(db, instance.id);
}

/** The row of a node, with its pool and cluster, while all of them exist. */
function nodeById(db: Store, id: string) {
  const row = db.byKey(KubeNodes, id);
  const pool = row?.parent == null ? undefined : db.row(NodePools, row.parent);
  const cluster = pool?.parent == null ? undefined : db.get(KubeClusters, pool.parent);
  return row && pool && cluster ? {row, pool: pool.doc, cluster} : undefined;
}

const nodeReady = defineJob<{id: string}>('kube.node-ready', (work, {id}) => {
  const found = nodeById(work.db, id);
  if (!found) return undefined;
  const {instance_id: instance} = found.row.doc;
  const doc = instance === null ? undefined : work.db.get(Instances, instance);
  if (doc) {
    work.db.update(Instances, doc.id, {status: 'running'});
    work.emit({action: 'compute_boot', entity: instanceEntity(doc)});
  }
  work.db.update(KubeNodes, found.row.id, {status: 'ready'});
  return undefined;
});

const nodeProvisioned = defineJob<{id: string}>('kube.node-provisioned', (work, {id}) => {
  const found = nodeById(work.db, id);
  if (!found) return undefined;
  const {row, pool, cluster} = found;
  const instance = addInstance(work, cluster, pool, id);
  work.db.update(KubeNodes, row.id, {instance_id: instance.id});
  work.emit({action: 'kube_node_create', entity: kubeClusterEntity(cluster)});
  work.schedule(nodeReady, {id}, work.now + secondsToReady * seconds);
  return undefined;
});

/** Creates a new instance for a node whose instance was deleted. */
export function provisionAgain(work: UnitOfWork, {id: lost, kube_cluster_id: cluster}: StoredInstance): void {
  if (cluster == null) return;
  const {db} = work;
  const row = db
    .all(NodePools, cluster)
    .flatMap(pool => db.rows(KubeNodes, pool.id))
    .find(({doc}) => doc.instance_id === lost);
  if (!row) return;
  db.update(KubeNodes, row.id, {instance_id: null, status: 'not_ready'});
  work.schedule(nodeProvisioned, {id: row.doc.id}, work.now + secondsToInstance * seconds);
}

/** Adds a node; its instance is created later. */
export function addKubeNode(work: UnitOfWork, pool: StoredPool): KubeNode {
  const id = `${pool.id}-${work.random.hex(12)}`;
  const node = work.db.insert(KubeNodes, () => ({id, instance_id: null, status: 'not_ready' as const}), {
    parent: pool.id,
  });
  work.schedule(nodeProvisioned, {id}, work.now + secondsToInstance * seconds);
  return node;
}

/** Deletes a node with its instance. */
export function removeNode(work: UnitOfWork, {id, instance_id: instance}: KubeNode): void {
  const {db} = work;
  const row = db.byKey(KubeNodes, id);
  if (row) db.remove(KubeNodes, row.id);
  const doc = instance === null ? undefined : db.get(Instances, instance);
  if (doc) deleteInstance(work, doc);
}

/** Deletes a node with its instance, and creates another one in its place. */
export function replaceNode(work: UnitOfWork, node: KubeNode, pool: StoredPool, cluster: KubeCluster): void {
  removeNode(work, node);
  addKubeNode(work, pool);
  work.emit({action: 'kube_node_recycle', entity: kubeClusterEntity(cluster)});
}

const nodeReplaced = defineJob<{id: string}>('kube.node-replaced', (work, {id}) => {
  const found = nodeById(work.db, id);
  if (found) replaceNode(work, found.row.doc, found.pool, found.cluster);
  return undefined;
});

/** Replaces the nodes of pools one after the other. */
export function replaceNodes(work: UnitOfWork, pools: readonly StoredPool[]): void {
  const nodes = pools.flatMap(pool => work.db.all(KubeNodes, pool.id));
  for (const [index, {id}] of nodes.entries())
    work.schedule(nodeReplaced, {id}, work.now + (1 + index * secondsPerReplacement) * seconds);
}

/** Adds nodes, or deletes the newest ones. */
export function setNodeCount(work: UnitOfWork, pool: StoredPool): void {
  const nodes = work.db.all(KubeNodes, pool.id);
  for (const node of nodes.slice(pool.count)) removeNode(work, node);
  for (let count = nodes.length; count < pool.count; count++) addKubeNode(work, pool);
}
