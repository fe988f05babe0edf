import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {png} from '../../seed/core/png.ts';
import {openTestAccount, type TestAccount} from '../../testing/test-account.ts';

const {oauthClients, events} = contract.account;

let account: TestAccount;
beforeAll(async () => {
  account = await openTestAccount();
});
afterAll(() => account.close());

const good = {label: 'tool', redirect_uri: 'https://tool.example.com/back'};
const make = (body: object = {}) => account.ok(oauthClients.create, {body: {...good, ...body}});
const at = ({id}: {id: string}) => ({params: {clientId: id}});

const picture = png(16, (x, y) => [x * 16, y * 16, 128]);
const send = (id: string, bytes: Buffer, headers: Record<string, string> = {}) =>
  account.raw(`/v4/account/oauth-clients/${id}/thumbnail`, {
    method: 'PUT',
    headers: {Authorization: `Bearer ${account.token}`, 'Content-Type': 'image/png', ...headers},
    body: new Uint8Array(bytes),
  });

describe('OAuth clients', () => {
  it('rule 339: need a label of 1 to 512 characters and a redirect URI', async () => {
    expect((await account.call(oauthClients.create, {body: {}})).fields.toSorted()).toEqual(['label', 'redirect_uri']);
    for (const label of ['', 'l'.repeat(513)])
      expect((await account.call(oauthClients.create, {body: {...good, label}})).fields).toEqual(['label']);
    for (const redirect_uri of [
      'no url',
      'tool.example.com/back',
      'file:///tmp/code',
      'JavaScript:alert(1)',
      'data:,x',
    ])
      expect((await account.call(oauthClients.create, {body: {...good, redirect_uri}})).fields).toEqual([
        'redirect_uri',
      ]);
    expect(await make({label: 'l'.repeat(512)})).toMatchObject({public: false, status: 'active', thumbnail_url: null});
    expect(await make({public: true})).toMatchObject({public: true});
  });

  it('rule 340: have text IDs', async () => {
    const {id} = await make();
    expect(id).toMatch(/^[0-9a-f]{20}$/);
    expect((await account.ok(oauthClients.get, at({id}))).id).toBe(id);
    expect((await account.call(oauthClients.get, at({id: 'nothing'}))).status).toBe(404);
  });

  it('rule 342: show their secret only when it is new', async () => {
    const resource = await make();
    expect(resource.secret).toMatch(/^[0-9a-f]{64}$/);
    expect((await account.ok(oauthClients.get, at(resource))).secret).toBe('<REDACTED>');
    const reset = await account.ok(oauthClients.resetSecret, at(resource));
    expect(reset).toEqual({...resource, secret: expect.stringMatching(/^[0-9a-f]{64}$/)});
    expect(reset.secret).not.toBe(resource.secret);
    const {data} = await account.ok(oauthClients.list);
    expect(new Set(data.map(({secret}) => secret))).toEqual(new Set(['<REDACTED>']));
  });

  it('rules 343, 370: have a thumbnail that is public, and that needs write access to change', async () => {
    const {id} = await make();
    expect((await account.call(oauthClients.thumbnail.get, {...at({id}), token: null})).status).toBe(404);
    const reader = account.tokenFor('acme', {scopes: 'account:read_only'});
    expect((await send(id, picture, {Authorization: `Bearer ${reader}`})).status).toBe(403);
    expect((await send(id, Buffer.from('GIF89a'))).status).toBe(400);
    expect((await send(id, Buffer.alloc(0))).status).toBe(400);
    expect((await send(id, picture, {'Content-Type': 'image/gif'})).status).toBe(415);
    for (const bytes of [picture, png(8, () => [1, 2, 3])]) {
      expect(await (await send(id, bytes)).json()).toEqual({});
      const {thumbnail_url} = await account.ok(oauthClients.get, at({id}));
      const page = await fetch(thumbnail_url ?? '');
      expect(page.headers.get('content-type')).toBe('image/png');
      expect(Buffer.from(await page.arrayBuffer()).equals(bytes)).toBe(true);
    }
    const {data} = await account.ok(oauthClients.list);
    expect(data.find(client => client.id === id)?.thumbnail_url).toContain('http://127.0.0.1:');
  });

  it('rule 369: change their label, redirect URI and type, and the update answers the client', async () => {
    const resource = await make();
    const body = {label: 'renamed', redirect_uri: 'myapp://back', public: true};
    expect(await account.ok(oauthClients.update, {...at(resource), body})).toEqual({
      ...resource,
      ...body,
      secret: '<REDACTED>',
    });
    expect(await account.ok(oauthClients.update, {...at(resource)})).toMatchObject(body);
    expect((await account.call(oauthClients.update, {...at(resource), body: {label: ''}})).fields).toEqual(['label']);
  });

  it('rule 365: are listed in pages', async () => {
    await make({label: 'listed', public: true});
    const page = await account.ok(oauthClients.list, {
      filter: {label: 'listed', public: true},
      query: {page: 1, page_size: 25},
    });
    expect(page).toMatchObject({page: 1, pages: 1, results: 1, data: [{label: 'listed'}]});
  });

  it('create an event for each change', async () => {
    const resource = await make();
    await account.ok(oauthClients.resetSecret, at(resource));
    await account.ok(oauthClients.update, {...at(resource), body: {label: 'other'}});
    expect(await account.ok(oauthClients.delete, at(resource))).toEqual({});
    const {data} = await account.ok(events.list);
    expect(data.slice(0, 4).map(({action, entity}) => [action, entity?.id])).toEqual([
      ['oauth_client_delete', resource.id],
      ['oauth_client_update', resource.id],
      ['oauth_client_secret_reset', resource.id],
      ['oauth_client_create', resource.id],
    ]);
  });
});
