/** Changes to undo: the row, the change, and the new values. */
import type {AnyRow, FamilyId, PathParams} from '../../src/families/shape/define-family.ts';

/** A generator of numbers from 0 to 1, the same with every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const random = createRandom(20_261_121);
const number = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1));
export const word = (): string => `undo-${number(1000, 9999)}`;

/** Looks up the first row of a list: its ID is a path parameter of other lists. */
type FirstOf = (list: string, name: string, params?: PathParams) => Promise<PathParams>;

export interface UndoCase {
  readonly family: FamilyId;
  readonly action?: string;
  readonly params?: (firstOf: FirstOf) => Promise<PathParams>;
  readonly isSubject?: (row: AnyRow) => boolean;
  readonly values: (row: AnyRow) => Readonly<Record<string, unknown>>;
  /** Fields that the undo does not restore. */
  readonly exceptions?: readonly string[];
}

/** False for the rows of the demo account that have tags of two characters: the API refuses them in an edit. */
export const hasValidTags = (row: AnyRow): boolean =>
  !Array.isArray(row.tags) || row.tags.every(tag => String(tag).length >= 3);

/** The instance batch-11, which has interfaces of its own and is off. */
const instanceWithInterfaces = async (): Promise<PathParams> => ({computeId: 131});

/** The config of staging-db, which is off; its interfaces are public and in a VLAN. */
const stagingConfig = async (firstOf: FirstOf): Promise<PathParams> => {
  const params = {computeId: 139};
  return {...params, ...(await firstOf('instances.configs.list', 'configId', params))};
};

/** Edits: the values are restored. */
export const editCases: readonly UndoCase[] = [
  {family: 'volumes', values: () => ({label: word(), tags: [word(), 'prod']})},
  {
    family: 'instances',
    values: row => ({
      label: word(),
      tags: [word()],
      'alerts.cpu': number(1, 90),
      'alerts.network_in': number(1, 90),
      watchdog_enabled: row.watchdog_enabled !== true,
    }),
  },
  {
    family: 'instances',
    isSubject: row => (row.backups as {enabled: boolean}).enabled,
    values: row => ({
      'backups.schedule.day':
        (row.backups as {schedule: {day: string}}).schedule.day === 'Monday' ? 'Friday' : 'Monday',
    }),
  },
  {
    family: 'domains',
    isSubject: row => row.type === 'master',
    values: () => ({description: word(), tags: [word()], refresh_sec: 14_400}),
  },
  {family: 'domains', isSubject: row => row.status === 'active', values: () => ({status: 'disabled'})},
  {family: 'images.sharegroups', values: () => ({label: word(), description: word()})},
  {
    family: 'images.sharegroups.images',
    params: firstOf => firstOf('images.sharegroups.list', 'sharegroupId'),
    values: () => ({label: word(), description: word()}),
  },
  {
    family: 'images.sharegroups.members',
    params: firstOf => firstOf('images.sharegroups.list', 'sharegroupId'),
    values: () => ({label: word()}),
  },
  {family: 'images.sharegroups.tokens', values: () => ({label: word()})},
  {family: 'placement.groups', values: () => ({label: word()})},
  {
    family: 'placement.groups',
    action: 'assign',
    isSubject: row => row.label === 'spare',
    values: () => ({computes: [118, 119]}),
  },
  {
    family: 'placement.groups',
    action: 'unassign',
    isSubject: row => row.label === 'web',
    values: () => ({computes: [106]}),
  },
  {family: 'kube.clusters', values: () => ({label: word()})},
  {
    family: 'kube.clusters.pools',
    params: firstOf => firstOf('kube.clusters.list', 'clusterId'),
    values: () => ({tags: [word()], labels: {role: word()}}),
  },
  {
    family: 'instances.configs.interfaces',
    params: async () => ({computeId: 101, configId: 9001}),
    isSubject: row => row.purpose === 'vpc',
    values: () => ({'ipv4.vpc': `10.0.0.${number(20, 250)}`, ip_ranges: ['10.0.5.0/28']}),
  },
  {
    family: 'instances.interfaces',
    params: instanceWithInterfaces,
    isSubject: row => row.vlan !== null,
    values: () => ({'vlan.ipam_address': `10.20.0.${number(20, 250)}/24`}),
    // Each change makes a new version.
    exceptions: ['version'],
  },
  {
    family: 'instances.interfaces.settings',
    params: instanceWithInterfaces,
    values: row => ({network_helper: row.network_helper !== true}),
  },
  {
    family: 'monitor.services.alertDefinitions',
    params: async () => ({serviceType: 'dbaas'}),
    isSubject: row => row.type === 'user',
    values: () => ({label: word(), severity: 2, channel_ids: [10_000, 10_001]}),
    exceptions: ['updated_by'],
  },
  {family: 'vpcs', values: () => ({label: word(), description: word()})},
  {
    family: 'vpcs.subnets',
    params: firstOf => firstOf('vpcs.list', 'vpcId'),
    values: () => ({label: word()}),
  },
  {
    family: 'domains.records',
    params: firstOf => firstOf('domains.list', 'domainId'),
    isSubject: row => row.type === 'A',
    values: () => ({target: `192.0.2.${number(1, 254)}`, ttl_sec: 3600}),
  },
  {family: 'nodebalancers', values: () => ({label: word(), client_conn_throttle: number(1, 19), tags: [word()]})},
  {
    family: 'nodebalancers.configs',
    params: firstOf => firstOf('nodebalancers.list', 'nodeBalancerId'),
    values: row => ({algorithm: row.algorithm === 'source' ? 'roundrobin' : 'source'}),
  },
  {family: 'networking.firewalls.settings', values: () => ({'default_firewall_ids.compute': 801})},
  {family: 'networking.firewalls', values: () => ({label: word(), tags: [word()]})},
  {family: 'networking.firewalls', isSubject: row => row.status === 'enabled', values: () => ({status: 'disabled'})},
  {
    family: 'networking.firewalls',
    action: 'rules.update',
    values: row => ({
      inbound_policy: (row.rules as AnyRow).inbound_policy === 'DROP' ? 'ACCEPT' : 'DROP',
      inbound: [],
    }),
  },
  {family: 'images', isSubject: row => row.is_public === false, values: () => ({label: word(), description: word()})},
  {family: 'stackscripts', isSubject: row => row.mine === true, values: () => ({label: word(), rev_note: word()})},
  {family: 'profile.sshKeys', values: () => ({label: word()})},
  {family: 'objectStorage.keys', values: () => ({label: word()})},
  {family: 'longview.clients', values: () => ({label: word()})},
  {family: 'managed.contacts', values: () => ({name: word(), email: `${word()}@acme.example`})},
  {
    family: 'instances.configs',
    params: firstOf => firstOf('instances.list', 'computeId'),
    values: () => ({label: word(), comments: word()}),
  },
  {
    family: 'instances.disks',
    params: firstOf => firstOf('instances.list', 'computeId'),
    values: () => ({label: word()}),
  },
  {
    family: 'instances.ips',
    params: firstOf => firstOf('instances.list', 'computeId'),
    isSubject: row => row.type === 'ipv4' && row.public === true,
    values: row => ({rdns: `${String(row.address).replaceAll('.', '-')}.ip.undo.example`}),
  },
  {
    family: 'networking.ips',
    isSubject: row => row.type === 'ipv4' && row.public === true,
    values: row => ({rdns: `${String(row.address).replaceAll('.', '-')}.ip.undo.example`}),
  },
  {
    family: 'nodebalancers.configs.nodes',
    params: async firstOf => {
      const params = await firstOf('nodebalancers.list', 'nodeBalancerId');
      return {...params, ...(await firstOf('nodebalancers.configs.list', 'configId', params))};
    },
    values: row => ({label: word(), weight: row.weight === 50 ? 60 : 50}),
  },
  {
    family: 'longview.plan',
    values: row => ({longview_subscription: row.id === 'longview-10' ? 'longview-3' : 'longview-10'}),
  },
  {family: 'managed.services', values: () => ({label: word(), notes: word()})},
  // The next check of the service sets its status.
  {family: 'managed.services', action: 'disable', exceptions: ['status'], values: () => ({})},
  {family: 'managed.services', action: 'enable', exceptions: ['status'], values: () => ({})},
  {family: 'managed.credentials', values: () => ({label: word()})},
  {
    family: 'account.users',
    isSubject: row => row.restricted === true,
    values: () => ({email: `${word()}@acme.example`}),
  },
  {family: 'account.oauthClients', values: () => ({label: word()})},
  {family: 'profile', values: row => ({timezone: row.timezone === 'UTC' ? 'Europe/Berlin' : 'UTC'})},
  {family: 'profile.tokens', values: () => ({label: word()})},
  {family: 'account.settings', values: row => ({backups_enabled: row.backups_enabled !== true})},
  {family: 'account', values: () => ({company: word(), city: word()})},
];

/** Creations are deleted again and deletions are created again: the list has its earlier contents. */
export const listCases: readonly UndoCase[] = [
  {family: 'volumes', action: 'create', values: () => ({label: word(), region: 'us-east', size: 20})},
  {
    family: 'domains',
    action: 'create',
    values: () => ({domain: `${word()}.example`, type: 'master', soa_email: 'a@b.example'}),
  },
  {
    family: 'domains',
    action: 'clone',
    isSubject: row => row.type === 'master',
    values: () => ({domain: `${word()}.example`}),
  },
  {
    family: 'domains.records',
    action: 'create',
    params: firstOf => firstOf('domains.list', 'domainId'),
    values: () => ({type: 'A', name: word(), target: '192.0.2.9'}),
  },
  {
    family: 'domains.records',
    action: 'delete',
    params: firstOf => firstOf('domains.list', 'domainId'),
    isSubject: row => row.type === 'A',
    values: () => ({}),
  },
  {family: 'nodebalancers', action: 'create', values: () => ({label: word(), region: 'us-east'})},
  {
    family: 'nodebalancers.configs',
    action: 'create',
    params: firstOf => firstOf('nodebalancers.list', 'nodeBalancerId'),
    values: () => ({port: number(2000, 9000), protocol: 'tcp'}),
  },
  {
    family: 'nodebalancers.configs.nodes',
    action: 'delete',
    params: async firstOf => {
      const params = await firstOf('nodebalancers.list', 'nodeBalancerId');
      return {...params, ...(await firstOf('nodebalancers.configs.list', 'configId', params))};
    },
    values: () => ({}),
    // The next check of the service sets its status.
    exceptions: ['status'],
  },
  {
    family: 'networking.firewalls',
    action: 'create',
    values: () => ({label: word(), 'rules.inbound_policy': 'DROP', 'rules.outbound_policy': 'ACCEPT'}),
  },
  {
    family: 'networking.firewalls.devices',
    action: 'delete',
    params: firstOf => firstOf('networking.firewalls.list', 'firewallId'),
    values: () => ({}),
  },
  {family: 'images.sharegroups', action: 'create', values: () => ({label: word()})},
  {
    family: 'images.sharegroups.tokens',
    action: 'create',
    values: () => ({label: word(), valid_for_sharegroup_uuid: 'c7d9e1f3-4a6b-4c8d-9e0f-2b4d6f8a0c1e'}),
  },
  {
    family: 'placement.groups',
    action: 'create',
    values: () => ({
      label: word(),
      region: 'us-east',
      placement_group_policy: 'strict',
      placement_group_type: 'anti_affinity:local',
    }),
  },
  {family: 'placement.groups', action: 'delete', values: () => ({})},
  {
    family: 'kube.clusters',
    action: 'create',
    values: () => ({
      label: word(),
      region: 'us-east',
      k8s_version: '1.32',
      node_pools: [{type: 'g6-standard-1', count: 1}],
    }),
  },
  {
    family: 'kube.clusters.pools',
    action: 'create',
    params: firstOf => firstOf('kube.clusters.list', 'clusterId'),
    values: () => ({type: 'g6-standard-1', count: 1}),
  },
  {
    family: 'instances.configs.interfaces',
    action: 'create',
    params: stagingConfig,
    values: () => ({purpose: 'vlan', label: word(), ipam_address: '10.41.0.5/24'}),
  },
  {
    family: 'instances.configs.interfaces',
    action: 'delete',
    params: stagingConfig,
    isSubject: row => row.purpose === 'vlan',
    values: () => ({}),
  },
  {
    family: 'instances.interfaces',
    action: 'create',
    params: instanceWithInterfaces,
    values: () => ({network: 'vlan', 'vlan.vlan_label': word()}),
  },
  {
    family: 'monitor.services.alertDefinitions',
    action: 'create',
    params: async () => ({serviceType: 'dbaas'}),
    values: () => ({
      label: word(),
      severity: 1,
      channel_ids: [10_001],
      'rule_criteria.rules': [{metric: 'cpu_usage', aggregate_function: 'avg', operator: 'gt', threshold: 90}],
      'trigger_conditions.criteria_condition': 'ALL',
      'trigger_conditions.evaluation_period_seconds': 300,
      'trigger_conditions.polling_interval_seconds': 300,
      'trigger_conditions.trigger_occurrences': 1,
    }),
  },
  {
    family: 'monitor.services.alertDefinitions',
    action: 'delete',
    params: async () => ({serviceType: 'dbaas'}),
    isSubject: row => row.type === 'user',
    values: () => ({}),
    exceptions: ['created_by', 'updated_by'],
  },
  {family: 'vpcs', action: 'create', values: () => ({label: word(), region: 'us-east'})},
  // Its subnets get new IDs as well.
  {family: 'vpcs', action: 'delete', values: () => ({}), exceptions: ['subnets']},
  {
    family: 'vpcs.subnets',
    action: 'create',
    params: firstOf => firstOf('vpcs.list', 'vpcId'),
    values: () => ({label: word(), ipv4: '10.9.0.0/24'}),
  },
  {
    family: 'vpcs.subnets',
    action: 'delete',
    params: firstOf => firstOf('vpcs.list', 'vpcId'),
    values: () => ({}),
  },
  {
    family: 'stackscripts',
    action: 'create',
    values: () => ({label: word(), images: ['compute/debian12'], script: '#!/bin/sh\ntrue\n'}),
  },
  {family: 'longview.clients', action: 'create', values: () => ({label: word()})},
  {family: 'managed.contacts', action: 'create', values: () => ({name: word(), email: `${word()}@acme.example`})},
  {family: 'managed.contacts', action: 'delete', values: () => ({})},
  {family: 'managed.credentials', action: 'create', values: () => ({label: word(), password: 'Undo-this-1'})},
  {family: 'objectStorage.keys', action: 'create', values: () => ({label: word(), opens: 'every bucket'})},
  {
    family: 'account.users',
    action: 'create',
    values: () => ({username: word(), email: `${word()}@acme.example`, restricted: true}),
  },
  {
    family: 'account.oauthClients',
    action: 'create',
    values: () => ({label: word(), redirect_uri: 'https://undo.example/'}),
  },
  {family: 'profile.tokens', action: 'create', values: () => ({label: word(), scopes: 'volumes:read_only'})},
  {
    family: 'profile.sshKeys',
    action: 'create',
    values: () => ({label: word(), ssh_key: `ssh-ed25519 ${'A'.repeat(68)} undo`}),
  },
  {family: 'profile.sshKeys', action: 'delete', values: () => ({})},
  {family: 'tags', action: 'create', values: () => ({label: word()})},
];

/** Actions with an undo that are tested elsewhere or not at all, each with the reason. */
export const elsewhere: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'instances.boot',
      'instances.shutdown',
      'instances.rescue',
      'instances.resize',
      'instances.create',
      'instances.disks.create',
      'instances.disks.clone',
      'instances.disks.resize',
      'images.create',
      'images.upload',
      'volumes.attach',
      'volumes.detach',
      'volumes.clone',
      'databases.mysql.create',
      'databases.mysql.update',
      'databases.postgresql.create',
      'databases.postgresql.update',
      'databases.mongodb.create',
      'databases.mongodb.update',
    ].map(action => [action, 'goes on after its answer: the way back opens when it has ended']),
  ),
  'images.replicate': 'a new copy takes a while; held in the tests of the family',
  'instances.configs.create': 'needs disks that are free',
  'instances.backups.enable': 'cancelling takes the backups away, and says so',
  'objectStorage.buckets.create': 'as all that is made',
  'objectStorage.buckets.ssl.upload': 'its certificate is answered to nobody',
  'domains.import': 'a name server that is not there',
  'nodebalancers.configs.nodes.create': 'as all that is made',
  'networking.firewalls.devices.create': 'as all that is made',
  'managed.services.create': 'its state is what the next check finds',
  'managed.computeSettings.update': 'an address that was any is not taken back',
  'account.users.grants.update': 'held to the grants screen',
  'account.paymentMethods.create': 'needs a card',
  'account.serviceTransfers.create': 'a transfer that was withdrawn stays in the list',
  'account.entityTransfers.create': 'a transfer that was withdrawn stays in the list',
  'kube.clusters.controlPlaneAcl.update': 'each change gets another revision; held in the tests of the family',
  'kube.clusters.controlPlaneAcl.delete': 'each change gets another revision; held in the tests of the family',
  'profile.tfa.confirm': 'needs a code of the moment',
  'profile.phoneNumber.verify': 'needs a code that was sent',
};
