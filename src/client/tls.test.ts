/** The servers that may receive the token: certificates, proxies, and servers whose connection fails. */
import {readFileSync} from 'node:fs';
import {createServer as createHttp} from 'node:http';
import {createServer as createHttps} from 'node:https';
import {type AddressInfo, connect, createServer, type Server, type Socket} from 'node:net';
import {join} from 'node:path';
import {getCACertificates, setDefaultCACertificates} from 'node:tls';
import {afterEach, expect, test, vi} from 'vitest';
import {parseAddress} from './core/api-address.ts';
import {defaultSizeLimits, defaultTimeouts, type HttpRequest} from './http/http-request.ts';
import {createTransport} from './http/transport.ts';
import {createGate, manualClock, rejectionOf} from './testing.ts';

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');
const systemCas = getCACertificates('default');
const token = 'Bearer tls-canary';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of closers.splice(0).reverse()) await end();
  setDefaultCACertificates(systemCas);
});

const listening = async (server: Server): Promise<number> => {
  const sockets = new Set<Socket>();
  server.on('connection', socket => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise(resolve => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
};

/** A server with one of the certificates; `seen` has the tokens that it received. */
async function secure(certificate: string) {
  const names: (string | undefined)[] = [];
  const server = createHttps({cert: fixture(certificate), key: fixture('server.key')}, (request, response) => {
    names.push(request.headers.authorization);
    response.end('{}');
  });
  server.on('tlsClientError', () => {});
  return {seen: names, port: await listening(server)};
}

function to(url: string, env: Record<string, string> = {}) {
  const clock = manualClock();
  const address = parseAddress(url);
  const transport = createTransport({
    address,
    clock,
    connections: 1,
    timeouts: defaultTimeouts,
    bounds: defaultSizeLimits,
    env,
  });
  closers.push(() => transport.close());
  const get = (overrides: Partial<HttpRequest> = {}) =>
    transport.send({method: 'GET', path: '/v4/volumes', headers: {authorization: token}, ...overrides});
  return {clock, get};
}

const trust = () => setDefaultCACertificates([...systemCas, fixture('authority.pem')]);
/** This machine by an address that does not count as loopback, so that proxies are used. */
const outside = '0.0.0.0';

test('a certificate of a known authority is trusted', async () => {
  trust();
  const {seen, port} = await secure('trusted.pem');
  expect((await to(`https://127.0.0.1:${port}`).get()).status).toBe(200);
  expect(seen).toEqual([token]);
});

const faults = [
  ['self-signed.pem', 'self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT). Set NODE_EXTRA_CA_CERTS=FILE'],
  ['expired.pem', 'certificate has expired (CERT_HAS_EXPIRED).'],
  ['other-host.pem', '127.0.0.1 is not in the cert'],
] as const;

test.each(faults)('%s is refused with a one-line error before the token is sent', async (certificate, words) => {
  trust();
  const {seen, port} = await secure(certificate);
  const failure = (await rejectionOf(to(`https://127.0.0.1:${port}`).get())) as Error;
  expect(failure).toMatchObject({code: 'unreachable', reason: 'tls', isRetryable: false, outcome: 'none'});
  expect(failure.message).toContain(`127.0.0.1:${port} isn’t trusted: `);
  expect(failure.message).toContain(words);
  expect(failure.message).not.toContain('\n');
  expect(seen).toEqual([]);
});

test.each(faults)('%s is refused even if the environment disables verification', async certificate => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  trust();
  const {seen, port} = await secure(certificate);
  const {port: proxy} = await tunnel();
  for (const env of [{}, {HTTPS_PROXY: `http://127.0.0.1:${proxy}`}])
    expect(await rejectionOf(to(`https://${outside}:${port}`, env).get())).toMatchObject({reason: 'tls'});
  expect(seen).toEqual([]);
});

test('a certificate of an unknown authority is refused', async () => {
  const {seen, port} = await secure('trusted.pem');
  expect(await rejectionOf(to(`https://127.0.0.1:${port}`).get())).toMatchObject({reason: 'tls'});
  expect(seen).toEqual([]);
});

/** A proxy that opens tunnels; `asked` has everything that it could read. */
async function tunnel() {
  const requests: string[] = [];
  const server = createHttp((_, response) => response.writeHead(501).end());
  server.on('connect', (request, client) => {
    requests.push(`${request.url} ${JSON.stringify(request.headers)}`);
    const [host, port] = request.url?.split(':') ?? [];
    const onwards = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.pipe(onwards).pipe(client);
    });
    for (const socket of [client, onwards]) socket.on('error', () => {});
    closers.push(() => onwards.destroy());
  });
  return {asked: requests, port: await listening(server)};
}

test.each([
  ['HTTPS_PROXY', 'http://'],
  ['https_proxy', ''],
  ['HTTP_PROXY', 'http://'],
])('%s is used as a proxy that sees neither token nor path', async (variable, scheme) => {
  trust();
  const {seen, port} = await secure('trusted.pem');
  const {asked, port: proxy} = await tunnel();
  const {get} = to(`https://${outside}:${port}`, {[variable]: `${scheme}127.0.0.1:${proxy}`});
  expect((await get()).status).toBe(200);
  expect(seen).toEqual([token]);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatch(new RegExp(`^${outside}:${port} `));
  expect(asked[0]).not.toMatch(/canary|volumes/);
});

test.each(['NO_PROXY', 'no_proxy'])('%s is respected', async variable => {
  trust();
  const {port} = await secure('trusted.pem');
  const {asked, port: proxy} = await tunnel();
  const {get} = to(`https://${outside}:${port}`, {HTTPS_PROXY: `http://127.0.0.1:${proxy}`, [variable]: outside});
  expect((await get()).status).toBe(200);
  expect(asked).toEqual([]);
});

test('an invalid proxy address is reported without its password', async () => {
  const {get} = to('https://api.example.test/v4', {HTTPS_PROXY: 'http://me:hunter2@:80:80'});
  const failure = (await rejectionOf(get())) as Error;
  expect(failure).toMatchObject({code: 'unreachable', reason: 'address'});
  expect(failure.message).toContain('proxy');
  expect(failure.message).not.toContain('hunter2');
});

test('a proxy that refuses the tunnel with a web page is reported as a proxy error', async () => {
  const server = createHttp();
  server.on('connect', (_, socket) =>
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-type: text/html\r\n\r\n<h1>Log in</h1>'),
  );
  const {get} = to('https://api.example.test/v4', {HTTPS_PROXY: `http://127.0.0.1:${await listening(server)}`});
  expect(await rejectionOf(get())).toMatchObject({reason: 'proxy', outcome: 'none', isRetryable: true});
});

/** A server that accepts connections and sends the answer of the test, or nothing. */
async function mute(serve: (socket: Socket) => void = () => {}) {
  const arrival = createGate();
  const port = await listening(
    createServer(socket =>
      socket.once('data', () => {
        serve(socket);
        arrival.resolve();
      }),
    ),
  );
  return {came: arrival.promise, port};
}

test('an unfinished TLS handshake runs into the timeout, and nothing was sent', async () => {
  const {came, port} = await mute();
  const {clock, get} = to(`https://127.0.0.1:${port}`);
  const failure = rejectionOf(get({method: 'POST', body: Buffer.from('{}')}));
  await came;
  clock.advance(defaultTimeouts.connect);
  expect(await failure).toMatchObject({reason: 'timeout', outcome: 'none'});
});

test('an unopened proxy tunnel runs into the timeout, and nothing was sent', async () => {
  const {came, port} = await mute();
  const {clock, get} = to('https://api.example.test/v4', {HTTPS_PROXY: `http://127.0.0.1:${port}`});
  const failure = rejectionOf(get({method: 'POST', body: Buffer.from('{}')}));
  await came;
  clock.advance(defaultTimeouts.connect);
  expect(await failure).toMatchObject({reason: 'timeout', outcome: 'none'});
});

test('trickling headers and interim answers do not extend the timeout', async () => {
  for (const slow of ['HTTP/1.1 200 OK\r\nx-slow: ', 'HTTP/1.1 102 Processing\r\n\r\n']) {
    const dripped = createGate();
    const {came, port} = await mute(socket => socket.write(slow, () => dripped.resolve()));
    const {clock, get} = to(`http://127.0.0.1:${port}`);
    const failure = rejectionOf(get());
    await came;
    await dripped.promise;
    clock.advance(defaultTimeouts.answer);
    expect(await failure).toMatchObject({reason: 'timeout', outcome: 'none'});
  }
});
