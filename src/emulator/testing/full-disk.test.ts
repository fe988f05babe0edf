/** An account on a disk that is full for a while. */
import {afterEach, beforeEach, expect, it, vi} from 'vitest';
import {contract} from '../../contract/index.ts';
import type {Store} from '../engine/storage/store.ts';
import {manualClock} from '../engine/time/clock.ts';
import {reportText} from '../server/emulator-command.ts';
import {openTestAccount, type TestAccount} from './test-account.ts';

const reported: unknown[] = [];
let account: TestAccount;
beforeEach(async () => {
  reported.length = 0;
  account = await openTestAccount({clock: manualClock(), report: error => reported.push(error)});
});
afterEach(() => account.close());

/** Writing fails as on a full disk: SQLite undoes the whole transaction on its own. */
const isFull = (db: Store, full: boolean) => {
  for (const table of ['entity', 'job', 'sequence'])
    for (const act of ['INSERT', 'UPDATE', 'DELETE']) {
      const name = `full_${table}_${act}`;
      db.sql.exec(
        full
          ? `CREATE TEMP TRIGGER ${name} BEFORE ${act} ON ${table}
             BEGIN SELECT RAISE(ROLLBACK, 'database or disk is full'); END`
          : `DROP TRIGGER ${name}`,
      );
    }
};

it('bug: each background job reported a full disk again, until there was space', async () => {
  const {db} = account;
  const create = (label: string) => account.call(contract.volumes.create, {body: {label, region: 'us-east', size: 20}});
  await create('first');
  isFull(db, true);
  account.pass(120);
  account.pass(120);
  expect((await create('second')).status).toBe(500);
  expect(reported).toHaveLength(1);
  isFull(db, false);
  account.pass(120);
  expect((await create('third')).status).toBe(200);
  expect(reported).toHaveLength(1);
  isFull(db, true);
  expect((await create('fourth')).status).toBe(500);
  expect((await create('fifth')).status).toBe(500);
  expect(reported).toHaveLength(2);
  expect(reported.map(reportText)).toEqual([
    'the disk is full: nothing is stored, and operations wait, until there is space',
    'the disk is full: nothing is stored, and operations wait, until there is space',
  ]);
});

it("an event that can't be written on a full disk finishes when the disk has space again", async () => {
  const body = {label: 'data', region: 'us-east', size: 20};
  const {id} = await account.ok(contract.volumes.create, {body});
  const {db} = account;
  isFull(db, true);
  const before = await account.ok(contract.volumes.get, {params: {volumeId: id}});
  expect(before.status).toBe('creating');
  account.pass(120);
  const response = await account.call(contract.volumes.create, {body: {...body, label: 'other'}});
  expect(response.status).toBe(500);
  expect(reported.map(String)).toContainEqual(expect.stringContaining('database or disk is full'));
  expect((await account.ok(contract.volumes.list)).data.map(({label}) => label)).toEqual(['data']);
  isFull(db, false);
  account.pass(120);
  expect((await account.ok(contract.volumes.get, {params: {volumeId: id}})).status).toBe('active');
  expect((await account.ok(contract.volumes.list)).results).toBe(1);
});

/** Creates a volume, and returns a function that reads its status. */
async function createVolume(): Promise<() => Promise<string>> {
  const {id} = await account.ok(contract.volumes.create, {body: {label: 'data', region: 'us-east', size: 20}});
  return async () => (await account.ok(contract.volumes.get, {params: {volumeId: id}})).status;
}

it("operations continue after a reset or a restore that can't be written", async () => {
  const {db} = account;
  const status = await createVolume();
  account.snapshot();
  isFull(db, true);
  expect(() => account.reset()).toThrow('database or disk is full');
  isFull(db, false);
  account.pass(120);
  expect(await status()).toBe('active');

  account.restore();
  expect(await status()).toBe('creating');
  isFull(db, true);
  expect(() => account.restore()).toThrow('database or disk is full');
  isFull(db, false);
  account.pass(120);
  expect(await status()).toBe('active');
});

it("an operation that can't be read is reported, and continues later", async () => {
  const status = await createVolume();
  vi.spyOn(account.db, 'one').mockImplementationOnce(() => {
    throw new Error('disk I/O error');
  });
  account.pass(9);
  expect(reported.map(String)).toEqual(['Error: disk I/O error']);
  account.pass(60);
  expect(await status()).toBe('active');
});
