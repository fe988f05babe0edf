import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {openTestAccount, type TestAccount} from '../../testing/test-account.ts';
import {isWindowStart} from './cluster-lifecycle.ts';
import {testClusters} from './test-clusters.ts';

const {mongodb, mysql, postgresql, engines, instances, types} = contract.databases;
const basis = {type: 'g6-standard-1', region: 'us-east'} as const;
const relational = {...basis, label: 'rows', engine: 'mysql/8.0.26'} as const;

let account: TestAccount;
beforeAll(async () => {
  account = await openTestAccount();
});
afterAll(() => account.close());

const {named, make, at, wait, provision, ready} = testClusters(() => account);
let count = 0;
const rows = (body: object = {}) => ({...relational, label: `rows-${++count}`, ...body});
const makeRows = async (body: object = {}) => (await account.ok(mysql.create, {body: rows(body)})).id;
const refusedFields = async (body: object) => (await account.call(mongodb.create, {body: named(body)})).fields;
const refusedRows = async (body: object) => (await account.call(mysql.create, {body: rows(body)})).fields;

describe('creating', () => {
  it('rule 216: needs engine, label, region and type', async () => {
    for (const create of [mongodb.create, mysql.create, postgresql.create])
      expect((await account.call(create, {body: {}})).fields).toEqual(
        expect.arrayContaining(['engine', 'label', 'region', 'type']),
      );
  });

  it('rule 217: labels have 3 to 32 characters and are unique', async () => {
    await make({label: 'l'.repeat(32)});
    for (const label of ['ll', 'l'.repeat(33)]) expect(await refusedFields({label})).toEqual(['label']);
    expect(await refusedRows({label: 'l'.repeat(32)})).toEqual(['label']);
  });

  it('rule 218: clusters have 1 or 3 nodes', async () => {
    expect((await account.ok(mongodb.get, at(await make()))).cluster_size).toBe(1);
    expect(await refusedFields({cluster_size: 2})).toEqual(['cluster_size']);
  });

  it('rule 219: three nodes are a primary and two replicas', async () => {
    const id = await ready({cluster_size: 3});
    expect((await account.ok(mongodb.get, at(id))).peers).toHaveLength(3);
  });

  it('rules 220, 259: an engine has the format engine/version, and is one path parameter', async () => {
    expect(await refusedFields({engine: 'mongodb'})).toEqual(['engine']);
    expect(await refusedFields({engine: 'mysql/8.0.26'})).toEqual(['engine']);
    expect(await account.ok(engines.get, {params: {engineId: 'mysql/8.0.26'}, token: null})).toEqual({
      id: 'mysql/8.0.26',
      engine: 'mysql',
      version: '8.0.26',
    });
    for (const path of ['mysql/8.0.26', 'mysql%2F8.0.26'])
      expect((await account.raw(`/v4/databases/engines/${path}`)).status).toBe(200);
    const {engine, version} = await account.ok(mongodb.get, at(await make()));
    expect([engine, version]).toEqual(['mongodb', '4.4.10']);
  });

  it('rule 221: the allow list is empty by default', async () => {
    expect((await account.ok(mongodb.get, at(await make()))).allow_list).toEqual([]);
    expect(
      (await account.ok(mysql.get, at(await makeRows({allow_list: ['192.0.2.1', '198.51.100.0/24']})))).allow_list,
    ).toHaveLength(2);
    expect(await refusedFields({allow_list: ['everyone']})).toEqual(['allow_list.0']);
  });

  it('rule 222: SSL is on by default', async () => {
    expect((await account.ok(mongodb.get, at(await make()))).ssl_connection).toBe(true);
    expect((await account.ok(mysql.get, at(await makeRows({ssl_connection: false})))).ssl_connection).toBe(false);
  });

  it('rule 223: the compression type is none, snappy or zlip', async () => {
    for (const compression_type of ['none', 'snappy', 'zlip']) await make({compression_type});
    expect(await refusedFields({compression_type: 'zlib'})).toEqual(['compression_type']);
    expect((await account.ok(mongodb.get, at(await make()))).compression_type).toBe('none');
  });

  it('rule 224: replica sets have at most 64 characters', async () => {
    await make({replica_set: 'r'.repeat(64)});
    expect(await refusedFields({replica_set: 'r'.repeat(65)})).toEqual(['replica_set']);
    expect((await account.ok(mongodb.get, at(await make({replica_set: null})))).replica_set).toBeNull();
  });

  it('rule 225: mmapv1 is not available from version 4.0 on', async () => {
    await make({engine: 'mongodb/3.6.23', storage_engine: 'mmapv1'});
    expect(await refusedFields({engine: 'mongodb/4.0.27', storage_engine: 'mmapv1'})).toEqual(['storage_engine']);
    expect((await account.ok(mongodb.get, at(await make()))).storage_engine).toBe('wiredtiger');
  });

  it('rules 226, 227: the replication type must fit the number of nodes', async () => {
    expect((await account.ok(mysql.get, at(await makeRows()))).replication_type).toBe('none');
    expect((await account.ok(mysql.get, at(await makeRows({cluster_size: 3})))).replication_type).toBe('semi_synch');
    await makeRows({cluster_size: 3, replication_type: 'asynch'});
    expect(await refusedRows({replication_type: 'asynch'})).toEqual(['replication_type']);
    expect(await refusedRows({cluster_size: 3, replication_type: 'none'})).toEqual(['replication_type']);
  });

  it('checks the commit type of PostgreSQL against the replication type', async () => {
    const body = {
      ...basis,
      label: 'pg-asynch',
      engine: 'postgresql/13.2',
      cluster_size: 3,
      replication_type: 'asynch',
    } as const;
    expect((await account.call(postgresql.create, {body: {...body, replication_commit_type: 'on'}})).fields).toEqual([
      'replication_commit_type',
    ]);
    expect(await account.ok(postgresql.create, {body: {...body, replication_commit_type: 'off'}})).toMatchObject({
      replication_commit_type: 'off',
    });
  });

  it('rule 238: takes 15 to 30 minutes until the database is active', async () => {
    const id = await make();
    expect(await account.ok(mongodb.get, at(id))).toMatchObject({status: 'provisioning', hosts: {primary: null}});
    wait(15 * 60 - 1);
    expect((await account.ok(mongodb.get, at(id))).status).toBe('provisioning');
    wait(15 * 60 + 2);
    expect((await account.ok(mongodb.get, at(id))).status).toBe('active');
  });

  it('rule 248: needs add_databases from a restricted user', async () => {
    const without = account.tokenFor('without', {granted: {global: {}, entities: {}}});
    const grantee = account.tokenFor('granted', {granted: {global: {add_databases: true}, entities: {}}});
    for (const [create, body] of [
      [mongodb.create, named()],
      [mysql.create, rows()],
    ] as const) {
      expect((await account.call(create, {body, token: without})).status).toBe(403);
      expect((await account.call(create, {body, token: grantee})).status).toBe(200);
    }
  });

  it('rule 249: sets the maintenance window to Sundays at 20:00 for three hours', async () => {
    const updates = {frequency: 'weekly', day_of_week: 1, hour_of_day: 20, duration: 3, week_of_month: null};
    expect((await account.ok(mongodb.get, at(await make()))).updates).toEqual(updates);
    expect((await account.ok(mysql.get, at(await makeRows()))).updates).toEqual(updates);
  });

  it('rule 256: document clusters have public addresses only', async () => {
    const rowsId = await makeRows({cluster_size: 3});
    const {hosts, peers} = await account.ok(mongodb.get, at(await ready({cluster_size: 3})));
    expect(hosts).toEqual({primary: expect.stringContaining('mongodb'), secondary: null});
    expect([hosts.primary, ...peers].join(' ')).not.toContain('private');
    expect((await account.ok(mysql.get, at(rowsId))).hosts.secondary).toContain('private');
  });
});

describe('updating', () => {
  const update = (id: number, body: object) =>
    account.call(mongodb.update, {...at(id), body: body as Record<string, unknown>});

  it('rule 228: replaces the allow list, and the database is updating for a few seconds', async () => {
    const id = await ready({allow_list: ['192.0.2.1']});
    expect((await update(id, {allow_list: ['192.0.2.2']})).body).toMatchObject({
      allow_list: ['192.0.2.2'],
      status: 'updating',
    });
    expect((await update(id, {allow_list: []})).status).toBe(400);
    wait(5);
    expect((await update(id, {allow_list: []})).body.allow_list).toEqual([]);
  });

  it('rules 229, 230, 231, 232: rejects maintenance windows out of bounds', async () => {
    const id = await ready();
    const good = {day_of_week: 7, duration: 1, hour_of_day: 23, frequency: 'weekly'};
    expect((await update(id, {updates: good})).body.updates).toMatchObject(good);
    const bad = {day_of_week: 8, duration: 4, hour_of_day: 24, frequency: 'daily'};
    expect((await update(id, {updates: bad})).fields.toSorted()).toEqual([
      'updates.day_of_week',
      'updates.duration',
      'updates.frequency',
      'updates.hour_of_day',
    ]);
    expect((await update(id, {updates: {day_of_week: 0, duration: 0, hour_of_day: -1}})).fields).toHaveLength(3);
  });

  it("rule 233: monthly windows name their week, and weekly windows don't", async () => {
    const id = await ready();
    expect((await update(id, {updates: {frequency: 'monthly'}})).fields).toEqual(['updates.week_of_month']);
    expect((await update(id, {updates: {frequency: 'weekly', week_of_month: 2}})).fields).toEqual([
      'updates.week_of_month',
    ]);
    expect((await update(id, {updates: {frequency: 'monthly', week_of_month: 4}})).status).toBe(200);
    expect((await update(id, {updates: {frequency: 'monthly', week_of_month: 5}})).fields).toEqual([
      'updates.week_of_month',
    ]);
    expect((await update(id, {updates: {frequency: 'weekly'}})).body.updates).toMatchObject({week_of_month: null});
  });

  it('rule 240: needs an active database', async () => {
    expect((await update(await make(), {label: 'too early'})).status).toBe(400);
    const id = await makeRows();
    expect((await account.call(mysql.update, {...at(id), body: {label: 'too-early'}})).status).toBe(400);
  });

  it('rule 217: keeps labels unique', async () => {
    const id = await ready();
    await make({label: 'taken-already'});
    expect((await update(id, {label: 'taken-already'})).fields).toEqual(['label']);
  });
});

describe('other operations', () => {
  it('rule 239: deleting needs an active, failed or degraded database', async () => {
    const id = await make();
    expect((await account.call(mongodb.delete, at(id))).status).toBe(400);
    provision();
    expect(await account.ok(mongodb.delete, at(id))).toEqual({});
    expect((await account.call(mongodb.get, at(id))).status).toBe(404);
    const other = await makeRows();
    expect((await account.call(mysql.delete, at(other))).status).toBe(400);
  });

  it('rules 243, 244, 245: credentials, patches and certificates need an active database', async () => {
    const id = await make();
    for (const endpoint of [mongodb.credentials.get, mongodb.patch, mongodb.ssl.get])
      expect((await account.call(endpoint, at(id))).status).toBe(400);
    provision();
    expect(await account.ok(mongodb.credentials.get, at(id))).toMatchObject({username: 'root'});
    const {ca_certificate} = await account.ok(mongodb.ssl.get, at(id));
    expect(Buffer.from(ca_certificate, 'base64').toString()).toMatch(/^-----BEGIN CERTIFICATE-----/);
    expect(await account.ok(mongodb.patch, at(id))).toEqual({});
  });

  it('rules 250, 255: patching takes ten minutes and keeps the version', async () => {
    const id = await ready();
    await account.ok(mongodb.patch, at(id));
    expect((await account.ok(mongodb.get, at(id))).status).toBe('updating');
    wait(601);
    expect(await account.ok(mongodb.get, at(id))).toMatchObject({status: 'active', version: '4.4.10'});
  });

  it('rule 255: patches are also installed in the maintenance window', async () => {
    const window = {frequency: 'weekly', day_of_week: 1, hour_of_day: 20, duration: 3, week_of_month: null} as const;
    const sunday = Date.UTC(2026, 0, 18, 20);
    expect(isWindowStart({updates: window}, sunday)).toBe(true);
    expect(isWindowStart({updates: window}, sunday + 3_600_000)).toBe(false);
    expect(isWindowStart({updates: {...window, frequency: 'monthly', week_of_month: 3}}, sunday)).toBe(true);
    expect(isWindowStart({updates: {...window, frequency: 'monthly', week_of_month: 2}}, sunday)).toBe(false);
  });

  it('rule 251: deleting a database and resetting its credentials are for unrestricted users only', async () => {
    const id = await ready();
    const token = account.tokenFor('restricted', {
      granted: {global: {add_databases: true, account_access: 'read_write'}, entities: {}},
    });
    expect((await account.call(mongodb.delete, {...at(id), token})).status).toBe(403);
    expect((await account.call(mongodb.credentials.reset, {...at(id), token})).status).toBe(403);
    expect((await account.call(mysql.delete, {...at(id), token})).status).toBe(403);
  });

  it('rule 252: a reset creates a new password in a few seconds', async () => {
    const id = await ready();
    const {password} = await account.ok(mongodb.credentials.get, at(id));
    expect(await account.ok(mongodb.credentials.reset, at(id))).toEqual({});
    wait(5);
    expect((await account.ok(mongodb.credentials.get, at(id))).password).not.toBe(password);
  });

  it('rule 257: one list has all databases, each with the URI of its engine', async () => {
    const {data} = await account.ok(instances.list);
    expect(data[0]?.instance_uri).toBe(`/v4/databases/${data[0]?.engine}/instances/${data[0]?.id}`);
    expect(data[0]).not.toHaveProperty('replica_set');
    const all = (await account.ok(instances.list)).results;
    const parts = await Promise.all([mongodb.list, mysql.list, postgresql.list].map(list => account.ok(list)));
    expect(parts.reduce((sum, {results}) => sum + results, 0)).toBe(all);
  });

  it('rule 258: relational clusters have the same operations as document clusters', async () => {
    const id = await makeRows();
    provision();
    const resource = await account.ok(mysql.backups.create, {...at(id), body: {label: 'before'}});
    expect((await account.ok(mysql.backups.list, at(id))).data.map(backup => backup.id)).toContain(resource.id);
    wait(100);
    expect(await account.ok(mysql.credentials.get, at(id))).toMatchObject({username: 'root'});
    expect((await account.call(postgresql.get, at(id))).status).toBe(404);
  });

  it('rule 26: engines and types can be read without a token', async () => {
    expect((await account.ok(engines.list, {token: null})).results).toBeGreaterThan(5);
    const {data} = await account.ok(types.list, {token: null});
    expect(await account.ok(types.get, {params: {typeId: data[0]?.id ?? ''}, token: null})).toEqual(data[0]);
  });
});
