import {createHash} from 'node:crypto';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import type {OAuthClient} from '../../../contract/account/oauth-clients.ts';
import {contract} from '../../../contract/index.ts';
import {Users} from '../../engine/access/actors.ts';
import {openTestAccount, type TestAccount} from '../../testing/test-account.ts';
import {updateAuthFactors} from '../profile/profile-kinds.ts';
import {codeAt} from '../profile/totp.ts';

const {oauthClients, logins} = contract.account;
const {apps, devices} = contract.profile;

let account: TestAccount;
beforeEach(async () => {
  account = await openTestAccount();
});
afterEach(() => account.close());

const redirect_uri = 'https://tool.example.com/back?from=login';
const register = (isPublic = false) =>
  account.ok(oauthClients.create, {body: {label: '<b>tool</b>', redirect_uri, public: isPublic}});

type Fields = Readonly<Record<string, string>>;

/** The page sends the token that the emulator printed together with the username. */
const post = (path: string, fields: Fields, headers: Fields = {}) =>
  account.raw(`/login/oauth/${path}`, {
    method: 'POST',
    body: new URLSearchParams(path === 'authorize' ? {token: account.token, ...fields} : fields),
    headers,
    redirect: 'manual',
  });

/** Authorizes a client as a user does. @returns the address that the browser is sent to */
async function allow({id}: OAuthClient, fields: Fields = {}): Promise<URL> {
  const answer = await post('authorize', {client_id: id, username: 'acme', ...fields});
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get('location') ?? '');
}

const exchange = (client: OAuthClient, fields: Fields) =>
  post('token', {client_id: client.id, client_secret: client.secret, ...fields});

interface TokenReply {
  readonly access_token: string;
  readonly refresh_token: string;
}

async function tokensFor(client: OAuthClient, scope = 'account:read_write'): Promise<TokenReply> {
  const code = (await allow(client, {scope})).searchParams.get('code') ?? '';
  const answer = await exchange(client, {code});
  expect(answer.status).toBe(200);
  return (await answer.json()) as TokenReply;
}

const status = async (token: string) => (await account.call(contract.profile.get, {token})).status;
const errorOf = async (answer: Response) => ((await answer.json()) as {error: string}).error;

describe('the login service', () => {
  it('rule 32: issues a code to a client, and tokens for the code', async () => {
    const client = await register();
    const back = await allow(client, {scope: 'compute:read_only,events:read_only', state: 'my state', redirect_uri});
    expect(back.href).toMatch(/^https:\/\/tool\.example\.com\/back\?from=login&code=[0-9a-f]+&state=my\+state$/);
    const answer = await exchange(client, {code: back.searchParams.get('code') ?? '', redirect_uri});
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const tokens = (await answer.json()) as TokenReply;
    expect(tokens).toEqual({
      access_token: expect.stringMatching(/^[0-9a-f]{64}$/),
      refresh_token: expect.stringMatching(/^[0-9a-f]{64}$/),
      token_type: 'bearer',
      expires_in: 7200,
      scope: 'compute:read_only events:read_only',
    });
    const token = tokens.access_token;
    expect((await account.call(contract.instances.list, {token})).status).toBe(200);
    expect((await account.call(contract.volumes.list, {token})).status).toBe(403);
    expect((await account.ok(contract.profile.get, {token})).username).toBe('acme');
    account.pass(7199);
    expect(await status(token)).toBe(200);
    account.pass(1);
    expect(await status(token)).toBe(401);
  });

  it('refreshes a token, once per refresh token', async () => {
    const client = await register();
    const first = await tokensFor(client);
    account.pass(8000);
    const again = {grant_type: 'refresh_token', refresh_token: first.refresh_token};
    const second = (await (await exchange(client, again)).json()) as TokenReply;
    expect(await status(first.access_token)).toBe(401);
    expect(await status(second.access_token)).toBe(200);
    expect(await errorOf(await exchange(client, again))).toBe('invalid_grant');
    const other = await register();
    const stolenGrant = {grant_type: 'refresh_token', refresh_token: second.refresh_token};
    expect(await errorOf(await exchange(other, stolenGrant))).toBe('invalid_grant');
    expect((await exchange(client, stolenGrant)).status).toBe(200);
  });

  it('accepts a code once, from its client, within ten minutes', async () => {
    const client = await register();
    const code = (await allow(client)).searchParams.get('code') ?? '';
    expect(await errorOf(await exchange(await register(), {code}))).toBe('invalid_grant');
    const {access_token} = (await (await exchange(client, {code})).json()) as TokenReply;
    expect(await status(access_token)).toBe(200);
    // A second use of a code means that it was stolen: its tokens are revoked.
    expect(await errorOf(await exchange(client, {code}))).toBe('invalid_grant');
    expect(await status(access_token)).toBe(401);
    const delays = (await allow(client)).searchParams.get('code') ?? '';
    account.pass(601);
    expect(await errorOf(await exchange(client, {code: delays}))).toBe('invalid_grant');
  });

  it('requires the redirect URI of the authorization for the token, and invalidates the code on a mismatch', async () => {
    const client = await register();
    const codeFor = async (fields: Fields) => (await allow(client, fields)).searchParams.get('code') ?? '';
    for (const invalid of [{}, {redirect_uri: 'https://evil.example.com/'}]) {
      const code = await codeFor({redirect_uri});
      expect(await errorOf(await exchange(client, {code, ...invalid}))).toBe('invalid_grant');
      expect(await errorOf(await exchange(client, {code, redirect_uri}))).toBe('invalid_grant');
    }
    // An authorization without a redirect URI needs none for the token, and must not name another.
    expect((await exchange(client, {code: await codeFor({})})).status).toBe(200);
    const withOtherRedirect = {code: await codeFor({}), redirect_uri: 'https://evil.example.com/'};
    expect(await errorOf(await exchange(client, withOtherRedirect))).toBe('invalid_grant');
    expect((await exchange(client, {code: await codeFor({redirect_uri}), redirect_uri})).status).toBe(200);
  });

  it('rejects a login with a username but without a token of sufficient access', async () => {
    const client = await register();
    const attempt = async (fields: Fields) => (await post('authorize', {client_id: client.id, ...fields})).status;
    const limited = account.tokenFor('acme', {scopes: 'account:read_write compute:read_write'});
    const restricted = account.tokenFor('intern', {granted: {global: {}, entities: {}}});
    const ofProgram = (await tokensFor(client, '*')).access_token;
    for (const token of ['', 'guess', limited, restricted, ofProgram])
      expect(await attempt({username: 'acme', token}), token.slice(0, 12)).toBe(403);
    expect(await attempt({username: 'intern', token: restricted})).toBe(303);
    // A token with full access may log in as any user.
    expect(await attempt({username: 'intern', token: account.token})).toBe(303);
    const page = await (await account.raw(`/login/oauth/authorize?client_id=${client.id}`)).text();
    expect(page).toContain('name="token" required');
    expect(page).not.toContain(account.token);
  });

  it('asks for no token with openLogin', async () => {
    const open = await openTestAccount({openLogin: true});
    const body = {label: 'tool', redirect_uri};
    const {id: client_id} = await open.ok(oauthClients.create, {body});
    const form = new URLSearchParams({client_id, username: 'acme'});
    const init = {method: 'POST', body: form, redirect: 'manual'} as const;
    expect((await open.raw('/login/oauth/authorize', init)).status).toBe(303);
    const page = await (await open.raw(`/login/oauth/authorize?client_id=${client_id}`)).text();
    expect(page).not.toContain('name="token"');
    await open.close();
  });

  it('forbids embedding its page in a frame, and running scripts on it', async () => {
    const {id} = await register();
    const {headers} = await account.raw(`/login/oauth/authorize?client_id=${id}`);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; base-uri 'none'; frame-ancestors 'none'");
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('requires the current client secret', async () => {
    const client = await register();
    const code = (await allow(client)).searchParams.get('code') ?? '';
    const reset = await account.ok(oauthClients.resetSecret, {params: {clientId: client.id}});
    const response = await exchange(client, {code});
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({error: 'invalid_client', errors: [{field: 'client_secret'}]});
    expect((await exchange(reset, {code})).status).toBe(200);
    expect((await exchange({...client, id: 'nobody'}, {code})).status).toBe(401);
    expect(await errorOf(await exchange(reset, {grant_type: 'password'}))).toBe('unsupported_grant_type');
  });

  it('rule 341: rejects a deleted client and its tokens', async () => {
    const client = await register();
    const tokens = await tokensFor(client);
    const code = (await allow(client)).searchParams.get('code') ?? '';
    await account.ok(oauthClients.delete, {params: {clientId: client.id}});
    expect(await status(tokens.access_token)).toBe(401);
    expect((await exchange(client, {code})).status).toBe(401);
    const again = {grant_type: 'refresh_token', refresh_token: tokens.refresh_token};
    expect((await exchange(client, again)).status).toBe(401);
    expect((await post('authorize', {client_id: client.id, username: 'acme'})).status).toBe(400);
    expect((await account.ok(apps.list)).data).toEqual([]);
  });

  it('returns a token directly in the URL fragment for a public client', async () => {
    const client = await register(true);
    const back = await allow(client, {response_type: 'token', scope: 'account:read_only', state: 's'});
    const result = new URLSearchParams(back.hash.slice(1));
    expect(Object.fromEntries(result)).toMatchObject({token_type: 'bearer', expires_in: '7200', state: 's'});
    expect(result.get('refresh_token')).toBeNull();
    const token = result.get('access_token') ?? '';
    expect(await status(token)).toBe(200);
    expect((await account.ok(apps.list)).data).toMatchObject([{expiry: '2026-01-15T14:00:00'}]);
    account.pass(7200);
    expect(await status(token)).toBe(401);
    expect((await account.ok(apps.list)).data).toEqual([]);
  });

  it('accepts only the flow of each client type, and reports errors to the client', async () => {
    const hidden = await register();
    const open = await register(true);
    const error = async (client: OAuthClient, fields: Fields, where: 'search' | 'hash') =>
      new URLSearchParams((await allow(client, fields))[where].slice(1)).get('error');
    expect(await error(hidden, {response_type: 'token'}, 'search')).toBe('unauthorized_client');
    expect(await error(open, {response_type: 'code'}, 'hash')).toBe('unauthorized_client');
    expect(await error(hidden, {response_type: 'both'}, 'search')).toBe('unsupported_response_type');
    expect(await error(hidden, {scope: 'everything!'}, 'search')).toBe('invalid_scope');
    expect(await error(hidden, {decision: 'deny'}, 'search')).toBe('access_denied');
  });

  it('redirects only to the redirect URI of the client', async () => {
    const {id: client_id} = await register();
    const evil = await post('authorize', {client_id, username: 'acme', redirect_uri: 'https://evil.example.com/'});
    expect(evil.status).toBe(400);
    expect(await evil.json()).toMatchObject({errors: [{field: 'redirect_uri'}]});
    expect((await account.raw('/login/oauth/authorize')).status).toBe(400);
  });

  it('shows a page with the client, its scopes and a choice of users', async () => {
    const {id} = await register();
    const search = new URLSearchParams({client_id: id, scope: 'volumes:read_only', state: '"><script>'});
    const answer = await account.raw(`/login/oauth/authorize?${search}`);
    const text = await answer.text();
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(text).toContain('&lt;b&gt;tool&lt;/b&gt;');
    expect(text).toContain('volumes:read_only');
    expect(text).toContain('<option>acme</option>');
    expect(text).not.toContain('<script>');
  });

  it('authorizes a desktop client with PKCE, on any loopback port', async () => {
    const body = {label: 'desk', redirect_uri: 'http://127.0.0.1/callback', public: true};
    const {id: client_id} = await account.ok(oauthClients.create, {body});
    const verifier = 'a-verifier-that-only-the-program-knows-0123456789';
    const code_challenge = createHash('sha256').update(verifier).digest('base64url');
    const redirect_uri = 'http://127.0.0.1:49152/callback';
    const ask = {client_id, username: 'acme', redirect_uri, code_challenge, code_challenge_method: 'S256', scope: '*'};
    const back = async (fields: Fields = {}) =>
      new URL((await post('authorize', {...ask, ...fields})).headers.get('location') ?? '');
    expect((await back({decision: 'deny'})).searchParams.get('error')).toBe('access_denied');
    for (const invalid of [{code_challenge_method: 'plain'}, {code_challenge: 'short'}])
      expect((await back(invalid)).searchParams.get('error')).toBe('invalid_request');
    for (const redirect of [
      'http://127.0.0.1:49152/elsewhere',
      'http://localhost/callback',
      'https://127.0.0.1/callback',
    ])
      expect((await post('authorize', {...ask, redirect_uri: redirect})).status).toBe(400);
    const returned = await back();
    expect(`${returned.origin}${returned.pathname}`).toBe(redirect_uri);
    const grantOf = (address: URL) => ({client_id, code: address.searchParams.get('code') ?? '', redirect_uri});
    // A wrong verifier invalidates the code: the correct one comes too late.
    for (const invalid of [{}, {code_verifier: `${verifier}x`}]) {
      const stolenGrant = grantOf(await back());
      expect(await errorOf(await post('token', {...stolenGrant, ...invalid}))).toBe('invalid_grant');
      expect(await errorOf(await post('token', {...stolenGrant, code_verifier: verifier}))).toBe('invalid_grant');
    }
    const grant = grantOf(returned);
    const tokens = (await (await post('token', {...grant, code_verifier: verifier})).json()) as TokenReply;
    expect(await status(tokens.access_token)).toBe(200);
    const refresh = {client_id, grant_type: 'refresh_token', refresh_token: tokens.refresh_token};
    const next = (await (await post('token', refresh)).json()) as TokenReply;
    expect(await status(next.access_token)).toBe(200);
    // A wrong secret is refused, even if the client needs none.
    expect((await post('token', {...refresh, client_secret: 'guess'})).status).toBe(401);
  });

  it('revokes the token of a client for that client only', async () => {
    const client = await register();
    const other = await register();
    const {access_token, refresh_token} = await tokensFor(client);
    const take = ({id, secret}: OAuthClient, token: string) =>
      post('revoke', {client_id: id, client_secret: secret, token});
    expect((await take(other, refresh_token)).status).toBe(200);
    expect(await status(access_token)).toBe(200);
    expect((await take({...client, secret: 'guess'}, refresh_token)).status).toBe(401);
    expect((await take(client, refresh_token)).status).toBe(200);
    expect(await status(access_token)).toBe(401);
    expect(await errorOf(await exchange(client, {grant_type: 'refresh_token', refresh_token}))).toBe('invalid_grant');
    expect((await account.ok(apps.list)).data).toEqual([]);
    expect((await take(client, 'no token at all')).status).toBe(200);
  });

  it('records logins, and the authorized apps of a user', async () => {
    const client = await register();
    const {access_token} = await tokensFor(client, 'volumes:read_only');
    expect((await account.ok(logins.list)).data).toMatchObject([
      {username: 'acme', ip: '127.0.0.1', restricted: false, datetime: '2026-01-15T12:00:00'},
    ]);
    const {data} = await account.ok(apps.list);
    expect(data).toMatchObject([
      {label: '<b>tool</b>', scopes: 'volumes:read_only', expiry: null, website: 'https://tool.example.com'},
    ]);
    const params = {appId: data[0]?.id ?? 0};
    expect(await account.ok(apps.get, {params})).toEqual(data[0]);
    expect(await account.ok(apps.delete, {params})).toEqual({});
    expect(await status(access_token)).toBe(401);
    expect((await account.call(apps.get, {params})).status).toBe(404);
  });

  it('asks for a 2FA code, except in a trusted browser', async () => {
    const totp = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    account.db.transaction(() => {
      const uid = account.db.byKey(Users, 'acme')?.id ?? 0;
      account.db.update(Users, uid, {tfa_enabled: true});
      updateAuthFactors(account.db, uid, {totp});
    });
    const {id} = await register();
    const attempt = (fields: Fields, headers: Fields = {}) =>
      post('authorize', {client_id: id, username: 'acme', ...fields}, headers);
    for (const fields of [{}, {tfa_code: '000000'}, {username: 'nobody'}])
      expect((await attempt(fields)).status).toBe(403);
    expect((await account.ok(logins.list)).results).toBe(0);
    const tfa_code = codeAt(totp, account.clock.now());
    const good = await attempt({tfa_code, trust: 'on'}, {'User-Agent': 'Browser/1'});
    expect(good.status).toBe(303);
    const cookie = (good.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    account.pass(3600);
    expect((await attempt({}, {Cookie: cookie})).status).toBe(303);
    const {data} = await account.ok(devices.list);
    expect(data).toMatchObject([
      {user_agent: 'Browser/1', last_remote_addr: '127.0.0.1', last_authenticated: '2026-01-15T13:00:00'},
    ]);
    const params = {deviceId: data[0]?.id ?? 0};
    expect(await account.ok(devices.get, {params})).toEqual(data[0]);
    await account.ok(devices.delete, {params});
    expect((await attempt({}, {Cookie: cookie})).status).toBe(403);
    expect((await account.call(devices.get, {params})).status).toBe(404);
  });

  it('blocks 2FA codes for 15 minutes after five wrong ones', async () => {
    const totp = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    account.db.transaction(() => {
      const uid = account.db.byKey(Users, 'acme')?.id ?? 0;
      account.db.update(Users, uid, {tfa_enabled: true});
      updateAuthFactors(account.db, uid, {totp});
    });
    const {id} = await register();
    const attempt = async (tfa_code = codeAt(totp, account.clock.now())) =>
      (await post('authorize', {client_id: id, username: 'acme', tfa_code})).status;
    for (let guess = 0; guess < 5; guess++) expect(await attempt(`00000${guess}`)).toBe(403);
    expect([await attempt('000009'), await attempt()]).toEqual([429, 429]);
    account.pass(15 * 60 + 1);
    for (let guess = 0; guess < 4; guess++) expect(await attempt(`00000${guess}`)).toBe(403);
    // A correct code resets the count.
    expect([await attempt(), await attempt('000009'), await attempt()]).toEqual([303, 403, 303]);
  });

  it('rejects logins to a closed account', async () => {
    const {id} = await register();
    await account.ok(contract.account.cancel, {body: {}});
    const answer = await post('authorize', {client_id: id, username: 'acme'});
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('The account is closed.');
  });

  it('accepts forms only, and rejects unknown paths and methods', async () => {
    expect((await account.raw('/login/oauth/elsewhere')).status).toBe(404);
    expect((await account.raw('/login/oauth/token')).status).toBe(405);
    expect((await account.raw('/login/oauth/authorize', {method: 'DELETE'})).status).toBe(405);
    const headers = {'Content-Type': 'application/json'};
    expect((await account.raw('/login/oauth/token', {method: 'POST', headers, body: '{}'})).status).toBe(415);
    const form = new FormData();
    form.append('client_id', 'x');
    expect((await account.raw('/login/oauth/token', {method: 'POST', body: form})).status).toBe(401);
  });

  it("uses the scope names of the provider's brand", async () => {
    const branded = await openTestAccount({brand: 'orbit'});
    const headers = {Authorization: `Bearer ${branded.token}`, 'Content-Type': 'application/json'};
    const body = JSON.stringify({label: 'tool', redirect_uri});
    const client = (await (
      await branded.raw('/v4/account/oauth-clients', {method: 'POST', headers, body})
    ).json()) as OAuthClient;
    const send = (path: string, fields: Fields) =>
      branded.raw(`/login/oauth/${path}`, {method: 'POST', body: new URLSearchParams(fields), redirect: 'manual'});
    const ask = {client_id: client.id, username: 'acme', token: branded.token, scope: 'orbits:read_only'};
    const location = (await send('authorize', ask)).headers.get('location') ?? '';
    const code = new URL(location).searchParams.get('code') ?? '';
    const issued = await (await send('token', {client_id: client.id, client_secret: client.secret, code})).json();
    expect(issued).toMatchObject({scope: 'orbits:read_only'});
    const authorization = {Authorization: `Bearer ${(issued as TokenReply).access_token}`};
    expect((await branded.raw('/v4/orbit/instances', {headers: authorization})).status).toBe(200);
    expect((await branded.raw('/v4/volumes', {headers: authorization})).status).toBe(403);
    await branded.close();
  });
});
