/** Requests that are shared, canceled, retried or delayed, and requests that never are. */
import {afterEach, expect, test} from 'vitest';
import {contract} from '../contract/index.ts';
import type {CompletedRequest} from './index.ts';
import {createGate, createTestResources, listPage, manualClock, passTurns, rejectionOf, volumeJson} from './testing.ts';

const resources = createTestResources();
afterEach(() => resources.end());

test('identical reads share one request, and fresh reads, other filters and changes do not', async () => {
  const open = createGate();
  const server = await resources.server(async () => {
    await open.promise;
    return {body: listPage([])};
  });
  const client = resources.client({baseUrl: server.url});
  const calls = [
    client.call(contract.volumes.list),
    client.call(contract.volumes.list),
    client.call(contract.volumes.list, {filter: {label: 'a'}}),
    client.call(contract.volumes.list, {isUnshared: true}),
    client.call(contract.support.tickets.close, {params: {ticketId: 1}}),
    client.call(contract.support.tickets.close, {params: {ticketId: 1}}),
  ];
  await passTurns();
  open.resolve();
  const [first, second] = await Promise.all(calls);
  expect(second).toBe(first);
  expect(server.requests).toHaveLength(5);
  expect(client.stats.shared).toBe(1);
});

test('an aborted caller leaves a shared request to the others, and the last abort ends the request', async () => {
  const arrival = createGate();
  const closing = createGate();
  const server = await resources.server((_, response) => {
    response.once('close', () => closing.resolve());
    arrival.resolve();
    return undefined;
  });
  const client = resources.client({baseUrl: server.url});
  const [one, two] = [new AbortController(), new AbortController()];
  const first = rejectionOf(client.call(contract.volumes.list, {signal: one.signal}));
  const second = rejectionOf(client.call(contract.volumes.list, {signal: two.signal}));
  await arrival.promise;
  one.abort();
  expect(await first).toMatchObject({code: 'canceled'});
  expect(client.stats.failures).toBe(0);
  two.abort();
  expect(await second).toMatchObject({code: 'canceled', operation: 'volumes.list'});
  await closing.promise;
  // A later call sends a new request.
  server.answer(() => ({body: listPage([])}));
  await client.call(contract.volumes.list);
});

test('a change canceled after it was sent has an unknown outcome', async () => {
  const {server, arrived} = await resources.silent();
  const client = resources.client({baseUrl: server.url});
  const controller = new AbortController();
  const rejection = rejectionOf(
    client.call(contract.volumes.delete, {params: {volumeId: 1}, signal: controller.signal}),
  );
  await arrived;
  controller.abort();
  expect(await rejection).toMatchObject({code: 'canceled', outcome: 'unknown'});
});

test('a change is never sent twice, and a broken answer leaves its outcome unknown', async () => {
  const server = await resources.server((_, response) => {
    response.destroy();
    return undefined;
  });
  const client = resources.client({baseUrl: server.url});
  const failure = await rejectionOf(client.call(contract.volumes.create, {body: {label: 'a', region: 'ap-south'}}));
  expect(failure).toMatchObject({
    code: 'unreachable',
    reason: 'reset',
    outcome: 'unknown',
    operation: 'volumes.create',
  });
  expect(server.requests).toHaveLength(1);
  server.answer(() => ({status: 503, body: {errors: [{reason: 'maintenance'}]}}));
  expect(await rejectionOf(client.call(contract.volumes.delete, {params: {volumeId: 1}}))).toMatchObject({
    reason: 'server',
    outcome: 'unknown',
    fieldErrors: [{reason: 'maintenance'}],
  });
  expect(server.requests).toHaveLength(2);
});

test('a read is retried after a server error and after a truncated body', async () => {
  const server = await resources.server();
  const replies = [
    {status: 502, body: '<html>Bad gateway</html>'},
    {headers: {'content-type': 'application/json'}, body: '{"da'},
  ];
  server.answer(() => replies.shift() ?? {body: listPage([volumeJson(1)])});
  const client = resources.client({baseUrl: server.url});
  const {data} = await client.call(contract.volumes.list);
  expect(data).toHaveLength(1);
  expect(server.requests).toHaveLength(3);
});

test('a read fails after the maximum number of attempts', async () => {
  const server = await resources.server(() => ({status: 500, body: {errors: [{reason: 'oops'}]}}));
  const client = resources.client({baseUrl: server.url});
  expect(await rejectionOf(client.call(contract.volumes.list))).toMatchObject({reason: 'server', status: 500});
  expect(server.requests).toHaveLength(4);
  await rejectionOf(client.call(contract.volumes.list, {attempts: 1}));
  expect(server.requests).toHaveLength(5);
});

test('a 429 is retried after the delay that the server asks for', async () => {
  const clock = manualClock();
  const server = await resources.server();
  const replies = [{status: 429, headers: {'retry-after': '7'}, body: '<html>slow down</html>'}];
  server.answer(() => replies.shift() ?? {body: listPage([])});
  const completedRequests: CompletedRequest[] = [];
  const response = createGate();
  const observe = (request: CompletedRequest) => {
    completedRequests.push(request);
    response.resolve();
  };
  const client = resources.client({baseUrl: server.url, clock, observe});
  const result = client.call(contract.volumes.list);
  await response.promise;
  await passTurns();
  expect(client.rateLimits().general).toMatchObject({remaining: 0, waiting: 1, resetAt: clock.now() + 7000});
  clock.advance(6999);
  await passTurns();
  expect(server.requests).toHaveLength(1);
  clock.advance(1);
  await result;
  expect(completedRequests.map(({status, attempt, error}) => [status, attempt, error?.code])).toEqual([
    [429, 1, 'throttled'],
    [200, 2, undefined],
  ]);
});

test('bug: a change refused by a 429 was not sent again after the wait', async () => {
  const clock = manualClock();
  const server = await resources.server();
  const replies = [{status: 429, headers: {'retry-after': '30'}}];
  server.answer(() => replies.shift() ?? {});
  const response = createGate();
  const client = resources.client({baseUrl: server.url, clock, observe: () => response.resolve()});
  const result = client.call(contract.volumes.delete, {params: {volumeId: 1}});
  await response.promise;
  await passTurns();
  expect(server.requests).toHaveLength(1);
  clock.advance(30_000);
  await result;
  expect(server.requests).toHaveLength(2);
});

test('a change refused by a 429 with a long wait reports the time for a retry and was not carried out', async () => {
  const clock = manualClock();
  const server = await resources.server(() => ({status: 429, headers: {'retry-after': '200'}}));
  const client = resources.client({baseUrl: server.url, clock});
  expect(await rejectionOf(client.call(contract.volumes.delete, {params: {volumeId: 1}}))).toMatchObject({
    code: 'throttled',
    retryAt: clock.now() + 200_000,
    outcome: 'none',
  });
  expect(server.requests).toHaveLength(1);
});

test('bug: an API that never answered was asked again and again, beyond the time limit of the call', async () => {
  const clock = manualClock();
  const {server, arrived} = await resources.silent();
  const client = resources.client({baseUrl: server.url, clock, retry: {maxElapsedMs: 20_000}});
  const rejection = rejectionOf(client.call(contract.volumes.list));
  await arrived;
  clock.advance(30_000);
  const failure = await rejection;
  expect(failure).toMatchObject({code: 'unreachable', reason: 'timeout'});
  expect(String(failure)).toContain('did not answer within 30 s.');
  expect(server.requests).toHaveLength(1);
});
