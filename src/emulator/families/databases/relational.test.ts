/** Each operation of the relational engines once. The tests of the document engine cover the details. */
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {openTestAccount, type TestAccount} from '../../testing/test-account.ts';

const {mysql, postgresql} = contract.databases;

let account: TestAccount;
beforeAll(async () => {
  account = await openTestAccount();
});
afterAll(() => account.close());

describe.each([
  {engine: 'mysql/8.0.26', api: mysql},
  {engine: 'postgresql/13.2', api: postgresql},
] as const)('$engine', ({engine, api}) => {
  const minutes = (count: number) => account.pass(count * 60);

  it('can be created, edited, patched, backed up, restored and deleted', async () => {
    const body = {type: 'g6-standard-1', region: 'us-east', label: `all-${engine.slice(0, 5)}`, engine};
    const {id: instanceId} = await account.ok(api.create, {body});
    minutes(31);
    const at = {params: {instanceId}};
    const status = async () => (await account.ok(api.get, at)).status;
    expect(await status()).toBe('active');
    expect((await account.ok(api.update, {...at, body: {label: 'edited'}})).label).toBe('edited');
    expect((await account.ok(api.list)).data.map(({label}) => label)).toContain('edited');
    await account.ok(api.patch, at);
    expect(await status()).toBe('updating');
    minutes(11);

    const {username, password} = await account.ok(api.credentials.get, at);
    expect(username).not.toBe('');
    await account.ok(api.credentials.reset, at);
    minutes(2);
    expect((await account.ok(api.credentials.get, at)).password).not.toBe(password);
    expect((await account.ok(api.ssl.get, at)).ca_certificate).toMatch(/^LS0tLS/);

    await account.ok(api.backups.create, {...at, body: {label: 'by-hand', target: 'primary'}});
    minutes(10);
    const backup = (await account.ok(api.backups.list, at)).data.find(({type}) => type === 'snapshot');
    const path = {params: {instanceId, backupId: backup?.id ?? 0}};
    expect(await account.ok(api.backups.get, path)).toEqual(backup);
    await account.ok(api.backups.restore, path);
    expect(await status()).toBe('restoring');
    minutes(10);
    expect(await status()).toBe('active');
    await account.ok(api.backups.delete, path);
    expect((await account.call(api.backups.get, path)).status).toBe(404);

    await account.ok(api.delete, at);
    expect((await account.call(api.get, at)).status).toBe(404);
  });
});
