import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterEach, expect, test} from 'vitest';
import {createGate, createTestResources, get, type ManualClock, post, rejectionOf} from './testing.ts';

const bench = createTestResources();
afterEach(() => bench.end());

test('a connection is kept and used again', async () => {
  const server = await bench.server();
  const {transport} = bench.transport(server.url);
  for (let index = 0; index < 5; index++) await get(transport);
  expect(server.seen).toHaveLength(5);
  // A connection looks at itself before it is used again; meanwhile the pool may open a second one, but no third.
  expect(new Set(server.seen.map(({port}) => port)).size).toBeLessThanOrEqual(2);
});

test('as many connections as allowed, and one request on each at a time', async () => {
  const opened = createGate();
  let open = 0;
  let most = 0;
  const sockets = new Set<unknown>();
  const server = createServer(async (request, response) => {
    sockets.add(request.socket);
    most = Math.max(most, ++open);
    if (most === 4) opened.resolve();
    await opened.promise;
    open--;
    response.end('{}');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  bench.onEnd(() => new Promise(resolve => server.close(resolve)));
  const {transport} = bench.transport(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {connections: 4});
  await Promise.all(Array.from({length: 12}, () => get(transport)));
  expect(most).toBe(4);
  expect(sockets.size).toBe(4);
});

test('an IPv6 literal is an address like any other', async context => {
  const server = createServer((_, response) => response.end('{}'));
  const listening = await new Promise<boolean>(resolve => {
    server.once('error', () => resolve(false));
    server.listen(0, '::1', () => resolve(true));
  });
  if (!listening) return context.skip('this machine has no IPv6');
  bench.onEnd(() => new Promise(resolve => server.close(resolve)));
  const {transport} = bench.transport(`http://[::1]:${(server.address() as AddressInfo).port}/v4`);
  expect((await get(transport)).status).toBe(200);
});

/** A proxy that lets nothing through. */
const proxy = async () => {
  const asked: {target: string | undefined; headers: string}[] = [];
  const server = createServer((request, response) => {
    asked.push({target: request.url, headers: JSON.stringify(request.headers)});
    response.writeHead(502).end();
  });
  server.on('connect', (request, socket) => {
    asked.push({target: request.url, headers: JSON.stringify(request.headers)});
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  bench.onEnd(() => new Promise(resolve => server.close(resolve)));
  return {asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`};
};

test('a proxy from the environment is used, and sees the host but no token', async () => {
  const {asked, url} = await proxy();
  const {transport} = bench.transport('https://api.example.test/v4', {env: {HTTPS_PROXY: url}});
  const failed = await rejectionOf(post(transport, {headers: {authorization: 'Bearer secret-token'}}));
  expect(failed).toMatchObject({code: 'unreachable', reason: 'proxy', outcome: 'none'});
  expect(asked.map(({target}) => target)).toEqual(['api.example.test:443']);
  expect(asked[0]?.headers).not.toContain('secret-token');
});

test('loopback never goes through a proxy', async () => {
  const {asked, url} = await proxy();
  const server = await bench.server();
  const {transport} = bench.transport(server.url, {env: {http_proxy: url, https_proxy: url}});
  expect((await get(transport)).status).toBe(200);
  expect(asked).toEqual([]);
});

/** A server that swallows what comes over connections that were dead when it came, and answers with the others' port. */
const mortal = async () => {
  const dead = new Set<number | undefined>();
  const swallowed = createGate();
  const server = await bench.server(({port}) => {
    if (!dead.has(port)) return {body: {port}};
    swallowed.resolve();
    return new Promise<undefined>(() => {});
  });
  const kill = () => {
    for (const {port} of server.seen) dead.add(port);
  };
  return {server, kill, swallowed: swallowed.promise};
};
const asleep = {
  'while the machine slept': (clock: ManualClock) => clock.set(60_000),
  'while the process was stopped': (clock: ManualClock) => clock.advance(60_000),
};

test.each(
  ['GET', 'POST'].flatMap(method => Object.entries(asleep).map(([when, pass]) => [method, when, pass] as const)),
)('a %s goes over no connection that died %s', async (method, _, pass) => {
  const {server, kill} = await mortal();
  const {transport, clock} = bench.transport(server.url, {connections: 1});
  await get(transport);
  kill();
  pass(clock);
  expect((await get(transport, {method})).status).toBe(200);
  expect(server.seen).toHaveLength(2);
});

test('renewed, what is being read is asked for again, over a new connection', async () => {
  const {server, kill, swallowed} = await mortal();
  const {transport, clock} = bench.transport(server.url, {connections: 1});
  await get(transport);
  kill();
  const read = get(transport);
  await swallowed;
  transport.reconnect();
  expect((await read).status).toBe(200);
  expect(server.seen.map(({method}) => method)).toEqual(['GET', 'GET', 'GET']);
  expect(clock.timers).toBe(0);
});

test('renewed, what changes something is sent once, and has its answer', async () => {
  const [arrived, opened] = [createGate(), createGate()];
  const server = await bench.server(async ({method}) => {
    if (method === 'GET') return {body: {}};
    arrived.resolve();
    await opened.promise;
    return {status: 201};
  });
  const {transport} = bench.transport(server.url, {connections: 1});
  const written = post(transport);
  await arrived.promise;
  transport.reconnect();
  expect((await get(transport)).status).toBe(200);
  opened.resolve();
  expect((await written).status).toBe(201);
  expect(server.seen.map(({method}) => method)).toEqual(['POST', 'GET']);
});

test('renewed, what has its bytes taken one by one goes on', async () => {
  const begun = createGate();
  let end: (() => void) | undefined;
  const server = await bench.server((_, response) => {
    response.write('first');
    end = () => response.end('last');
    return undefined;
  });
  const {transport} = bench.transport(server.url);
  const taken: string[] = [];
  const done = get(transport, {
    sink: piece => {
      taken.push(piece.toString());
      begun.resolve();
    },
  });
  await begun.promise;
  transport.reconnect();
  end?.();
  expect((await done).status).toBe(200);
  expect(taken.join(' ')).toBe('first last');
  expect(server.seen).toHaveLength(1);
});

test('closed, nothing is left of what was connected before it was renewed', async () => {
  const {server, arrived} = await bench.silent();
  const {transport, clock} = bench.transport(server.url);
  const failed = rejectionOf(post(transport));
  await arrived;
  transport.reconnect();
  await transport.close();
  expect(await failed).toMatchObject({code: 'unreachable', outcome: 'unknown'});
  expect(clock.timers).toBe(0);
});
