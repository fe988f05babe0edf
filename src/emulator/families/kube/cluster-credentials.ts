/** Addresses and credentials of Kubernetes clusters. */
import type {Contract} from '../../../contract/index.ts';
import type {KubeCluster} from '../../../contract/resources/kube.ts';
import type {Call, Handlers} from '../../engine/call.ts';
import {badRequest, notFound} from '../../engine/http/refusal.ts';
import type {Store} from '../../engine/storage/store.ts';
import {hashText} from '../../engine/time/random.ts';
import type {UnitOfWork} from '../../engine/unit-of-work.ts';
import {type KubeClusterHidden, KubeClusters, kubeClusterEntity, noAcl} from './kube-kinds.ts';

type Endpoints = Contract['kube']['clusters'];

interface Found {
  readonly cluster: KubeCluster;
  readonly hidden: KubeClusterHidden;
}

/** The parts of a call that identify its cluster. */
interface ClusterCall {
  readonly db: Store;
  readonly now: number;
  readonly params: {readonly clusterId: number};
}

/** @throws Refusal 404 */
function clusterOf({db, params}: ClusterCall): Found {
  const row = db.row(KubeClusters, params.clusterId);
  if (!row) throw notFound();
  return {cluster: row.doc, hidden: row.hidden};
}

/** @throws Refusal 400 while the control plane is being created */
function readyCluster(call: ClusterCall): Found {
  const found = clusterOf(call);
  if (call.now < found.hidden.readyAt) throw badRequest('The cluster is not ready yet. Try again in a few minutes.');
  return found;
}

const hostOf = ({id, region}: KubeCluster): string => `${id}.${region}.kube.example.net`;

const secretText = (text: string): string =>
  [1, 2, 3, 4].map(part => hashText(`${text} ${part}`).toString(16).padStart(8, '0')).join('');

function kubeconfigText(cluster: KubeCluster, {kubeconfigVersion, tokenVersion}: KubeClusterHidden): string {
  const name = `kube${cluster.id}`;
  return `apiVersion: v1
kind: Config
preferences: {}
clusters:
- cluster:
    server: https://${hostOf(cluster)}:443
  name: ${name}
users:
- name: ${name}-admin
  user:
    token: ${secretText(`${cluster.id} ${kubeconfigVersion} ${tokenVersion}`)}
contexts:
- context:
    cluster: ${name}
    namespace: default
    user: ${name}-admin
  name: ${name}-ctx
current-context: ${name}-ctx
`;
}

/** Replaces the credentials; the old ones stop working. */
export function renewCredentials(
  work: UnitOfWork,
  {cluster, hidden}: Found,
  {kubeconfig = false, servicetoken = false}: {readonly kubeconfig?: boolean; readonly servicetoken?: boolean},
): void {
  work.db.setHidden(KubeClusters, cluster.id, {
    kubeconfigVersion: hidden.kubeconfigVersion + (kubeconfig ? 1 : 0),
    tokenVersion: hidden.tokenVersion + (servicetoken ? 1 : 0),
  });
}

export const regenerate = (call: Call<Endpoints['regenerate']>): Record<string, never> => {
  const {kubeconfig = false, servicetoken = false} = call.body;
  if (!kubeconfig && !servicetoken) throw badRequest('kubeconfig or servicetoken must be true');
  const found = clusterOf(call);
  renewCredentials(call, found, {kubeconfig, servicetoken});
  call.emit({action: 'kube_cluster_regenerate', entity: kubeClusterEntity(found.cluster)});
  return {};
};

export const kubeconfig: Handlers<Endpoints['kubeconfig']> = {
  get(call) {
    const {cluster, hidden} = readyCluster(call);
    return {kubeconfig: Buffer.from(kubeconfigText(cluster, hidden)).toString('base64')};
  },

  delete(call) {
    const found = clusterOf(call);
    renewCredentials(call, found, {kubeconfig: true});
    call.emit({action: 'kube_kubeconfig_regenerate', entity: kubeClusterEntity(found.cluster)});
    return {};
  },
};

export const servicetoken: Handlers<Endpoints['servicetoken']> = {
  delete(call) {
    const found = clusterOf(call);
    renewCredentials(call, found, {servicetoken: true});
    call.emit({action: 'kube_token_rotate', entity: kubeClusterEntity(found.cluster)});
    return {};
  },
};

export const apiEndpoints: Handlers<Endpoints['apiEndpoints']> = {
  list(call) {
    const {cluster} = readyCluster(call);
    return call.pageOf([443, 6443].map(port => ({endpoint: `https://${hostOf(cluster)}:${port}`})));
  },
};

export const dashboard: Handlers<Endpoints['dashboard']> = {
  get: call => ({url: `https://${readyCluster(call).cluster.id}.dashboard.kube.example.net`}),
};

export const controlPlaneAcl: Handlers<Endpoints['controlPlaneAcl']> = {
  get: call => ({acl: clusterOf(call).hidden.acl}),

  update(call) {
    const {cluster, hidden} = clusterOf(call);
    const {enabled = hidden.acl.enabled, addresses = {}} = call.body.acl ?? {};
    const all = {...hidden.acl.addresses, ...addresses};
    const isSame = JSON.stringify([enabled, all]) === JSON.stringify([hidden.acl.enabled, hidden.acl.addresses]);
    if (isSame) return {acl: hidden.acl};
    const acl = {enabled, addresses: all, 'revision-id': call.random.hex(16)};
    call.db.setHidden(KubeClusters, cluster.id, {acl});
    const action = hidden.acl.enabled ? 'kube_control_plane_acl_update' : 'kube_control_plane_acl_create';
    call.emit({action, entity: kubeClusterEntity(cluster)});
    return {acl};
  },

  delete(call) {
    const {cluster} = clusterOf(call);
    call.db.setHidden(KubeClusters, cluster.id, {acl: noAcl});
    call.emit({action: 'kube_control_plane_acl_delete', entity: kubeClusterEntity(cluster)});
    return {};
  },
};
