/** Kubernetes clusters, their node pools and their nodes, which are instances. The API of today has them. */
import {del, get, post, put} from '../schema/endpoint.ts';
import {family} from '../schema/family.ts';
import {
  choice,
  dateTime,
  flag,
  free,
  integer,
  list,
  model,
  nullable,
  number,
  object,
  type Read,
  required,
  text,
  today,
} from '../schema/field.ts';

const tiers = ['standard', 'enterprise'] as const;
const stackTypes = ['ipv4', 'ipv4-ipv6'] as const;
const onOrOff = ['enabled', 'disabled'] as const;
const maxNodes = 100;

/** The control plane; `audit_logs_enabled` is for the enterprise tier. */
const controlPlane = {audit_logs_enabled: today(flag()), high_availability: flag()};

export const KubeCluster = model('KubeCluster', {
  id: integer({readOnly: true}),
  label: text({min: 1, max: 32, filterable: true}),
  region: text({filterable: true}),
  k8s_version: text({filterable: true}),
  tags: list(text(), {filterable: true}),
  control_plane: object(controlPlane),
  apl_enabled: today(flag()),
  // For the enterprise tier; an API that doesn't offer this tier omits these fields.
  tier: today(choice(tiers, {filterable: true})),
  stack_type: today(choice(stackTypes)),
  subnet_id: today(nullable(integer())),
  vpc_id: today(nullable(integer())),
  created: dateTime({readOnly: true}),
  updated: dateTime({readOnly: true}),
});
export type KubeCluster = Read<typeof KubeCluster>;

/** A node of a pool; `instance_id` is null until its instance exists. */
export const KubeNode = model('KubeNode', {
  id: text(),
  instance_id: nullable(integer()),
  status: choice(['ready', 'not_ready']),
});
export type KubeNode = Read<typeof KubeNode>;

/** Bounds for the automatic number of nodes of a pool. */
const autoscaler = object({
  enabled: flag(),
  max: integer({min: 1, max: maxNodes}),
  min: integer({min: 1, max: maxNodes}),
});
const disks = list(object({size: required(integer({min: 1, unit: 'MB'})), type: required(choice(['raw', 'ext4']))}));
/** Keep pods that don't tolerate the taint away from the nodes. */
const taints = list(
  object({
    key: required(text({min: 1, max: 63})),
    value: required(text({max: 63})),
    effect: required(choice(['NoSchedule', 'PreferNoSchedule', 'NoExecute'])),
  }),
);
const poolLabel = text({
  min: 1,
  max: 32,
  pattern: /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/,
  requirement: 'start and end with a letter or a digit and contain only a-z, 0-9 and -',
});

/** Nodes with the same plan. */
export const KubeNodePool = model('KubeNodePool', {
  id: integer({filterable: true}),
  type: text(),
  count: integer({min: 1, max: maxNodes}),
  nodes: list(object(KubeNode.fields), {readOnly: true}),
  autoscaler,
  labels: free(),
  taints,
  tags: list(text(), {filterable: true}),
  disks,
  disk_encryption: today(choice(onOrOff)),
  k8s_version: today(text()),
  label: today(text()),
  update_strategy: today(choice(['rolling_update', 'on_recycle'])),
});
export type KubeNodePool = Read<typeof KubeNodePool>;

export const KubeVersion = model('KubeVersion', {id: text({min: 1, readOnly: true})});
export type KubeVersion = Read<typeof KubeVersion>;

export const KubeTierVersion = model('KubeTierVersion', {
  id: text({min: 1, readOnly: true}),
  tier: choice(tiers, {readOnly: true}),
});
export type KubeTierVersion = Read<typeof KubeTierVersion>;

const price = {hourly: number({filterable: true}), monthly: number({filterable: true})};

/** A kind of control plane, with its price. */
export const KubeType = model('KubeType', {
  id: text({readOnly: true, wire: 'kube-type'}),
  label: text({readOnly: true, filterable: true}),
  price: object(price, {readOnly: true}),
  region_prices: list(object({id: text(), hourly: number(), monthly: number()}), {readOnly: true}),
  transfer: integer({min: 0, readOnly: true, filterable: true}),
});
export type KubeType = Read<typeof KubeType>;

export const KubeApiEndpoint = model('KubeApiEndpoint', {endpoint: text({readOnly: true})}, 'endpoint');
export type KubeApiEndpoint = Read<typeof KubeApiEndpoint>;

export const KubeDashboard = model('KubeDashboard', {url: text()});

/** Base64 of a YAML document with the credentials of the cluster. */
export const KubeConfigFile = model('KubeConfigFile', {kubeconfig: text({format: 'password', readOnly: true})});

/** Addresses that may reach the control plane. */
const acl = object({
  enabled: flag(),
  addresses: object({
    ipv4: list(text({format: 'ipv4/prefix_length'})),
    ipv6: list(text({format: 'ipv6/prefix_length'})),
  }),
  'revision-id': text(),
});
export const KubeControlPlaneAcl = model('KubeControlPlaneAcl', {acl});
export type KubeControlPlaneAcl = Read<typeof KubeControlPlaneAcl>;

/** Body of `kube.clusters.pools.create`. */
export const KubeNodePoolCreate = model('KubeNodePoolCreate', {
  type: required(text()),
  count: required(integer({min: 1, max: maxNodes})),
  autoscaler,
  labels: free(),
  taints,
  tags: list(text()),
  disks,
  disk_encryption: choice(onOrOff),
  label: poolLabel,
  k8s_version: text(),
  update_strategy: choice(['rolling_update', 'on_recycle']),
});

/** Body of `kube.clusters.pools.update`. */
export const KubeNodePoolUpdate = model('KubeNodePoolUpdate', {
  count: integer({min: 1, max: maxNodes}),
  autoscaler,
  labels: free(),
  taints,
  tags: list(text()),
});

const controlPlaneInput = object({
  high_availability: flag({default: false}),
  audit_logs_enabled: flag({default: false}),
  acl,
});

/** Body of `kube.clusters.create`. */
export const KubeClusterCreate = model('KubeClusterCreate', {
  label: required(KubeCluster.fields.label),
  region: required(text()),
  k8s_version: required(text()),
  node_pools: required(list(object(KubeNodePoolCreate.fields))),
  control_plane: controlPlaneInput,
  tags: list(text()),
  apl_enabled: flag({default: false}),
  tier: choice(tiers),
  stack_type: choice(stackTypes),
  vpc_id: integer(),
  subnet_id: integer(),
});

/** Body of `kube.clusters.update`. */
export const KubeClusterUpdate = model('KubeClusterUpdate', {
  label: KubeCluster.fields.label,
  k8s_version: text(),
  control_plane: controlPlaneInput,
  tags: list(text()),
});

/** Body of `kube.clusters.regenerate`; one of the fields is true. */
export const KubeRegenerate = model('KubeRegenerate', {
  kubeconfig: flag({default: false}),
  servicetoken: flag({default: false}),
});

const readScopes = ['kube:read_only'] as const;
const scopes = ['kube:read_write'] as const;

export const kube = family('kube', {
  clusters: {
    list: get('/kube/clusters', {scopes: readScopes, page: KubeCluster, today: true}),
    create: post('/kube/clusters', {
      scopes,
      body: KubeClusterCreate,
      responseModel: KubeCluster,
      charges: true,
      today: true,
    }),
    get: get('/kube/clusters/{clusterId}', {scopes: readScopes, responseModel: KubeCluster, today: true}),
    update: put('/kube/clusters/{clusterId}', {
      scopes,
      body: KubeClusterUpdate,
      responseModel: KubeCluster,
      today: true,
    }),
    delete: del('/kube/clusters/{clusterId}', {scopes, today: true}),
    recycle: post('/kube/clusters/{clusterId}/recycle', {scopes, today: true}),
    regenerate: post('/kube/clusters/{clusterId}/regenerate', {scopes, body: KubeRegenerate, today: true}),
    apiEndpoints: {
      list: get('/kube/clusters/{clusterId}/api-endpoints', {scopes: readScopes, page: KubeApiEndpoint, today: true}),
    },
    controlPlaneAcl: {
      get: get('/kube/clusters/{clusterId}/control_plane_acl', {
        scopes: readScopes,
        responseModel: KubeControlPlaneAcl,
        today: true,
      }),
      update: put('/kube/clusters/{clusterId}/control_plane_acl', {
        scopes,
        body: KubeControlPlaneAcl,
        responseModel: KubeControlPlaneAcl,
        today: true,
      }),
      delete: del('/kube/clusters/{clusterId}/control_plane_acl', {scopes, today: true}),
    },
    dashboard: {
      get: get('/kube/clusters/{clusterId}/dashboard', {scopes: readScopes, responseModel: KubeDashboard, today: true}),
    },
    kubeconfig: {
      get: get('/kube/clusters/{clusterId}/kubeconfig', {scopes, responseModel: KubeConfigFile, today: true}),
      delete: del('/kube/clusters/{clusterId}/kubeconfig', {scopes, today: true}),
    },
    servicetoken: {delete: del('/kube/clusters/{clusterId}/servicetoken', {scopes, today: true})},
    pools: {
      list: get('/kube/clusters/{clusterId}/pools', {scopes: readScopes, page: KubeNodePool, today: true}),
      create: post('/kube/clusters/{clusterId}/pools', {
        scopes,
        body: KubeNodePoolCreate,
        responseModel: KubeNodePool,
        charges: true,
        today: true,
      }),
      get: get('/kube/clusters/{clusterId}/pools/{poolId}', {
        scopes: readScopes,
        responseModel: KubeNodePool,
        today: true,
      }),
      update: put('/kube/clusters/{clusterId}/pools/{poolId}', {
        scopes,
        body: KubeNodePoolUpdate,
        responseModel: KubeNodePool,
        today: true,
      }),
      delete: del('/kube/clusters/{clusterId}/pools/{poolId}', {scopes, today: true}),
      recycle: post('/kube/clusters/{clusterId}/pools/{poolId}/recycle', {scopes, today: true}),
    },
    nodes: {
      get: get('/kube/clusters/{clusterId}/nodes/{nodeId}', {scopes, responseModel: KubeNode, today: true}),
      delete: del('/kube/clusters/{clusterId}/nodes/{nodeId}', {scopes, today: true}),
      recycle: post('/kube/clusters/{clusterId}/nodes/{nodeId}/recycle', {scopes, today: true}),
    },
  },
  tiers: {
    versions: {
      list: get('/kube/tiers/{tier}/versions', {
        scopes: readScopes,
        access: {level: 'read_only'},
        page: KubeTierVersion,
        today: true,
      }),
      get: get('/kube/tiers/{tier}/versions/{version}', {
        scopes: readScopes,
        access: {level: 'read_only'},
        responseModel: KubeTierVersion,
        today: true,
      }),
    },
  },
  types: {list: get('/kube/types', {auth: 'none', page: KubeType, today: true})},
  versions: {
    list: get('/kube/versions', {scopes: readScopes, access: {level: 'read_only'}, page: KubeVersion, today: true}),
    get: get('/kube/versions/{version}', {
      scopes: readScopes,
      access: {level: 'read_only'},
      responseModel: KubeVersion,
      today: true,
    }),
  },
});
