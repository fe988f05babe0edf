import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {openTestAccount, type TestAccount} from '../../testing/test-account.ts';

const {tokens} = contract.profile;

let account: TestAccount;
beforeEach(async () => {
  account = await openTestAccount();
});
afterEach(() => account.close());

const make = (body: object = {}, token = account.token) => account.call(tokens.create, {body: {...body}, token});
const status = async (token: string) => (await account.call(contract.profile.get, {token})).status;

describe('personal access tokens', () => {
  it('are shown in full once, and later by their first sixteen characters', async () => {
    const {body} = await make({label: 'script', scopes: 'volumes:read_only'});
    expect(body).toMatchObject({label: 'script', scopes: 'volumes:read_only', expiry: null});
    expect(body.token).toMatch(/^[0-9a-f]{64}$/);
    const params = {tokenId: body.id};
    const copy = {...body, token: body.token.slice(0, 16)};
    expect(await account.ok(tokens.get, {params})).toEqual(copy);
    expect((await account.ok(tokens.list, {filter: {label: 'script'}})).data).toEqual([copy]);
    expect(await account.ok(tokens.update, {params, body: {label: 'renamed'}})).toEqual({...copy, label: 'renamed'});
    expect((await account.call(contract.volumes.list, {token: body.token})).status).toBe(200);
    expect((await account.call(contract.domains.list, {token: body.token})).status).toBe(403);
  });

  it("can't have more scopes than the token that created them", async () => {
    const limited = account.tokenFor('acme', {scopes: 'account:read_write volumes:read_only'});
    for (const scopes of ['*', 'volumes:read_write', 'volumes:*', 'domains:read_only', 'account:read_only *'])
      expect((await make({scopes}, limited)).fields, scopes).toEqual(['scopes']);
    expect((await make({scopes: 'volumes:read_only, account:read_only'}, limited)).body.scopes).toBe(
      'volumes:read_only account:read_only',
    );
    expect((await make({}, limited)).body.scopes).toBe('account:read_write volumes:read_only');
    expect((await make()).body.scopes).toBe('*');
    expect((await make({scopes: 'everything'})).fields).toEqual(['scopes']);
  });

  it('stop working immediately when they are revoked, even by a request with the same token', async () => {
    const {body} = await make();
    expect(await status(body.token)).toBe(200);
    expect(await account.ok(tokens.delete, {params: {tokenId: body.id}, token: body.token})).toEqual({});
    expect(await status(body.token)).toBe(401);
    expect((await account.call(tokens.get, {params: {tokenId: body.id}})).status).toBe(404);
    const {data} = await account.ok(contract.account.events.list);
    expect(data.map(({action}) => action)).toEqual(['token_delete', 'token_create']);
  });

  it('stop working at their expiry', async () => {
    expect((await make({expiry: '2026-01-15T12:00:00'})).fields).toEqual(['expiry']);
    expect((await make({expiry: 'tomorrow'})).fields).toEqual(['expiry']);
    const {body} = await make({expiry: '2026-01-15T14:00:00+01:00'});
    expect(body.expiry).toBe('2026-01-15T13:00:00');
    account.pass(3599);
    expect(await status(body.token)).toBe(200);
    account.pass(1);
    expect(await status(body.token)).toBe(401);
    expect((await account.call(tokens.get, {params: {tokenId: body.id}})).status).toBe(404);
  });

  it('of other users are not found', async () => {
    const {body} = await make();
    const token = account.tokenFor('guest', {granted: {global: {}, entities: {}}});
    expect((await account.ok(tokens.list, {token})).data).toEqual([]);
    const params = {tokenId: body.id};
    expect((await account.call(tokens.delete, {params, token})).status).toBe(404);
    expect((await account.call(tokens.update, {params, token, body: {label: 'x'}})).status).toBe(404);
    expect(await status(body.token)).toBe(200);
  });

  it('that the emulator prints can also be listed and revoked', async () => {
    const [full, reading] = account.tokens;
    const {data} = await account.ok(tokens.list);
    expect(data.map(({token}) => token)).toEqual(account.tokens.map(({token}) => token.slice(0, 16)));
    const second = data.find(({scopes}) => scopes === reading?.scopes);
    await account.ok(tokens.delete, {params: {tokenId: second?.id ?? 0}});
    expect(await status(reading?.token ?? '')).toBe(401);
    expect(await status(full?.token ?? '')).toBe(200);
  });
});
