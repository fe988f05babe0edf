import {afterEach, expect, test} from 'vitest';
import {contract} from '../contract/index.ts';
import type {Exchange} from './index.ts';
import {failureOf, gate, manualClock, page, turns, workbench} from './testing.ts';

const bench = workbench();
afterEach(() => bench.end());

const volume = (id: number) => ({
  id,
  label: `data-${id}`,
  filesystem_path: `/dev/disk/${id}`,
  status: 'active',
  size: 20,
  region: 'ap-south',
  compute_id: null,
  compute_label: null,
  created: '2026-01-01T00:00:00',
  updated: '2026-01-01T00:00:00',
  tags: [],
  hardware_type: 'nvme',
});

test('a call goes to its path with the token, and answers what the contract says', async () => {
  const server = await bench.server(() => ({body: volume(7)}));
  const client = bench.client({baseUrl: server.url, userAgent: 'skydeck/1.2.3'});
  const answer = await client.call(contract.volumes.get, {params: {volumeId: 7}});
  expect(answer.label).toBe('data-7');
  expect(server.seen[0]).toMatchObject({method: 'GET', url: '/v4/volumes/7'});
  expect(server.seen[0]?.headers).toMatchObject({
    authorization: 'Bearer secret-token',
    accept: 'application/json',
    'user-agent': 'skydeck/1.2.3',
  });
  expect(server.seen[0]?.headers).not.toHaveProperty('content-type');
});

test('the base URL may have a prefix, a version or a slash at its end', async () => {
  const server = await bench.server(() => ({body: page([])}));
  const origin = server.url.replace('/v4', '');
  for (const baseUrl of [origin, `${origin}/`, `${origin}/v4`, `${origin}/v4/`, `${origin}/v4beta`])
    await bench.client({baseUrl}).call(contract.regions.list);
  await bench.client({baseUrl: `${origin}/cloud/v4`}).call(contract.regions.list);
  expect(server.seen.map(({url}) => url)).toEqual([...Array(5).fill('/v4/regions'), '/cloud/v4/regions']);
});

test('a filter goes as a header, query and paging in the URL', async () => {
  const server = await bench.server(() => ({body: page([])}));
  const client = bench.client({baseUrl: server.url});
  await client.call(contract.volumes.list, {filter: {label: 'Zürich'}, page: 2, pageSize: 25});
  expect(server.seen[0]?.url).toBe('/v4/volumes?page=2&page_size=25');
  expect(server.seen[0]?.headers['x-filter']).toBe('{"label":"Z\\u00fcrich"}');
  await client.call(contract.objectStorage.objects.acl.get, {
    params: {clusterId: 'ap-1', bucket: 'b'},
    query: {name: 'a b/ü&c'},
  });
  expect(server.seen[1]?.url).toBe('/v4/object-storage/buckets/ap-1/b/object-acl?name=a%20b%2F%C3%BC%26c');
});

test('page sizes are brought into the API’s bounds', async () => {
  const server = await bench.server(() => ({body: page([])}));
  const client = bench.client({baseUrl: server.url});
  for (const pageSize of [1, 60, 1000]) await client.call(contract.volumes.list, {pageSize});
  expect(server.seen.map(({url}) => url.split('=')[1])).toEqual(['25', '60', '100']);
});

test('a body is checked before it leaves, all problems at once', async () => {
  const server = await bench.server();
  const client = bench.client({baseUrl: server.url});
  const body = {label: '', size: 99_999_999, colour: 'red'} as never;
  const failure = await failureOf(client.call(contract.volumes.create, {body}));
  expect(failure).toMatchObject({code: 'rejected', local: true, outcome: 'none', operation: 'volumes.create'});
  expect((failure as {problems: {field: string}[]}).problems.map(({field}) => field)).toEqual(
    expect.arrayContaining(['label', 'colour']),
  );
  expect(server.seen).toHaveLength(0);
});

test('a read-only client sends nothing but GET, not even marking an event as seen', async () => {
  const server = await bench.server(() => ({body: page([])}));
  const client = bench.client({baseUrl: server.url, readOnly: true});
  const failure = await failureOf(client.call(contract.account.events.markSeen, {params: {eventId: 1}}));
  expect(failure).toMatchObject({code: 'read-only', operation: 'account.events.markSeen'});
  await failureOf(client.call(contract.volumes.delete, {params: {volumeId: 1}}));
  await failureOf(client.put(`${server.url}/elsewhere`, {source: {open: async function* () {}}}));
  await client.call(contract.volumes.list);
  expect(server.seen.map(({method}) => method)).toEqual(['GET']);
});

test('without a token nothing leaves that needs one', async () => {
  const server = await bench.server(() => ({body: page([])}));
  const client = bench.client({baseUrl: server.url, token: () => undefined});
  expect(await failureOf(client.call(contract.volumes.list))).toMatchObject({
    code: 'unauthorised',
    kind: 'token',
    needed: ['volumes:read_only'],
  });
  await client.call(contract.regions.list);
  await client.call(contract.images.list);
  expect(server.seen.map(({headers}) => headers.authorization)).toEqual([undefined, undefined]);
});

test('the token is asked for once, and again after it was refused', async () => {
  const server = await bench.server(({headers}) =>
    headers.authorization === 'Bearer second'
      ? {body: page([])}
      : {status: 401, body: {errors: [{reason: 'Invalid Token'}]}},
  );
  const tokens = ['first', 'second'];
  let asked = 0;
  const client = bench.client({baseUrl: server.url, token: async () => tokens[asked++]});
  const failures = await Promise.all([
    failureOf(client.call(contract.volumes.list)),
    failureOf(client.call(contract.domains.list)),
  ]);
  expect(failures).toMatchObject([
    {code: 'unauthorised', kind: 'token', status: 401},
    {code: 'unauthorised', kind: 'token', problems: [{field: null, reason: 'Invalid Token'}]},
  ]);
  expect(asked).toBe(1);
  await client.call(contract.volumes.list);
  await client.call(contract.domains.list);
  expect(asked).toBe(2);
});

test('a token that cannot be fetched is the token’s fault, in the provider’s words', async () => {
  const server = await bench.server();
  const client = bench.client({baseUrl: server.url, token: () => Promise.reject(new Error('TOKEN_FILE is empty'))});
  expect(await failureOf(client.call(contract.volumes.list))).toMatchObject({
    code: 'unauthorised',
    kind: 'token',
    message: 'TOKEN_FILE is empty',
  });
});

test('who lacks a scope is told which, who lacks a grant is told that', async () => {
  const refusal = {status: 403, body: {errors: [{reason: 'Unauthorized'}]}};
  const server = await bench.server(() => ({
    ...refusal,
    headers: {'x-oauth-scopes': 'volumes:read_write compute:read_only'},
  }));
  const client = bench.client({baseUrl: server.url});
  const attach = () => client.call(contract.volumes.attach, {params: {volumeId: 1}, body: {compute_id: 2}});
  expect(await failureOf(attach())).toMatchObject({kind: 'scope', needed: ['compute:read_write'], outcome: 'none'});
  expect(client.scopes).toEqual(['volumes:read_write', 'compute:read_only']);
  expect(client.lacking(contract.volumes.attach)).toEqual(['compute:read_write']);
  expect(client.lacking(contract.volumes.list)).toEqual([]);
  server.answer(() => ({...refusal, headers: {'x-oauth-scopes': '*'}}));
  expect(await failureOf(attach())).toMatchObject({kind: 'grant', status: 403});
  server.answer(() => refusal);
  expect(await failureOf(attach())).toMatchObject({kind: 'grant'});
});

test('identical questions share one request; a fresh one, another filter or a change do not', async () => {
  const open = gate();
  const server = await bench.server(async () => {
    await open.promise;
    return {body: page([])};
  });
  const client = bench.client({baseUrl: server.url});
  const calls = [
    client.call(contract.volumes.list),
    client.call(contract.volumes.list),
    client.call(contract.volumes.list, {filter: {label: 'a'}}),
    client.call(contract.volumes.list, {fresh: true}),
    client.call(contract.support.tickets.close, {params: {ticketId: 1}}),
    client.call(contract.support.tickets.close, {params: {ticketId: 1}}),
  ];
  await turns();
  open.resolve();
  const [first, second] = await Promise.all(calls);
  expect(second).toBe(first);
  expect(server.seen).toHaveLength(5);
  expect(client.stats.shared).toBe(1);
});

test('who gives up leaves a shared request to the others; the last one ends it', async () => {
  const arrived = gate();
  const closed = gate();
  const server = await bench.server((_, response) => {
    response.once('close', () => closed.resolve());
    arrived.resolve();
    return undefined;
  });
  const client = bench.client({baseUrl: server.url});
  const [one, two] = [new AbortController(), new AbortController()];
  const first = failureOf(client.call(contract.volumes.list, {signal: one.signal}));
  const second = failureOf(client.call(contract.volumes.list, {signal: two.signal}));
  await arrived.promise;
  one.abort();
  expect(await first).toMatchObject({code: 'cancelled'});
  expect(client.stats.failures).toBe(0);
  two.abort();
  expect(await second).toMatchObject({code: 'cancelled', operation: 'volumes.list'});
  await closed.promise;
  // Who asks now starts anew.
  server.answer(() => ({body: page([])}));
  await client.call(contract.volumes.list);
});

test('a change that is cancelled on its way may have happened', async () => {
  const arrived = gate();
  const server = await bench.server(() => {
    arrived.resolve();
    return new Promise<undefined>(() => {});
  });
  const client = bench.client({baseUrl: server.url});
  const controller = new AbortController();
  const failed = failureOf(client.call(contract.volumes.delete, {params: {volumeId: 1}, signal: controller.signal}));
  await arrived.promise;
  controller.abort();
  expect(await failed).toMatchObject({code: 'cancelled', outcome: 'unknown'});
});

test('a change is never sent twice, and the doubt is told', async () => {
  const server = await bench.server((_, response) => {
    response.destroy();
    return undefined;
  });
  const client = bench.client({baseUrl: server.url});
  const failure = await failureOf(client.call(contract.volumes.create, {body: {label: 'a', region: 'ap-south'}}));
  expect(failure).toMatchObject({
    code: 'unreachable',
    reason: 'reset',
    outcome: 'unknown',
    operation: 'volumes.create',
  });
  expect(server.seen).toHaveLength(1);
  server.answer(() => ({status: 503, body: {errors: [{reason: 'maintenance'}]}}));
  expect(await failureOf(client.call(contract.volumes.delete, {params: {volumeId: 1}}))).toMatchObject({
    reason: 'server',
    outcome: 'unknown',
    problems: [{reason: 'maintenance'}],
  });
  expect(server.seen).toHaveLength(2);
});

test('reading is tried again after a fault, and after a body that broke', async () => {
  const server = await bench.server();
  const replies = [
    {status: 502, body: '<html>Bad gateway</html>'},
    {headers: {'content-type': 'application/json'}, body: '{"da'},
  ];
  server.answer(() => replies.shift() ?? {body: page([volume(1)])});
  const client = bench.client({baseUrl: server.url});
  const {data} = await client.call(contract.volumes.list);
  expect(data).toHaveLength(1);
  expect(server.seen).toHaveLength(3);
});

test('reading gives up after so many attempts', async () => {
  const server = await bench.server(() => ({status: 500, body: {errors: [{reason: 'oops'}]}}));
  const client = bench.client({baseUrl: server.url});
  expect(await failureOf(client.call(contract.volumes.list))).toMatchObject({reason: 'server', status: 500});
  expect(server.seen).toHaveLength(4);
  await failureOf(client.call(contract.volumes.list, {attempts: 1}));
  expect(server.seen).toHaveLength(5);
});

test('a 429 is waited out as long as the server asks', async () => {
  const clock = manualClock();
  const server = await bench.server();
  const replies = [{status: 429, headers: {'retry-after': '7'}, body: '<html>slow down</html>'}];
  server.answer(() => replies.shift() ?? {body: page([])});
  const exchanges: Exchange[] = [];
  const refused = gate();
  const observe = (exchange: Exchange) => {
    exchanges.push(exchange);
    refused.resolve();
  };
  const client = bench.client({baseUrl: server.url, clock, observe});
  const done = client.call(contract.volumes.list);
  await refused.promise;
  await turns();
  expect(client.budget.get().general).toMatchObject({remaining: 0, waiting: 1, resetAt: clock.now() + 7000});
  clock.advance(6999);
  await turns();
  expect(server.seen).toHaveLength(1);
  clock.advance(1);
  await done;
  expect(exchanges.map(({status, attempt, error}) => [status, attempt, error?.code])).toEqual([
    [429, 1, 'throttled'],
    [200, 2, undefined],
  ]);
});

test('a change that met the limit is told until when, and did not happen', async () => {
  const clock = manualClock();
  const server = await bench.server(() => ({status: 429, headers: {'retry-after': '30'}}));
  const client = bench.client({baseUrl: server.url, clock});
  expect(await failureOf(client.call(contract.volumes.delete, {params: {volumeId: 1}}))).toMatchObject({
    code: 'throttled',
    until: clock.now() + 30_000,
    outcome: 'none',
    status: 429,
  });
});

test('a redirect is not followed, and its host is named', async () => {
  const server = await bench.server(() => ({status: 302, headers: {location: 'https://evil.example/v4/volumes?x=1'}}));
  const client = bench.client({baseUrl: server.url});
  const failure = await failureOf(client.call(contract.volumes.list));
  expect(failure).toMatchObject({code: 'unreachable', reason: 'redirect', retryable: false});
  expect(String(failure)).toContain('evil.example');
  expect(server.seen).toHaveLength(1);
});

test.each([
  301, 302, 307, 308,
])('whom a redirect (%i) names sees nothing, neither of a call nor of a file', async status => {
  const elsewhere = await bench.server();
  const server = await bench.server(() => ({status, headers: {location: elsewhere.url}}));
  const client = bench.client({baseUrl: server.url});
  const source = {open: async function* () {}, size: 0};
  const calls = [
    client.call(contract.volumes.list),
    client.call(contract.volumes.delete, {params: {volumeId: 1}}),
    client.put(`${server.url}/upload`, {source}),
    client.download(`${server.url}/object`, {sink: async () => {}}),
    client.erase(`${server.url}/object`),
  ];
  for (const failure of await Promise.all(calls.map(failureOf)))
    expect(failure).toMatchObject({code: 'unreachable', reason: 'redirect'});
  expect(server.seen.length).toBe(calls.length);
  expect(elsewhere.seen).toEqual([]);
});

test.each([
  'http://api.example.com',
  'http://10.0.0.1',
  'http://[2001:db8::1]:8080',
  'http://localhost.example.com',
])('%s would see the token in clear: it is not even asked for', async baseUrl => {
  let asked = 0;
  const client = bench.client({baseUrl, token: () => `t${++asked}`});
  expect(await failureOf(client.call(contract.volumes.list))).toMatchObject({reason: 'insecure'});
  expect(asked).toBe(0);
});

test.each([200, 403, 404])('a web page is not the API (HTTP %i)', async status => {
  const server = await bench.server(() => ({
    status,
    headers: {'content-type': 'text/html; charset=utf-8'},
    body: '<!doctype html><title>Welcome</title>',
  }));
  const client = bench.client({baseUrl: server.url});
  const failure = await failureOf(client.call(contract.volumes.list));
  expect(failure).toMatchObject({code: 'unreachable', reason: 'not-api', status});
  const origin = server.url.replace('/v4', '');
  expect((failure as Error).message).toBe(
    `${origin} is not the API, or something in between answered for it (HTTP ${status}, text/html instead of JSON).`,
  );
});

test('a change that a web page answered may have happened', async () => {
  const server = await bench.server(() => ({headers: {'content-type': 'text/html'}, body: '<html>'}));
  const client = bench.client({baseUrl: server.url});
  expect(await failureOf(client.call(contract.volumes.delete, {params: {volumeId: 1}}))).toMatchObject({
    reason: 'not-api',
    outcome: 'unknown',
  });
});

test('a change that was carried out but answered nonsense is done', async () => {
  const server = await bench.server(() => ({headers: {'content-type': 'application/json'}, body: '{"id": 1'}));
  const client = bench.client({baseUrl: server.url});
  const create = client.call(contract.volumes.create, {body: {label: 'a', region: 'ap-south'}});
  expect(await failureOf(create)).toMatchObject({code: 'misread', outcome: 'done'});
  expect(server.seen).toHaveLength(1);
  server.answer(() => ({body: {kernel: 'compute/latest', label: 'profile', id: 3}}));
  const rebuilt = await client.call(contract.instances.rebuild, {
    params: {computeId: 1},
    body: {image: 'compute/debian12', root_pass: 'correct horse battery staple 9'},
  });
  expect(rebuilt).toBeUndefined();
});

test('an answer without the list it promised is misread', async () => {
  const server = await bench.server(() => ({body: {data: 'none'}}));
  const client = bench.client({baseUrl: server.url});
  expect(await failureOf(client.call(contract.volumes.list))).toMatchObject({code: 'misread', path: 'data'});
  expect(server.seen).toHaveLength(1);
});

test('a broken item does not take the list with it, and is counted', async () => {
  const exchanges: Exchange[] = [];
  const server = await bench.server(() => ({body: page([volume(1), {label: 'no id'}, {...volume(3), tags: 'none'}])}));
  const client = bench.client({baseUrl: server.url, observe: exchange => exchanges.push(exchange)});
  const {answer, unreadable, misreads} = await client.send(contract.volumes.list);
  expect(answer.data.map(({id}) => id)).toEqual([1, 3]);
  expect(unreadable).toEqual([{label: 'no id'}]);
  expect(misreads.length).toBeGreaterThan(0);
  expect(client.stats.misreads).toBe(misreads.length);
  expect(exchanges[0]?.misreads).toEqual(misreads);
});

test('204 for the grants of an unrestricted user is nothing, not no grants', async () => {
  const server = await bench.server(() => ({status: 204}));
  const client = bench.client({baseUrl: server.url});
  expect(await client.call(contract.profile.grants.get)).toBeUndefined();
});

test('warnings of an accepted call are told', async () => {
  const server = await bench.server(() => ({
    status: 202,
    body: {id: 1, usd: 5, date: '2026-01-01T00:00:00', warnings: [{title: 'Pending', details: 'Soon.'}]},
  }));
  const client = bench.client({baseUrl: server.url});
  const {warnings, status} = await client.send(contract.account.payments.create, {body: {usd: '5.00'}} as never);
  expect(status).toBe(202);
  expect(warnings).toEqual([{title: 'Pending', details: 'Soon.'}]);
});

test('a picture comes as bytes', async () => {
  const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47);
  const server = await bench.server(() => ({headers: {'content-type': 'image/png'}, body: png}));
  const client = bench.client({baseUrl: server.url});
  const {get} = contract.account.oauthClients.thumbnail;
  expect(await client.call(get, {params: {clientId: 'abc'}})).toEqual(png);
  expect(server.seen[0]?.headers.accept).toBe('image/png');
});

test('the same bytes give the same objects, without parsing', async () => {
  const server = await bench.server(() => ({body: page([volume(1)])}));
  const client = bench.client({baseUrl: server.url});
  const first = await client.send(contract.volumes.list);
  const second = await client.send(contract.volumes.list);
  expect(first.unchanged).toBe(false);
  expect(second).toMatchObject({unchanged: true});
  expect(second.answer).toBe(first.answer);
  server.answer(() => ({body: page([volume(2)])}));
  const third = await client.send(contract.volumes.list);
  expect(third).toMatchObject({unchanged: false, answer: {data: [{id: 2}]}});
});

test('the brand word is spoken on the wire and nowhere else', async () => {
  const server = await bench.server(() => ({
    headers: {'x-oauth-scopes': 'acmes:read_only'},
    body: {...volume(1), compute_id: undefined, compute_label: undefined, acme_id: 5, acme_label: 'acme_id'},
  }));
  const client = bench.client({baseUrl: server.url, brand: 'acme'});
  const attached = await client.call(contract.volumes.attach, {params: {volumeId: 1}, body: {compute_id: 5}});
  expect(attached).toMatchObject({compute_id: 5, compute_label: 'acme_id'});
  expect(JSON.parse(server.seen[0]?.body.toString() ?? '')).toEqual({acme_id: 5});
  expect(client.scopes).toEqual(['compute:read_only']);
  server.answer(() => ({status: 400, body: {errors: [{field: 'acme_id', reason: 'acme_id is wrong'}]}}));
  expect(await failureOf(client.call(contract.instances.get, {params: {computeId: 1}}))).toMatchObject({
    problems: [{field: 'compute_id', reason: 'acme_id is wrong'}],
  });
  expect(server.seen[1]?.url).toBe('/v4/acme/instances/1');
});

test('the preview is what would be sent, without the token', async () => {
  const server = await bench.server(() => ({body: volume(1)}));
  const client = bench.client({baseUrl: server.url, brand: 'acme'});
  const input = {params: {volumeId: 7}, body: {compute_id: 5, persist_across_boots: false}};
  const preview = await client.preview(contract.volumes.attach, input);
  expect(server.seen).toHaveLength(0);
  await client.call(contract.volumes.attach, input);
  const [sent] = server.seen;
  expect(preview).toMatchObject({method: sent?.method, path: sent?.url, problems: []});
  expect(preview.url).toBe(`${server.url}/volumes/7/attach`);
  expect(preview.body).toBe(sent?.body.toString());
  const {authorization, ...headers} = preview.headers;
  expect(authorization).toBe('Bearer ***');
  expect(sent?.headers).toMatchObject(headers);
  const wrong = await client.preview(contract.volumes.attach, {params: {volumeId: 7}, body: {} as never});
  expect(wrong.problems).toMatchObject([{field: 'compute_id'}]);
});

test('answers come compressed from afar, and as they are from this machine', async () => {
  const headersFor = async (baseUrl: string) =>
    (await bench.client({baseUrl}).preview(contract.volumes.list)).headers['accept-encoding'];
  expect(await headersFor('https://api.example.com/v4')).toBe('gzip');
  expect(await headersFor('http://127.0.0.1:1/v4')).toBeUndefined();
});

test('every request is observed, with what is needed to find it again', async () => {
  const exchanges: Exchange[] = [];
  const clock = manualClock();
  const server = await bench.server(() => ({
    status: 404,
    headers: {'x-request-id': 'req-1'},
    body: {errors: [{reason: 'Not found'}]},
  }));
  const client = bench.client({baseUrl: server.url, clock, observe: exchange => exchanges.push(exchange)});
  const failure = await failureOf(client.call(contract.volumes.get, {params: {volumeId: 9}, priority: 'events'}));
  expect(failure).toMatchObject({code: 'rejected', status: 404, requestId: 'req-1'});
  expect(exchanges).toEqual([
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
      unchanged: false,
      misreads: [],
      warnings: [],
      error: {code: 'rejected', reason: undefined, outcome: 'none'},
    },
  ]);
  expect(client.stats).toMatchObject({requests: 1, failures: 1, bytesIn: 35, latency: 0});
});

test('the server’s clock is compared with ours, and a clock that is set is noticed', async () => {
  const clock = manualClock(Date.UTC(2026, 0, 15, 12));
  let ahead = 3 * 3_600_000;
  const server = await bench.server(() => ({
    headers: {date: new Date(clock.now() + ahead).toUTCString()},
    body: page([]),
  }));
  const client = bench.client({baseUrl: server.url, clock});
  expect(client.clockSkew).toBeUndefined();
  await client.call(contract.regions.list);
  expect(client.clockSkew).toBe(3 * 3_600_000 + 500);
  ahead = -60_000;
  await client.call(contract.regions.list);
  expect(client.clockSkew).toBe(-60_000 + 500);
});

test('a closed client answers nothing and starts nothing', async () => {
  const arrived = gate();
  const server = await bench.server(() => {
    arrived.resolve();
    return new Promise<undefined>(() => {});
  });
  const client = bench.client({baseUrl: server.url});
  const failed = failureOf(client.call(contract.volumes.list));
  await arrived.promise;
  await client.close();
  expect(await failed).toMatchObject({code: 'cancelled'});
  expect(await failureOf(client.call(contract.volumes.list))).toMatchObject({code: 'cancelled'});
});

test.each([
  ['no url', 'not a URL'],
  ['ftp://api.example.com', 'over https'],
  ['https://user:hunter2@api.example.com', 'user name or password'],
])('the base URL %s cannot be used', (baseUrl, words) => {
  try {
    bench.client({baseUrl});
    expect.unreachable();
  } catch (error) {
    expect(error).toMatchObject({code: 'unreachable', reason: 'address'});
    expect(String(error)).toContain(words);
    expect(String(error)).not.toContain('hunter2');
  }
});

test('a name that no path can carry is refused before it becomes another call', async () => {
  const server = await bench.server();
  const client = bench.client({baseUrl: server.url});
  for (const label of ['', '.', '..'])
    expect(await failureOf(client.call(contract.tags.delete, {params: {label}}))).toMatchObject({
      code: 'rejected',
      local: true,
    });
  expect(server.seen).toHaveLength(0);
});
