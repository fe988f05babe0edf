/** The Kubernetes clusters of the demo account: one with two pools and a NodeBalancer, and a small one. */
import type {KubeCluster} from '../../../contract/resources/kube.ts';
import {days} from '../../engine/time/clock.ts';
import {hashText} from '../../engine/time/random.ts';
import {Instances} from '../../families/instances/instance-kinds.ts';
import {KubeClusters, KubeNodes, kubeClusterEntity, NodePools, noAcl} from '../../families/kube/kube-kinds.ts';
import {addInstance} from '../../families/kube/node-instances.ts';
import {NodeBalancers} from '../../families/nodebalancers/nodebalancer-kinds.ts';
import {beforeNow, type SeedContext} from '../core/seed-context.ts';

interface PoolSketch {
  readonly label: string;
  readonly type: string;
  readonly count: number;
  readonly isScaled?: true;
}

function addCluster(
  context: SeedContext,
  facts: Pick<KubeCluster, 'label' | 'region' | 'k8s_version' | 'tags'> & {readonly isAvailable: boolean},
  pools: readonly PoolSketch[],
): KubeCluster {
  const {db} = context;
  const {isAvailable, ...rest} = facts;
  const created = beforeNow(context, 90 * days);
  const acl = isAvailable
    ? {enabled: true, addresses: {ipv4: ['203.0.113.0/24'], ipv6: []}, 'revision-id': 'first'}
    : noAcl;
  const cluster = db.insert(
    KubeClusters,
    id => ({
      ...rest,
      id,
      control_plane: {high_availability: isAvailable, audit_logs_enabled: false},
      apl_enabled: false,
      tier: 'standard',
      stack_type: 'ipv4',
      subnet_id: null,
      vpc_id: null,
      created,
      updated: created,
    }),
    {hidden: {acl, kubeconfigVersion: 1, tokenVersion: 1, readyAt: 0}},
  );
  for (const {label, type, count, isScaled} of pools) {
    const autoscaler = isScaled ? {enabled: true, min: 1, max: 5} : {enabled: false, min: 1, max: 1};
    const pool = db.insert(
      NodePools,
      id => ({
        id,
        type,
        count,
        autoscaler,
        labels: {role: label},
        taints: [],
        tags: [],
        disks: [],
        disk_encryption: 'enabled',
        label,
        k8s_version: cluster.k8s_version,
        update_strategy: 'on_recycle',
      }),
      {parent: cluster.id},
    );
    for (let index = 0; index < count; index++) {
      // The documentation names nodes of the demo account, so their IDs must not be random.
      const id = `${pool.id}-${hashText(`${pool.id} ${index}`).toString(16).padStart(12, '0')}`;
      const instance = addInstance({...context, now: context.now - 90 * days}, cluster, pool, id);
      db.update(Instances, instance.id, {status: 'running'});
      db.insert(KubeNodes, () => ({id, instance_id: instance.id, status: 'ready'}), {parent: pool.id});
    }
  }
  return cluster;
}

export function seedClusters(context: SeedContext): void {
  const {db} = context;
  const shop = addCluster(
    context,
    {label: 'shop', region: 'us-east', k8s_version: '1.32', tags: ['prod'], isAvailable: true},
    [
      {label: 'web', type: 'g6-standard-2', count: 3},
      {label: 'jobs', type: 'g6-standard-4', count: 2, isScaled: true},
    ],
  );
  addCluster(context, {label: 'sandbox', region: 'eu-west', k8s_version: '1.31', tags: [], isAvailable: false}, [
    {label: 'all', type: 'g6-standard-1', count: 1},
  ]);
  const [balancer] = db.all(NodeBalancers).filter(({region}) => region === shop.region);
  const {label, type, url} = kubeClusterEntity(shop);
  if (balancer) db.update(NodeBalancers, balancer.id, {kube_cluster: {id: String(shop.id), label, type, url}});
}
