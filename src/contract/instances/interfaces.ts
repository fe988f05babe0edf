/** Network interfaces of an instance itself, in place of those in its configs. The API of today has them. */
import {Firewall} from '../networking/firewalls.ts';
import {del, get, post, put} from '../schema/endpoint.ts';
import {dateTime, flag, integer, list, model, nullable, object, type Read, required, text} from '../schema/field.ts';
import {vlanLabelHint} from '../schema/patterns.ts';

const defaultRoute = object({ipv4: nullable(flag()), ipv6: nullable(flag())});
const range = object({range: text()});

/**
 * An interface in the public network, in a subnet of a VPC or in a VLAN; the fields of the other two kinds are null.
 */
export const InstanceInterface = model('InstanceInterface', {
  id: integer({readOnly: true}),
  mac_address: text({readOnly: true}),
  version: integer({readOnly: true}),
  default_route: nullable(defaultRoute),
  public: nullable(
    object({
      ipv4: object({
        addresses: list(object({address: text(), primary: flag()})),
        shared: list(object({address: text(), compute_id: integer()}), {readOnly: true}),
      }),
      ipv6: object({
        ranges: list(object({range: text(), route_target: nullable(text())})),
        shared: list(object({range: text(), route_target: nullable(text())}), {readOnly: true}),
        slaac: list(object({address: text(), prefix: integer()}), {readOnly: true}),
      }),
    }),
  ),
  vpc: nullable(
    object({
      vpc_id: integer({readOnly: true}),
      subnet_id: integer(),
      ipv4: object({
        addresses: list(object({address: text(), nat_1_1_address: nullable(text()), primary: flag()})),
        ranges: list(range),
      }),
    }),
  ),
  vlan: nullable(object({vlan_label: text(), ipam_address: nullable(text({format: 'ip/netmask'}))})),
  created: dateTime({readOnly: true}),
  updated: dateTime({readOnly: true}),
});
export type InstanceInterface = Read<typeof InstanceInterface>;

/** All interfaces of an instance in the order of their creation; not paged. */
export const InstanceInterfaces = model('InstanceInterfaces', {interfaces: list(InstanceInterface)});
export type InstanceInterfaces = Read<typeof InstanceInterfaces>;

/** An earlier version of an interface, as JSON in a text. */
export const InterfaceHistory = model(
  'InterfaceHistory',
  {
    interface_history_id: integer({readOnly: true, filterable: true}),
    interface_id: integer({readOnly: true, filterable: true}),
    compute_id: integer({readOnly: true, filterable: true}),
    version: integer({readOnly: true, filterable: true}),
    interface_data: text({readOnly: true}),
    created: dateTime({readOnly: true, filterable: true}),
  },
  'interface_history_id',
);
export type InterfaceHistory = Read<typeof InterfaceHistory>;

/** Network Helper, and the interfaces that have the default routes. */
export const InterfaceSettings = model('InterfaceSettings', {
  network_helper: flag(),
  default_route: object({
    ipv4_interface_id: nullable(integer()),
    ipv4_eligible_interface_ids: list(integer(), {readOnly: true}),
    ipv6_interface_id: nullable(integer()),
    ipv6_eligible_interface_ids: list(integer(), {readOnly: true}),
  }),
});
export type InterfaceSettings = Read<typeof InterfaceSettings>;

// An address may be `auto`, and a range may be a prefix length: the API then allocates them.
const publicInput = object({
  ipv4: object({addresses: list(object({address: text(), primary: flag()}))}),
  ipv6: object({ranges: list(object({range: required(text())}))}),
});
const vpcInput = object({
  subnet_id: required(integer()),
  ipv4: object({
    addresses: list(object({address: text(), nat_1_1_address: nullable(text()), primary: flag()})),
    ranges: list(object({range: required(text())})),
  }),
});
const vlanInput = object({
  vlan_label: text({min: 1, max: 64, ...vlanLabelHint}),
  ipam_address: nullable(text({format: 'ip/netmask'})),
});

/** Body of `instances.interfaces.create`: one of `public`, `vpc` and `vlan`. */
export const InstanceInterfaceCreate = model('InstanceInterfaceCreate', {
  public: nullable(publicInput),
  vpc: nullable(vpcInput),
  vlan: nullable(vlanInput),
  default_route: defaultRoute,
  // Absent: the default firewall of the account. Null: no firewall.
  firewall_id: nullable(integer()),
});

/** Body of `instances.interfaces.update`. */
export const InstanceInterfaceUpdate = model('InstanceInterfaceUpdate', {
  public: nullable(publicInput),
  vpc: nullable(vpcInput),
  vlan: vlanInput,
  default_route: defaultRoute,
});

/** Body of `instances.interfaces.settings.update`. */
export const InterfaceSettingsUpdate = model('InterfaceSettingsUpdate', {
  network_helper: flag(),
  default_route: object({
    ipv4_interface_id: nullable(integer()),
    ipv6_interface_id: nullable(integer()),
  }),
});

/** Body of `instances.upgradeInterfaces`; nothing changes unless `dry_run` is false. */
export const InstanceUpgradeInterfaces = model('InstanceUpgradeInterfaces', {
  config_id: nullable(integer()),
  dry_run: flag({default: true}),
});

/** The interfaces after an upgrade; their IDs are 0 in a dry run. */
export const InterfaceUpgrade = model('InterfaceUpgrade', {
  config_id: nullable(integer()),
  dry_run: flag(),
  interfaces: list(InstanceInterface),
});
export type InterfaceUpgrade = Read<typeof InterfaceUpgrade>;

const root = 'v4beta';
const scopes = ['compute:read_write'] as const;
const readScopes = ['compute:read_only'] as const;

export const interfacesEndpoints = {
  interfaces: {
    list: get('/compute/instances/{computeId}/interfaces', {
      root,
      scopes,
      access: {level: 'read_write'},
      responseModel: InstanceInterfaces,
      today: true,
    }),
    create: post('/compute/instances/{computeId}/interfaces', {
      root,
      scopes,
      body: InstanceInterfaceCreate,
      responseModel: InstanceInterface,
      today: true,
    }),
    history: {
      list: get('/compute/instances/{computeId}/interfaces/history', {
        root,
        scopes: readScopes,
        page: InterfaceHistory,
        today: true,
      }),
    },
    settings: {
      get: get('/compute/instances/{computeId}/interfaces/settings', {
        root,
        scopes: readScopes,
        responseModel: InterfaceSettings,
        today: true,
      }),
      update: put('/compute/instances/{computeId}/interfaces/settings', {
        root,
        scopes,
        body: InterfaceSettingsUpdate,
        responseModel: InterfaceSettings,
        today: true,
      }),
    },
    get: get('/compute/instances/{computeId}/interfaces/{interfaceId}', {
      root,
      scopes,
      access: {level: 'read_write'},
      responseModel: InstanceInterface,
      today: true,
    }),
    update: put('/compute/instances/{computeId}/interfaces/{interfaceId}', {
      root,
      scopes,
      body: InstanceInterfaceUpdate,
      responseModel: InstanceInterface,
      today: true,
    }),
    delete: del('/compute/instances/{computeId}/interfaces/{interfaceId}', {root, scopes, today: true}),
    firewalls: {
      list: get('/compute/instances/{computeId}/interfaces/{interfaceId}/firewalls', {
        root,
        scopes: ['nodebalancers:read_only'],
        page: Firewall,
        today: true,
      }),
    },
  },
  upgradeInterfaces: post('/compute/instances/{computeId}/upgrade-interfaces', {
    root,
    scopes,
    body: InstanceUpgradeInterfaces,
    bodyOptional: true,
    responseModel: InterfaceUpgrade,
    today: true,
  }),
};
