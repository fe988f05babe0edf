import {describe, expect, it, test} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {endpointsOf} from '../../../contract/schema/family.ts';
import {families, familyOf} from '../../../families/registry.ts';
import {effects} from '../../../families/relations/effects.ts';
import {references} from '../../../families/relations/references.ts';
import type {AnyRow, FamilyId, Lookup, PathParams} from '../../../families/shape/define-family.ts';
import {instance} from '../../../families/testing/rows.ts';
import {record} from '../../../families/testing/service-rows.ts';
import type {Collection, CollectionState} from '../../cache/collection-state.ts';
import {impactLines, impactOf} from './impact.ts';

type Known = Partial<Pick<CollectionState, 'phase' | 'isComplete' | 'failure'>> & {readonly rows?: readonly object[]};

/** A session in which these lists are read, by family and path parameters. Other lists are still loading. */
function host(known: Readonly<Record<string, Known>>) {
  const readLists: string[] = [];
  const at = (family: FamilyId, params: PathParams = {}) => [family, ...Object.values(params)].join(' ');
  const state = (key: string) => {
    const {rows = [], ...facts} = known[key] ?? {phase: 'loading' as const, isComplete: false};
    return {phase: 'ready', isComplete: true, failure: undefined, ...facts, rows} as unknown as CollectionState;
  };
  const lookup = {
    now: 0,
    rows: (family: FamilyId, params?: PathParams) => state(at(family, params)).rows,
    find: (family: FamilyId, id: unknown) => state(at(family)).rows.find(row => row.id === id),
    complete: (family: FamilyId, params?: PathParams) => state(at(family, params)).isComplete,
  } as unknown as Lookup;
  const list = (family: FamilyId, params: PathParams) => {
    readLists.push(at(family, params));
    const getState = () => {
      const now = state(at(family, params));
      return {...now, byId: new Map(now.rows.map(row => [row.id, row]))};
    };
    return {getState, family: familyOf(family)} as unknown as Collection;
  };
  return {lookup, list, readLists};
}

const instances = familyOf('instances');
const zone = {id: 801, domain: 'acme.example'};
const web = instance() as unknown as AnyRow;
const impact = (known: Readonly<Record<string, Known>>, action = 'delete') =>
  impactOf(
    {family: instances, action: instances.actions[action] as never, rows: [web], params: {}, body: undefined},
    host(known),
  );
const lines = (known: Readonly<Record<string, Known>>) => impact(known).flatMap(impactLines);

const unusedInstance = {
  'instances.disks 101': {},
  'instances.configs 101': {},
  'instances.backups 101': {},
  'instances.volumes 101': {},
  'instances.nodebalancers 101': {},
  'instances.firewalls 101': {},
  'databases.instances': {},
  domains: {},
};

describe('deleting an instance', () => {
  it('bug: did not count the disks and configs that are deleted with it', () => {
    const parts = {
      'instances.disks 101': {rows: ['boot', 'data', 'swap'].map((label, id) => ({id, label}))},
      'instances.configs 101': {rows: [{id: 1, label: 'default'}]},
    };
    expect(lines({...unusedInstance, ...parts})).toEqual([
      '3 disks will be deleted: boot, data, swap',
      '1 config will be deleted: default',
    ]);
  });

  it('does not read disks and configs for several instances', () => {
    const session = host({});
    const rows = [web, {...web, id: 102}];
    impactOf(
      {family: instances, action: instances.actions.delete as never, rows, params: {}, body: undefined},
      session,
    );
    expect(session.readLists.filter(key => /disks|configs/.test(key))).toEqual([]);
  });

  it('rule 167: lists affected resources and omits unaffected ones', () => {
    expect(
      lines({
        ...unusedInstance,
        'instances.volumes 101': {
          rows: [
            {id: 1, label: 'vol-db'},
            {id: 2, label: 'logs'},
          ],
        },
        'databases.instances': {
          rows: [
            {id: 1, label: 'pg', allow_list: ['192.0.2.10/32']},
            {id: 2, label: 'other', allow_list: ['203.0.113.1/32']},
          ],
        },
        domains: {rows: [zone]},
        'domains.records 801': {rows: [record(), record({id: 2, target: '203.0.113.1'})]},
      }),
    ).toEqual([
      '2 volumes will be detached: vol-db, logs',
      '1 DNS record will point to a released address: A www.acme.example',
      '1 database will still allow a released address: pg',
    ]);
    expect(lines(unusedInstance)).toEqual([]);
  });

  it('reports an unreadable source as unchecked, never as unaffected', () => {
    const failure = {code: 'unauthorized', message: 'The token lacks volumes:read_only', fieldErrors: []};
    expect(lines({...unusedInstance, 'instances.volumes 101': {phase: 'failed', isComplete: false, failure}})).toEqual([
      'Couldn’t check volumes: The token lacks volumes:read_only',
    ]);
    expect(lines({...unusedInstance, domains: {phase: 'failed', isComplete: false, rows: []}})).toEqual([
      'Couldn’t check DNS records: they could not be read',
    ]);
  });

  it('names the sources still being checked, and shows the results so far', () => {
    const {'instances.volumes 101': _, ...others} = unusedInstance;
    expect(lines(others)).toEqual(['Checking volumes…']);
    const some = {domains: {rows: [zone, {id: 802, domain: 'b.example'}]}, 'domains.records 801': {rows: [record()]}};
    expect(lines({...unusedInstance, ...some})).toEqual([
      '1 DNS record will point to a released address: A www.acme.example',
      'Checking further DNS records…',
    ]);
  });

  it('stops reading lists at the request budget, and counts the skipped ones', () => {
    const rows = Array.from({length: 75}, (_, id) => ({id, domain: `d${id}.example`}));
    const known = Object.fromEntries(rows.map(({id}) => [`domains.records ${id}`, {}]));
    const session = host({...unusedInstance, ...known, domains: {rows}});
    const found = impactOf(
      {family: instances, action: instances.actions.delete as never, rows: [web], params: {}, body: undefined},
      session,
    );
    expect(found.flatMap(impactLines)).toEqual(['Couldn’t check DNS records: 15 further lists of them were not read']);
    expect(session.readLists.filter(key => key.startsWith('domains.records'))).toHaveLength(60);
  });
});

describe('deleting several instances', () => {
  const rows = [101, 102, 103].map(id => ({...web, id, ipv4: [`192.0.2.${id}`]}));
  const deletionLines = (known: Readonly<Record<string, Known>>, some = rows) =>
    impactOf(
      {family: instances, action: instances.actions.delete as never, rows: some, params: {}, body: undefined},
      host(known),
    ).flatMap(impactLines);
  const emptyLists = (family: string) => Object.fromEntries(rows.map(({id}) => [`${family} ${id}`, {} as Known]));
  const untouched = {
    ...emptyLists('instances.backups'),
    ...emptyLists('instances.volumes'),
    ...emptyLists('instances.nodebalancers'),
    ...emptyLists('instances.firewalls'),
    'databases.instances': {},
    domains: {},
  };

  it('adds up the affected resources of all instances, and counts a shared one once', () => {
    expect(
      deletionLines({
        ...untouched,
        'instances.volumes 101': {rows: [{id: 1, label: 'vol-db'}]},
        'instances.volumes 103': {rows: [{id: 2, label: 'logs'}]},
        'instances.nodebalancers 101': {rows: [{id: 9, label: 'shop'}]},
        'instances.nodebalancers 102': {rows: [{id: 9, label: 'shop'}]},
        'databases.instances': {rows: [{id: 1, label: 'pg', allow_list: ['192.0.2.102/32', '192.0.2.103/32']}]},
        domains: {rows: [zone]},
        'domains.records 801': {
          rows: [record({id: 1, target: '192.0.2.101'}), record({id: 2, name: 'b', target: '192.0.2.103'})],
        },
      }),
    ).toEqual([
      '2 volumes will be detached: vol-db, logs',
      '2 DNS records will point to a released address: A www.acme.example, A b.acme.example',
      '1 NodeBalancer will lose a backend: shop',
      '1 database will still allow a released address: pg',
    ]);
    expect(deletionLines(untouched)).toEqual([]);
  });

  it('reports a source as unchecked if it failed for one of the instances', () => {
    const failure = {code: 'unauthorized', message: 'The token lacks volumes:read_only', fieldErrors: []};
    const failed = {phase: 'failed', isComplete: false, failure} as const;
    const found = {rows: [{id: 1, label: 'vol-db'}]};
    expect(deletionLines({...untouched, 'instances.volumes 101': found, 'instances.volumes 102': failed})).toEqual([
      '1 volume will be detached: vol-db',
      'Couldn’t check further volumes: The token lacks volumes:read_only',
    ]);
  });

  it('reads one list of volumes for many instances, and counts the skipped lists', () => {
    const many = Array.from({length: 75}, (_, at) => ({...web, id: 1000 + at, ipv4: []}));
    const lists = many.flatMap(({id}) => [`instances.nodebalancers ${id}`, `instances.firewalls ${id}`]);
    const off = many.map(row => ({...row, backups: {enabled: false}}));
    const known = {...untouched, ...Object.fromEntries(lists.map(key => [key, {} as Known]))};
    const volumes = {
      rows: [
        {id: 1, label: 'far', compute_id: 1074},
        {id: 2, label: 'free', compute_id: null},
      ],
    };
    expect(deletionLines({...known, volumes}, off)).toEqual([
      '1 volume will be detached: far',
      'Couldn’t check NodeBalancers: 15 further lists of them were not read',
      'Couldn’t check firewalls: 15 further lists of them were not read',
    ]);
  });
});

it('a reboot affects only the NodeBalancer that the instance is attached to', () => {
  const names = impact({...unusedInstance, 'instances.nodebalancers 101': {rows: [{id: 1, label: 'shop'}]}}, 'reboot');
  expect(names.flatMap(impactLines)).toEqual(['1 NodeBalancer will find a backend down for a moment: shop']);
});

it('a service transfer lists resources that move along, block it, or point to a released address', () => {
  const transfers = familyOf('account.serviceTransfers');
  const create = (known: Readonly<Record<string, Known>>) =>
    impactOf(
      {
        family: transfers,
        action: transfers.actions.create as never,
        rows: [],
        params: {},
        body: {entities: {computes: [101]}},
      },
      host(known),
    ).flatMap(impactLines);
  const known = {
    ...unusedInstance,
    instances: {rows: [web]},
    'instances.disks 101': {rows: [{id: 1, label: 'root'}]},
    'instances.ips 101': {rows: [{address: '192.0.2.10'}]},
  };
  const all = {
    ...known,
    'instances.nodebalancers 101': {rows: [{id: 9, label: 'shop'}]},
    domains: {rows: [zone]},
    'domains.records 801': {rows: [record()]},
  };
  expect(create(all)).toEqual([
    '1 disk will move with it: root',
    '1 address will move with it: 192.0.2.10',
    '1 DNS record will point at another account: A www.acme.example',
    '1 NodeBalancer will hold it back: shop',
  ]);
  // The addresses of the instance are unknown until the list of instances is read.
  const failed = {...known, instances: {phase: 'failed' as const, isComplete: false}};
  expect(create(failed)).toContain('Couldn’t check DNS records: they could not be read');
});

it('the machines of a Longview client are unknown, except for instances of the same name', () => {
  const clients = familyOf('longview.clients');
  const touching = {
    family: clients,
    action: clients.actions.delete as never,
    rows: [{id: 1, label: 'web-01'}],
    params: {},
    body: undefined,
  };
  const known = {
    instances: {
      rows: [
        {id: 101, label: 'web-01'},
        {id: 102, label: 'web-02'},
      ],
    },
  };
  expect(impactOf(touching, host(known)).flatMap(impactLines)).toEqual([
    '1 instance of the same name will no longer be monitored: web-01',
    'Couldn’t check further instances: the API does not say which machines report to it',
  ]);
});

/** Destructive actions without known effects on other resources, each with the reason. */
const withoutEffects: Readonly<Record<string, string>> = {
  'instances.configs.delete': 'its disks and volumes are kept',
  'instances.configs.interfaces.delete': 'no resource uses it, because its instance is off',
  'instances.backups.restore': 'overwrites one instance, which its warning names',
  'stackscripts.delete': 'instances that were created with it keep running',
  'volumes.delete': 'only a detached volume can be deleted',
  'objectStorage.buckets.delete': 'only an empty bucket can be deleted',
  'objectStorage.buckets.ssl.delete': 'the bucket is served with the certificate of its cluster',
  'objectStorage.objects.createUrl': 'deletes one object, to which no resource refers',
  'objectStorage.keys.delete': 'programs that the API does not know',
  'domains.records.delete': 'no resource refers to a record',
  'nodebalancers.configs.nodes.delete': 'its instance keeps running',
  'networking.firewalls.devices.delete': 'affects only the firewall and the device in its warning',
  'kube.clusters.kubeconfig.delete': 'programs that the API does not know',
  'kube.clusters.servicetoken.delete': 'programs that the API does not know',
  'kube.clusters.controlPlaneAcl.delete': 'it opens the control plane, and no resource loses anything',
  'images.sharegroups.images.delete': 'the members belong to other accounts',
  'images.sharegroups.members.delete': 'no resource refers to a member',
  'images.sharegroups.tokens.delete': 'the group belongs to another account',
  'placement.groups.delete': 'only a group without instances can be deleted',
  'monitor.services.alertDefinitions.delete': 'the channels of the alert are kept',
  'vpcs.subnets.delete': 'only a subnet without interfaces can be deleted',
  'networking.vlans.delete': 'only a VLAN without instances can be deleted',
  'networking.ipv6.ranges.delete': 'its own row names the instance',
  'databases.mysql.credentials.reset': 'programs that the API does not know',
  'databases.postgresql.credentials.reset': 'programs that the API does not know',
  'databases.mongodb.credentials.reset': 'programs that the API does not know',
  'databases.mysql.suspend': 'programs that the API does not know',
  'databases.postgresql.suspend': 'programs that the API does not know',
  'databases.mysql.backups.delete': 'a backup stands alone',
  'databases.postgresql.backups.delete': 'a backup stands alone',
  'databases.mongodb.backups.delete': 'a backup stands alone',
  'databases.mysql.backups.restore': 'writes on the one database that it is of',
  'databases.postgresql.backups.restore': 'writes on the one database that it is of',
  'databases.mongodb.backups.restore': 'writes on the one database that it is of',
  'managed.services.delete': 'no resource refers to a monitor',
  'account.agreements.accept': 'no resource loses anything',
  'account.paymentMethods.delete': 'the default method, which is charged, can’t be deleted',
  'account.users.delete': 'a user is not a resource, and no resource refers to a user',
  'account.oauthClients.delete': 'programs that the API does not know',
  'account.oauthClients.resetSecret': 'programs that the API does not know',
  'account.serviceTransfers.accept': 'what comes is another account’s until then',
  'account.entityTransfers.accept': 'what comes is another account’s until then',
  'account.serviceTransfers.delete': 'what stood behind it stays',
  'account.entityTransfers.delete': 'what stood behind it stays',
  'account.settings.enableManaged': 'it enables monitoring, and no resource loses anything',
  'profile.tfa.disable': 'affects only the login of the user',
  'profile.phoneNumber.delete': 'affects only the phone number of the user',
  'profile.tokens.delete': 'programs that the API does not know',
  'profile.sshKeys.delete': 'instances keep the keys that were installed on them',
  'profile.apps.delete': 'programs that the API does not know',
  'profile.devices.delete': 'the browser asks for a code again',
};

test('bug: a migration to another region did not name the resources that it breaks', () => {
  const known = {
    ...unusedInstance,
    'instances.volumes 101': {rows: [{id: 1, label: 'uploads'}]},
    'instances.nodebalancers 101': {rows: [{id: 3, label: 'front'}]},
    'placement.groups': {rows: [{id: 5, label: 'web', members: [{compute_id: 101, is_compliant: true}]}]},
    domains: {rows: [zone]},
    'domains.records 801': {rows: [record({target: '192.0.2.10', name: 'api'})]},
    'databases.instances': {rows: [{id: 7, label: 'shop', allow_list: ['192.0.2.10/32']}]},
  };
  const row = instance({ipv4: ['192.0.2.10'], placement_group: {id: 5}} as never) as unknown as AnyRow;
  const linesOf = (body: AnyRow) =>
    impactOf(
      {family: instances, action: instances.actions.migrate as never, rows: [row], params: {}, body},
      host(known),
    ).flatMap(impactLines);
  expect(linesOf({region: 'eu-west'})).toEqual([
    '1 volume will stay in the old region and must be detached first: uploads',
    '1 DNS record will point to a released address: A api.acme.example',
    '1 NodeBalancer will keep a backend at its old address, which stays down: front',
    '1 database will still allow a released address: shop',
    '1 placement group will lose a member: web',
  ]);
  expect(linesOf({})).toEqual(['1 NodeBalancer will find a backend down for a moment: front']);
});

test('every destructive action has known effects, or a documented reason for having none', () => {
  const contractOf = new Map([...endpointsOf(contract)].map(endpoint => [endpoint.id, endpoint]));
  const severe = families.flatMap(({actions}) =>
    Object.values(actions).flatMap(({operation, confirm, elsewhere}) => {
      const isSevere = typeof confirm === 'object' || contractOf.get(operation)?.method === 'DELETE';
      return isSevere && elsewhere === undefined ? [operation] : [];
    }),
  );
  expect(severe.length).toBeGreaterThan(50);
  const unexplained = severe.filter(operation => !effects[operation] && !withoutEffects[operation]);
  expect(unexplained, 'add each of them to `withoutEffects`, or to src/families/relations/effects.ts').toEqual([]);
  expect(Object.keys(withoutEffects).filter(operation => effects[operation] || !severe.includes(operation))).toEqual(
    [],
  );
  // Every effect has a reference that declares it.
  const declaredEffects = new Set(references.flatMap(({effects}) => Object.keys(effects)));
  expect(
    Object.values(effects)
      .flat()
      .filter(effect => !declaredEffects.has(effect)),
  ).toEqual([]);
});

test('every operation with an effect exists, and every reference connects existing resource types', () => {
  const operations = new Set(families.flatMap(({actions}) => Object.values(actions).map(({operation}) => operation)));
  expect(Object.keys(effects).filter(operation => !operations.has(operation))).toEqual([]);
  const known = new Set(families.map(({id}) => id));
  expect(
    references
      .flatMap(({from, to, ofMany}) => [from, ...to, ...(ofMany ? [ofMany.from] : [])])
      .filter(id => !known.has(id)),
  ).toEqual([]);
});

test('bug: a preview repeated the same name per resource: "3 backups will be deleted: auto, auto, auto"', () => {
  const backups = {family: 'instances.backups', title: 'backups', effect: 'will be deleted', state: 'known'} as const;
  const textOf = (names: readonly string[]) => impactLines({...backups, names, gap: ''});
  expect(textOf(['auto', 'auto', 'auto'])).toEqual(['3 backups will be deleted']);
  expect(textOf(['auto', 'before upgrade'])).toEqual(['2 backups will be deleted: auto, before upgrade']);
  expect(textOf(['auto'])).toEqual(['1 backup will be deleted: auto']);
});
