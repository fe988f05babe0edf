import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {contract} from '../../../../contract/index.ts';
import {createEmptyInstance, openTestAccount, type TestAccount} from '../../../testing/test-account.ts';

const {users, events} = contract.account;
const {grants} = users;

let account: TestAccount;
beforeEach(async () => {
  account = await openTestAccount();
});
afterEach(() => account.close());

const add = (username: string, restricted = false) =>
  account.ok(users.create, {body: {username, email: `${username}@example.com`, restricted}});
const at = (username: string) => ({params: {username}});

describe('users', () => {
  it('are created with a unique username', async () => {
    expect(await add('newbie')).toEqual({
      username: 'newbie',
      email: 'newbie@example.com',
      restricted: false,
      ssh_keys: [],
      tfa_enabled: false,
    });
    const body = {username: 'newbie', email: 'other@example.com'};
    expect((await account.call(users.create, {body})).fields).toEqual(['username']);
    expect((await account.call(users.create, {body: {username: 'ab', email: 'no'}})).fields).toEqual([
      'username',
      'email',
    ]);
    expect((await account.ok(users.list, {filter: {username: 'newbie'}})).results).toBe(1);
    const token = account.tokenFor('newbie');
    expect(await account.ok(contract.profile.get, {token})).toMatchObject({
      username: 'newbie',
      email: 'newbie@example.com',
      two_factor_auth: false,
    });
    expect((await account.call(users.get, at('nobody'))).status).toBe(404);
  });

  it('can be managed by unrestricted users only', async () => {
    const token = account.tokenFor('clerk', {granted: {global: {account_access: 'read_write'}, entities: {}}});
    expect((await account.call(users.list, {token})).status).toBe(403);
    expect((await account.call(users.delete, {...at('acme'), token})).status).toBe(403);
    expect((await account.call(grants.get, {...at('acme'), token})).status).toBe(403);
  });

  it('keep their tokens when they are renamed', async () => {
    await add('before');
    const token = account.tokenFor('before');
    expect((await account.call(users.update, {...at('before'), body: {username: 'acme'}})).fields).toEqual([
      'username',
    ]);
    await account.ok(users.update, {...at('before'), body: {username: 'after', email: 'after@example.com'}});
    expect(await account.ok(contract.profile.get, {token})).toMatchObject({
      username: 'after',
      email: 'after@example.com',
    });
    expect((await account.call(users.get, at('before'))).status).toBe(404);
    expect(await account.ok(users.update, at('after'))).toMatchObject({username: 'after'});
  });

  it('have no grants after they are made restricted', async () => {
    const {id} = await createEmptyInstance(account);
    await add('worker', true);
    const token = account.tokenFor('worker');
    const body = {compute: [{id, permissions: 'read_write'}]} as const;
    await account.ok(grants.update, {...at('worker'), body});
    const read = () => account.call(contract.instances.get, {params: {computeId: id}, token});
    expect((await read()).status).toBe(200);
    await account.ok(users.update, {...at('worker'), body: {restricted: false}});
    expect((await account.call(users.list, {token})).status).toBe(200);
    await account.ok(users.update, {...at('worker'), body: {restricted: true}});
    expect((await read()).status).toBe(403);
  });

  it("can't restrict or delete themselves", async () => {
    expect((await account.call(users.update, {...at('acme'), body: {restricted: true}})).fields).toEqual([
      'restricted',
    ]);
    expect((await account.call(users.delete, at('acme'))).status).toBe(400);
    const whole = await account.ok(users.get, at('acme'));
    expect(await account.ok(users.update, {...at('acme'), body: whole})).toEqual(whole);
  });

  it('are logged out when they are deleted', async () => {
    await add('leaver');
    const token = account.tokenFor('leaver');
    const resource = await account.ok(contract.profile.tokens.create, {token, body: {label: 'mine'}});
    expect(await account.ok(users.delete, at('leaver'))).toEqual({});
    for (const revokedToken of [token, resource.token])
      expect((await account.call(contract.profile.get, {token: revokedToken})).status).toBe(401);
    expect((await account.call(users.get, at('leaver'))).status).toBe(404);
    await add('leaver');
    const secondToken = account.tokenFor('leaver');
    expect((await account.ok(contract.profile.tokens.list, {token: secondToken})).data).toEqual([]);
    const {data} = await account.ok(events.list);
    expect(data.map(({action}) => action)).toEqual(['user_create', 'user_delete', 'token_create', 'user_create']);
  });
});

describe('grants', () => {
  const empty = {
    add_compute: false,
    add_longview: false,
    longview_subscription: false,
    account_access: null,
    cancel_account: false,
    add_domains: false,
    add_stackscripts: false,
    add_nodebalancers: false,
    add_images: false,
    add_volumes: false,
    add_firewalls: false,
    add_databases: false,
  };

  it('are not needed by unrestricted users', async () => {
    expect(await account.call(grants.get, at('acme'))).toMatchObject({status: 204});
    expect(await account.call(contract.profile.grants.get)).toMatchObject({status: 204});
    expect((await account.call(grants.update, {...at('acme'), body: {}})).status).toBe(400);
  });

  it('list every resource in the account, by type', async () => {
    const {ok} = account;
    const instance = await createEmptyInstance(account);
    const volume = await ok(contract.volumes.create, {body: {label: 'store', region: 'us-east'}});
    const domain = await ok(contract.domains.create, {
      body: {domain: 'granted.example.org', type: 'master', soa_email: 'a@granted.example.org'},
    });
    const balancer = await ok(contract.nodebalancers.create, {body: {region: 'us-east'}});
    const client = await ok(contract.longview.clients.create, {body: {label: 'agent'}});
    const image = await ok(contract.images.upload, {body: {label: 'picture', region: 'us-east'}});
    const script = await ok(contract.stackscripts.create, {
      body: {label: 'setup', script: '#!/bin/sh', images: ['compute/debian12']},
    });
    await add('worker', true);
    const none = {permissions: null};
    expect(await ok(grants.get, at('worker'))).toEqual({
      global: empty,
      compute: [{id: instance.id, label: instance.label, ...none}],
      volume: [{id: volume.id, label: 'store', ...none}],
      domain: [{id: domain.id, label: 'granted.example.org', ...none}],
      nodebalancer: [{id: balancer.id, label: balancer.label, ...none}],
      longview: [{id: client.id, label: 'agent', ...none}],
      image: [{id: Number(image.image.id.replace('private/', '')), label: 'picture', ...none}],
      stackscript: [{id: script.id, label: 'setup', ...none}],
    });
    const token = account.tokenFor('worker', {scopes: 'events:read_only'});
    expect(await ok(contract.profile.grants.get, {token})).toEqual({
      global: empty,
      compute: [],
      volume: [],
      domain: [],
      nodebalancer: [],
      longview: [],
      image: [],
      stackscript: [],
    });
  });

  it('change for the resources of an update, and are unchanged for others', async () => {
    const one = await createEmptyInstance(account);
    const two = await createEmptyInstance(account);
    await add('worker', true);
    const change = (body: object) => account.call(grants.update, {...at('worker'), body: {...body}});
    await change({global: {add_volumes: true, account_access: 'read_only'}});
    await change({compute: [{id: one.id, permissions: 'read_only'}]});
    const {body} = await change({compute: [{id: two.id, permissions: 'read_write'}], global: {account_access: null}});
    expect(body.global).toEqual({...empty, add_volumes: true});
    expect(body.compute.map(({permissions}) => permissions)).toEqual(['read_only', 'read_write']);
    const token = account.tokenFor('worker');
    const own = await account.ok(contract.profile.grants.get, {token});
    expect(own.compute).toEqual([
      {id: one.id, label: one.label, permissions: 'read_only'},
      {id: two.id, label: two.label, permissions: 'read_write'},
    ]);
    expect((await account.ok(contract.instances.list, {token})).results).toBe(2);
    await change({compute: [{id: one.id, permissions: null}]});
    expect((await account.ok(contract.instances.list, {token})).data).toMatchObject([{id: two.id}]);
    expect((await change({compute: [{id: 1, permissions: 'read_only'}]})).fields).toEqual(['compute.0.id']);
    expect((await change({compute: [{id: two.id, permissions: 'all'}]})).fields).toEqual(['compute.0.permissions']);
    const whole = await account.ok(grants.get, at('worker'));
    expect((await change(whole)).body).toEqual(whole);
  });
});
