import {createServer as createHttp} from 'node:http';
import type {AddressInfo} from 'node:net';
import {createServer, type Server, type Socket} from 'node:net';
import {gzipSync} from 'node:zlib';
import {afterEach, expect, test} from 'vitest';
import {parseAddress} from './address.ts';
import {failureOf, gate, listen, manualClock, type TestServer, turns} from './testing.ts';
import {
  type Bounds,
  createTransport,
  defaultBounds,
  defaultTimeouts,
  type Outgoing,
  type Timeouts,
  type Transport,
} from './transport.ts';

const ends: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const to = (
  baseUrl: string,
  options: {
    bounds?: Partial<Bounds>;
    timeouts?: Partial<Timeouts>;
    env?: Record<string, string>;
    connections?: number;
  } = {},
) => {
  const clock = manualClock();
  const transport = createTransport({
    address: parseAddress(baseUrl),
    clock,
    connections: options.connections ?? 4,
    timeouts: {...defaultTimeouts, ...options.timeouts},
    bounds: {...defaultBounds, ...options.bounds},
    env: options.env ?? {},
  });
  ends.push(() => transport.close());
  return {clock, transport};
};
const get = (transport: Transport, more: Partial<Outgoing> = {}) =>
  transport.send({method: 'GET', path: '/v4/volumes', headers: {}, ...more});
const post = (transport: Transport, more: Partial<Outgoing> = {}) =>
  get(transport, {method: 'POST', body: Buffer.from('{}'), ...more});
const http = async (...handler: Parameters<typeof listen>): Promise<TestServer> => {
  const server = await listen(...handler);
  ends.push(() => server.close());
  return server;
};
/** A server that speaks whatever the test says, from the first byte on. */
const raw = async (serve: (socket: Socket) => void): Promise<string> => {
  const sockets = new Set<Socket>();
  const server: Server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => serve(socket));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise(resolve => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v4`;
};

test('a connection is kept and used again', async () => {
  const server = await http();
  const {transport} = to(server.url);
  for (let index = 0; index < 5; index++) await get(transport);
  expect(server.seen).toHaveLength(5);
  // A connection looks at itself before it is used again; meanwhile the pool may open a second one, but no third.
  expect(new Set(server.seen.map(({port}) => port)).size).toBeLessThanOrEqual(2);
});

test('as many connections as allowed, and one request on each at a time', async () => {
  const opened = gate();
  let open = 0;
  let most = 0;
  const sockets = new Set<unknown>();
  const server = createHttp(async (request, response) => {
    sockets.add(request.socket);
    most = Math.max(most, ++open);
    if (most === 4) opened.resolve();
    await opened.promise;
    open--;
    response.end('{}');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => new Promise(resolve => server.close(resolve)));
  const {transport} = to(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {connections: 4});
  await Promise.all(Array.from({length: 12}, () => get(transport)));
  expect(most).toBe(4);
  expect(sockets.size).toBe(4);
});

test('a refused connection is told as such, and nothing has left', async () => {
  const server = await listen();
  await server.close();
  const {transport} = to(server.url);
  expect(await failureOf(post(transport))).toMatchObject({code: 'unreachable', reason: 'refused', outcome: 'none'});
});

test('a server that never answers is given up, and what became of a change is unknown', async () => {
  const arrived = gate();
  const server = await http(() => {
    arrived.resolve();
    return new Promise<undefined>(() => {});
  });
  const {transport, clock} = to(server.url);
  const failed = failureOf(post(transport));
  await arrived.promise;
  clock.advance(defaultTimeouts.answer + 1);
  expect(await failed).toMatchObject({reason: 'timeout', outcome: 'unknown'});
});

test.each([-5, 5])('a clock that is set by %i hours has nobody wait for longer, or give up sooner', async hours => {
  const arrived = gate();
  const server = await http(() => {
    arrived.resolve();
    return new Promise<undefined>(() => {});
  });
  const {transport, clock} = to(server.url);
  const failed = failureOf(get(transport));
  await arrived.promise;
  let hasFailed = false;
  failed.then(() => {
    hasFailed = true;
  });
  clock.set(hours * 3_600_000);
  clock.advance(defaultTimeouts.answer - 1);
  await turns();
  expect(hasFailed).toBe(false);
  clock.advance(1);
  expect(await failed).toMatchObject({reason: 'timeout'});
});

test('a body that stalls is given up', async () => {
  const stalled = gate();
  const server = await http((_, response) => {
    response.writeHead(200, {'content-type': 'application/json'});
    response.write('{"data":[', () => stalled.resolve());
    return undefined;
  });
  const {transport, clock} = to(server.url);
  const failed = failureOf(get(transport));
  await stalled.promise;
  await turns(20);
  clock.advance(defaultTimeouts.answer);
  expect(await failed).toMatchObject({reason: 'timeout', outcome: 'none'});
  expect(clock.timers).toBe(0);
});

test('a body that only trickles is given up when the whole takes too long', async () => {
  let drip: (() => Promise<void>) | undefined;
  const started = gate();
  const server = await http((_, response) => {
    response.writeHead(200);
    drip = () => new Promise(resolve => response.write(' ', () => resolve()));
    started.resolve();
    return undefined;
  });
  const {transport, clock} = to(server.url);
  let settled = false;
  const failed = failureOf(get(transport)).finally(() => {
    settled = true;
  });
  await started.promise;
  for (let second = 0; second < 60; second += 10) {
    expect(settled, `after ${second} s`).toBe(false);
    await drip?.();
    await turns(20);
    clock.advance(10_000);
    await turns();
  }
  const failure = await failed;
  expect(failure).toMatchObject({reason: 'timeout'});
  expect(String(failure)).toContain('whole answer');
});

test('an answer of too many bytes is given up, announced or not', async () => {
  const server = await http(({url}) => ({
    body: 'x'.repeat(2000),
    headers: url.includes('announced') ? {'content-length': '2000'} : {'transfer-encoding': 'chunked'},
  }));
  const {transport} = to(server.url, {bounds: {body: 1000}});
  expect(await failureOf(get(transport))).toMatchObject({reason: 'too-large'});
  expect(await failureOf(get(transport, {path: '/announced'}))).toMatchObject({reason: 'too-large'});
  server.answer(() => ({body: 'x'.repeat(1000)}));
  expect((await get(transport)).body).toHaveLength(1000);
});

test('headers have a bound, too', async () => {
  const server = await http(() => ({headers: {'x-long': 'x'.repeat(3000)}, body: {}}));
  const {transport} = to(server.url, {bounds: {headers: 2000}});
  expect(await failureOf(get(transport))).toMatchObject({reason: 'too-large'});
});

test('a body that breaks off is a broken connection', async () => {
  const url = await raw(socket => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"data":'));
  const {transport} = to(url);
  expect(await failureOf(get(transport))).toMatchObject({reason: 'reset', outcome: 'none'});
});

test('a connection that breaks before the answer leaves a change unknown', async () => {
  const url = await raw(socket => socket.destroy());
  const {transport} = to(url);
  expect(await failureOf(post(transport))).toMatchObject({reason: 'reset', outcome: 'unknown'});
});

test('something that speaks no HTTP is not the API', async () => {
  const url = await raw(socket => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
  const {transport} = to(url);
  expect(await failureOf(get(transport))).toMatchObject({reason: 'not-api', retryable: false});
});

test('something that speaks no TLS is not trusted', async () => {
  const url = (await raw(socket => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))).replace('http:', 'https:');
  const {transport} = to(url);
  expect(await failureOf(post(transport))).toMatchObject({reason: 'tls', outcome: 'none'});
});

test('a compressed answer is read, within the same bound', async () => {
  const server = await http(() => ({
    headers: {'content-encoding': 'gzip'},
    body: gzipSync('x'.repeat(10_000)),
  }));
  const {transport} = to(server.url);
  const {body, bytes} = await get(transport);
  expect(body.toString()).toBe('x'.repeat(10_000));
  expect(bytes).toBeLessThan(200);
  const {transport: bounded} = to(server.url, {bounds: {body: 1000}});
  expect(await failureOf(get(bounded))).toMatchObject({reason: 'too-large'});
  server.answer(() => ({headers: {'content-encoding': 'gzip'}, body: 'no gzip'}));
  expect(await failureOf(get(transport))).toMatchObject({reason: 'reset', outcome: 'none'});
  expect(await failureOf(post(transport))).toMatchObject({reason: 'reset', outcome: 'unknown'});
});

test('giving up tells whether the request had left', async () => {
  const arrived = gate();
  const server = await http(() => {
    arrived.resolve();
    return new Promise<undefined>(() => {});
  });
  const {transport, clock} = to(server.url);
  const controller = new AbortController();
  const failed = failureOf(post(transport, {signal: controller.signal}));
  await arrived.promise;
  controller.abort();
  expect(await failed).toMatchObject({code: 'cancelled', name: 'AbortError', outcome: 'unknown'});
  const before = failureOf(post(transport, {signal: AbortSignal.abort()}));
  expect(await before).toMatchObject({code: 'cancelled', outcome: 'none'});
  expect(server.seen).toHaveLength(1);
  expect(clock.timers).toBe(0);
});

test('given up while the connection is made, nothing leaves', async () => {
  const server = await http();
  const {transport} = to(server.url);
  const controller = new AbortController();
  const failed = failureOf(post(transport, {signal: controller.signal}));
  // The request is in the pool's hands, the connection not yet made.
  await Promise.resolve();
  controller.abort();
  expect(await failed).toMatchObject({code: 'cancelled', outcome: 'none'});
  expect((await get(transport)).status).toBe(200);
  expect(server.seen.map(({method}) => method)).toEqual(['GET']);
});

test('a sink that takes its time makes the connection wait, for longer than a stall may last', async () => {
  const server = await http(() => ({body: Buffer.alloc(300_000, 1)}));
  const {transport, clock} = to(server.url, {timeouts: {total: Number.POSITIVE_INFINITY}});
  let taken = 0;
  const first = gate();
  const done = get(transport, {
    sink: async piece => {
      if (taken === 0) await first.promise;
      taken += piece.length;
    },
  });
  await turns(20);
  clock.advance(3_600_000);
  await turns();
  expect(taken).toBe(0);
  first.resolve();
  expect((await done).body).toHaveLength(0);
  expect(taken).toBe(300_000);
});

test('a sink that fails ends the transfer with its own error', async () => {
  const server = await http(() => ({body: Buffer.alloc(300_000, 1)}));
  const {transport} = to(server.url);
  expect(await failureOf(get(transport, {sink: () => Promise.reject(new Error('disk full'))}))).toMatchObject({
    message: 'disk full',
  });
});

test('an IPv6 literal is an address like any other', async context => {
  const server = createHttp((_, response) => response.end('{}'));
  const listening = await new Promise<boolean>(resolve => {
    server.once('error', () => resolve(false));
    server.listen(0, '::1', () => resolve(true));
  });
  if (!listening) return context.skip('this machine has no IPv6');
  ends.push(() => new Promise(resolve => server.close(resolve)));
  const {transport} = to(`http://[::1]:${(server.address() as AddressInfo).port}/v4`);
  expect((await get(transport)).status).toBe(200);
});

/** A proxy that lets nothing through. */
const proxy = async () => {
  const asked: {target: string | undefined; headers: string}[] = [];
  const server = createHttp((request, response) => {
    asked.push({target: request.url, headers: JSON.stringify(request.headers)});
    response.writeHead(502).end();
  });
  server.on('connect', (request, socket) => {
    asked.push({target: request.url, headers: JSON.stringify(request.headers)});
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => new Promise(resolve => server.close(resolve)));
  return {asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`};
};

test('a proxy from the environment is used, and sees the host but no token', async () => {
  const {asked, url} = await proxy();
  const {transport} = to('https://api.example.test/v4', {env: {HTTPS_PROXY: url}});
  const failed = await failureOf(post(transport, {headers: {authorization: 'Bearer secret-token'}}));
  expect(failed).toMatchObject({code: 'unreachable', reason: 'proxy', outcome: 'none'});
  expect(asked.map(({target}) => target)).toEqual(['api.example.test:443']);
  expect(asked[0]?.headers).not.toContain('secret-token');
});

test('loopback never goes through a proxy', async () => {
  const {asked, url} = await proxy();
  const server = await http();
  const {transport} = to(server.url, {env: {http_proxy: url, https_proxy: url}});
  expect((await get(transport)).status).toBe(200);
  expect(asked).toEqual([]);
});
