/** Two of everything that can be created, one after the other, in every account an emulator starts with. */
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {contract} from '../../src/contract/index.ts';
import type {ShareGroup} from '../../src/contract/resources/image-sharing.ts';
import {type Endpoint, isMutation} from '../../src/contract/schema/endpoint.ts';
import {endpointsOf} from '../../src/contract/schema/family.ts';
import type {SeedVariant} from '../../src/emulator/seed/index.ts';
import {
  createEmptyInstance,
  createTestInstance,
  openTestAccount,
  type TestAccount,
} from '../../src/emulator/testing/test-account.ts';

type Id = string | number;

/** The resources that the others refer to. */
interface Stage {
  readonly machine: number;
  /** Instances without disks and ties. */
  readonly shells: readonly number[];
  readonly disk: number;
  readonly domain: number;
  readonly balancer: number;
  readonly config: number;
  readonly firewall: number;
  readonly ticket: number;
  readonly volume: number;
  readonly clusters: Readonly<Record<'mongodb' | 'mysql' | 'postgresql', number>>;
}

interface Request {
  readonly params?: Readonly<Record<string, Id | undefined>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly form?: () => FormData;
}

const database = (engine: string) => (_: Stage, index: number) => ({
  body: {label: `two-${engine.split('/')[0]}-${index}`, type: 'g6-standard-1', engine, region: 'us-east'},
});

/** The request that creates the first (0) or the second (1) of each. */
const creating: Readonly<Record<string, (stage: Stage, index: number) => Request>> = {
  'volumes.create': (_, index) => ({body: {label: `two-${index}`, region: 'us-east', size: 20}}),
  'volumes.clone': ({volume}, index) => ({params: {volumeId: volume}, body: {label: `copy-${index}`}}),
  'objectStorage.buckets.create': (_, index) => ({body: {label: `two-of-${index}`, cluster: 'us-east-1'}}),
  'objectStorage.keys.create': (_, index) => ({body: {label: `two-${index}`}}),
  'images.create': ({disk}, index) => ({body: {disk_id: disk, label: `two-${index}`}}),
  'images.upload': (_, index) => ({body: {region: 'us-east', label: `two-${index}`}}),
  'tags.create': (_, index) => ({body: {label: `two-${index}`}}),
  'instances.create': (_, index) => ({body: {type: 'g6-nanode-1', region: 'us-east', label: `two-${index}`}}),
  'instances.clone': ({machine}, index) => ({
    params: {computeId: machine},
    body: {region: 'us-east', type: 'g6-standard-2', label: `clone-${index}`},
  }),
  'instances.configs.create': ({machine, disk}, index) => ({
    params: {computeId: machine},
    body: {label: `two-${index}`, devices: {sda: {disk_id: disk}}},
  }),
  'instances.disks.create': ({shells: [shell]}, index) => ({
    params: {computeId: shell},
    body: {label: `two-${index}`, size: 500, filesystem: 'ext4'},
  }),
  'instances.backups.takeSnapshot': ({machine}, index) => ({
    params: {computeId: machine},
    body: {label: `two-${index}`},
  }),
  'instances.ips.allocate': ({machine}, index) => ({
    params: {computeId: machine},
    body: {type: 'ipv4', public: index === 0},
  }),
  'stackscripts.create': (_, index) => ({
    body: {label: `two-${index}`, images: ['compute/debian12'], script: '#!/bin/sh\n'},
  }),
  'domains.create': (_, index) => ({
    body: {type: 'master', domain: `two-${index}.example.net`, soa_email: 'dns@example.net'},
  }),
  'domains.import': (_, index) => ({body: {domain: `from-${index}.example.net`, remote_nameserver: 'ns1.example.org'}}),
  'domains.clone': ({domain}, index) => ({params: {domainId: domain}, body: {domain: `copy-${index}.example.net`}}),
  'domains.records.create': ({domain}, index) => ({
    params: {domainId: domain},
    body: {type: 'A', name: `two-${index}`, target: '192.0.2.7'},
  }),
  'databases.mongodb.create': database('mongodb/4.4.10'),
  'databases.mysql.create': database('mysql/8.0.26'),
  'databases.postgresql.create': database('postgresql/13.2'),
  'databases.mongodb.backups.create': ({clusters}, index) => ({
    params: {instanceId: clusters.mongodb},
    body: {label: `two-${index}`},
  }),
  'databases.mysql.backups.create': ({clusters}, index) => ({
    params: {instanceId: clusters.mysql},
    body: {label: `two-${index}`},
  }),
  'databases.postgresql.backups.create': ({clusters}, index) => ({
    params: {instanceId: clusters.postgresql},
    body: {label: `two-${index}`},
  }),
  'nodebalancers.create': (_, index) => ({body: {region: 'us-east', label: `two-${index}`}}),
  'nodebalancers.configs.create': ({balancer}, index) => ({
    params: {nodeBalancerId: balancer},
    body: {port: 8000 + index},
  }),
  'nodebalancers.configs.nodes.create': ({balancer, config}, index) => ({
    params: {nodeBalancerId: balancer, configId: config},
    body: {label: `two-${index}`, address: `192.168.200.${10 + index}:80`},
  }),
  'longview.clients.create': (_, index) => ({body: {label: `two-${index}`}}),
  'managed.contacts.create': (_, index) => ({body: {name: `Two ${index}`, email: `two-${index}@example.net`}}),
  'managed.credentials.create': (_, index) => ({body: {label: `two-${index}`, password: 'secret'}}),
  'managed.services.create': (_, index) => ({
    body: {label: `two-${index}`, service_type: 'url', address: 'https://example.net', timeout: 10},
  }),
  'support.tickets.create': (_, index) => ({body: {summary: `two ${index}`, description: 'd'}}),
  'support.tickets.attachments.create': ({ticket}, index) => ({
    params: {ticketId: ticket},
    form() {
      const form = new FormData();
      form.append('file', new Blob(['text'], {type: 'text/plain'}), `two-${index}.txt`);
      return form;
    },
  }),
  'support.tickets.replies.create': ({ticket}, index) => ({
    params: {ticketId: ticket},
    body: {description: `two ${index}`},
  }),
  'account.paymentMethods.create': () => ({
    body: {
      type: 'credit_card',
      is_default: false,
      data: {card_number: '4111111111111111', expiry_month: 11, expiry_year: 2030, cvv: '111'},
    },
  }),
  'account.payments.create': () => ({body: {usd: '20.00'}}),
  'account.oauthClients.create': (_, index) => ({
    body: {label: `two-${index}`, redirect_uri: 'https://example.net/callback'},
  }),
  'account.entityTransfers.create': ({shells}, index) => ({body: {entities: {computes: [shells[3 + index]]}}}),
  'account.serviceTransfers.create': ({shells}, index) => ({body: {entities: {computes: [shells[5 + index]]}}}),
  'account.users.create': (_, index) => ({
    body: {username: `two-${index}`, email: `two-${index}@example.net`, restricted: false},
  }),
  'networking.ips.allocate': ({machine}) => ({
    body: {type: 'ipv4', public: true, compute_id: machine},
  }),
  'networking.ipv6.ranges.create': ({machine}) => ({body: {prefix_length: 64, compute_id: machine}}),
  'networking.firewalls.create': (_, index) => ({
    body: {
      label: `two-${index}`,
      rules: {inbound_policy: 'DROP', outbound_policy: 'ACCEPT', inbound: [], outbound: []},
    },
  }),
  'networking.firewalls.devices.create': ({firewall, shells}, index) => ({
    params: {firewallId: firewall},
    body: {type: 'compute', id: shells[1 + index] ?? 0},
  }),
  'profile.tokens.create': (_, index) => ({body: {label: `two-${index}`, scopes: '*'}}),
  'profile.sshKeys.create': (_, index) => ({
    body: {label: `two-${index}`, ssh_key: `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOne${index} me@home`},
  }),
};

interface TodaysStage {
  readonly vpc: number;
  readonly cluster: number;
  readonly group: ShareGroup;
  readonly images: readonly string[];
  readonly tokens: readonly string[];
  /** An instance with interfaces of its own. */
  readonly owner: number;
  readonly config: {readonly computeId: number; readonly configId: number};
}

const newPool = {type: 'g6-standard-1', count: 1};

/** The same for operations that only the API of today has, in a VPC or in a cluster. */
const creatingToday: Readonly<Record<string, (stage: TodaysStage, index: number) => Request>> = {
  'images.sharegroups.create': (_, index) => ({body: {label: `two-${index}`}}),
  'images.sharegroups.images.create': ({group, images}, index) => ({
    params: {sharegroupId: group.id},
    body: {images: [{id: images[index]}]},
  }),
  'images.sharegroups.members.create': ({group, tokens}, index) => ({
    params: {sharegroupId: group.id},
    body: {label: `two-${index}`, token: tokens[index]},
  }),
  'images.sharegroups.tokens.create': ({group}, index) => ({
    body: {label: `two-${index}`, valid_for_sharegroup_uuid: group.uuid},
  }),
  'placement.groups.create': (_, index) => ({
    body: {
      label: `two-${index}`,
      region: 'us-east',
      placement_group_type: 'anti_affinity:local',
      placement_group_policy: 'strict',
    },
  }),
  'vpcs.create': (_, index) => ({body: {label: `two-${index}`, region: 'us-east'}}),
  'kube.clusters.create': (_, index) => ({
    body: {label: `two-${index}`, region: 'us-east', k8s_version: '1.32', node_pools: [newPool]},
  }),
  'kube.clusters.pools.create': ({cluster}) => ({params: {clusterId: cluster}, body: newPool}),
  'instances.configs.interfaces.create': ({config}, index) => ({
    params: config,
    body: {purpose: 'vlan', label: `two-${index}`},
  }),
  'instances.interfaces.create': ({owner}, index) => ({
    params: {computeId: owner},
    body: {vlan: {vlan_label: `two-${index}`}},
  }),
  'monitor.services.alertDefinitions.create': (_, index) => ({
    params: {serviceType: 'dbaas'},
    body: {
      label: `two-${index}`,
      severity: 1,
      channel_ids: [10_001],
      rule_criteria: {
        rules: [{metric: 'cpu_usage', aggregate_function: 'avg', operator: 'gt', threshold: 90}],
      },
      trigger_conditions: {criteria_condition: 'ALL', trigger_occurrences: 1},
    },
  }),
  'vpcs.subnets.create': ({vpc}, index) => ({
    params: {vpcId: vpc},
    body: {label: `two-${index}`, ipv4: `10.0.${index}.0/24`},
  }),
};

/** Changes what exists. */
const otherPosts =
  /\.(attach|detach|resize|modify|createUrl|cancel|rescue|shutdown|boot|apply|migrate|mutate|resetPassword|upgradeInterfaces|reboot|rebuild|enable|disable|restore|reset|patch|revoke|updateLogin|close|enableManaged|set|makeDefault|stage|execute|add|markRead|markSeen|order|resetSecret|accept|assign|unassign|recycle|regenerate|replicate|suspend|resume|enroll|token|share|confirm|answer|sendCode|verify)$|^(instances\.disks\.clone|objectStorage\.buckets\.ssl\.upload)$/;

const posts = [...endpointsOf(contract)].filter(endpoint => endpoint.method === 'POST' && isMutation(endpoint));

it('every POST operation is listed as creating a resource or as doing something else', () => {
  const known = {...creating, ...creatingToday};
  const unknown = posts.filter(({id}) => known[id] === undefined && !otherPosts.test(id)).map(({id}) => id);
  expect(unknown, 'add each of them to `creating` or `otherPosts`').toEqual([]);
  expect(Object.keys(known).filter(id => !posts.some(endpoint => endpoint.id === id))).toEqual([]);
});

async function setStage(account: TestAccount): Promise<Stage> {
  if (!(await account.ok(contract.account.settings.get)).managed)
    await account.ok(contract.account.settings.enableManaged);
  const machine = (await createTestInstance(account, {type: 'g6-standard-2', backups_enabled: true})).id;
  const shells: number[] = [];
  for (let count = 0; count < 7; count++) shells.push((await createEmptyInstance(account)).id);
  const disk = (await account.ok(contract.instances.disks.list, {params: {computeId: machine}})).data[0]?.id ?? 0;
  const {id: domain} = await account.ok(contract.domains.create, {
    body: {type: 'master', domain: 'stage.example.net', soa_email: 'dns@example.net'},
  });
  const {id: balancer} = await account.ok(contract.nodebalancers.create, {body: {region: 'us-east'}});
  const {id: config} = await account.ok(contract.nodebalancers.configs.create, {
    params: {nodeBalancerId: balancer},
    body: {port: 80},
  });
  const {id: firewall} = await account.ok(contract.networking.firewalls.create, {
    body: {label: 'stage', rules: {inbound_policy: 'DROP', outbound_policy: 'ACCEPT', inbound: [], outbound: []}},
  });
  const {id: ticket} = await account.ok(contract.support.tickets.create, {body: {summary: 's', description: 'd'}});
  const {id: volume} = await account.ok(contract.volumes.create, {body: {label: 'stage', region: 'us-east', size: 20}});
  const cluster = {type: 'g6-standard-1', region: 'us-east'};
  const {databases} = contract;
  const clusters = {
    mongodb: (
      await account.ok(databases.mongodb.create, {body: {...cluster, label: 'stage-mongodb', engine: 'mongodb/4.4.10'}})
    ).id,
    mysql: (
      await account.ok(databases.mysql.create, {body: {...cluster, label: 'stage-mysql', engine: 'mysql/8.0.26'}})
    ).id,
    postgresql: (
      await account.ok(databases.postgresql.create, {
        body: {...cluster, label: 'stage-postgresql', engine: 'postgresql/13.2'},
      })
    ).id,
  };
  account.pass(90 * 60);
  return {machine, shells, disk, domain, balancer, config, firewall, ticket, volume, clusters};
}

/** The reason why it was refused. */
async function create(
  account: TestAccount,
  endpoint: Endpoint,
  {params = {}, body, form}: Request = {},
  index = 0,
): Promise<string | undefined> {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
  const response = await account.raw(`/v4${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${account.token}`,
      ...(form ? {} : {'Content-Type': 'application/json'}),
    },
    body: form ? form() : JSON.stringify(body ?? {}),
  });
  const text = await response.text();
  return response.ok ? undefined : `${endpoint.id} ${index}: ${response.status} ${text}`;
}

/** A share group, two images to share, and the tokens of two members. */
async function sharingStage(account: TestAccount): Promise<Pick<TodaysStage, 'group' | 'images' | 'tokens'>> {
  const {sharegroups} = contract.images;
  const group = await account.ok(sharegroups.create, {body: {label: 'stage'}});
  const {id: machine} = await createTestInstance(account);
  const {data: disks} = await account.ok(contract.instances.disks.list, {params: {computeId: machine}});
  const images: string[] = [];
  const tokens: string[] = [];
  for (const label of ['first', 'second']) {
    images.push((await account.ok(contract.images.create, {body: {disk_id: disks[0]?.id ?? 0, label}})).id);
    account.pass(30 * 60);
    tokens.push((await account.ok(sharegroups.tokens.create, {body: {valid_for_sharegroup_uuid: group.uuid}})).token);
  }
  return {group, images, tokens};
}

describe.each(['empty', 'demo'] as const)('in the account %s, in the dialect today', accounts => {
  it('every resource that the API of today has added can be created twice', async () => {
    const account = await openTestAccount({accounts, dialect: 'today'});
    const {id: vpc} = await account.ok(contract.vpcs.create, {body: {label: 'stage', region: 'us-east'}});
    const {id: cluster} = await account.ok(contract.kube.clusters.create, {
      body: {label: 'stage', region: 'us-east', k8s_version: '1.32', node_pools: [newPool]},
    });
    const {id: owner} = await createEmptyInstance(account);
    await account.ok(contract.instances.upgradeInterfaces, {params: {computeId: owner}, body: {dry_run: false}});
    const {id: computeId} = await createEmptyInstance(account);
    const {id: configId} = await account.ok(contract.instances.configs.create, {
      params: {computeId},
      body: {label: 'stage', devices: {}},
    });
    const stage = {vpc, cluster, owner, config: {computeId, configId}, ...(await sharingStage(account))};
    const refused: (string | undefined)[] = [];
    for (const endpoint of posts.filter(({id, spec}) => spec.today && creatingToday[id]))
      for (const index of [0, 1])
        refused.push(await create(account, endpoint, creatingToday[endpoint.id]?.(stage, index), index));
    await account.close();
    expect(refused).toHaveLength(2 * Object.keys(creatingToday).length);
    expect(refused.filter(reason => reason !== undefined)).toEqual([]);
  });
});

describe.each(['empty', 'demo', 60] as const satisfies readonly SeedVariant[])('in the account %s', accounts => {
  let account: TestAccount;
  let stage: Stage;
  beforeAll(async () => {
    account = await openTestAccount({accounts});
    stage = await setStage(account);
  });
  afterAll(() => account.close());

  it('every resource can be created twice', async () => {
    const refused: (string | undefined)[] = [];
    for (const endpoint of posts.filter(({id}) => creating[id] !== undefined)) {
      for (const index of [0, 1]) {
        refused.push(await create(account, endpoint, creating[endpoint.id]?.(stage, index), index));
        account.pass(20 * 60);
      }
    }
    expect(refused.filter(reason => reason !== undefined)).toEqual([]);
  });

  it('the next ID of every kind is above all existing IDs', () => {
    const rows = account.db.many<{kind: string; last: number; next: number | null}>(
      `SELECT kind, max(id) AS last, (SELECT next FROM sequence WHERE sequence.kind=entity.kind) AS next
       FROM entity GROUP BY kind`,
    );
    expect(rows.filter(({last, next}) => next === null || next <= last)).toEqual([]);
  });
});
