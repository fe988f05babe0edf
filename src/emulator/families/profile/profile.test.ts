import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {openTestAccount, type TestAccount} from '../../testing/test-account.ts';

const {profile} = contract;
const {preferences, sshKeys} = profile;

let account: TestAccount;
beforeEach(async () => {
  account = await openTestAccount();
});
afterEach(() => account.close());

const guest = () => account.tokenFor('guest', {granted: {global: {}, entities: {}}});
const actions = async () => (await account.ok(contract.account.events.list)).data.map(({action}) => action);

describe('the profile', () => {
  it('can be read with a token of any scope', async () => {
    const token = account.tokenFor('acme', {scopes: 'domains:read_only'});
    expect(await account.ok(profile.get, {token})).toMatchObject({username: 'acme', restricted: false});
    expect((await account.call(profile.update, {token, body: {}})).status).toBe(403);
  });

  it('changes the fields of the user', async () => {
    const body = {
      email: 'new@example.com',
      timezone: 'Asia/Tokyo',
      email_notifications: false,
      lish_auth_method: 'keys_only',
      authorized_keys: ['ssh-ed25519 AAAA me'],
    } as const;
    expect(await account.ok(profile.update, {body})).toMatchObject(body);
    const user = await account.ok(contract.account.users.get, {params: {username: 'acme'}});
    expect(user.email).toBe('new@example.com');
    expect(await actions()).toEqual(['profile_update']);
    const invalidInput = {timezone: 'Mars/Base', email: 'no', lish_auth_method: 'guess'};
    expect((await account.call(profile.update, {body: invalidInput})).fields).toEqual(['email', 'lish_auth_method']);
    expect((await account.call(profile.update, {body: {timezone: 'Mars/Base'}})).fields).toEqual(['timezone']);
    const whole = await account.ok(profile.get);
    expect(await account.ok(profile.update, {body: whole})).toEqual(whole);
  });

  it("can't lift restrictions, or enable 2FA without a code", async () => {
    const token = guest();
    expect((await account.call(profile.update, {token, body: {restricted: false}})).fields).toEqual(['restricted']);
    expect((await account.call(profile.update, {token, body: {two_factor_auth: true}})).fields).toEqual([
      'two_factor_auth',
    ]);
    expect((await account.call(profile.update, {token, body: {restricted: true}})).status).toBe(200);
  });
});

describe('preferences', () => {
  it('store any JSON unchanged', async () => {
    expect(await account.ok(preferences.get)).toEqual({});
    const body = {compute_id: 'mine', nested: {'': [null, {compute: 'x'}], '🙂': 1.5}, list: []};
    expect(await account.ok(preferences.update, {body})).toEqual(body);
    expect(await account.ok(preferences.get)).toEqual(body);
    expect(await account.ok(preferences.update, {body: {only: 'this'}})).toEqual({only: 'this'});
    expect(await account.ok(preferences.get, {token: guest()})).toEqual({});
  });

  it('are stored separately for each OAuth client', async () => {
    const client = await account.ok(contract.account.oauthClients.create, {
      body: {label: 'tool', redirect_uri: 'https://tool.example.com/', public: true},
    });
    const answer = await account.raw('/login/oauth/authorize', {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({
        client_id: client.id,
        response_type: 'token',
        scope: '*',
        username: 'acme',
        token: account.token,
      }),
    });
    const token = new URLSearchParams(new URL(answer.headers.get('location') ?? '').hash.slice(1)).get('access_token');
    await account.ok(preferences.update, {body: {theme: 'dark'}});
    expect(await account.ok(preferences.get, {token})).toEqual({});
    await account.ok(preferences.update, {body: {theme: 'light'}, token});
    expect(await account.ok(preferences.get)).toEqual({theme: 'dark'});
  });
});

describe('SSH keys', () => {
  const ssh_key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5 me@home';

  it('have a label, and the user lists the labels', async () => {
    const key = await account.ok(sshKeys.create, {body: {label: 'laptop', ssh_key}});
    expect(key).toMatchObject({label: 'laptop', ssh_key, created: '2026-01-15T12:00:00'});
    const sshKeyLabels = async () => (await account.ok(contract.account.users.list)).data[0]?.ssh_keys;
    expect(await sshKeyLabels()).toEqual(['laptop']);
    const params = {sshKeyId: key.id};
    expect(await account.ok(sshKeys.update, {params, body: {label: 'desk'}})).toEqual({...key, label: 'desk'});
    expect(await sshKeyLabels()).toEqual(['desk']);
    expect((await account.ok(sshKeys.list)).data).toEqual([await account.ok(sshKeys.get, {params})]);
    expect(await account.ok(sshKeys.delete, {params})).toEqual({});
    expect(await sshKeyLabels()).toEqual([]);
    expect((await account.call(sshKeys.get, {params})).status).toBe(404);
    expect(await actions()).toEqual(['user_ssh_key_delete', 'user_ssh_key_update', 'user_ssh_key_add']);
  });

  it('must be valid keys, and get the comment of the key as their default label', async () => {
    expect((await account.call(sshKeys.create, {body: {label: 'none'}})).fields).toEqual(['ssh_key']);
    expect((await account.call(sshKeys.create)).fields).toEqual(['ssh_key']);
    expect((await account.call(sshKeys.create, {body: {ssh_key: 'nonsense'}})).fields).toEqual(['ssh_key']);
    expect((await account.call(sshKeys.create, {body: {label: 'l'.repeat(65), ssh_key}})).fields).toEqual(['label']);
    expect((await account.ok(sshKeys.create, {body: {ssh_key}})).label).toBe('me@home');
  });

  it('of other users are not found', async () => {
    const {id} = await account.ok(sshKeys.create, {body: {label: 'mine', ssh_key}});
    const token = guest();
    expect((await account.ok(sshKeys.list, {token})).data).toEqual([]);
    for (const endpoint of [sshKeys.get, sshKeys.delete])
      expect((await account.call(endpoint, {params: {sshKeyId: id}, token})).status).toBe(404);
  });
});
