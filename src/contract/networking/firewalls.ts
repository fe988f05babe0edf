/** Cloud firewalls. */
import {del, get, post, put} from '../schema/endpoint.ts';
import {
  choice,
  dateTime,
  integer,
  list,
  model,
  nullable,
  object,
  type Read,
  required,
  text,
  today,
  todayValues,
} from '../schema/field.ts';
import {labelHint} from '../schema/patterns.ts';

/** A rule: a set of packets, and their treatment. Ports as `22, 80-443`; addresses with their prefix. */
export const FirewallRule = model('FirewallRule', {
  protocol: todayValues(choice(['TCP', 'UDP', 'ICMP']), ['IPENCAP']),
  ports: text({format: 'ports'}),
  addresses: object({ipv4: list(text({format: 'ipv4/mask'})), ipv6: list(text({format: 'ipv6/mask'}))}),
  action: choice(['ACCEPT', 'DROP']),
  label: text({min: 3, max: 32}),
  description: text({min: 1, max: 100}),
  // An entry that names a rule set has no other field.
  ruleset: today(integer()),
});
export type FirewallRule = Read<typeof FirewallRule>;

/** The inbound and outbound rules and their default policies. */
export const FirewallRules = model('FirewallRules', {
  inbound: list(FirewallRule),
  outbound: list(FirewallRule),
  inbound_policy: choice(['ACCEPT', 'DROP']),
  outbound_policy: choice(['ACCEPT', 'DROP']),
  version: today(integer({readOnly: true})),
  fingerprint: today(text({readOnly: true})),
});
export type FirewallRules = Read<typeof FirewallRules>;

const entityTypes = todayValues(choice(['compute'], {wire: 'entity-type'}), ['nodebalancer', 'compute_interface']);

/** An instance or a NodeBalancer of a firewall; for an interface, the instance that has it. */
const parentEntity = nullable(
  object(
    {
      id: integer(),
      label: nullable(text()),
      type: text({wire: 'entity-type'}),
      url: text({format: 'url', wire: 'api-url'}),
    },
    {readOnly: true},
  ),
);

/** A firewall with its rules. */
export const Firewall = model('Firewall', {
  id: integer({readOnly: true, filterable: true}),
  label: text({min: 3, max: 32, ...labelHint, filterable: true}),
  created: dateTime({readOnly: true, filterable: true}),
  updated: dateTime({readOnly: true, filterable: true}),
  status: choice(['enabled', 'disabled', 'deleted'], {readOnly: true}),
  rules: FirewallRules,
  tags: list(text(), {filterable: true}),
  entities: today(
    list(
      object({
        id: integer(),
        label: nullable(text()),
        type: entityTypes,
        url: text({format: 'url', wire: 'api-url'}),
        parent_entity: parentEntity,
      }),
      {readOnly: true},
    ),
  ),
});
export type Firewall = Read<typeof Firewall>;

/** An instance of a firewall. */
export const FirewallDevice = model('FirewallDevice', {
  id: integer({filterable: true}),
  created: dateTime({readOnly: true, filterable: true}),
  updated: dateTime({readOnly: true, filterable: true}),
  entity: object(
    {
      id: integer(),
      type: entityTypes,
      label: text({readOnly: true}),
      url: text({format: 'url', readOnly: true, wire: 'api-url'}),
      parent_entity: today(parentEntity),
    },
    {readOnly: true},
  ),
});
export type FirewallDevice = Read<typeof FirewallDevice>;

/** Body of `networking.firewalls.create`. */
export const FirewallCreate = model('FirewallCreate', {
  label: required(Firewall.fields.label),
  rules: required(FirewallRules),
  tags: list(text()),
  devices: object({
    computes: list(integer()),
    compute_interfaces: today(list(integer())),
    nodebalancers: today(list(integer())),
  }),
});

/** Body of `instances.firewalls.update` and `nodebalancers.firewalls.update`: all firewalls of the resource. */
export const FirewallAssignment = model('FirewallAssignment', {firewall_ids: required(list(integer()))});

/** Body of `networking.firewalls.update`. */
export const FirewallUpdate = model('FirewallUpdate', {
  tags: list(text()),
  label: Firewall.fields.label,
  status: choice(['enabled', 'disabled']),
});

/** Body of `networking.firewalls.devices.create`. */
export const FirewallDeviceCreate = model('FirewallDeviceCreate', {
  id: required(integer()),
  type: required(entityTypes),
});

/** Body of `networking.firewalls.rules.update`. */
export const FirewallRulesUpdate = model('FirewallRulesUpdate', {
  inbound: list(FirewallRule, {emptiedByNull: true}),
  outbound: list(FirewallRule, {emptiedByNull: true}),
  inbound_policy: FirewallRules.fields.inbound_policy,
  outbound_policy: FirewallRules.fields.outbound_policy,
});

/** The default firewalls of new resources whose request has no firewall; null means no firewall. */
export const FirewallSettings = model('FirewallSettings', {
  default_firewall_ids: object({
    compute: nullable(integer()),
    nodebalancer: nullable(integer()),
    public_interface: nullable(integer()),
    vpc_interface: nullable(integer()),
  }),
});
export type FirewallSettings = Read<typeof FirewallSettings>;

/** Initial rules for a new firewall. */
export const FirewallTemplate = model('FirewallTemplate', {slug: text({readOnly: true}), rules: FirewallRules}, 'slug');
export type FirewallTemplate = Read<typeof FirewallTemplate>;

/** Reading operations of firewalls that the API of today has added. */
const readsToday = {scopes: ['firewall:read_only'], today: true} as const;

export const firewallsEndpoints = {
  firewalls: {
    list: get('/networking/firewalls', {scopes: ['firewall:read_only'], page: Firewall}),
    create: post('/networking/firewalls', {
      scopes: ['firewall:read_write'],
      body: FirewallCreate,
      responseModel: Firewall,
    }),
    get: get('/networking/firewalls/{firewallId}', {scopes: ['firewall:read_only'], responseModel: Firewall}),
    update: put('/networking/firewalls/{firewallId}', {
      scopes: ['firewall:read_write'],
      body: FirewallUpdate,
      bodyOptional: true,
      responseModel: Firewall,
    }),
    delete: del('/networking/firewalls/{firewallId}', {scopes: ['firewall:read_write']}),
    devices: {
      list: get('/networking/firewalls/{firewallId}/devices', {scopes: ['firewall:read_only'], page: FirewallDevice}),
      create: post('/networking/firewalls/{firewallId}/devices', {
        scopes: ['firewall:read_write'],
        body: FirewallDeviceCreate,
        responseModel: FirewallDevice,
      }),
      get: get('/networking/firewalls/{firewallId}/devices/{deviceId}', {
        scopes: ['firewall:read_only'],
        responseModel: FirewallDevice,
      }),
      delete: del('/networking/firewalls/{firewallId}/devices/{deviceId}', {scopes: ['firewall:read_write']}),
    },
    rules: {
      get: get('/networking/firewalls/{firewallId}/rules', {
        scopes: ['firewall:read_only'],
        responseModel: FirewallRules,
      }),
      update: put('/networking/firewalls/{firewallId}/rules', {
        scopes: ['firewall:read_write'],
        body: FirewallRulesUpdate,
        bodyOptional: true,
        responseModel: FirewallRules,
      }),
    },
    settings: {
      get: get('/networking/firewalls/settings', {...readsToday, root: 'v4beta', responseModel: FirewallSettings}),
      update: put('/networking/firewalls/settings', {
        scopes: ['account:read_write'],
        root: 'v4beta',
        body: FirewallSettings,
        responseModel: FirewallSettings,
        today: true,
      }),
    },
    templates: {
      list: get('/networking/firewalls/templates', {...readsToday, root: 'v4beta', page: FirewallTemplate}),
      get: get('/networking/firewalls/templates/{slug}', {
        ...readsToday,
        root: 'v4beta',
        responseModel: FirewallTemplate,
      }),
    },
    history: {
      // The description shows one firewall but describes a list of its versions: the dialects convert both forms to a
      // page.
      get: get('/networking/firewalls/{firewallId}/history', {...readsToday, page: Firewall}),
      rules: {
        get: get('/networking/firewalls/{firewallId}/history/rules/{version}', {
          ...readsToday,
          responseModel: Firewall,
        }),
      },
    },
  },
};
