/** NodeBalancers, their configs and nodes (D3 §4.2). */
import {Firewall, FirewallAssignment} from '../networking/firewalls.ts';
import {chartSeries, entityReference} from '../schema/blocks.ts';
import {del, get, post, put} from '../schema/endpoint.ts';
import {family} from '../schema/family.ts';
import {
  choice,
  dateTime,
  either,
  flag,
  integer,
  list,
  model,
  nullable,
  number,
  object,
  type Read,
  refine,
  required,
  text,
  today,
  todayValues,
} from '../schema/field.ts';
import {checkPathHint, nodeLabelHint, shortLabelHint} from '../schema/patterns.ts';
import {NodeBalancerType, priceColumns} from './service-prices.ts';

export const nodeModes = ['accept', 'reject', 'drain', 'backup'] as const;

export const nodeBalancerAlgorithms = ['roundrobin', 'leastconn', 'source'] as const;

export const nodeBalancerChecks = ['none', 'connection', 'http', 'http_body'] as const;

export const nodeBalancerProtocols = ['http', 'https', 'tcp'] as const;

export const nodeBalancerStickinesses = ['none', 'table', 'http_cookie'] as const;

export const proxyProtocols = ['none', 'v1', 'v2'] as const;

/** A load balancer; transfer in MB this month (D1 §2.6). */
export const NodeBalancer = model('NodeBalancer', {
  id: integer({readOnly: true}),
  label: text({
    min: 3,
    max: 32,
    ...shortLabelHint,
    filterable: true,
  }),
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
  kube_cluster: today(
    nullable(
      // Providers send the ID as text or as a number.
      entityReference(either(text(), integer()), {readOnly: true}),
    ),
  ),
  type: today(choice(['common', 'premium'], {readOnly: true})),
});
export type NodeBalancer = Read<typeof NodeBalancer>;

/** A port of a NodeBalancer; responses have `<REDACTED>` as certificate and key (D3 §2.2). */
export const NodeBalancerConfig = model('NodeBalancerConfig', {
  id: integer({readOnly: true}),
  port: integer({min: 1, max: 65535}),
  protocol: todayValues(choice(nodeBalancerProtocols), ['udp']),
  algorithm: todayValues(choice(nodeBalancerAlgorithms), ['ring_hash']),
  stickiness: todayValues(choice(nodeBalancerStickinesses), ['session', 'source_ip']),
  check: choice(nodeBalancerChecks),
  check_interval: integer(),
  check_timeout: integer({min: 1, max: 30}),
  check_attempts: integer({min: 1, max: 30}),
  check_path: text(checkPathHint),
  check_body: text(),
  check_passive: flag(),
  proxy_protocol: choice(proxyProtocols, {default: 'none'}),
  cipher_suite: choice(['recommended', 'legacy']),
  nodebalancer_id: integer({readOnly: true}),
  ssl_commonname: nullable(text({acceptedValues: [''], readOnly: true})),
  ssl_fingerprint: nullable(text({acceptedValues: [''], readOnly: true})),
  ssl_cert: nullable(text({format: 'ssl-cert'})),
  ssl_key: nullable(text({format: 'ssl-key'})),
  nodes_status: object({up: integer({readOnly: true}), down: integer({readOnly: true})}, {readOnly: true}),
  udp_check_port: today(integer({min: 1, max: 65535, default: 80})),
  udp_session_timeout: today(integer({min: 1, max: 300, readOnly: true, unit: 'seconds'})),
});
export type NodeBalancerConfig = Read<typeof NodeBalancerConfig>;

/** A backend of a config (D3 §2.2). */
export const NodeBalancerNode = model('NodeBalancerNode', {
  id: integer({readOnly: true}),
  // The documents have an IP address, providers an IP address with its port.
  address: text({format: 'ip:port'}),
  label: text({min: 3, max: 32, ...nodeLabelHint}),
  status: todayValues(choice(['unknown', 'UP', 'DOWN'], {readOnly: true}), ['Unknown']),
  weight: integer({min: 1, max: 255}),
  mode: todayValues(choice(nodeModes), ['none']),
  config_id: integer({readOnly: true}),
  nodebalancer_id: integer({readOnly: true}),
  vpc_config_id: today(nullable(integer({readOnly: true}))),
});
export type NodeBalancerNode = Read<typeof NodeBalancerNode>;

/** Series of `[milliseconds, value]` pairs of the last 24 hours. */
export const NodeBalancerStats = model('NodeBalancerStats', {
  data: object({
    connections: chartSeries,
    traffic: object({in: chartSeries, out: chartSeries}),
  }),
  title: text(),
});
export type NodeBalancerStats = Read<typeof NodeBalancerStats>;

const nodeFields = {
  address: NodeBalancerNode.fields.address,
  label: NodeBalancerNode.fields.label,
  weight: NodeBalancerNode.fields.weight,
  mode: NodeBalancerNode.fields.mode,
  subnet_id: today(integer()),
};

const configFields = {
  port: NodeBalancerConfig.fields.port,
  protocol: NodeBalancerConfig.fields.protocol,
  algorithm: NodeBalancerConfig.fields.algorithm,
  stickiness: NodeBalancerConfig.fields.stickiness,
  check: NodeBalancerConfig.fields.check,
  check_interval: refine(NodeBalancerConfig.fields.check_interval, {unit: 'seconds'}),
  check_timeout: refine(NodeBalancerConfig.fields.check_timeout, {unit: 'seconds'}),
  check_attempts: NodeBalancerConfig.fields.check_attempts,
  check_path: NodeBalancerConfig.fields.check_path,
  check_body: NodeBalancerConfig.fields.check_body,
  check_passive: NodeBalancerConfig.fields.check_passive,
  proxy_protocol: NodeBalancerConfig.fields.proxy_protocol,
  cipher_suite: NodeBalancerConfig.fields.cipher_suite,
  ssl_cert: refine(NodeBalancerConfig.fields.ssl_cert, {requiredWhen: 'protocol is https'}),
  ssl_key: refine(NodeBalancerConfig.fields.ssl_key, {requiredWhen: 'protocol is https'}),
  udp_check_port: NodeBalancerConfig.fields.udp_check_port,
};

/** Body of `nodebalancers.create`: one request creates the balancer with its configs and their nodes (D3 §2.2). */
export const NodeBalancerCreate = model('NodeBalancerCreate', {
  region: required(text()),
  label: NodeBalancer.fields.label,
  client_conn_throttle: NodeBalancer.fields.client_conn_throttle,
  configs: list(object({...configFields, nodes: list(object(nodeFields))})),
  firewall_id: today(integer()),
  tags: today(list(text())),
});

/** The part of a VPC's subnet through which a NodeBalancer reaches its nodes. */
export const NodeBalancerVpc = model('NodeBalancerVpc', {
  id: integer({readOnly: true}),
  nodebalancer_id: integer({readOnly: true}),
  vpc_id: nullable(integer({readOnly: true})),
  subnet_id: integer(),
  ipv4_range: text(),
  ipv4_range_auto_assign: nullable(flag()),
});
export type NodeBalancerVpc = Read<typeof NodeBalancerVpc>;

/** Body of `nodebalancers.update`; `transfer` is accepted and ignored (D3 §2.2). */
export const NodeBalancerUpdate = model('NodeBalancerUpdate', {
  label: NodeBalancer.fields.label,
  client_conn_throttle: NodeBalancer.fields.client_conn_throttle,
  transfer: object({}),
  tags: list(text()),
});

/** Body of `nodebalancers.configs.create` (D3 §2.2). */
export const NodeBalancerConfigCreate = model('NodeBalancerConfigCreate', configFields);

/** Body of `nodebalancers.configs.update` (D3 §2.2). */
export const NodeBalancerConfigUpdate = model('NodeBalancerConfigUpdate', configFields);

/** Body of `nodebalancers.configs.rebuild`: nodes with an ID are kept, all others replaced (D3 §2.2). */
export const NodeBalancerConfigRebuild = model('NodeBalancerConfigRebuild', {
  ...configFields,
  nodes: list(object({...nodeFields, id: integer()})),
});

/** Body of `nodebalancers.configs.nodes.create` (D3 §2.2). */
export const NodeBalancerConfigNodeCreate = model('NodeBalancerConfigNodeCreate', {
  ...nodeFields,
  address: required(nodeFields.address),
  label: required(nodeFields.label),
});

/** Body of `nodebalancers.configs.nodes.update` (D3 §2.2). */
export const NodeBalancerConfigNodeUpdate = model('NodeBalancerConfigNodeUpdate', nodeFields);

const readsToday = {scopes: ['nodebalancers:read_only'], today: true} as const;

export const nodebalancers = family('nodebalancers', {
  list: get('/nodebalancers', {scopes: ['nodebalancers:read_only'], page: NodeBalancer}),
  create: post('/nodebalancers', {
    scopes: ['nodebalancers:read_write'],
    access: {grants: ['add_nodebalancers']},
    body: NodeBalancerCreate,
    responseModel: NodeBalancer,
  }),
  get: get('/nodebalancers/{nodeBalancerId}', {scopes: ['nodebalancers:read_only'], responseModel: NodeBalancer}),
  update: put('/nodebalancers/{nodeBalancerId}', {
    scopes: ['nodebalancers:read_write'],
    body: NodeBalancerUpdate,
    responseModel: NodeBalancer,
  }),
  delete: del('/nodebalancers/{nodeBalancerId}', {scopes: ['nodebalancers:read_write']}),
  configs: {
    list: get('/nodebalancers/{nodeBalancerId}/configs', {
      scopes: ['nodebalancers:read_only'],
      page: NodeBalancerConfig,
    }),
    create: post('/nodebalancers/{nodeBalancerId}/configs', {
      scopes: ['nodebalancers:read_write'],
      body: NodeBalancerConfigCreate,
      bodyOptional: true,
      responseModel: NodeBalancerConfig,
    }),
    get: get('/nodebalancers/{nodeBalancerId}/configs/{configId}', {
      scopes: ['nodebalancers:read_only'],
      responseModel: NodeBalancerConfig,
    }),
    update: put('/nodebalancers/{nodeBalancerId}/configs/{configId}', {
      scopes: ['nodebalancers:read_write'],
      body: NodeBalancerConfigUpdate,
      responseModel: NodeBalancerConfig,
    }),
    delete: del('/nodebalancers/{nodeBalancerId}/configs/{configId}', {scopes: ['nodebalancers:read_write']}),
    rebuild: post('/nodebalancers/{nodeBalancerId}/configs/{configId}/rebuild', {
      scopes: ['nodebalancers:read_write'],
      body: NodeBalancerConfigRebuild,
      responseModel: NodeBalancerConfig,
    }),
    nodes: {
      list: get('/nodebalancers/{nodeBalancerId}/configs/{configId}/nodes', {
        scopes: ['nodebalancers:read_only'],
        page: NodeBalancerNode,
      }),
      create: post('/nodebalancers/{nodeBalancerId}/configs/{configId}/nodes', {
        scopes: ['nodebalancers:read_write'],
        body: NodeBalancerConfigNodeCreate,
        responseModel: NodeBalancerNode,
      }),
      get: get('/nodebalancers/{nodeBalancerId}/configs/{configId}/nodes/{nodeId}', {
        scopes: ['nodebalancers:read_write'],
        responseModel: NodeBalancerNode,
      }),
      update: put('/nodebalancers/{nodeBalancerId}/configs/{configId}/nodes/{nodeId}', {
        scopes: ['nodebalancers:read_write'],
        body: NodeBalancerConfigNodeUpdate,
        responseModel: NodeBalancerNode,
      }),
      delete: del('/nodebalancers/{nodeBalancerId}/configs/{configId}/nodes/{nodeId}', {
        scopes: ['nodebalancers:read_write'],
      }),
    },
  },
  firewalls: {
    list: get('/nodebalancers/{nodeBalancerId}/firewalls', {...readsToday, page: Firewall}),
    update: put('/nodebalancers/{nodeBalancerId}/firewalls', {
      scopes: ['nodebalancers:read_write'],
      body: FirewallAssignment,
      page: Firewall,
      today: true,
    }),
  },
  vpcs: {
    list: get('/nodebalancers/{nodeBalancerId}/vpcs', {...readsToday, page: NodeBalancerVpc}),
    get: get('/nodebalancers/{nodeBalancerId}/vpcs/{nodeBalancerVpcConfigId}', {
      ...readsToday,
      responseModel: NodeBalancerVpc,
    }),
  },
  stats: {
    get: get('/nodebalancers/{nodeBalancerId}/stats', {
      scopes: ['nodebalancers:read_only'],
      responseModel: NodeBalancerStats,
      limit: 'stats',
    }),
  },
  types: {
    list: get('/nodebalancers/types', {auth: 'none', page: NodeBalancerType, columns: priceColumns, today: true}),
  },
});
