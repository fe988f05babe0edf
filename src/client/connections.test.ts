import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterEach, expect, test} from 'vitest';
import {createGate, createTestResources, get, type ManualClock, post, rejectionOf} from './testing.ts';

const resources = createTestResources();
afterEach(() => resources.end());

test('a connection is kept and used again', async () => {
  const server = await resources.server();
  const {transport} = resources.transport(server.url);
  for (let index = 0; index < 5; index++) await get(transport);
  expect(server.requests).toHaveLength(5);
  // While the pool checks a used connection, it may open a second connection, but never a third.
  expect(new Set(server.requests.map(({port}) => port)).size).toBeLessThanOrEqual(2);
});

test('the transport opens as many connections as allowed and sends one request at a time on each', async () => {
  const opening = createGate();
  let open = 0;
  let maxOpen = 0;
  const sockets = new Set<unknown>();
  const server = createServer(async (request, response) => {
    sockets.add(request.socket);
    maxOpen = Math.max(maxOpen, ++open);
    if (maxOpen === 4) opening.resolve();
    await opening.promise;
    open--;
    response.end('{}');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  resources.onEnd(() => new Promise(resolve => server.close(resolve)));
  const {transport} = resources.transport(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    connections: 4,
  });
  await Promise.all(Array.from({length: 12}, () => get(transport)));
  expect(maxOpen).toBe(4);
  expect(sockets.size).toBe(4);
});

test('the base URL can hold an IPv6 address', async context => {
  const server = createServer((_, response) => response.end('{}'));
  const listening = await new Promise<boolean>(resolve => {
    server.once('error', () => resolve(false));
    server.listen(0, '::1', () => resolve(true));
  });
  if (!listening) return context.skip('this machine has no IPv6');
  resources.onEnd(() => new Promise(resolve => server.close(resolve)));
  const {transport} = resources.transport(`http://[::1]:${(server.address() as AddressInfo).port}/v4`);
  expect((await get(transport)).status).toBe(200);
});

/** A proxy that refuses every request. */
const proxy = async () => {
  const requests: {target: string | undefined; headers: string}[] = [];
  const server = createServer((request, response) => {
    requests.push({target: request.url, headers: JSON.stringify(request.headers)});
    response.writeHead(502).end();
  });
  server.on('connect', (request, socket) => {
    requests.push({target: request.url, headers: JSON.stringify(request.headers)});
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  resources.onEnd(() => new Promise(resolve => server.close(resolve)));
  return {requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`};
};

test('a proxy from the environment is used and sees the host but no token', async () => {
  const {requests, url} = await proxy();
  const {transport} = resources.transport('https://api.example.test/v4', {env: {HTTPS_PROXY: url}});
  const failure = await rejectionOf(post(transport, {headers: {authorization: 'Bearer secret-token'}}));
  expect(failure).toMatchObject({code: 'unreachable', reason: 'proxy', outcome: 'none'});
  expect(requests.map(({target}) => target)).toEqual(['api.example.test:443']);
  expect(requests[0]?.headers).not.toContain('secret-token');
});

test('requests to loopback addresses bypass the proxy', async () => {
  const {requests, url} = await proxy();
  const server = await resources.server();
  const {transport} = resources.transport(server.url, {env: {http_proxy: url, https_proxy: url}});
  expect((await get(transport)).status).toBe(200);
  expect(requests).toEqual([]);
});

/** A server that never answers a request on a connection that `kill` has marked as dead. Other answers contain the port. */
const startMortalServer = async () => {
  const dead = new Set<number | undefined>();
  const loss = createGate();
  const server = await resources.server(({port}) => {
    if (!dead.has(port)) return {body: {port}};
    loss.resolve();
    return new Promise<undefined>(() => {});
  });
  const kill = () => {
    for (const {port} of server.requests) dead.add(port);
  };
  return {server, kill, lost: loss.promise};
};
const pauses = {
  'while the machine slept': (clock: ManualClock) => clock.set(60_000),
  'while the process was stopped': (clock: ManualClock) => clock.advance(60_000),
};

test.each(
  ['GET', 'POST'].flatMap(method => Object.entries(pauses).map(([phase, pass]) => [method, phase, pass] as const)),
)('a %s never uses a connection that died %s', async (method, _, pass) => {
  const {server, kill} = await startMortalServer();
  const {transport, clock} = resources.transport(server.url, {connections: 1});
  await get(transport);
  kill();
  pass(clock);
  expect((await get(transport, {method})).status).toBe(200);
  expect(server.requests).toHaveLength(2);
});

test('a pending read is sent again over a new connection after a reconnect', async () => {
  const {server, kill, lost} = await startMortalServer();
  const {transport, clock} = resources.transport(server.url, {connections: 1});
  await get(transport);
  kill();
  const read = get(transport);
  await lost;
  transport.reconnect();
  expect((await read).status).toBe(200);
  expect(server.requests.map(({method}) => method)).toEqual(['GET', 'GET', 'GET']);
  expect(clock.timers).toBe(0);
});

test('a pending change is sent only once despite a reconnect, and its answer arrives', async () => {
  const [arrival, opening] = [createGate(), createGate()];
  const server = await resources.server(async ({method}) => {
    if (method === 'GET') return {body: {}};
    arrival.resolve();
    await opening.promise;
    return {status: 201};
  });
  const {transport} = resources.transport(server.url, {connections: 1});
  const writing = post(transport);
  await arrival.promise;
  transport.reconnect();
  expect((await get(transport)).status).toBe(200);
  opening.resolve();
  expect((await writing).status).toBe(201);
  expect(server.requests.map(({method}) => method)).toEqual(['POST', 'GET']);
});

test('a download into a sink continues over its old connection after a reconnect', async () => {
  const start = createGate();
  let end: (() => void) | undefined;
  const server = await resources.server((_, response) => {
    response.write('first');
    end = () => response.end('last');
    return undefined;
  });
  const {transport} = resources.transport(server.url);
  const pieces: string[] = [];
  const result = get(transport, {
    sink: piece => {
      pieces.push(piece.toString());
      start.resolve();
    },
  });
  await start.promise;
  transport.reconnect();
  end?.();
  expect((await result).status).toBe(200);
  expect(pieces.join(' ')).toBe('first last');
  expect(server.requests).toHaveLength(1);
});

test('closing the transport also ends requests that were sent before a reconnect', async () => {
  const {server, arrived} = await resources.silent();
  const {transport, clock} = resources.transport(server.url);
  const failure = rejectionOf(post(transport));
  await arrived;
  transport.reconnect();
  await transport.close();
  expect(await failure).toMatchObject({code: 'unreachable', outcome: 'unknown'});
  expect(clock.timers).toBe(0);
});
