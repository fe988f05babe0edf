/** Stored data of Kubernetes clusters. `parent` of a pool is its cluster, and `parent` of a node is its pool. */
import type {KubeCluster, KubeControlPlaneAcl, KubeNode, KubeNodePool} from '../../../contract/resources/kube.ts';
import {notFound} from '../../engine/http/refusal.ts';
import {defineKind} from '../../engine/storage/kind.ts';
import type {Store} from '../../engine/storage/store.ts';

export interface KubeClusterHidden {
  readonly acl: KubeControlPlaneAcl['acl'];
  /** Versions of the credentials; renewing the credentials increments them. */
  readonly kubeconfigVersion: number;
  readonly tokenVersion: number;
  /** Time from which the control plane is available. */
  readonly readyAt: number;
}

/** Nodes are stored separately. */
export type StoredPool = Omit<KubeNodePool, 'nodes'>;

export const KubeClusters = defineKind<KubeCluster, KubeClusterHidden>('kube_cluster', {
  firstId: 1201,
  hasUpdatedField: true,
  meteredFields: ['tier', 'control_plane.high_availability', 'region'],
});
export const NodePools = defineKind<StoredPool>('kube_pool', {firstId: 3401});
export const KubeNodes = defineKind<KubeNode>('kube_node', {columns: {key: 'id'}});

export const noAcl: KubeControlPlaneAcl['acl'] = {
  enabled: false,
  addresses: {ipv4: [], ipv6: []},
  'revision-id': '',
};

export const versionsOf = {
  standard: ['1.33', '1.32', '1.31'],
  enterprise: ['v1.32.4+kube2', 'v1.31.9+kube7'],
} as const;
export type Tier = keyof typeof versionsOf;

export const kubeClusterEntity = ({id, label}: Pick<KubeCluster, 'id' | 'label'>) => ({
  id,
  label,
  type: 'kubecluster' as const,
  url: `/v4/kube/clusters/${id}`,
});

export const presentPool = (db: Store, pool: StoredPool): KubeNodePool => ({
  ...pool,
  nodes: db.all(KubeNodes, pool.id),
});

interface PoolPlace {
  readonly clusterId: number;
  readonly poolId: number;
}

/** @throws Refusal 404 for a pool that the cluster in the path doesn't have */
export function poolAt(db: Store, {clusterId, poolId}: PoolPlace): StoredPool {
  const row = db.row(NodePools, poolId);
  if (row?.parent !== clusterId) throw notFound();
  return row.doc;
}

interface NodePlace {
  readonly clusterId: number;
  readonly nodeId: string;
}

/** @throws Refusal 404 for a node that the cluster in the path doesn't have */
export function nodeAt(
  db: Store,
  {clusterId, nodeId}: NodePlace,
): {readonly node: KubeNode; readonly pool: StoredPool} {
  const row = db.byKey(KubeNodes, nodeId);
  const pool = row?.parent == null ? undefined : db.row(NodePools, row.parent);
  if (!row || pool?.parent !== clusterId) throw notFound();
  return {node: row.doc, pool: pool.doc};
}
