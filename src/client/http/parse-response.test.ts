/** Results and errors for the responses of the API or of a proxy. */
import {afterEach, expect, test} from 'vitest';
import {contract} from '../../contract/index.ts';
import type {RejectedError} from '../core/errors.ts';
import type {CompletedRequest} from '../index.ts';
import {createTestResources, listPage, manualClock, rejectionOf, volumeJson} from '../testing.ts';

const resources = createTestResources();
afterEach(() => resources.end());

test('a redirect is not followed, and its host is named', async () => {
  const server = await resources.server(() => ({
    status: 302,
    headers: {location: 'https://evil.example/v4/volumes?x=1'},
  }));
  const client = resources.client({baseUrl: server.url});
  const failure = await rejectionOf(client.call(contract.volumes.list));
  expect(failure).toMatchObject({code: 'unreachable', reason: 'redirect', isRetryable: false});
  expect(String(failure)).toContain('evil.example');
  expect(server.requests).toHaveLength(1);
});

test.each([
  301, 302, 307, 308,
])('the target of a redirect (%i) receives no request, neither for a call nor for a file', async status => {
  const otherServer = await resources.server();
  const server = await resources.server(() => ({status, headers: {location: otherServer.url}}));
  const client = resources.client({baseUrl: server.url});
  const source = {open: async function* () {}, size: 0};
  const calls = [
    client.call(contract.volumes.list),
    client.call(contract.volumes.delete, {params: {volumeId: 1}}),
    client.put(`${server.url}/upload`, {source}),
    client.download(`${server.url}/object`, {sink: async () => {}}),
    client.deleteAt(`${server.url}/object`),
  ];
  for (const failure of await Promise.all(calls.map(rejectionOf)))
    expect(failure).toMatchObject({code: 'unreachable', reason: 'redirect'});
  expect(server.requests.length).toBe(calls.length);
  expect(otherServer.requests).toEqual([]);
});

test.each([200, 403, 404])('a web page with HTTP %i is reported as not the API', async status => {
  const server = await resources.server(() => ({
    status,
    headers: {'content-type': 'text/html; charset=utf-8'},
    body: '<!doctype html><title>Welcome</title>',
  }));
  const client = resources.client({baseUrl: server.url});
  const failure = await rejectionOf(client.call(contract.volumes.list));
  expect(failure).toMatchObject({code: 'unreachable', reason: 'not-api', status});
  const origin = server.url.replace('/v4', '');
  expect((failure as Error).message).toBe(
    `${origin} is not the API, or a proxy answered (HTTP ${status}, text/html instead of JSON).`,
  );
});

test('a change answered by a web page has an unknown outcome', async () => {
  const server = await resources.server(() => ({headers: {'content-type': 'text/html'}, body: '<html>'}));
  const client = resources.client({baseUrl: server.url});
  expect(await rejectionOf(client.call(contract.volumes.delete, {params: {volumeId: 1}}))).toMatchObject({
    reason: 'not-api',
    outcome: 'unknown',
  });
});

test('a change that succeeded with an unreadable answer has the outcome done', async () => {
  const server = await resources.server(() => ({headers: {'content-type': 'application/json'}, body: '{"id": 1'}));
  const client = resources.client({baseUrl: server.url});
  const create = client.call(contract.volumes.create, {body: {label: 'a', region: 'ap-south'}});
  expect(await rejectionOf(create)).toMatchObject({code: 'mismatch', outcome: 'done'});
  expect(server.requests).toHaveLength(1);
  server.answer(() => ({body: {kernel: 'compute/latest', label: 'profile', id: 3}}));
  const rebuilt = await client.call(contract.instances.rebuild, {
    params: {computeId: 1},
    body: {image: 'compute/debian12', root_pass: 'correct horse battery staple 9'},
  });
  expect(rebuilt).toBeUndefined();
});

test('an answer without its promised list is a mismatch', async () => {
  const server = await resources.server(() => ({body: {data: 'none'}}));
  const client = resources.client({baseUrl: server.url});
  expect(await rejectionOf(client.call(contract.volumes.list))).toMatchObject({code: 'mismatch', path: 'data'});
  expect(server.requests).toHaveLength(1);
});

test('a broken row is counted and leaves the other rows of the list readable', async () => {
  const completedRequests: CompletedRequest[] = [];
  const server = await resources.server(() => ({
    body: listPage([volumeJson(1), {label: 'no id'}, {...volumeJson(3), tags: 'none'}]),
  }));
  const client = resources.client({baseUrl: server.url, observe: request => completedRequests.push(request)});
  const {body, unreadable, mismatches} = await client.send(contract.volumes.list);
  expect(body.data.map(({id}) => id)).toEqual([1, 3]);
  expect(unreadable).toEqual([{label: 'no id'}]);
  expect(mismatches.length).toBeGreaterThan(0);
  expect(client.stats.mismatches).toBe(mismatches.length);
  expect(completedRequests[0]?.mismatches.map(({field}) => field)).toEqual(['data[].id', 'data[].tags']);
});

test('204 for the grants of an unrestricted user is read as undefined, not as empty grants', async () => {
  const server = await resources.server(() => ({status: 204}));
  const client = resources.client({baseUrl: server.url});
  expect(await client.call(contract.profile.grants.get)).toBeUndefined();
});

test('bug: the absent Longview plan was unreadable if the provider adds fields to {}', async () => {
  const server = await resources.server(() => ({body: {provider_note: 'no plan', notes: []}}));
  const client = resources.client({baseUrl: server.url});
  const {body, mismatches, unreadable} = await client.send(contract.longview.plan.get);
  expect({id: body.id, mismatches, unreadable}).toEqual({id: undefined, mismatches: [], unreadable: []});
  // A body with a known field is a plan and needs its key; a list is not a plan.
  for (const body of [{label: 'Longview Pro'}, []]) {
    server.answer(() => ({body}));
    expect(await rejectionOf(client.call(contract.longview.plan.get))).toMatchObject({code: 'mismatch'});
  }
});

test('warnings in the answer of an accepted call are returned', async () => {
  const server = await resources.server(() => ({
    status: 202,
    body: {id: 1, usd: 5, date: '2026-01-01T00:00:00', warnings: [{title: 'Pending', details: 'Soon.'}]},
  }));
  const client = resources.client({baseUrl: server.url});
  const {warnings, status} = await client.send(contract.account.payments.create, {body: {usd: '5.00'}} as never);
  expect(status).toBe(202);
  expect(warnings).toEqual([{title: 'Pending', details: 'Soon.'}]);
});

test('a picture is returned as bytes', async () => {
  const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47);
  const server = await resources.server(() => ({headers: {'content-type': 'image/png'}, body: png}));
  const client = resources.client({baseUrl: server.url});
  const {get} = contract.account.oauthClients.thumbnail;
  expect(await client.call(get, {params: {clientId: 'abc'}})).toEqual(png);
  expect(server.requests[0]?.headers.accept).toBe('image/png');
});

test('identical bytes return the same objects without parsing', async () => {
  const server = await resources.server(() => ({body: listPage([volumeJson(1)])}));
  const client = resources.client({baseUrl: server.url});
  const first = await client.send(contract.volumes.list);
  const second = await client.send(contract.volumes.list);
  expect(first.isUnchanged).toBe(false);
  expect(second).toMatchObject({isUnchanged: true});
  expect(second.body).toBe(first.body);
  server.answer(() => ({body: listPage([volumeJson(2)])}));
  const third = await client.send(contract.volumes.list);
  expect(third).toMatchObject({isUnchanged: false, body: {data: [{id: 2}]}});
});

test('bug: a mismatch was counted for every row and every poll, not once per operation and field', async () => {
  let size: unknown = '20 GB';
  const server = await resources.server(({url}) =>
    url.includes('/volumes/')
      ? {body: {...volumeJson(1), size}}
      : {body: listPage([1, 2, 3].map(id => ({...volumeJson(id), size, label: id})))},
  );
  const completedRequests: CompletedRequest[] = [];
  const clock = manualClock();
  const client = resources.client({baseUrl: server.url, clock, observe: request => completedRequests.push(request)});
  await client.call(contract.volumes.list);
  size = '30 GB';
  await client.call(contract.volumes.list);
  // Identical bytes add no mismatch.
  await client.call(contract.volumes.list);
  await client.call(contract.volumes.get, {params: {volumeId: 1}});
  const at = clock.now();
  const ofSize = {field: 'data[].size', reason: 'expected a number, found "30 GB"', responses: 2, at};
  expect(client.mismatches).toHaveLength(3);
  expect(client.mismatches).toContainEqual({operation: 'volumes.list', ...ofSize});
  expect(client.mismatches[0]).toMatchObject({operation: 'volumes.get', field: 'size', responses: 1});
  expect(client.stats.mismatches).toBe(3);
  expect(
    completedRequests.map(({mismatches}) => mismatches.map(({field, responses}) => `${field} ${responses}`).sort()),
  ).toEqual([['data[].label 1', 'data[].size 1'], ['data[].label 2', 'data[].size 2'], [], ['size 1']]);
});

test('an unreadable answer counts as a mismatch, and a time_remaining in seconds does not', async () => {
  const server = await resources.server(({url}) =>
    url.includes('/events')
      ? {body: listPage([{id: 1, action: 'compute_boot', time_remaining: 171}])}
      : {body: {data: 'none', page: 1, pages: 1, results: 0}},
  );
  const client = resources.client({baseUrl: server.url});
  const {data} = await client.call(contract.account.events.list);
  expect(data[0]?.time_remaining).toBe(171);
  expect(client.mismatches).toEqual([]);
  await rejectionOf(client.call(contract.volumes.list));
  expect(client.mismatches).toMatchObject([{operation: 'volumes.list', field: 'data', reason: 'not a list'}]);
});

test('bug: 204 for a list or an always present object was reported as a defect of the program', async () => {
  const server = await resources.server(() => ({status: 204}));
  const client = resources.client({baseUrl: server.url});
  const failures = await Promise.all(
    [
      client.call(contract.volumes.list),
      client.pages(contract.volumes.list, {onPage: () => {}}),
      client.call(contract.volumes.get, {params: {volumeId: 1}}),
    ].map(rejectionOf),
  );
  for (const failure of failures) {
    expect(failure).toMatchObject({code: 'mismatch', status: 204, outcome: 'none'});
    expect(String(failure)).toContain('HTTP 204 (no content) where content was promised');
  }
  // A change is reported as done with any body in its response.
  expect(await client.call(contract.volumes.update, {params: {volumeId: 1}, body: {label: 'a-b'}})).toBeUndefined();
});

test.each([300, 304, 305])('bug: HTTP %i without a location was reported as a redirect to the API', async status => {
  const server = await resources.server(() => ({status}));
  const client = resources.client({baseUrl: server.url});
  const failure = await rejectionOf(client.call(contract.volumes.list));
  expect(failure).toMatchObject({code: 'unreachable', reason: 'not-api', status, isRetryable: false});
  expect((failure as Error).message).toBe(`127.0.0.1:${server.port} sent an unexpected HTTP ${status}.`);
  expect(await rejectionOf(client.call(contract.volumes.delete, {params: {volumeId: 1}}))).toMatchObject({
    outcome: 'unknown',
  });
});

test('bug: escape sequences in reasons and warnings of the API reached the terminal', async () => {
  const hostile = 'X\x1b]52;c;UFdORUQ=\x07\x1b[2J\x9b31m\u202eY\u2066\u200b\u{e0041}\r\n\u2028\ud800Z\x7f';
  const server = await resources.server(() => ({
    status: 400,
    body: {errors: [{field: hostile, reason: hostile}], warnings: [{title: hostile, details: hostile}]},
  }));
  const client = resources.client({baseUrl: server.url});
  const {message, fieldErrors} = (await rejectionOf(client.call(contract.volumes.list))) as RejectedError;
  server.answer(() => ({body: {...listPage([volumeJson(1)]), warnings: [{title: hostile, details: hostile}]}}));
  const {warnings} = await client.send(contract.volumes.list);
  expect(fieldErrors).toHaveLength(1);
  for (const text of [message, ...[...fieldErrors, ...warnings].flatMap(entry => Object.values(entry) as string[])]) {
    expect(text).toMatch(/X.*Y.*Z/s);
    expect(text.replace('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Default_Ignorable_Code_Point}]/u);
  }
});

test('bug: a refusal with 100,000 reasons printed them all in one line', async () => {
  const errors = Array.from({length: 100_000}, (_, index) => ({field: `f${index}`, reason: 'x'.repeat(20)}));
  const server = await resources.server(() => ({status: 400, body: {errors}}));
  const client = resources.client({baseUrl: server.url});
  const {message, fieldErrors} = (await rejectionOf(client.call(contract.volumes.list))) as RejectedError;
  expect(fieldErrors).toHaveLength(101);
  expect(fieldErrors.at(-1)).toEqual({field: null, reason: '99900 more reasons'});
  expect(message).toMatch(/^f0: x+; .*; f9: x+; and 91 more$/);
  server.answer(() => ({status: 400, body: {errors: [{field: null, reason: 'y'.repeat(1e6)}]}}));
  const long = (await rejectionOf(client.call(contract.volumes.list))) as RejectedError;
  expect(long.fieldErrors[0]?.reason.length).toBe(2001);
  expect(long.message.length).toBe(301);
});
