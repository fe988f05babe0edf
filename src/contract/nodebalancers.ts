/** NodeBalancers, their configs and nodes (D3 §4.2). */
import {del, get, post, put} from './endpoint.ts';
import {family} from './family.ts';
import {
  choice,
  dateTime,
  flag,
  integer,
  list,
  model,
  nullable,
  number,
  object,
  type Read,
  required,
  text,
} from './field.ts';

export const nodeModes = ['accept', 'reject', 'drain', 'backup'] as const;

export const nodeBalancerAlgorithms = ['roundrobin', 'leastconn', 'source'] as const;

export const nodeBalancerChecks = ['none', 'connection', 'http', 'http_body'] as const;

export const nodeBalancerProtocols = ['http', 'https', 'tcp'] as const;

export const nodeBalancerStickinesses = ['none', 'table', 'http_cookie'] as const;

export const proxyProtocols = ['none', 'v1', 'v2'] as const;

/** A load balancer; transfer in MB this month (D1 §2.6). */
export const NodeBalancer = model('NodeBalancer', {
  id: integer({readOnly: true}),
  label: text({min: 3, max: 32, hint: /^[a-zA-Z0-9_-]{3,32}$/, filterable: true}),
  region: text({readOnly: true, filterable: true}),
  hostname: text({readOnly: true}),
  ipv4: text({format: 'ip', readOnly: true, filterable: true}),
  ipv6: nullable(text({format: 'ip', readOnly: true})),
  created: dateTime({readOnly: true}),
  updated: dateTime({readOnly: true}),
  client_conn_throttle: integer({min: 0, max: 20}),
  transfer: object({
    total: nullable(number({readOnly: true, unit: 'MB'})),
    out: nullable(number({readOnly: true, unit: 'MB'})),
    in: nullable(number({readOnly: true, unit: 'MB'})),
  }),
  tags: list(text(), {filterable: true}),
});
export type NodeBalancer = Read<typeof NodeBalancer>;

/** One port of a NodeBalancer; certificate and key read as `<REDACTED>` (D3 §2.2). */
export const NodeBalancerConfig = model('NodeBalancerConfig', {
  id: integer({readOnly: true}),
  port: integer({min: 1, max: 65535}),
  protocol: choice(nodeBalancerProtocols),
  algorithm: choice(nodeBalancerAlgorithms),
  stickiness: choice(nodeBalancerStickinesses),
  check: choice(nodeBalancerChecks),
  check_interval: integer(),
  check_timeout: integer({min: 1, max: 30}),
  check_attempts: integer({min: 1, max: 30}),
  check_path: text({hint: /^[a-zA-Z0-9/\-%?&=.]*$/}),
  check_body: text(),
  check_passive: flag(),
  proxy_protocol: choice(proxyProtocols, {default: 'none'}),
  cipher_suite: choice(['recommended', 'legacy']),
  nodebalancer_id: integer({readOnly: true}),
  ssl_commonname: nullable(text({readOnly: true})),
  ssl_fingerprint: nullable(text({readOnly: true})),
  ssl_cert: nullable(text({format: 'ssl-cert'})),
  ssl_key: nullable(text({format: 'ssl-key'})),
  nodes_status: object({up: integer({readOnly: true}), down: integer({readOnly: true})}, {readOnly: true}),
});
export type NodeBalancerConfig = Read<typeof NodeBalancerConfig>;

/** A backend of a config (D3 §2.2). */
export const NodeBalancerNode = model('NodeBalancerNode', {
  id: integer({readOnly: true}),
  address: text({format: 'ip'}),
  label: text({min: 3, max: 32, hint: /^[a-zA-Z0-9_.-]{3,32}$/}),
  status: choice(['unknown', 'UP', 'DOWN'], {readOnly: true}),
  weight: integer({min: 1, max: 255}),
  mode: choice(nodeModes),
  config_id: integer({readOnly: true}),
  nodebalancer_id: integer({readOnly: true}),
});
export type NodeBalancerNode = Read<typeof NodeBalancerNode>;

/** NodeBalancerStats. */
export const NodeBalancerStats = model('NodeBalancerStats', {
  data: object({
    connections: list(list(number())),
    traffic: object({in: list(list(number())), out: list(list(number()))}),
  }),
  title: text(),
});
export type NodeBalancerStats = Read<typeof NodeBalancerStats>;

/** Body of `nodebalancers.create` (D3 §2.2). */
export const NodebalancerCreate = model('NodebalancerCreate', {
  region: required(text()),
  label: NodeBalancer.fields.label,
  client_conn_throttle: NodeBalancer.fields.client_conn_throttle,
  configs: list(
    object({
      port: integer({min: 1, max: 65535}),
      protocol: choice(nodeBalancerProtocols),
      algorithm: choice(nodeBalancerAlgorithms),
      stickiness: choice(nodeBalancerStickinesses),
      check: choice(nodeBalancerChecks),
      check_interval: integer({unit: 'seconds'}),
      check_timeout: integer({min: 1, max: 30, unit: 'seconds'}),
      check_attempts: integer({min: 1, max: 30}),
      check_path: text({hint: /^[a-zA-Z0-9/\-%?&=.]*$/}),
      check_body: text(),
      check_passive: flag(),
      proxy_protocol: choice(proxyProtocols, {default: 'none'}),
      cipher_suite: choice(['recommended', 'legacy']),
      ssl_cert: nullable(text({format: 'ssl-cert', requiredWhen: 'protocol is https'})),
      ssl_key: nullable(text({format: 'ssl-key', requiredWhen: 'protocol is https'})),
      nodes: list(
        object({
          address: text({format: 'ip'}),
          label: text({min: 3, max: 32, hint: /^[a-zA-Z0-9_.-]{3,32}$/}),
          weight: integer({min: 1, max: 255}),
          mode: choice(nodeModes),
        }),
      ),
    }),
  ),
});

/** Body of `nodebalancers.update` (D3 §2.2). */
export const NodebalancerUpdate = model('NodebalancerUpdate', {
  label: NodeBalancer.fields.label,
  client_conn_throttle: NodeBalancer.fields.client_conn_throttle,
  transfer: object({}),
  tags: list(text()),
});

/** Body of `nodebalancers.configs.create` (D3 §2.2). */
export const NodebalancerConfigCreate = model('NodebalancerConfigCreate', {
  port: NodeBalancerConfig.fields.port,
  protocol: NodeBalancerConfig.fields.protocol,
  algorithm: NodeBalancerConfig.fields.algorithm,
  stickiness: NodeBalancerConfig.fields.stickiness,
  check: NodeBalancerConfig.fields.check,
  check_interval: integer({unit: 'seconds'}),
  check_timeout: NodeBalancerConfig.fields.check_timeout,
  check_attempts: NodeBalancerConfig.fields.check_attempts,
  check_path: NodeBalancerConfig.fields.check_path,
  check_body: text(),
  check_passive: flag(),
  proxy_protocol: NodeBalancerConfig.fields.proxy_protocol,
  cipher_suite: NodeBalancerConfig.fields.cipher_suite,
  ssl_cert: nullable(text({format: 'ssl-cert', requiredWhen: 'protocol is https'})),
  ssl_key: nullable(text({format: 'ssl-key', requiredWhen: 'protocol is https'})),
});

/** Body of `nodebalancers.configs.update` (D3 §2.2). */
export const NodebalancerConfigUpdate = model('NodebalancerConfigUpdate', {
  port: NodebalancerConfigCreate.fields.port,
  protocol: NodebalancerConfigCreate.fields.protocol,
  algorithm: NodebalancerConfigCreate.fields.algorithm,
  stickiness: NodebalancerConfigCreate.fields.stickiness,
  check: NodebalancerConfigCreate.fields.check,
  check_interval: integer({unit: 'seconds'}),
  check_timeout: NodebalancerConfigCreate.fields.check_timeout,
  check_attempts: NodebalancerConfigCreate.fields.check_attempts,
  check_path: NodebalancerConfigCreate.fields.check_path,
  check_body: text(),
  check_passive: flag(),
  proxy_protocol: NodebalancerConfigCreate.fields.proxy_protocol,
  cipher_suite: NodebalancerConfigCreate.fields.cipher_suite,
  ssl_cert: nullable(text({format: 'ssl-cert', requiredWhen: 'protocol is https'})),
  ssl_key: nullable(text({format: 'ssl-key', requiredWhen: 'protocol is https'})),
});

/** Body of `nodebalancers.configs.rebuild` (D3 §2.2). */
export const NodebalancerConfigRebuild = model('NodebalancerConfigRebuild', {
  port: NodebalancerConfigCreate.fields.port,
  protocol: NodebalancerConfigCreate.fields.protocol,
  algorithm: NodebalancerConfigCreate.fields.algorithm,
  stickiness: NodebalancerConfigCreate.fields.stickiness,
  check: NodebalancerConfigCreate.fields.check,
  check_interval: integer({unit: 'seconds'}),
  check_timeout: NodebalancerConfigCreate.fields.check_timeout,
  check_attempts: NodebalancerConfigCreate.fields.check_attempts,
  check_path: NodebalancerConfigCreate.fields.check_path,
  check_body: text(),
  check_passive: flag(),
  proxy_protocol: NodebalancerConfigCreate.fields.proxy_protocol,
  cipher_suite: NodebalancerConfigCreate.fields.cipher_suite,
  ssl_cert: nullable(text({format: 'ssl-cert', requiredWhen: 'protocol is https'})),
  ssl_key: nullable(text({format: 'ssl-key', requiredWhen: 'protocol is https'})),
  nodes: list(
    object({
      address: text({format: 'ip'}),
      label: text({min: 3, max: 32, hint: /^[a-zA-Z0-9_.-]{3,32}$/}),
      weight: integer({min: 1, max: 255}),
      mode: choice(nodeModes),
      id: integer(),
    }),
  ),
});

/** Body of `nodebalancers.configs.nodes.create` (D3 §2.2). */
export const NodebalancerConfigNodeCreate = model('NodebalancerConfigNodeCreate', {
  address: required(text({format: 'ip'})),
  label: required(NodeBalancerNode.fields.label),
  weight: NodeBalancerNode.fields.weight,
  mode: NodeBalancerNode.fields.mode,
});

/** Body of `nodebalancers.configs.nodes.update` (D3 §2.2). */
export const NodebalancerConfigNodeUpdate = model('NodebalancerConfigNodeUpdate', {
  address: text({format: 'ip'}),
  label: NodeBalancerNode.fields.label,
  weight: NodebalancerConfigNodeCreate.fields.weight,
  mode: NodebalancerConfigNodeCreate.fields.mode,
});

export const nodebalancers = family('nodebalancers', {
  list: get('/nodebalancers', {scopes: ['nodebalancers:read_only'], page: NodeBalancer}),
  create: post('/nodebalancers', {
    scopes: ['nodebalancers:read_write'],
    access: {grants: ['add_nodebalancers']},
    body: NodebalancerCreate,
    returns: NodeBalancer,
  }),
  get: get('/nodebalancers/{nodeBalancerId}', {scopes: ['nodebalancers:read_only'], returns: NodeBalancer}),
  update: put('/nodebalancers/{nodeBalancerId}', {
    scopes: ['nodebalancers:read_write'],
    body: NodebalancerUpdate,
    returns: NodeBalancer,
  }),
  delete: del('/nodebalancers/{nodeBalancerId}', {scopes: ['nodebalancers:read_write']}),
  configs: {
    list: get('/nodebalancers/{nodeBalancerId}/configs', {
      scopes: ['nodebalancers:read_only'],
      page: NodeBalancerConfig,
    }),
    create: post('/nodebalancers/{nodeBalancerId}/configs', {
      scopes: ['nodebalancers:read_write'],
      body: NodebalancerConfigCreate,
      bodyOptional: true,
      returns: NodeBalancerConfig,
    }),
    get: get('/nodebalancers/{nodeBalancerId}/configs/{configId}', {
      scopes: ['nodebalancers:read_only'],
      returns: NodeBalancerConfig,
    }),
    update: put('/nodebalancers/{nodeBalancerId}/configs/{configId}', {
      scopes: ['nodebalancers:read_write'],
      body: NodebalancerConfigUpdate,
      returns: NodeBalancerConfig,
    }),
    delete: del('/nodebalancers/{nodeBalancerId}/configs/{configId}', {scopes: ['nodebalancers:read_write']}),
    rebuild: post('/nodebalancers/{nodeBalancerId}/configs/{configId}/rebuild', {
      scopes: ['nodebalancers:read_write'],
      access: {grants: ['add_nodebalancers']},
      body: NodebalancerConfigRebuild,
      returns: NodeBalancerConfig,
    }),
    nodes: {
      list: get('/nodebalancers/{nodeBalancerId}/configs/{configId}/nodes', {
        scopes: ['nodebalancers:read_only'],
        page: NodeBalancerNode,
      }),
      create: post('/nodebalancers/{nodeBalancerId}/configs/{configId}/nodes', {
        scopes: ['nodebalancers:read_write'],
        body: NodebalancerConfigNodeCreate,
        returns: NodeBalancerNode,
      }),
      get: get('/nodebalancers/{nodeBalancerId}/configs/{configId}/nodes/{nodeId}', {
        scopes: ['nodebalancers:read_write'],
        returns: NodeBalancerNode,
      }),
      update: put('/nodebalancers/{nodeBalancerId}/configs/{configId}/nodes/{nodeId}', {
        scopes: ['nodebalancers:read_write'],
        body: NodebalancerConfigNodeUpdate,
        returns: NodeBalancerNode,
      }),
      delete: del('/nodebalancers/{nodeBalancerId}/configs/{configId}/nodes/{nodeId}', {
        scopes: ['nodebalancers:read_write'],
      }),
    },
  },
  stats: {
    get: get('/nodebalancers/{nodeBalancerId}/stats', {
      scopes: ['nodebalancers:read_only'],
      returns: NodeBalancerStats,
      limit: 'stats',
    }),
  },
});
