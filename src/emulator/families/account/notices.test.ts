import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {Users} from '../../engine/access/actors.ts';
import {formatTimestamp} from '../../engine/time/clock.ts';
import {createTestInstance, openTestAccount, type TestAccount} from '../../testing/test-account.ts';
import {Replies, Tickets} from '../support/ticket-kinds.ts';
import {Accounts, Logins, singletonId} from './account-kinds.ts';
import {announceMaintenance} from './maintenance.ts';

const {logins, maintenance, notifications, payments} = contract.account;
const hour = 3600;

let account: TestAccount;
beforeEach(async () => {
  account = await openTestAccount();
});
afterEach(() => account.close());

const types = async (token?: string) =>
  (await account.ok(notifications.list, token ? {token} : {})).data.map(({type}) => type);

function plan(instance: number, type: 'reboot' | 'cold_migration' = 'reboot') {
  const {db, engine, clock} = account;
  const startTime = clock.now() + 2 * hour * 1000;
  db.transaction(() =>
    announceMaintenance(engine.work(''), {type, instance, reason: 'New kernel', when: startTime, seconds: 600}),
  );
  engine.jobs.arm();
}

function logIn(username: string, age: number) {
  const {db, clock} = account;
  return db.transaction(() => {
    const parent = db.byKey(Users, username)?.id ?? 0;
    const datetime = formatTimestamp(clock.now() - age * 24 * hour * 1000);
    return db.insert(Logins, id => ({id, datetime, ip: '192.0.2.1', username, restricted: false}), {parent});
  });
}

describe('notifications', () => {
  it('rule 336: disappear with their cause', async () => {
    expect(await types()).toEqual([]);
    account.db.transaction(() => account.db.update(Accounts, singletonId, {balance: 25}));
    expect(await types()).toEqual(['payment_due']);
    await account.ok(payments.create, {body: {usd: '25.00'}});
    expect(await types()).toEqual([]);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const init = {method, headers: {Authorization: `Bearer ${account.token}`}};
      expect((await account.raw('/v4/account/notifications', init)).status).toBe(405);
    }
  });

  it('rule 336: of a ticket last until the customer replies', async () => {
    const {db} = account;
    const about = {summary: 'Abuse report', description: 'Spam from 192.0.2.7.'};
    const {id} = await account.ok(contract.support.tickets.create, {body: about});
    expect(await types()).toEqual([]);
    db.transaction(() => db.update(Tickets, id, {opened_by: 'support'}));
    expect((await account.ok(notifications.list)).data).toMatchObject([
      {type: 'ticket_important', severity: 'major', entity: {id, label: 'Abuse report', type: 'ticket'}},
    ]);
    account.pass(120);
    expect(db.all(Replies, id)).toMatchObject([{from_compute: true}]);
    expect(await types()).toEqual(['ticket_important']);
    await account.ok(contract.support.tickets.replies.create, {params: {ticketId: id}, body: {description: 'Fixed.'}});
    expect(await types()).toEqual([]);
  });

  it('rule 336: of maintenance disappear after the window, or with the instance', async () => {
    const one = await createTestInstance(account);
    const other = await createTestInstance(account);
    plan(one.id);
    plan(other.id);
    expect((await account.ok(notifications.list)).data[0]).toMatchObject({
      type: 'maintenance',
      entity: {id: one.id, label: one.label, type: 'compute'},
      when: '2026-01-15T14:03:00',
      until: '2026-01-15T14:13:00',
      body: 'New kernel',
    });
    await account.ok(contract.instances.delete, {params: {computeId: other.id}});
    expect(await types()).toEqual(['maintenance']);
    account.pass(2 * hour);
    expect((await account.ok(notifications.list)).data).toMatchObject([{severity: 'critical'}]);
    account.pass(600);
    expect(await types()).toEqual([]);
  });

  it('rule 336: of a migration disappear when the owner has migrated', async () => {
    const {id} = await createTestInstance(account);
    plan(id, 'cold_migration');
    expect(await types()).toEqual(['migration_scheduled']);
    await account.ok(contract.instances.migrate, {params: {computeId: id}, body: {}});
    account.pass(120);
    expect(await types()).toEqual([]);
    expect((await account.ok(maintenance.list)).data).toEqual([]);
  });

  it('show a restricted user only the topics of their grants', async () => {
    const {id} = await createTestInstance(account);
    plan(id);
    account.db.transaction(() => account.db.update(Accounts, singletonId, {balance: 25}));
    const bare = account.tokenFor('bare', {granted: {global: {}, entities: {}}});
    const entities = {compute: {[id]: 'read_only'}} as const;
    const operator = account.tokenFor('operator', {granted: {global: {}, entities}});
    const clerk = account.tokenFor('clerk', {granted: {global: {account_access: 'read_only'}, entities: {}}});
    expect(await types(bare)).toEqual([]);
    expect(await types(operator)).toEqual(['maintenance']);
    expect(await types(clerk)).toEqual(['payment_due']);
    expect(await types()).toEqual(['payment_due', 'maintenance']);
  });
});

describe('logins', () => {
  it('rule 337: are those of all users in 90 days, for unrestricted users only', async () => {
    account.tokenFor('second');
    const old = logIn('acme', 91);
    const ownLogin = logIn('acme', 89);
    const otherLogin = logIn('second', 1);
    const {data} = await account.ok(logins.list);
    expect(data.map(({id}) => id)).toEqual([otherLogin.id, ownLogin.id]);
    expect(await account.ok(logins.get, {params: {loginId: ownLogin.id}})).toEqual(ownLogin);
    expect((await account.call(logins.get, {params: {loginId: old.id}})).status).toBe(404);
    const token = account.tokenFor('clerk', {granted: {global: {account_access: 'read_write'}, entities: {}}});
    expect((await account.call(logins.list, {token})).status).toBe(403);
    expect((await account.call(logins.get, {token, params: {loginId: ownLogin.id}})).status).toBe(403);
    account.pass(2 * 24 * hour);
    expect((await account.ok(logins.list)).results).toBe(1);
  });

  it('of the caller are listed under the profile', async () => {
    const otherLogin = logIn('acme', 1);
    const token = account.tokenFor('second', {granted: {global: {}, entities: {}}});
    const ownLogin = logIn('second', 1);
    const accountApi = contract.profile.logins;
    expect((await account.ok(accountApi.list, {token})).data).toEqual([ownLogin]);
    expect(await account.ok(accountApi.get, {token, params: {loginId: ownLogin.id}})).toEqual(ownLogin);
    expect((await account.call(accountApi.get, {token, params: {loginId: otherLogin.id}})).status).toBe(404);
  });
});

describe('maintenance', () => {
  it('rule 338: is about instances, and needs maintenance:read_only', async () => {
    const {id, label} = await createTestInstance(account);
    plan(id);
    const none = account.tokenFor('acme', {scopes: 'account:read_write'});
    expect((await account.call(maintenance.list, {token: none})).status).toBe(403);
    const token = account.tokenFor('acme', {scopes: 'maintenance:read_only'});
    const page = await account.ok(maintenance.list, {token, filter: {status: 'pending'}});
    expect(page.data).toEqual([
      {
        type: 'reboot',
        status: 'pending',
        reason: 'New kernel',
        when: '2026-01-15T14:01:30',
        entity: {id, label, type: 'compute', url: `/v4/compute/instances/${id}`},
      },
    ]);
    account.pass(2 * hour);
    expect((await account.ok(contract.instances.get, {params: {computeId: id}})).status).toBe('stopped');
    expect((await account.ok(maintenance.list)).data).toMatchObject([{status: 'started'}]);
    account.pass(900);
    expect((await account.ok(contract.instances.get, {params: {computeId: id}})).status).toBe('running');
    expect((await account.ok(maintenance.list)).data).toEqual([]);
  });

  it("migrates an instance that its owner didn't migrate", async () => {
    const {id} = await createTestInstance(account);
    plan(id, 'cold_migration');
    account.pass(2 * hour);
    expect((await account.ok(contract.instances.get, {params: {computeId: id}})).status).toBe('migrating');
    account.pass(900);
    expect((await account.ok(contract.instances.get, {params: {computeId: id}})).status).toBe('running');
  });
});
