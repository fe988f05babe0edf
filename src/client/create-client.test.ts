import {afterEach, expect, test} from 'vitest';
import {contract} from '../contract/index.ts';
import type {CompletedRequest} from './index.ts';
import {createTestResources, listPage, manualClock, rejectionOf, volumeJson} from './testing.ts';

const resources = createTestResources();
afterEach(() => resources.end());

test('a call is sent to its path with the token, and its answer has the fields of the contract', async () => {
  const server = await resources.server(() => ({body: volumeJson(7)}));
  const client = resources.client({baseUrl: server.url, userAgent: 'skydeck/1.2.3'});
  const answer = await client.call(contract.volumes.get, {params: {volumeId: 7}});
  expect(answer.label).toBe('data-7');
  expect(server.requests[0]).toMatchObject({method: 'GET', url: '/v4/volumes/7'});
  expect(server.requests[0]?.headers).toMatchObject({
    authorization: 'Bearer secret-token',
    accept: 'application/json',
    'user-agent': 'skydeck/1.2.3',
  });
  expect(server.requests[0]?.headers).not.toHaveProperty('content-type');
});

test('the base URL may contain a prefix or a version, and end with a slash', async () => {
  const server = await resources.server(() => ({body: listPage([])}));
  const origin = server.url.replace('/v4', '');
  for (const baseUrl of [origin, `${origin}/`, `${origin}/v4`, `${origin}/v4/`, `${origin}/v4beta`])
    await resources.client({baseUrl}).call(contract.regions.list);
  await resources.client({baseUrl: `${origin}/cloud/v4`}).call(contract.regions.list);
  expect(server.requests.map(({url}) => url)).toEqual([...Array(5).fill('/v4/regions'), '/cloud/v4/regions']);
});

test('a filter is sent as a header, and query and paging in the URL', async () => {
  const server = await resources.server(() => ({body: listPage([])}));
  const client = resources.client({baseUrl: server.url});
  await client.call(contract.volumes.list, {filter: {label: 'Zürich'}, page: 2, pageSize: 25});
  expect(server.requests[0]?.url).toBe('/v4/volumes?page=2&page_size=25');
  expect(server.requests[0]?.headers['x-filter']).toBe('{"label":"Z\\u00fcrich"}');
  await client.call(contract.objectStorage.objects.acl.get, {
    params: {clusterId: 'ap-1', bucket: 'b'},
    query: {name: 'a b/ü&c'},
  });
  expect(server.requests[1]?.url).toBe('/v4/object-storage/buckets/ap-1/b/object-acl?name=a%20b%2F%C3%BC%26c');
});

test('page sizes are clamped to the limits of the API', async () => {
  const server = await resources.server(() => ({body: listPage([])}));
  const client = resources.client({baseUrl: server.url});
  for (const pageSize of [1, 60, 1000]) await client.call(contract.volumes.list, {pageSize});
  expect(server.requests.map(({url}) => url.split('=')[1])).toEqual(['25', '60', '100']);
});

test('a body is checked before it is sent, and all problems are reported together', async () => {
  const server = await resources.server();
  const client = resources.client({baseUrl: server.url});
  const body = {label: '', size: 99_999_999, colour: 'red'} as never;
  const failure = await rejectionOf(client.call(contract.volumes.create, {body}));
  expect(failure).toMatchObject({code: 'rejected', isLocal: true, outcome: 'none', operation: 'volumes.create'});
  expect((failure as {fieldErrors: {field: string}[]}).fieldErrors.map(({field}) => field)).toEqual(
    expect.arrayContaining(['label', 'colour']),
  );
  expect(server.requests).toHaveLength(0);
});

test('a read-only client sends only GET requests and refuses even to mark an event as seen', async () => {
  const server = await resources.server(() => ({body: listPage([])}));
  const client = resources.client({baseUrl: server.url, readOnly: true});
  const failure = await rejectionOf(client.call(contract.account.events.markSeen, {params: {eventId: 1}}));
  expect(failure).toMatchObject({code: 'read-only', operation: 'account.events.markSeen'});
  await rejectionOf(client.call(contract.volumes.delete, {params: {volumeId: 1}}));
  await rejectionOf(client.put(`${server.url}/elsewhere`, {source: {open: async function* () {}}}));
  await client.call(contract.volumes.list);
  expect(server.requests.map(({method}) => method)).toEqual(['GET']);
});

test('without a token, only operations that need no token are sent', async () => {
  const server = await resources.server(() => ({body: listPage([])}));
  const client = resources.client({baseUrl: server.url, token: () => undefined});
  expect(await rejectionOf(client.call(contract.volumes.list))).toMatchObject({
    code: 'unauthorized',
    kind: 'token',
    neededScopes: ['volumes:read_only'],
  });
  await client.call(contract.regions.list);
  await client.call(contract.images.list);
  expect(server.requests.map(({headers}) => headers.authorization)).toEqual([undefined, undefined]);
});

test('a token that worked until now is reported as expired or revoked, by later clients too', async () => {
  let isClosed = false;
  const server = await resources.server(() =>
    isClosed ? {status: 401, body: {errors: [{reason: 'Invalid Token'}]}} : {body: listPage([])},
  );
  const tokenInUse = {token: undefined};
  const open = (token: string) => resources.client({baseUrl: server.url, token: () => token, tokenInUse});
  const client = open('good');
  await client.call(contract.volumes.list);
  isClosed = true;
  const expiredOrRevoked = expect.stringContaining(
    'The token worked until now: it expired or was revoked, or the account was',
  );
  const first = {remedy: expiredOrRevoked};
  expect(await rejectionOf(client.call(contract.volumes.list))).toMatchObject(first);
  expect(await rejectionOf(open('good').call(contract.volumes.list))).toMatchObject(first);
  const other = {remedy: undefined};
  expect(await rejectionOf(open('never').call(contract.volumes.list))).toMatchObject(other);
});

test('the token is read once, and again after a refusal', async () => {
  const server = await resources.server(({headers}) =>
    headers.authorization === 'Bearer second'
      ? {body: listPage([])}
      : {status: 401, body: {errors: [{reason: 'Invalid Token'}]}},
  );
  const tokens = ['first', 'second'];
  let requestCount = 0;
  const client = resources.client({baseUrl: server.url, token: async () => tokens[requestCount++]});
  const failures = await Promise.all([
    rejectionOf(client.call(contract.volumes.list)),
    rejectionOf(client.call(contract.domains.list)),
  ]);
  expect(failures).toMatchObject([
    {code: 'unauthorized', kind: 'token', status: 401},
    {code: 'unauthorized', kind: 'token', fieldErrors: [{field: null, reason: 'Invalid Token'}]},
  ]);
  expect(requestCount).toBe(1);
  await client.call(contract.volumes.list);
  await client.call(contract.domains.list);
  expect(requestCount).toBe(2);
});

test('an unreadable token is reported as a token error with the message of its source', async () => {
  const server = await resources.server();
  const client = resources.client({baseUrl: server.url, token: () => Promise.reject(new Error('TOKEN_FILE is empty'))});
  expect(await rejectionOf(client.call(contract.volumes.list))).toMatchObject({
    code: 'unauthorized',
    kind: 'token',
    message: 'TOKEN_FILE is empty',
  });
});

test.each([
  'http://api.example.com',
  'http://10.0.0.1',
  'http://[2001:db8::1]:8080',
  'http://localhost.example.com',
])('%s would receive the token unencrypted, so the token is not even read', async baseUrl => {
  let requestCount = 0;
  const client = resources.client({baseUrl, token: () => `t${++requestCount}`});
  expect(await rejectionOf(client.call(contract.volumes.list))).toMatchObject({reason: 'insecure'});
  expect(requestCount).toBe(0);
});

test('a 403 error names the missing scope, or else reports a missing grant', async () => {
  const refusal = {status: 403, body: {errors: [{reason: 'Unauthorized'}]}};
  const server = await resources.server(() => ({
    ...refusal,
    headers: {'x-oauth-scopes': 'volumes:read_write compute:read_only'},
  }));
  const client = resources.client({baseUrl: server.url});
  const attach = () => client.call(contract.volumes.attach, {params: {volumeId: 1}, body: {compute_id: 2}});
  expect(await rejectionOf(attach())).toMatchObject({
    kind: 'scope',
    neededScopes: ['compute:read_write'],
    outcome: 'none',
  });
  expect(client.scopes).toEqual(['volumes:read_write', 'compute:read_only']);
  expect(client.missingScopes(contract.volumes.attach)).toEqual(['compute:read_write']);
  expect(client.missingScopes(contract.volumes.list)).toEqual([]);
  server.answer(() => refusal);
  expect(await rejectionOf(attach())).toMatchObject({kind: 'scope', neededScopes: ['compute:read_write']});
  server.answer(() => ({...refusal, headers: {'x-oauth-scopes': '*'}}));
  expect(await rejectionOf(attach())).toMatchObject({kind: 'grant', status: 403});
  server.answer(() => refusal);
  expect(await rejectionOf(attach())).toMatchObject({kind: 'grant'});
});

test('the ID prefix appears only on the wire', async () => {
  const server = await resources.server(() => ({
    headers: {'x-oauth-scopes': 'acmes:read_only'},
    body: {...volumeJson(1), compute_id: undefined, compute_label: undefined, acme_id: 5, acme_label: 'acme_id'},
  }));
  const client = resources.client({baseUrl: server.url, brand: 'acme'});
  const volume = await client.call(contract.volumes.attach, {params: {volumeId: 1}, body: {compute_id: 5}});
  expect(volume).toMatchObject({compute_id: 5, compute_label: 'acme_id'});
  expect(JSON.parse(server.requests[0]?.body.toString() ?? '')).toEqual({acme_id: 5});
  expect(client.scopes).toEqual(['compute:read_only']);
  server.answer(() => ({status: 400, body: {errors: [{field: 'acme_id', reason: 'acme_id is wrong'}]}}));
  expect(await rejectionOf(client.call(contract.instances.get, {params: {computeId: 1}}))).toMatchObject({
    fieldErrors: [{field: 'compute_id', reason: 'acme_id is wrong'}],
  });
  expect(server.requests[1]?.url).toBe('/v4/acme/instances/1');
});

test("bug: a refusal lost the provider's names of the fields", async () => {
  const server = await resources.server(() => ({
    status: 400,
    body: {errors: [{field: 'acme_id', reason: 'is not yours'}]},
  }));
  const client = resources.client({baseUrl: server.url, brand: 'acme'});
  const failure = await rejectionOf(client.call(contract.instances.get, {params: {computeId: 1}}));
  expect(failure).toMatchObject({
    fieldErrors: [{field: 'compute_id'}],
    providerErrors: [{field: 'acme_id', reason: 'is not yours'}],
    message: expect.stringContaining('acme_id: is not yours'),
  });
});

test('the preview shows the request as it will be sent, without the token', async () => {
  const server = await resources.server(() => ({body: volumeJson(1)}));
  const client = resources.client({baseUrl: server.url, brand: 'acme'});
  const input = {params: {volumeId: 7}, body: {compute_id: 5, persist_across_boots: false}};
  const preview = await client.preview(contract.volumes.attach, input);
  expect(server.requests).toHaveLength(0);
  await client.call(contract.volumes.attach, input);
  const [request] = server.requests;
  expect(preview).toMatchObject({method: request?.method, path: request?.url, fieldErrors: []});
  expect(preview.url).toBe(`${server.url}/volumes/7/attach`);
  expect(preview.body).toBe(request?.body.toString());
  const {authorization, ...headers} = preview.headers;
  expect(authorization).toBe('Bearer ***');
  expect(request?.headers).toMatchObject(headers);
  const invalidPreview = await client.preview(contract.volumes.attach, {params: {volumeId: 7}, body: {} as never});
  expect(invalidPreview.fieldErrors).toMatchObject([{field: 'compute_id'}]);
});

test('compressed answers are requested from remote hosts but not from this machine', async () => {
  const headersFor = async (baseUrl: string) =>
    (await resources.client({baseUrl}).preview(contract.volumes.list)).headers['accept-encoding'];
  expect(await headersFor('https://api.example.com/v4')).toBe('gzip');
  expect(await headersFor('http://127.0.0.1:1/v4')).toBeUndefined();
});

test('every request is reported with its operation, path, request ID, timing and error', async () => {
  const completedRequests: CompletedRequest[] = [];
  const clock = manualClock();
  const server = await resources.server(() => ({
    status: 404,
    headers: {'x-request-id': 'req-1'},
    body: {errors: [{reason: 'Not found'}]},
  }));
  const client = resources.client({baseUrl: server.url, clock, observe: request => completedRequests.push(request)});
  const failure = await rejectionOf(client.call(contract.volumes.get, {params: {volumeId: 9}, priority: 'events'}));
  expect(failure).toMatchObject({code: 'rejected', status: 404, requestId: 'req-1'});
  expect(completedRequests).toEqual([
    {
      operation: 'volumes.get',
      method: 'GET',
      path: '/v4/volumes/9',
      filter: undefined,
      at: clock.now(),
      milliseconds: 0,
      bytesOut: 0,
      bytesIn: 35,
      attempt: 1,
      priority: 'events',
      limitClass: 'general',
      status: 404,
      requestId: 'req-1',
      isUnchanged: false,
      mismatches: [],
      warnings: [],
      error: {code: 'rejected', reason: undefined, outcome: 'none'},
    },
  ]);
  expect(client.stats).toMatchObject({requests: 1, failures: 1, bytesIn: 35, latencyMs: 0});
});

test('the clock skew against the server is measured, and measured again after the clock was set', async () => {
  const clock = manualClock(Date.UTC(2026, 0, 15, 12));
  let ahead = 3 * 3_600_000;
  const server = await resources.server(() => ({
    headers: {date: new Date(clock.now() + ahead).toUTCString()},
    body: listPage([]),
  }));
  const client = resources.client({baseUrl: server.url, clock});
  expect(client.clockSkewMs).toBeUndefined();
  await client.call(contract.regions.list);
  expect(client.clockSkewMs).toBe(3 * 3_600_000 + 500);
  ahead = -60_000;
  await client.call(contract.regions.list);
  expect(client.clockSkewMs).toBe(-60_000 + 500);
});

test.each([
  5, -5,
])('a clock set by %i hours during a request changes the measured skew but not the duration', async hours => {
  const clock = manualClock(Date.UTC(2026, 0, 15, 12));
  const startTime = clock.now();
  const server = await resources.server(() => {
    clock.set(hours * 3_600_000);
    clock.advance(200);
    return {headers: {date: new Date(startTime + clock.monotonic()).toUTCString()}, body: listPage([])};
  });
  const completedRequests: CompletedRequest[] = [];
  const client = resources.client({baseUrl: server.url, clock, observe: request => completedRequests.push(request)});
  await client.call(contract.volumes.list);
  expect(Math.abs((client.clockSkewMs ?? 0) + hours * 3_600_000)).toBeLessThanOrEqual(1000);
  expect(completedRequests[0]).toMatchObject({at: startTime, milliseconds: 200});
  expect(client.stats.latencyMs).toBe(200);
});

test('a closed client cancels pending calls and refuses new ones', async () => {
  const {server, arrived} = await resources.silent();
  const client = resources.client({baseUrl: server.url});
  const failure = rejectionOf(client.call(contract.volumes.list));
  await arrived;
  await client.close();
  expect(await failure).toMatchObject({code: 'canceled'});
  expect(await rejectionOf(client.call(contract.volumes.list))).toMatchObject({code: 'canceled'});
});

test.each([
  ['no url', 'isn’t a valid URL'],
  ['ftp://api.example.com', 'Use https'],
  ['https://user:hunter2@api.example.com', 'user name or password'],
])('the base URL %s is rejected', (baseUrl, message) => {
  try {
    resources.client({baseUrl});
    expect.unreachable();
  } catch (error) {
    expect(error).toMatchObject({code: 'unreachable', reason: 'address'});
    expect(String(error)).toContain(message);
    expect(String(error)).not.toContain('hunter2');
  }
});

test('an empty or dotted name is refused because its path would address another resource', async () => {
  const server = await resources.server();
  const client = resources.client({baseUrl: server.url});
  for (const label of ['', '.', '..'])
    expect(await rejectionOf(client.call(contract.tags.delete, {params: {label}}))).toMatchObject({
      code: 'rejected',
      isLocal: true,
    });
  expect(server.requests).toHaveLength(0);
});
