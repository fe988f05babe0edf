import {afterEach, beforeEach, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {openTestAccount, type TestAccount} from '../../testing/test-account.ts';

const {settings, transfer} = contract.account;

let account: TestAccount;
beforeEach(async () => {
  account = await openTestAccount();
});
afterEach(() => account.close());

it('changes the writable settings only', async () => {
  expect(await account.ok(settings.update, {body: {backups_enabled: true}})).toMatchObject({
    backups_enabled: true,
    managed: false,
  });
  const whole = {...(await account.ok(settings.get)), network_helper: false, managed: true} as Record<string, unknown>;
  expect(await account.ok(settings.update, {body: whole})).toMatchObject({network_helper: false, managed: false});
});

it('enables Managed once', async () => {
  expect(await account.ok(settings.enableManaged)).toEqual({});
  expect((await account.ok(settings.get)).managed).toBe(true);
  expect((await account.call(settings.enableManaged)).status).toBe(400);
});

it('pools the transfer of all instances, in GB', async () => {
  expect(await account.ok(transfer.get)).toEqual({billable: 0, quota: 0, used: 0});
  await account.ok(contract.instances.create, {body: {region: 'us-east', type: 'g6-nanode-1'}});
  expect((await account.ok(transfer.get)).quota).toBeGreaterThan(0);
});
