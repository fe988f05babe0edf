import {afterAll, beforeAll, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {transferObstacle} from '../../families/account/transfers/transfer-obstacles.ts';
import {Instances} from '../../families/instances/instance-kinds.ts';
import {openTestAccount, type TestAccount} from '../../testing/test-account.ts';

const {account: group, profile} = contract;

let account: TestAccount;
beforeAll(async () => {
  account = await openTestAccount({accounts: 'demo'});
});
afterAll(() => account.close());

const all = async () => (await account.ok(group.invoices.list)).data;

it('has two years of invoices with totals equal to the sum of their items', async () => {
  const invoices = await all();
  expect(invoices).toHaveLength(24);
  for (const {id, total} of invoices.slice(0, 3)) {
    const {data} = await account.ok(group.invoices.items.list, {params: {invoiceId: id}});
    expect(data.reduce((sum, item) => sum + item.total, 0)).toBeCloseTo(total, 5);
  }
});

it('has paid all invoices, because an outstanding balance blocks resizes', async () => {
  const {data} = await account.ok(group.payments.list);
  expect(data.map(({usd}) => usd)).toEqual((await all()).map(({total}) => total));
  expect((await account.ok(group.get)).balance).toBe(0);
  expect((await account.ok(group.paymentMethods.list)).data.map(({type}) => type)).toEqual([
    'credit_card',
    'google_pay',
  ]);
  const notices = (await account.ok(group.notifications.list)).data.map(({type}) => type);
  expect(notices).toEqual(['ticket_important', 'maintenance', 'migration_scheduled']);
});

it('has Managed enabled, for the services that support monitors', async () => {
  expect((await account.ok(group.settings.get)).managed).toBe(true);
});

it('has maintenance of a batch instance in two days', async () => {
  const {data} = await account.ok(group.maintenance.list);
  expect(data[0]).toMatchObject({status: 'pending', when: '2026-01-17T12:00:00', entity: {label: 'batch-9'}});
});

it('has logins of three users on many days, and grants of a restricted user', async () => {
  const {data} = await account.ok(group.logins.list);
  expect(new Set(data.map(({username}) => username))).toEqual(new Set(['acme', 'wsmith', 'intern']));
  expect(data.every(({username, restricted}) => restricted === (username === 'intern'))).toBe(true);
  const days = new Set(
    (await account.ok(group.logins.list, {query: {page: 2}})).data.map(({datetime}) => datetime.slice(0, 10)),
  );
  expect(days.size).toBeGreaterThan(20);
  const users = (await account.ok(group.users.list)).data;
  expect(users.map(({restricted}) => restricted)).toEqual([false, false, true]);
  const grants = await account.ok(group.users.grants.get, {params: {username: 'intern'}});
  expect(grants.compute.filter(({permissions}) => permissions !== null)).toHaveLength(6);
});

it('has OAuth clients, one with a thumbnail, authorized apps, devices, SSH keys and tokens', async () => {
  const {data} = await account.ok(group.oauthClients.list);
  expect(data.map(client => client.public)).toContain(true);
  const {thumbnail_url} = data.find(client => client.thumbnail_url !== null) ?? {};
  const picture = Buffer.from(await (await fetch(thumbnail_url ?? '')).arrayBuffer());
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  expect((await account.ok(profile.apps.list)).data).toHaveLength(2);
  expect((await account.ok(profile.devices.list)).data).toHaveLength(2);
  expect((await account.ok(profile.sshKeys.list)).data).toHaveLength(2);
  expect((await account.ok(profile.tokens.list)).data.map(({label}) => label)).toContain('terraform');
});

it('has a pending service transfer of a movable instance, which expires tomorrow', async () => {
  const pending = {filter: {status: 'pending', is_sender: true}};
  const [transfer] = (await account.ok(group.serviceTransfers.list, pending)).data;
  const instance = account.db.get(Instances, transfer?.entities.computes[0] ?? 0);
  expect(instance && transferObstacle(account.db, instance)).toEqual([]);
  account.pass(19 * 3600);
  expect((await account.ok(group.serviceTransfers.list, pending)).data).toEqual([]);
});

it('bug: the last successful backup of an instance was none of its backups', async () => {
  const {data} = await account.ok(contract.instances.list, {filter: {label: 'db-01'}});
  const [instance] = data;
  const {automatic} = await account.ok(contract.instances.backups.list, {params: {computeId: instance?.id ?? 0}});
  expect(automatic).toHaveLength(3);
  expect(instance?.backups.last_successful).toBe(automatic[0]?.finished);
});
