/** Kubernetes clusters, which only the API of today has. */
import type {Contract} from '../../../contract/index.ts';
import type {Handler, Handlers} from '../../engine/call.ts';
import {FieldErrors, notFound} from '../../engine/http/refusal.ts';
import type {Store} from '../../engine/storage/store.ts';
import {formatTimestamp, minutes} from '../../engine/time/clock.ts';
import {Regions} from '../regions.ts';
import {kubeTypes} from '../service-prices.ts';
import {addTags, tagErrors} from '../tags.ts';
import {offersVpcs} from '../today/today-capabilities.ts';
import {apiEndpoints, controlPlaneAcl, dashboard, kubeconfig, regenerate, servicetoken} from './cluster-credentials.ts';
import {KubeClusters, kubeClusterEntity, NodePools, noAcl, type Tier, versionsOf} from './kube-kinds.ts';
import {replaceNodes} from './node-instances.ts';
import {addPool, kubeNodes, poolErrors, pools, removePool} from './node-pools.ts';

type Endpoints = Contract['kube'];

const readyAfterMs = 3 * minutes;

const versionIds = (tier: string): readonly string[] =>
  Object.hasOwn(versionsOf, tier) ? versionsOf[tier as Tier] : [];
const minorOf = (version: string): number => Number(/1\.(\d+)/.exec(version)?.[1] ?? 0);

/** Problem of a version change: only upgrades by one minor version are allowed. */
function versionProblem(before: string, after: string, tier: string): string | undefined {
  if (after === before) return undefined;
  if (!versionIds(tier).includes(after)) return 'is not a version of Kubernetes that is offered';
  return minorOf(after) === minorOf(before) + 1 ? undefined : 'must be one minor version above the present one';
}

function regionErrors(fieldErrors: FieldErrors, db: Store, region: string): void {
  const place = db.byKey(Regions, region)?.doc;
  fieldErrors.addIf(!place, 'is not a region', 'region');
  fieldErrors.addIf(!!place && !offersVpcs(place.capabilities), 'offers no Kubernetes', 'region');
}

const create: Handler<Endpoints['clusters']['create']> = call => {
  const {db, body, now} = call;
  const {label, region, k8s_version, control_plane: plane, tags = [], apl_enabled = false, tier = 'standard'} = body;
  const {high_availability = tier === 'enterprise', audit_logs_enabled = false, acl} = plane ?? {};
  const fieldErrors = new FieldErrors();
  regionErrors(fieldErrors, db, region);
  tagErrors(fieldErrors, tags);
  fieldErrors.addIf(
    !versionIds(tier).includes(k8s_version),
    'is not a version of Kubernetes that is offered',
    'k8s_version',
  );
  fieldErrors.addIf(apl_enabled && !high_availability, 'needs high availability', 'apl_enabled');
  fieldErrors.addIf(body.node_pools.length === 0, 'must have at least one pool', 'node_pools');
  for (const [index, pool] of body.node_pools.entries()) poolErrors(fieldErrors, db, pool, `node_pools.${index}.`);
  fieldErrors.throwIfAny();
  const created = formatTimestamp(now);
  const cluster = db.insert(
    KubeClusters,
    id => ({
      id,
      label,
      region,
      k8s_version,
      tags,
      control_plane: {high_availability, audit_logs_enabled},
      apl_enabled,
      tier,
      stack_type: body.stack_type ?? 'ipv4',
      subnet_id: body.subnet_id ?? null,
      vpc_id: body.vpc_id ?? null,
      created,
      updated: created,
    }),
    {
      hidden: {
        acl: {...noAcl, ...acl, addresses: {...noAcl.addresses, ...acl?.addresses}},
        kubeconfigVersion: 1,
        tokenVersion: 1,
        readyAt: now + readyAfterMs,
      },
    },
  );
  addTags(call, tags);
  call.emit({action: 'kube_cluster_create', entity: kubeClusterEntity(cluster)});
  for (const pool of body.node_pools) addPool(call, cluster, pool);
  return cluster;
};

const clusters: Handlers<Endpoints['clusters']> = {
  list: call => call.page(KubeClusters),
  create,
  get: call => call.json(KubeClusters, call.params.clusterId),

  update(call) {
    const {db, body} = call;
    const before = call.find(KubeClusters, call.params.clusterId);
    const {label = before.label, k8s_version = before.k8s_version, tags = before.tags} = body;
    const {acl, ...plane} = body.control_plane ?? {};
    const fieldErrors = new FieldErrors();
    tagErrors(fieldErrors, tags);
    const problem = versionProblem(before.k8s_version, k8s_version, before.tier ?? 'standard');
    fieldErrors.addIf(problem !== undefined, problem ?? '', 'k8s_version');
    fieldErrors.addIf(
      before.control_plane.high_availability && plane.high_availability === false,
      'cannot be disabled',
      'control_plane.high_availability',
    );
    fieldErrors.throwIfAny();
    const isRebuilt = plane.high_availability === true && !before.control_plane.high_availability;
    const cluster = db.update(KubeClusters, before.id, {
      label,
      k8s_version,
      tags,
      control_plane: {...before.control_plane, ...plane},
    });
    if (acl)
      db.setHidden(KubeClusters, before.id, {
        acl: {...noAcl, ...acl, addresses: {...noAcl.addresses, ...acl.addresses}},
      });
    if (isRebuilt) replaceNodes(call, db.all(NodePools, cluster.id));
    addTags(call, tags);
    call.emit({action: 'kube_cluster_update', entity: kubeClusterEntity(cluster)});
    return cluster;
  },

  /** Also deletes pools and instances; NodeBalancers and volumes stay. */
  delete(call) {
    const cluster = call.find(KubeClusters, call.params.clusterId);
    for (const pool of call.db.all(NodePools, cluster.id)) removePool(call, pool);
    call.db.remove(KubeClusters, cluster.id);
    call.emit({action: 'kube_cluster_delete', entity: kubeClusterEntity(cluster)});
    return {};
  },

  recycle(call) {
    const cluster = call.find(KubeClusters, call.params.clusterId);
    replaceNodes(call, call.db.all(NodePools, cluster.id));
    call.emit({action: 'kube_cluster_recycle', entity: kubeClusterEntity(cluster)});
    return {};
  },

  regenerate,
  apiEndpoints,
  controlPlaneAcl,
  dashboard,
  kubeconfig,
  servicetoken,
  pools,
  nodes: kubeNodes,
};

/** @throws Refusal 404 for a version that isn't offered */
function requireVersion(tier: string, version: string): string {
  if (!versionIds(tier).includes(version)) throw notFound();
  return version;
}

export const kube: Handlers<Endpoints> = {
  clusters,
  tiers: {
    versions: {
      list: call => call.pageOf(versionIds(call.params.tier).map(id => ({id, tier: call.params.tier}))),
      get: ({params: {tier, version}}) => ({id: requireVersion(tier, version), tier}),
    },
  },
  types: {list: call => call.pageOf(kubeTypes)},
  versions: {
    list: call => call.pageOf(versionsOf.standard.map(id => ({id}))),
    get: ({params: {version}}) => ({id: requireVersion('standard', version)}),
  },
};
