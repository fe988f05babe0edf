/**
 * Bytes there and back: one request, one response, through undici's pool. Does not know the API.
 *
 * Every wait has a bound, measured on the injected clock: to connect, for the first byte, between two pieces of the
 * body, and for the whole; so has every size. A failure tells the fact that matters: whether the request can have
 * reached the server.
 */
import {promisify} from 'node:util';
import {brotliDecompress, gunzip, inflate} from 'node:zlib';
import type {ApiAddress} from '../core/api-address.ts';
import type {ClientClock} from '../core/clock.ts';
import {CanceledError, type Outcome, UnreachableError} from '../core/errors.ts';
import type {HttpRequest, HttpResponse, RequestDispatcher, SizeLimits, Timeouts} from './http-request.ts';
import {keepParserSmall} from './parser-memory.ts';
import {ResponseHandler} from './response-handler.ts';
import {header} from './response-headers.ts';

export interface TransportOptions {
  readonly address: ApiAddress;
  readonly clock: ClientClock;
  readonly connections: number;
  readonly timeouts: Timeouts;
  readonly bounds: SizeLimits;
  /** Environment variables that name proxies. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Opens the dispatcher of requests. Default: a pool of connections to the address. */
  readonly openDispatcher?: OpenDispatcher | undefined;
}

export type OpenDispatcher = (address: ApiAddress) => RequestDispatcher;

export interface Transport {
  /** Rejects as `UnreachableError` or `CanceledError`; any status is a response. */
  send(request: HttpRequest): Promise<HttpResponse>;
  /**
   * Replaces the connections, which may be dead: new requests use new ones, and requests that read are sent again.
   * Requests that change something, or whose bytes are taken piece by piece, run to their end.
   */
  reconnect(): void;
  close(): Promise<void>;
}

/** Time that an unused connection is kept open, in milliseconds. */
const keepAliveMs = 30_000;

export function createTransport(options: TransportOptions): Transport {
  const {clock} = options;
  let current: Promise<RequestDispatcher> | undefined;
  /** Kept until their requests have ended. */
  const retired = new Set<Promise<RequestDispatcher>>();
  /** Functions that abort the reads in flight, so that they can be sent again. */
  const activeReads = new Set<() => void>();
  let lastUsed = {date: 0, moment: 0};
  let isClosed = false;

  const markUsed = () => {
    lastUsed = {date: clock.now(), moment: clock.monotonic()};
  };
  const retire = () => {
    const old = current;
    if (!old) return;
    current = undefined;
    retired.add(old);
    // A request that waits for a connection that can't be made receives that error itself.
    const ended = old.then(connector => connector.close()).catch(() => {});
    void ended.then(() => retired.delete(old));
  };
  return {
    async send(request) {
      // The pool measures by timers, which stop while the machine sleeps.
      if (Math.max(clock.now() - lastUsed.date, clock.monotonic() - lastUsed.moment) > keepAliveMs) retire();
      for (;;) {
        current ??= connect(options);
        const connection = current;
        const ready = await connection;
        if (isClosed || request.signal?.aborted) throw new CanceledError();
        if (connection !== current) continue;
        markUsed();
        const isRepeatable = request.method === 'GET' && !request.sink;
        const response = await new ResponseHandler(options, request, isRepeatable ? activeReads : undefined)
          .send(ready)
          .finally(markUsed);
        // Reading changes nothing.
        if (response) return decompress(options, response, request.method === 'GET' ? 'none' : 'unknown');
      }
    },
    reconnect() {
      retire();
      for (const giveUp of [...activeReads]) giveUp();
    },
    async close() {
      isClosed = true;
      const connections = [...retired, ...(current ? [current] : [])];
      await Promise.all(connections.map(async connection => (await connection.catch(() => undefined))?.destroy()));
    },
  };
}

async function connect(options: TransportOptions): Promise<RequestDispatcher> {
  const {address, connections, bounds, timeouts, env, openDispatcher} = options;
  if (openDispatcher) return openDispatcher(address);
  const settings = {
    connections,
    // Responses to pipelined requests wait for one another; parallel connections do not.
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: bounds.headers,
    // The injected clock measures the timeouts; undici's own timers stay off, except for connections that no request
    // uses.
    headersTimeout: 0,
    bodyTimeout: 0,
    connectTimeout: timeouts.connect + 1000,
    keepAliveTimeout: keepAliveMs,
    connect: verifiedTls,
  };
  // Through a proxy only inside TLS: plain HTTP is for loopback, and a proxy in between would read the token.
  if (address.origin.startsWith('https:') && !address.isLoopback && proxyOf(env)) {
    const {EnvHttpProxyAgent} = await import('undici');
    try {
      return new EnvHttpProxyAgent({
        ...settings,
        requestTls: verifiedTls,
        proxyTls: verifiedTls,
        ...proxySettings(env),
      });
    } catch {
      // The address stays unsaid, and the cause, which repeats it: it may hold the proxy's password.
      const message = 'The proxy that the environment names isn’t a valid URL. Example: http://proxy.example.com:3128.';
      throw new UnreachableError('address', message);
    }
  }
  const {default: Pool} = await import('undici/lib/dispatcher/pool.js');
  const pool = new Pool(address.origin, settings);
  keepParserSmall(pool);
  return pool;
}

/**
 * Certificates are verified even if the environment turns that off: otherwise the token would go to any server that
 * answers.
 */
const verifiedTls = {rejectUnauthorized: true};

type Env = TransportOptions['env'];
/** A proxy without a scheme is spoken to over HTTP, as other programs do. */
const proxyUrl = (text: string | undefined) => (!text || text.includes('://') ? text || undefined : `http://${text}`);
const httpProxy = (env: Env) => proxyUrl(env.http_proxy || env.HTTP_PROXY);
const proxyOf = (env: Env) => proxyUrl(env.https_proxy || env.HTTPS_PROXY) ?? httpProxy(env);
const proxySettings = (env: Env) => ({
  httpProxy: httpProxy(env) ?? '',
  httpsProxy: proxyOf(env) ?? '',
  noProxy: env.no_proxy || env.NO_PROXY || '',
});

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: promisify(inflate),
} as const;

/** @param outcome effect of the change if the response is unusable */
async function decompress(
  {address, bounds}: TransportOptions,
  response: HttpResponse,
  outcome: Outcome,
): Promise<HttpResponse> {
  const encoding = header(response.headers, 'content-encoding')?.toLowerCase();
  if (!encoding || !Object.hasOwn(decoders, encoding) || response.body.length === 0) return response;
  try {
    const body = await decoders[encoding as keyof typeof decoders](response.body, {maxOutputLength: bounds.body});
    return {...response, body};
  } catch (cause) {
    const isTooLarge = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new UnreachableError(
      isTooLarge ? 'too-large' : 'reset',
      isTooLarge
        ? `${address.host} sent more than ${bounds.body} bytes.`
        : `${address.host} sent a broken compressed answer.`,
      {outcome, status: response.status, cause},
    );
  }
}
