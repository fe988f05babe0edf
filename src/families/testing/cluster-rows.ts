/** For tests: one plausible row of each family of Kubernetes clusters. */
import type {
  KubeCluster,
  KubeControlPlaneAcl,
  KubeNodePool,
  KubeTierVersion,
  KubeType,
  KubeVersion,
} from '../../contract/resources/kube.ts';
import type {PoolNode} from '../shape/derived-rows.ts';

export const kubeCluster = (facts: Partial<KubeCluster> = {}): KubeCluster => ({
  id: 1201,
  label: 'shop',
  region: 'us-east',
  k8s_version: '1.31',
  tags: ['prod'],
  control_plane: {high_availability: false, audit_logs_enabled: false},
  apl_enabled: false,
  tier: 'standard',
  stack_type: 'ipv4',
  subnet_id: null,
  vpc_id: null,
  created: '2025-10-01T00:00:00',
  updated: '2026-02-28T12:00:00',
  ...facts,
});

export const nodePool = (facts: Partial<KubeNodePool> = {}): KubeNodePool => ({
  id: 3401,
  type: 'g6-standard-2',
  count: 2,
  nodes: [
    {id: '3401-a', instance_id: 101, status: 'ready'},
    {id: '3401-b', instance_id: null, status: 'not_ready'},
  ],
  autoscaler: {enabled: true, min: 1, max: 5},
  labels: {role: 'web'},
  taints: [{key: 'gpu', value: 'yes', effect: 'NoSchedule'}],
  tags: [],
  disks: [],
  disk_encryption: 'enabled',
  k8s_version: '1.31',
  label: 'web',
  update_strategy: 'on_recycle',
  ...facts,
});

export const poolNode = (facts: Partial<PoolNode> = {}): PoolNode => ({
  id: '3401-a',
  instance_id: 101,
  status: 'ready',
  pool_id: 3401,
  pool_label: 'web',
  type: 'g6-standard-2',
  ...facts,
});

export const accessList = (acl: Partial<KubeControlPlaneAcl['acl']> = {}): KubeControlPlaneAcl => ({
  acl: {
    enabled: true,
    addresses: {ipv4: ['203.0.113.0/24'], ipv6: ['2001:db8::/32']},
    'revision-id': 'first',
    ...acl,
  },
});

export const kubeVersion = (id = '1.32'): KubeVersion => ({id});
export const tierVersion = (id = '1.32'): KubeTierVersion => ({id, tier: 'standard'});

export const kubeType = (facts: Partial<KubeType> = {}): KubeType => ({
  id: 'kube-ha',
  label: 'High availability control plane',
  price: {hourly: 0.09, monthly: 60},
  region_prices: [{id: 'ap-south', hourly: 0.108, monthly: 72}],
  transfer: 0,
  ...facts,
});
