/** A change, and then undo: the object is again what it was, but for when it was touched last. Against the emulator. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {start} from '../src/emulator/server.ts';
import type {AnyRow, FamilyId, PathParams, RowId} from '../src/families/define.ts';
import {families, familyOf} from '../src/families/registry.ts';
import type {Change} from '../src/store/changes/types.ts';
import {realClock} from '../src/store/clock.ts';
import {connectWith} from '../src/store/connect.ts';
import type {Connection} from '../src/store/connection.ts';
import {createSession} from '../src/store/session.ts';
import type {Collection, Session} from '../src/store/types.ts';

let account: Awaited<ReturnType<typeof start>>;
let session: Session;
let connection: Connection;
beforeAll(async () => {
  account = await start({accounts: 'demo', seed: 1, limits: 'none'});
  const connect = connectWith({baseUrl: account.url, token: () => account.token});
  connection = await connect();
  session = createSession({
    families,
    connect,
    clock: realClock,
    random: () => 0.5,
    profile: {name: 'test', production: false, readOnly: false},
  });
});
afterAll(async () => {
  await session.close();
  await connection.close();
  await account.close();
});

const random = generator(20_261_121);
const number = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1));
const word = (): string => `undo-${number(1000, 9999)}`;

interface Case {
  readonly family: FamilyId;
  readonly action?: string;
  readonly at?: PathParams | (() => Promise<PathParams>);
  readonly which?: (row: AnyRow) => boolean;
  readonly values: (row: AnyRow) => Readonly<Record<string, unknown>>;
  /** Fields that go their own way. */
  readonly but?: readonly string[];
}

/** The demo account has tags of two characters from before there was a rule; the API does not take them back. */
const wellTagged = (row: AnyRow): boolean => !Array.isArray(row.tags) || row.tags.every(tag => String(tag).length >= 3);

const firstOf = async (list: string, name: string, params: PathParams = {}): Promise<PathParams> => {
  const endpoint = connection.operation(list);
  const page = endpoint && (await connection.page(endpoint, {params, priority: 'user'}));
  return {[name]: Number(page?.items[0]?.id)};
};

const cases: readonly Case[] = [
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
    which: row => (row.backups as {enabled: boolean}).enabled,
    values: row => ({
      'backups.schedule.day':
        (row.backups as {schedule: {day: string}}).schedule.day === 'Monday' ? 'Friday' : 'Monday',
    }),
  },
  {
    family: 'domains',
    which: row => row.type === 'master',
    values: () => ({description: word(), tags: [word()], refresh_sec: 14_400}),
  },
  {family: 'domains', which: row => row.status === 'active', values: () => ({status: 'disabled'})},
  {
    family: 'domains.records',
    at: () => firstOf('domains.list', 'domainId'),
    which: row => row.type === 'A',
    values: () => ({target: `192.0.2.${number(1, 254)}`, ttl_sec: 3600}),
  },
  {family: 'nodebalancers', values: () => ({label: word(), client_conn_throttle: number(1, 19), tags: [word()]})},
  {
    family: 'nodebalancers.configs',
    at: () => firstOf('nodebalancers.list', 'nodeBalancerId'),
    values: row => ({algorithm: row.algorithm === 'source' ? 'roundrobin' : 'source'}),
  },
  {family: 'networking.firewalls', values: () => ({label: word(), tags: [word()]})},
  {family: 'networking.firewalls', which: row => row.status === 'enabled', values: () => ({status: 'disabled'})},
  {
    family: 'networking.firewalls',
    action: 'rules.update',
    values: row => ({
      inbound_policy: (row.rules as AnyRow).inbound_policy === 'DROP' ? 'ACCEPT' : 'DROP',
      inbound: [],
    }),
  },
  {family: 'images', which: row => row.is_public === false, values: () => ({label: word(), description: word()})},
  {family: 'stackscripts', which: row => row.mine === true, values: () => ({label: word(), rev_note: word()})},
  {family: 'profile.sshKeys', values: () => ({label: word()})},
  {family: 'objectStorage.keys', values: () => ({label: word()})},
  {family: 'longview.clients', values: () => ({label: word()})},
  {family: 'managed.contacts', values: () => ({name: word(), email: `${word()}@acme.example`})},
  {
    family: 'instances.configs',
    at: () => firstOf('instances.list', 'computeId'),
    values: () => ({label: word(), comments: word()}),
  },
  {family: 'instances.disks', at: () => firstOf('instances.list', 'computeId'), values: () => ({label: word()})},
  {
    family: 'instances.ips',
    at: () => firstOf('instances.list', 'computeId'),
    which: row => row.type === 'ipv4' && row.public === true,
    values: row => ({rdns: `${String(row.address).replaceAll('.', '-')}.ip.undo.example`}),
  },
  {
    family: 'networking.ips',
    which: row => row.type === 'ipv4' && row.public === true,
    values: row => ({rdns: `${String(row.address).replaceAll('.', '-')}.ip.undo.example`}),
  },
  {
    family: 'nodebalancers.configs.nodes',
    at: async () => {
      const at = await firstOf('nodebalancers.list', 'nodeBalancerId');
      return {...at, ...(await firstOf('nodebalancers.configs.list', 'configId', at))};
    },
    values: row => ({label: word(), weight: row.weight === 50 ? 60 : 50}),
  },
  {
    family: 'longview.plan',
    values: row => ({longview_subscription: row.id === 'longview-10' ? 'longview-3' : 'longview-10'}),
  },
  {family: 'managed.services', values: () => ({label: word(), notes: word()})},
  // Its state is what the next check finds.
  {family: 'managed.services', action: 'disable', but: ['status'], values: () => ({})},
  {family: 'managed.services', action: 'enable', but: ['status'], values: () => ({})},
  {family: 'managed.credentials', values: () => ({label: word()})},
  {family: 'account.users', which: row => row.restricted === true, values: () => ({email: `${word()}@acme.example`})},
  {family: 'account.oauthClients', values: () => ({label: word()})},
  {family: 'profile', values: row => ({timezone: row.timezone === 'UTC' ? 'Europe/Berlin' : 'UTC'})},
  {family: 'profile.tokens', values: () => ({label: word()})},
  {family: 'account.settings', values: row => ({backups_enabled: row.backups_enabled !== true})},
  {family: 'account', values: () => ({company: word(), city: word()})},
];

test.each(
  cases.map(one => [`${one.family}.${one.action ?? 'update'}`, one] as const),
)('%s and undo is as if nothing had been', async (_, one) => {
  const {family: id, action = 'update', which = () => true, values, but} = one;
  const at = typeof one.at === 'function' ? await one.at() : (one.at ?? {});
  const collection = session.collection(id, at);
  const stop = collection.subscribe(() => {});
  const {family} = collection;
  await complete(collection);
  const row = collection
    .get()
    .rows.find(row => wellTagged(row) && which(row) && session.unless(id, action, row, at) === undefined);
  if (row === undefined) throw new Error(`no row of ${id} can be changed`);
  const key = family.key(row);
  const before = await truth(id, key, at, but);
  const change = session.change(id, action, row, at, {drafted: false});
  for (const [path, value] of Object.entries(values(row))) change.set(path, value);
  await sent(change);
  if (!but) expect(await truth(id, key, at)).not.toEqual(before);
  const {changes, left} = session.undo();
  expect(left).toEqual([]);
  expect(changes).toHaveLength(1);
  for (const back of changes) await sent(back);
  expect(await truth(id, key, at, but)).toEqual(before);
  stop();
});

/** What is made is taken away again, what is taken away is made again: the list says what it said. */
const listed: readonly Case[] = [
  {family: 'volumes', action: 'create', values: () => ({label: word(), region: 'us-east', size: 20})},
  {
    family: 'domains',
    action: 'create',
    values: () => ({domain: `${word()}.example`, type: 'master', soa_email: 'a@b.example'}),
  },
  {
    family: 'domains',
    action: 'clone',
    which: row => row.type === 'master',
    values: () => ({domain: `${word()}.example`}),
  },
  {
    family: 'domains.records',
    action: 'create',
    at: () => firstOf('domains.list', 'domainId'),
    values: () => ({type: 'A', name: word(), target: '192.0.2.9'}),
  },
  {
    family: 'domains.records',
    action: 'delete',
    at: () => firstOf('domains.list', 'domainId'),
    which: row => row.type === 'A',
    values: () => ({}),
  },
  {family: 'nodebalancers', action: 'create', values: () => ({label: word(), region: 'us-east'})},
  {
    family: 'nodebalancers.configs',
    action: 'create',
    at: () => firstOf('nodebalancers.list', 'nodeBalancerId'),
    values: () => ({port: number(2000, 9000), protocol: 'tcp'}),
  },
  {
    family: 'nodebalancers.configs.nodes',
    action: 'delete',
    at: async () => {
      const at = await firstOf('nodebalancers.list', 'nodeBalancerId');
      return {...at, ...(await firstOf('nodebalancers.configs.list', 'configId', at))};
    },
    values: () => ({}),
    // Its state is what the next check finds.
    but: ['status'],
  },
  {
    family: 'networking.firewalls',
    action: 'create',
    values: () => ({label: word(), 'rules.inbound_policy': 'DROP', 'rules.outbound_policy': 'ACCEPT'}),
  },
  {
    family: 'networking.firewalls.devices',
    action: 'delete',
    at: () => firstOf('networking.firewalls.list', 'firewallId'),
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
  {family: 'objectStorage.keys', action: 'create', values: () => ({label: word()})},
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
  {family: 'profile.tokens', action: 'create', values: () => ({label: word()})},
  {
    family: 'profile.sshKeys',
    action: 'create',
    values: () => ({label: word(), ssh_key: `ssh-ed25519 ${'A'.repeat(68)} undo`}),
  },
  {family: 'profile.sshKeys', action: 'delete', values: () => ({})},
  {family: 'tags', action: 'create', values: () => ({label: word()})},
];

/** What is made again has another number, another age and another secret. */
const another = ['id', 'created', 'updated', 'token', 'transfer'];

test.each(
  listed.map(one => [`${one.family}.${one.action}`, one] as const),
)('%s and undo leaves the list as it was', async (_, {
  family: id,
  action = '',
  values,
  which = () => true,
  but = [],
  ...one
}) => {
  const at = typeof one.at === 'function' ? await one.at() : (one.at ?? {});
  const collection = session.collection(id, at);
  const stop = collection.subscribe(() => {});
  await complete(collection);
  const list = async () =>
    (await all(id, at))
      .map(row => Object.entries(row).filter(([name]) => ![...another, ...but].includes(name)))
      .map(entries => JSON.stringify(entries.toSorted()))
      .toSorted();
  const before = await list();
  const onRow = familyOf(id).actions[action]?.on === 'row';
  const row = collection.get().rows.find(row => which(row) && session.unless(id, action, row, at) === undefined);
  const change = session.change(id, action, onRow ? row : undefined, at, {drafted: false});
  for (const [path, value] of Object.entries(values({}))) change.set(path, value);
  await sent(change);
  expect(await list()).not.toEqual(before);
  const {changes, left} = session.undo();
  expect(left).toEqual([]);
  for (const back of changes) await sent(back);
  expect(await list()).toEqual(before);
  stop();
});

/** Actions with an undo that are not done here; why. */
const elsewhere: Readonly<Record<string, string>> = {
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
  'profile.tfa.confirm': 'needs a code of the moment',
  'profile.phoneNumber.verify': 'needs a code that was sent',
};

test('every action that says it can be undone is undone here, or there is a reason', () => {
  const undone = new Set([...cases, ...listed].map(({family, action = 'update'}) => `${family}.${action}`));
  const all = families.flatMap(({id, actions}) =>
    Object.entries(actions).flatMap(([name, {undo, elsewhere}]) => (undo && !elsewhere ? [`${id}.${name}`] : [])),
  );
  expect(all.filter(action => !undone.has(action) && !elsewhere[action])).toEqual([]);
  expect(Object.keys(elsewhere).filter(action => undone.has(action) || !all.includes(action))).toEqual([]);
});

test('a plan is taken back as a whole, the last first, and undoing that does it again', async () => {
  const collection = session.collection('volumes');
  const stop = collection.subscribe(() => {});
  await complete(collection);
  const rows = collection.get().rows.filter(wellTagged).slice(0, 3);
  const tags = () => Promise.all(rows.map(async row => (await truth('volumes', Number(row.id), {})).tags));
  const before = await tags();
  const plan = Symbol('tags');
  for (const row of rows) {
    const change = session.change('volumes', 'update', row, {}, {drafted: false, plan});
    change.set('tags', ['together']);
    await sent(change);
  }
  expect(await tags()).toEqual(rows.map(() => ['together']));
  const back = session.undo();
  expect(back.changes.map(({row}) => row?.id)).toEqual(rows.map(({id}) => id).reverse());
  for (const change of back.changes) await sent(change);
  expect(await tags()).toEqual(before);
  const again = session.undo();
  expect(again.changes).toHaveLength(3);
  for (const change of again.changes) await sent(change);
  expect(await tags()).toEqual(rows.map(() => ['together']));
  stop();
});

test('undoing a clone is about the clone, never about its source', async () => {
  const collection = session.collection('domains');
  const stop = collection.subscribe(() => {});
  await complete(collection);
  const source = collection.get().rows.find(row => session.unless('domains', 'clone', row) === undefined);
  const change = session.change('domains', 'clone', source, {}, {drafted: false});
  change.set('domain', `${word()}.example`);
  await sent(change);
  const [back] = session.undo().changes;
  expect(back?.name).toBe('delete');
  expect(back?.row?.id).not.toBe(source?.id);
  expect(String(back?.row?.domain)).toMatch(/^undo-/);
  stop();
});

test('what cannot be taken back says why, before and after', async () => {
  const collection = session.collection('volumes');
  const stop = collection.subscribe(() => {});
  await complete(collection);
  const row = collection.get().rows.find(row => session.unless('volumes', 'resize', row) === undefined);
  const change = session.change('volumes', 'resize', row, {}, {drafted: false});
  change.set('size', Number(row?.size) + 10);
  await previewed(change);
  expect(change.get().preview?.final).toBe('a Volume never shrinks');
  await change.send();
  expect(session.undo()).toEqual({changes: [], left: [{label: row?.label, words: 'a Volume never shrinks'}]});
  stop();
});

async function previewed(change: Change): Promise<void> {
  change.subscribe(() => {});
  await change.ready;
  await change.toPreview();
  const {step, fields, outcome} = change.get();
  const problems = fields.flatMap(({path, problems}) => problems.map(words => `${path} ${words}`));
  expect({step, problems, words: outcome?.words}).toEqual({step: 'preview', problems: [], words: undefined});
}

async function sent(change: Change): Promise<void> {
  await previewed(change);
  await change.send();
  const {outcome, refusal} = change.get();
  expect({ok: outcome?.ok, refusal}).toEqual({ok: true, refusal: undefined});
  change.close();
}

/** What is another value by then, whoever changes what: traffic goes on. */
const moving = ['updated', 'transfer'];

/** A row as the API has it now, without what every change of it touches, and without these. */
async function truth(id: FamilyId, key: RowId, at: PathParams, but: readonly string[] = []): Promise<AnyRow> {
  const row = (await all(id, at)).find(row => familyOf(id).key(row) === key) ?? {};
  return Object.fromEntries(Object.entries(row).filter(([name]) => ![...moving, ...but].includes(name)));
}

/** A list as the API has it now. */
async function all(id: FamilyId, at: PathParams): Promise<AnyRow[]> {
  const family = familyOf(id);
  const endpoint = connection.operation(family.source);
  if (!endpoint) throw new Error(`there is no operation ${family.source}`);
  const rows: AnyRow[] = [];
  const request = {params: at, priority: 'user'} as const;
  if (family.rows) rows.push(...family.rows(await connection.call(endpoint, request)));
  else if (family.single) rows.push((await connection.call(endpoint, request)) as AnyRow);
  else await connection.pages(endpoint, request, ({items}) => rows.push(...items));
  return rows;
}

async function complete(collection: Collection): Promise<void> {
  const {promise, resolve, reject} = Promise.withResolvers<void>();
  const look = (): void => {
    const {complete, failure} = collection.get();
    if (complete) resolve();
    else if (failure) reject(new Error(failure.words));
  };
  const stop = collection.subscribe(look);
  look();
  await promise;
  stop();
}

/** A generator of numbers from 0 to 1, the same with every run. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
