import type {AddressInfo} from 'node:net';
import {createServer, type Server, type Socket} from 'node:net';
import {gzipSync} from 'node:zlib';
import {afterEach, expect, test} from 'vitest';
import {createGate, createTestResources, get, passTurns, post, rejectionOf, startTestServer} from '../testing.ts';
import {defaultTimeouts} from './http-request.ts';

const resources = createTestResources();
afterEach(() => resources.end());

/** A server on a startRawServer socket: the test writes each byte of its responses. */
const startRawServer = async (serve: (socket: Socket) => void): Promise<string> => {
  const sockets = new Set<Socket>();
  const server: Server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => serve(socket));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  resources.onEnd(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise(resolve => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v4`;
};

test('a refused connection is reported as refused, and nothing was sent', async () => {
  const server = await startTestServer();
  await server.close();
  const {transport} = resources.transport(server.url);
  expect(await rejectionOf(post(transport))).toMatchObject({code: 'unreachable', reason: 'refused', outcome: 'none'});
});

test('a server that never answers runs into the timeout, and the outcome of a change is unknown', async () => {
  const {server, arrived} = await resources.silent();
  const {transport, clock} = resources.transport(server.url);
  const rejection = rejectionOf(post(transport));
  await arrived;
  clock.advance(defaultTimeouts.response + 1);
  expect(await rejection).toMatchObject({reason: 'timeout', outcome: 'unknown'});
});

test.each([-5, 5])('a clock set by %i hours neither delays nor hastens the timeout', async hours => {
  const {server, arrived} = await resources.silent();
  const {transport, clock} = resources.transport(server.url);
  const rejection = rejectionOf(get(transport));
  await arrived;
  let hasFailed = false;
  rejection.then(() => {
    hasFailed = true;
  });
  clock.set(hours * 3_600_000);
  clock.advance(defaultTimeouts.response - 1);
  await passTurns();
  expect(hasFailed).toBe(false);
  clock.advance(1);
  expect(await rejection).toMatchObject({reason: 'timeout'});
});

test('a stalled body runs into the timeout', async () => {
  const stalled = createGate();
  const server = await resources.server((_, response) => {
    response.writeHead(200, {'content-type': 'application/json'});
    response.write('{"data":[', () => stalled.resolve());
    return undefined;
  });
  const {transport, clock} = resources.transport(server.url);
  const start = createGate();
  const rejection = rejectionOf(get(transport, {onHead: () => start.resolve()}));
  await Promise.all([stalled.promise, start.promise]);
  clock.advance(defaultTimeouts.response);
  const failure = await rejection;
  expect(failure).toMatchObject({reason: 'timeout', outcome: 'none'});
  expect(String(failure)).toContain('stopped in the middle of its answer and sent nothing for 15 s.');
  expect(clock.timers).toBe(0);
});

test('a body that only trickles runs into the timeout for the whole answer', async () => {
  let drip: (() => Promise<void>) | undefined;
  const start = createGate();
  const server = await resources.server((_, response) => {
    response.writeHead(200);
    drip = () => new Promise(resolve => response.write(' ', () => resolve()));
    start.resolve();
    return undefined;
  });
  const {transport, clock} = resources.transport(server.url);
  let isSettled = false;
  const rejection = rejectionOf(get(transport)).finally(() => {
    isSettled = true;
  });
  await start.promise;
  for (let second = 0; second < 60; second += 10) {
    expect(isSettled, `after ${second} s`).toBe(false);
    await drip?.();
    await passTurns(20);
    clock.advance(10_000);
    await passTurns();
  }
  const failure = await rejection;
  expect(failure).toMatchObject({reason: 'timeout'});
  expect(String(failure)).toContain('did not finish its answer within 60 s.');
});

test('an answer with too many bytes is refused, with and without a Content-Length', async () => {
  const server = await resources.server(({url}) => ({
    body: 'x'.repeat(2000),
    headers: url.includes('announced') ? {'content-length': '2000'} : {'transfer-encoding': 'chunked'},
  }));
  const {transport} = resources.transport(server.url, {bounds: {body: 1000}});
  expect(await rejectionOf(get(transport))).toMatchObject({reason: 'too-large'});
  expect(await rejectionOf(get(transport, {path: '/announced'}))).toMatchObject({reason: 'too-large'});
  server.answer(() => ({body: 'x'.repeat(1000)}));
  expect((await get(transport)).body).toHaveLength(1000);
});

test('headers are limited in size', async () => {
  const server = await resources.server(() => ({headers: {'x-long': 'x'.repeat(3000)}, body: {}}));
  const {transport} = resources.transport(server.url, {bounds: {headers: 2000}});
  expect(await rejectionOf(get(transport))).toMatchObject({reason: 'too-large'});
});

test('a truncated body is reported as a broken connection', async () => {
  const url = await startRawServer(socket => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"data":'));
  const {transport} = resources.transport(url);
  expect(await rejectionOf(get(transport))).toMatchObject({reason: 'reset', outcome: 'none'});
});

test('a connection that breaks before the answer leaves the outcome of a change unknown', async () => {
  const url = await startRawServer(socket => socket.destroy());
  const {transport} = resources.transport(url);
  expect(await rejectionOf(post(transport))).toMatchObject({reason: 'reset', outcome: 'unknown'});
});

test("an answer that isn't HTTP is reported as not the API", async () => {
  const url = await startRawServer(socket => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
  const {transport} = resources.transport(url);
  expect(await rejectionOf(get(transport))).toMatchObject({reason: 'not-api', isRetryable: false});
});

test("an answer that isn't TLS is reported as untrusted", async () => {
  const url = (await startRawServer(socket => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))).replace(
    'http:',
    'https:',
  );
  const {transport} = resources.transport(url);
  expect(await rejectionOf(post(transport))).toMatchObject({reason: 'tls', outcome: 'none'});
});

test('a compressed answer is read, with the limit applied to its decompressed size', async () => {
  const server = await resources.server(() => ({
    headers: {'content-encoding': 'gzip'},
    body: gzipSync('x'.repeat(10_000)),
  }));
  const {transport} = resources.transport(server.url);
  const {body, bytes} = await get(transport);
  expect(body.toString()).toBe('x'.repeat(10_000));
  expect(bytes).toBeLessThan(200);
  const {transport: bounded} = resources.transport(server.url, {bounds: {body: 1000}});
  expect(await rejectionOf(get(bounded))).toMatchObject({reason: 'too-large'});
  server.answer(() => ({headers: {'content-encoding': 'gzip'}, body: 'no gzip'}));
  expect(await rejectionOf(get(transport))).toMatchObject({reason: 'reset', outcome: 'none'});
  expect(await rejectionOf(post(transport))).toMatchObject({reason: 'reset', outcome: 'unknown'});
});

test('canceling a request reports whether the request had been sent', async () => {
  const {server, arrived} = await resources.silent();
  const {transport, clock} = resources.transport(server.url);
  const controller = new AbortController();
  const rejection = rejectionOf(post(transport, {signal: controller.signal}));
  await arrived;
  controller.abort();
  expect(await rejection).toMatchObject({code: 'canceled', name: 'AbortError', outcome: 'unknown'});
  const canceledFirst = rejectionOf(post(transport, {signal: AbortSignal.abort()}));
  expect(await canceledFirst).toMatchObject({code: 'canceled', outcome: 'none'});
  expect(server.requests).toHaveLength(1);
  expect(clock.timers).toBe(0);
});

test('a request canceled during the connection setup is not sent', async () => {
  const server = await resources.server();
  const {transport} = resources.transport(server.url);
  const controller = new AbortController();
  const rejection = rejectionOf(post(transport, {signal: controller.signal}));
  // The pool has the request, and its connection is not open yet.
  await Promise.resolve();
  controller.abort();
  expect(await rejection).toMatchObject({code: 'canceled', outcome: 'none'});
  expect((await get(transport)).status).toBe(200);
  expect(server.requests.map(({method}) => method)).toEqual(['GET']);
});

test('a slow sink makes the connection wait, even longer than the timeout for a stalled body', async () => {
  const server = await resources.server(() => ({body: Buffer.alloc(300_000, 1)}));
  const {transport, clock} = resources.transport(server.url, {timeouts: {total: Number.POSITIVE_INFINITY}});
  let receivedBytes = 0;
  const first = createGate();
  const result = get(transport, {
    sink: async piece => {
      if (receivedBytes === 0) await first.promise;
      receivedBytes += piece.length;
    },
  });
  await passTurns(20);
  clock.advance(3_600_000);
  await passTurns();
  expect(receivedBytes).toBe(0);
  first.resolve();
  expect((await result).body).toHaveLength(0);
  expect(receivedBytes).toBe(300_000);
});

test('a failing sink ends the transfer with the error of the sink', async () => {
  const server = await resources.server(() => ({body: Buffer.alloc(300_000, 1)}));
  const {transport} = resources.transport(server.url);
  expect(await rejectionOf(get(transport, {sink: () => Promise.reject(new Error('disk full'))}))).toMatchObject({
    message: 'disk full',
  });
});
