/** Certificates, proxies and failing connections: only a trusted server may receive the token. */
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

/** An HTTPS server with one of the certificates. `tokens` contains the tokens that it received. */
async function startHttpsServer(certificate: string) {
  const tokens: (string | undefined)[] = [];
  const server = createHttps({cert: fixture(certificate), key: fixture('server.key')}, (request, response) => {
    tokens.push(request.headers.authorization);
    response.end('{}');
  });
  server.on('tlsClientError', () => {});
  return {tokens, port: await listening(server)};
}

function openTransport(url: string, env: Record<string, string> = {}) {
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
/** An address of this machine that does not count as loopback, so requests to it use a proxy. */
const outside = '0.0.0.0';

test('a certificate of a known authority is trusted', async () => {
  trust();
  const {tokens, port} = await startHttpsServer('trusted.pem');
  expect((await openTransport(`https://127.0.0.1:${port}`).get()).status).toBe(200);
  expect(tokens).toEqual([token]);
});

const faults = [
  ['self-signed.pem', 'self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT). Set NODE_EXTRA_CA_CERTS=FILE'],
  ['expired.pem', 'certificate has expired (CERT_HAS_EXPIRED).'],
  ['other-host.pem', '127.0.0.1 is not in the cert'],
] as const;

test.each(faults)('%s is refused with a one-line error before the token is sent', async (certificate, words) => {
  trust();
  const {tokens, port} = await startHttpsServer(certificate);
  const failure = (await rejectionOf(openTransport(`https://127.0.0.1:${port}`).get())) as Error;
  expect(failure).toMatchObject({code: 'unreachable', reason: 'tls', isRetryable: false, outcome: 'none'});
  expect(failure.message).toContain(`127.0.0.1:${port} isn’t trusted: `);
  expect(failure.message).toContain(words);
  expect(failure.message).not.toContain('\n');
  expect(tokens).toEqual([]);
});

test.each(faults)('%s is refused even if the environment disables verification', async certificate => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  trust();
  const {tokens, port} = await startHttpsServer(certificate);
  const {port: proxy} = await tunnel();
  for (const env of [{}, {HTTPS_PROXY: `http://127.0.0.1:${proxy}`}])
    expect(await rejectionOf(openTransport(`https://${outside}:${port}`, env).get())).toMatchObject({reason: 'tls'});
  expect(tokens).toEqual([]);
});

test('a certificate of an unknown authority is refused', async () => {
  const {tokens, port} = await startHttpsServer('trusted.pem');
  expect(await rejectionOf(openTransport(`https://127.0.0.1:${port}`).get())).toMatchObject({reason: 'tls'});
  expect(tokens).toEqual([]);
});

/** A proxy that opens tunnels. `requests` contains everything that the proxy could read. */
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
  return {requests, port: await listening(server)};
}

test.each([
  ['HTTPS_PROXY', 'http://'],
  ['https_proxy', ''],
  ['HTTP_PROXY', 'http://'],
])('%s is used as a proxy that sees neither token nor path', async (variable, scheme) => {
  trust();
  const {tokens, port} = await startHttpsServer('trusted.pem');
  const {requests, port: proxy} = await tunnel();
  const {get} = openTransport(`https://${outside}:${port}`, {[variable]: `${scheme}127.0.0.1:${proxy}`});
  expect((await get()).status).toBe(200);
  expect(tokens).toEqual([token]);
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatch(new RegExp(`^${outside}:${port} `));
  expect(requests[0]).not.toMatch(/canary|volumes/);
});

test.each(['NO_PROXY', 'no_proxy'])('%s is respected', async variable => {
  trust();
  const {port} = await startHttpsServer('trusted.pem');
  const {requests, port: proxy} = await tunnel();
  const {get} = openTransport(`https://${outside}:${port}`, {
    HTTPS_PROXY: `http://127.0.0.1:${proxy}`,
    [variable]: outside,
  });
  expect((await get()).status).toBe(200);
  expect(requests).toEqual([]);
});

test('an invalid proxy address is reported without its password', async () => {
  const {get} = openTransport('https://api.example.test/v4', {HTTPS_PROXY: 'http://me:hunter2@:80:80'});
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
  const {get} = openTransport('https://api.example.test/v4', {
    HTTPS_PROXY: `http://127.0.0.1:${await listening(server)}`,
  });
  expect(await rejectionOf(get())).toMatchObject({reason: 'proxy', outcome: 'none', isRetryable: true});
});

/** A server that accepts connections and answers as `serve` does, by default not at all. */
async function startSilentServer(serve: (socket: Socket) => void = () => {}) {
  const arrival = createGate();
  const port = await listening(
    createServer(socket =>
      socket.once('data', () => {
        serve(socket);
        arrival.resolve();
      }),
    ),
  );
  return {arrived: arrival.promise, port};
}

test('an unfinished TLS handshake runs into the timeout, and nothing was sent', async () => {
  const {arrived, port} = await startSilentServer();
  const {clock, get} = openTransport(`https://127.0.0.1:${port}`);
  const failure = rejectionOf(get({method: 'POST', body: Buffer.from('{}')}));
  await arrived;
  clock.advance(defaultTimeouts.connect);
  expect(await failure).toMatchObject({reason: 'timeout', outcome: 'none'});
});

test('an unopened proxy tunnel runs into the timeout, and nothing was sent', async () => {
  const {arrived, port} = await startSilentServer();
  const {clock, get} = openTransport('https://api.example.test/v4', {HTTPS_PROXY: `http://127.0.0.1:${port}`});
  const failure = rejectionOf(get({method: 'POST', body: Buffer.from('{}')}));
  await arrived;
  clock.advance(defaultTimeouts.connect);
  expect(await failure).toMatchObject({reason: 'timeout', outcome: 'none'});
});

test('trickling headers and interim answers do not extend the timeout', async () => {
  for (const slow of ['HTTP/1.1 200 OK\r\nx-slow: ', 'HTTP/1.1 102 Processing\r\n\r\n']) {
    const dripped = createGate();
    const {arrived, port} = await startSilentServer(socket => socket.write(slow, () => dripped.resolve()));
    const {clock, get} = openTransport(`http://127.0.0.1:${port}`);
    const failure = rejectionOf(get());
    await arrived;
    await dripped.promise;
    clock.advance(defaultTimeouts.response);
    expect(await failure).toMatchObject({reason: 'timeout', outcome: 'none'});
  }
});
