/** Suspension of databases and the settings of their engines, in the dialect of today. */
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {openTestAccount, type TestAccount} from '../../testing/test-account.ts';

const {databases} = contract;

let account: TestAccount;
beforeAll(async () => {
  account = await openTestAccount({dialect: 'today'});
});
afterAll(() => account.close());

const place = {region: 'us-east', type: 'g6-standard-1'};

describe('a suspended database', () => {
  it('is active again after it is resumed (MySQL)', async () => {
    const {id: instanceId} = await account.ok(databases.mysql.create, {
      body: {...place, label: 'paused-mysql', engine: 'mysql/8.0.26'},
    });
    const params = {instanceId};
    const status = async () => (await account.ok(databases.mysql.get, {params})).status;
    expect((await account.call(databases.mysql.suspend, {params})).status).toBe(400);
    account.pass(45 * 60);
    expect((await account.call(databases.mysql.resume, {params})).status).toBe(400);
    await account.ok(databases.mysql.suspend, {params});
    expect(await status()).toBe('suspending');
    account.pass(5 * 60);
    expect(await status()).toBe('suspended');
    await account.ok(databases.mysql.resume, {params});
    expect(await status()).toBe('resuming');
    account.pass(10 * 60);
    expect(await status()).toBe('active');
    const {data} = await account.ok(contract.account.events.list);
    expect(data.slice(0, 2).map(({action}) => action)).toEqual(['database_resume', 'database_suspend']);
  });

  it('is active again after it is resumed (PostgreSQL)', async () => {
    const {id: instanceId} = await account.ok(databases.postgresql.create, {
      body: {...place, label: 'paused-postgresql', engine: 'postgresql/13.2'},
    });
    const params = {instanceId};
    const status = async () => (await account.ok(databases.postgresql.get, {params})).status;
    account.pass(45 * 60);
    await account.ok(databases.postgresql.suspend, {params});
    account.pass(5 * 60);
    expect(await status()).toBe('suspended');
    await account.ok(databases.postgresql.resume, {params});
    account.pass(10 * 60);
    expect(await status()).toBe('active');
  });
});

it('each engine lists its settings with their limits', async () => {
  expect(await account.ok(databases.mysql.config.get)).toMatchObject({
    mysql: {connect_timeout: {type: 'integer', minimum: 2, maximum: 3600}},
  });
  expect(await account.ok(databases.postgresql.config.get)).toMatchObject({work_mem: {type: 'integer'}});
});
