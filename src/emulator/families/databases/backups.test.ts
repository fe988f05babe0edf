/** Backups of databases, tested with the document engine. The relational engines have the same operations. */
import {afterAll, beforeAll, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {openTestAccount, type TestAccount} from '../../testing/test-account.ts';
import {testClusters} from './test-clusters.ts';

const {mongodb} = contract.databases;
const {backups} = mongodb;

let account: TestAccount;
beforeAll(async () => {
  account = await openTestAccount();
});
afterAll(() => account.close());

const {wait, at, make, provision, ready} = testClusters(() => account);
const snapshot = (id: number, body: object) =>
  account.call(backups.create, {...at(id), body: {label: 'snap', ...body}});

it('rules 234, 235: labels of snapshots have 3 to 64 characters of a limited set', async () => {
  const id = await ready();
  for (const label of ['sn', 's'.repeat(65), '-abc', 'abc_', 'a--b', 'a__b', 'a..b', 'a b'])
    expect((await snapshot(id, {label})).fields).toEqual(['label']);
  expect((await account.call(backups.create, {...at(id), body: {}})).fields).toEqual(['label']);
  expect((await snapshot(id, {label: `a-_.${'s'.repeat(60)}`})).body).toMatchObject({type: 'snapshot'});
});

it('rule 236: a replica can be backed up only in a cluster with replicas', async () => {
  expect((await snapshot(await ready(), {target: 'secondary'})).fields).toEqual(['target']);
  expect((await snapshot(await ready({cluster_size: 3}), {target: 'secondary'})).status).toBe(200);
  expect((await snapshot(await ready(), {target: 'tertiary'})).fields).toEqual(['target']);
});

it('rule 237: an automatic backup is made every midnight and kept for seven days', async () => {
  const id = await ready();
  wait(20 * 86_400);
  const {data} = await account.ok(backups.list, at(id));
  expect(data).toHaveLength(7);
  for (const backup of data) expect(backup).toMatchObject({type: 'auto', created: expect.stringMatching(/T00:00:00$/)});
});

it('rules 241, 242: snapshots and restores need an active database', async () => {
  const id = await make();
  expect((await snapshot(id, {})).status).toBe(400);
  provision();
  const {id: backupId} = (await snapshot(id, {})).body;
  expect((await account.ok(mongodb.get, at(id))).status).toBe('backing_up');
  expect((await account.call(backups.restore, {params: {instanceId: id, backupId}})).status).toBe(400);
  wait(100);
  expect(await account.ok(backups.restore, {params: {instanceId: id, backupId}})).toEqual({});
});

it("rule 246: backups can't be read while the database is provisioned, and can be read in other states", async () => {
  const id = await make();
  expect((await account.call(backups.list, at(id))).status).toBe(400);
  provision();
  const {id: backupId} = (await snapshot(id, {})).body;
  const path = {params: {instanceId: id, backupId}};
  expect((await account.ok(mongodb.get, at(id))).status).toBe('backing_up');
  expect((await account.ok(backups.get, path)).label).toBe('snap');
  expect(await account.ok(backups.delete, path)).toEqual({});
  expect((await account.call(backups.get, path)).status).toBe(404);
});

it('rule 247: reading backups needs databases:read_write', async () => {
  const id = await ready();
  const token = account.tokenFor('reader', {scopes: 'databases:read_only'});
  expect((await account.call(mongodb.get, {...at(id), token})).status).toBe(200);
  expect((await account.call(backups.list, {...at(id), token})).status).toBe(403);
});

it('rule 253: a database is unavailable during a restore', async () => {
  const id = await ready();
  const {id: backupId} = (await snapshot(id, {})).body;
  wait(100);
  await account.ok(backups.restore, {params: {instanceId: id, backupId}});
  expect((await account.ok(mongodb.get, at(id))).status).toBe('restoring');
  wait(400);
  expect((await account.ok(mongodb.get, at(id))).status).toBe('active');
});

it('rule 254: a backup from before a credentials reset leads to a failed cluster', async () => {
  const id = await ready();
  const {id: backupId} = (await snapshot(id, {})).body;
  wait(100);
  await account.ok(mongodb.credentials.reset, at(id));
  wait(10);
  await account.ok(backups.restore, {params: {instanceId: id, backupId}});
  wait(400);
  expect((await account.ok(mongodb.get, at(id))).status).toBe('failed');
});
