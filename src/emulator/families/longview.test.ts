import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {contract} from '../../contract/index.ts';
import {openTestAccount, type TestAccount} from '../testing/test-account.ts';

const {clients, plan, subscriptions} = contract.longview;

let account: TestAccount;
beforeAll(async () => {
  account = await openTestAccount();
});
afterAll(() => account.close());

describe('Longview', () => {
  it('rule 289: labels have 3 to 32 characters and are unique', async () => {
    await account.ok(clients.create, {body: {label: 'l'.repeat(32)}});
    for (const label of ['ab', 'l'.repeat(33), 'l'.repeat(32)])
      expect((await account.call(clients.create, {body: {label}})).fields).toEqual(['label']);
    const {id} = await account.ok(clients.create, {body: {label: 'renamed'}});
    const params = {clientId: id};
    expect((await account.call(clients.update, {params, body: {label: 'l'.repeat(32)}})).fields).toEqual(['label']);
    expect(await account.ok(clients.update, {params, body: {label: 'renamed'}})).toMatchObject({label: 'renamed'});
  });

  it('rule 290: creating a client answers the codes for its agent', async () => {
    const client = await account.ok(clients.create, {body: {label: 'agent'}});
    expect(client.install_code).toMatch(/^[0-9A-F-]{36}$/);
    expect(client.api_key).not.toBe(client.install_code);
    expect(client.apps).toEqual({apache: false, nginx: false, mysql: false});
  });

  it('rule 290: only users who can change a client see its codes', async () => {
    const {id} = await account.ok(clients.create, {body: {label: 'veiled'}});
    const reader = account.tokenFor('reader', {scopes: 'longview:read_only'});
    const guest = account.tokenFor('guest', {granted: {global: {}, entities: {longview: {[id]: 'read_only'}}}});
    for (const token of [reader, guest]) {
      expect(await account.ok(clients.get, {params: {clientId: id}, token})).toMatchObject({
        api_key: '[REDACTED]',
        install_code: '[REDACTED]',
      });
      const {data} = await account.ok(clients.list, {token, filter: {label: 'veiled'}});
      expect(data).toMatchObject([{api_key: '[REDACTED]'}]);
    }
    expect((await account.ok(clients.get, {params: {clientId: id}})).api_key).not.toBe('[REDACTED]');
  });

  it('rule 291: a deleted client is not found', async () => {
    const {id} = await account.ok(clients.create, {body: {label: 'gone'}});
    expect(await account.ok(clients.delete, {params: {clientId: id}})).toEqual({});
    expect((await account.call(clients.get, {params: {clientId: id}})).status).toBe(404);
  });

  it('rules 292, 293: the plan is a subscription, or {} for the free one', async () => {
    expect(await account.ok(plan.get)).toEqual({});
    for (const id of ['longview-3', 'longview-10', 'longview-40', 'longview-100'] as const)
      expect(await account.ok(plan.update, {body: {longview_subscription: id}})).toMatchObject({id});
    expect(await account.ok(plan.get)).toMatchObject({id: 'longview-100', clients_included: 100});
    expect(await account.ok(plan.update, {body: {longview_subscription: null}})).toEqual({});
    expect((await account.call(plan.update, {body: {longview_subscription: 'longview-5'}})).fields).toEqual([
      'longview_subscription',
    ]);
  });

  it('rule 294: seeing the plan needs one of four grants', async () => {
    const with_ = (name: string, global: object) => account.tokenFor(name, {granted: {global, entities: {}}});
    expect((await account.call(plan.get, {token: with_('bare', {})})).status).toBe(403);
    for (const [name, global] of Object.entries({
      reading: {account_access: 'read_only'},
      writing: {account_access: 'read_write'},
      subscribing: {longview_subscription: true},
      adding: {add_longview: true},
    }))
      expect((await account.call(plan.get, {token: with_(name, global)})).status).toBe(200);
  });

  it('rule 295: changing the plan needs longview_subscription', async () => {
    const adding = account.tokenFor('adding', {granted: {global: {add_longview: true}, entities: {}}});
    const subscribing = account.tokenFor('subscribing', {
      granted: {global: {longview_subscription: true}, entities: {}},
    });
    const body = {longview_subscription: null};
    expect((await account.call(plan.update, {token: adding, body})).status).toBe(403);
    expect((await account.call(plan.update, {token: subscribing, body})).status).toBe(200);
  });

  it('rule 366: one subscription can be read by its ID, without a token', async () => {
    const {data} = await account.ok(subscriptions.list, {token: null});
    expect(data).toHaveLength(4);
    expect(await account.ok(subscriptions.get, {params: {subscriptionId: 'longview-40'}, token: null})).toMatchObject({
      clients_included: 40,
    });
    expect((await account.call(subscriptions.get, {params: {subscriptionId: 'longview-41'}, token: null})).status).toBe(
      404,
    );
  });
});
