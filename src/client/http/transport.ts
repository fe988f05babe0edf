/**
 * Bytes there and back: one request, one answer, through undici's pool. Does not know the API.
 *
 * Every wait has a bound, measured on the injected clock: to connect, for the first byte, between two pieces of the
 * body, and for the whole; so has every size. A failure tells the fact that matters: whether the request can have
 * reached the server.
 */
import {promisify} from 'node:util';
import {brotliDecompress, gunzip, inflate} from 'node:zlib';
import type {Dispatcher} from 'undici';
import type {ApiAddress} from '../core/api-address.ts';
import type {Clock} from '../core/clock.ts';
import {CanceledError, type Outcome, UnreachableError} from '../core/errors.ts';
import {toClientError} from './network-errors.ts';
import {type Headers, header} from './response-headers.ts';

/** Milliseconds. */
export interface Timeouts {
  readonly connect: number;
  /** Limit until the answer starts. */
  readonly answer: number;
  /** Between two pieces of a body, in either direction. */
  readonly idle: number;
  readonly total: number;
}
export const defaultTimeouts: Timeouts = {connect: 10_000, answer: 30_000, idle: 15_000, total: 60_000};

/** Timeouts of which none lets a request take longer than this. */
export const timeoutsWithin = (requestTimeoutMs: number): Timeouts => ({
  connect: Math.min(defaultTimeouts.connect, requestTimeoutMs),
  answer: requestTimeoutMs,
  idle: Math.min(defaultTimeouts.idle, requestTimeoutMs),
  total: requestTimeoutMs,
});

export interface SizeLimits {
  /** Bytes of an answer's body, also after decompression. */
  readonly body: number;
  readonly headers: number;
}
export const defaultSizeLimits: SizeLimits = {body: 64 * 1024 * 1024, headers: 32 * 1024};

export interface TransportOptions {
  readonly address: ApiAddress;
  readonly clock: Clock;
  readonly connections: number;
  readonly timeouts: Timeouts;
  readonly bounds: SizeLimits;
  /** Environment variables that name proxies. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Opens the dispatcher of requests. Default: a pool of connections to the address. */
  readonly openDispatcher?: OpenDispatcher | undefined;
}

/** Sends requests: undici's pool, or a replacement for it. */
export type RequestDispatcher = Pick<Dispatcher, 'dispatch' | 'close' | 'destroy'>;

export type OpenDispatcher = (address: ApiAddress) => RequestDispatcher;

export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A stream is pulled no faster than the connection sends it. */
  readonly body?: Uint8Array | AsyncIterable<Uint8Array> | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeouts?: Partial<Timeouts> | undefined;
  /** Receives a successful body piece by piece, so that it is not collected. */
  readonly sink?: ((piece: Buffer) => void | Promise<void>) | undefined;
  /** Receives the headers of a successful answer, before the sink receives its bytes. */
  readonly onHead?: ((headers: Headers) => void) | undefined;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
  /** Size as it came over the wire. */
  readonly bytes: number;
}

export interface Transport {
  /** Rejects as `UnreachableError` or `CanceledError`; any status is an answer. */
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
        const answer = await exchange(options, ready, request, isRepeatable ? activeReads : undefined).finally(
          markUsed,
        );
        // Reading changes nothing.
        if (answer) return decompress(options, answer, request.method === 'GET' ? 'none' : 'unknown');
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
    // Answers to pipelined requests wait for one another; parallel connections do not.
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
      const words = 'The proxy that the environment names isn’t a valid URL. Example: http://proxy.example.com:3128.';
      throw new UnreachableError('address', words);
    }
  }
  const {default: Pool} = await import('undici/lib/dispatcher/pool.js');
  return new Pool(address.origin, settings);
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

/** @param activeReads receives the function that aborts the request; it then resolves without an answer */
function exchange(
  options: TransportOptions,
  dispatcher: RequestDispatcher,
  request: HttpRequest,
  activeReads: Set<() => void> | undefined,
): Promise<HttpResponse | undefined> {
  const {address, clock, bounds} = options;
  const timeouts = {...options.timeouts, ...request.timeouts};
  const {promise, resolve, reject} = Promise.withResolvers<HttpResponse | undefined>();
  let controller: Dispatcher.DispatchController | undefined;
  let isSettled = false;
  let status = 0;
  let headers: Headers = {};
  let bytes = 0;
  const pieces: Buffer[] = [];

  const now = clock.monotonic;
  const startTime = now();
  let phase: Exclude<keyof Timeouts, 'total'> = 'connect';
  let due = startTime + timeouts.connect;
  let timerDueAt = Number.POSITIVE_INFINITY;
  let cancelTimer: () => void = () => {};
  const armTimer = () => {
    timerDueAt = Math.min(due, startTime + timeouts.total);
    const remainingMs = timerDueAt - now();
    if (remainingMs > 0) cancelTimer = clock.schedule(remainingMs, armTimer);
    else
      fail(
        new UnreachableError('timeout', timeoutText(address.host, due > now() ? 'total' : phase, timeouts), {
          outcome: outcome(),
        }),
      );
  };
  /** Progress was made: the wait for the next phase starts. The timer is set again only when it would be late. */
  const enterPhase = (next: typeof phase, timeoutMs = timeouts[next]) => {
    phase = next;
    due = now() + timeoutMs;
    if (due >= timerDueAt) return;
    cancelTimer();
    armTimer();
  };

  /** A request that started to be written may have been read. */
  const outcome = (): Outcome => (controller && request.method !== 'GET' ? 'unknown' : 'none');
  const settle = () => {
    isSettled = true;
    cancelTimer();
    request.signal?.removeEventListener('abort', onAbort);
    activeReads?.delete(abandon);
  };
  const fail = (error: Error) => {
    if (isSettled) return;
    settle();
    controller?.abort(error);
    reject(error);
  };
  const onAbort = () => fail(new CanceledError({outcome: outcome()}));
  const abandon = () => {
    settle();
    controller?.abort(new CanceledError());
    resolve(undefined);
  };
  const tooLarge = () =>
    fail(
      new UnreachableError('too-large', `${address.host} sent more than ${bounds.body} bytes.`, {
        outcome: outcome(),
        status,
      }),
    );

  /** The connection waits for a slow sink. */
  const writeToSink = (piece: Buffer) => {
    const writeResult = request.sink?.(piece);
    if (!writeResult) return;
    controller?.pause();
    enterPhase('idle', Number.POSITIVE_INFINITY);
    writeResult.then(() => {
      if (isSettled) return;
      enterPhase('idle');
      controller?.resume();
    }, fail);
  };

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(requestController) {
      // Canceled while the connection was being made: nothing may be sent now.
      if (isSettled) return requestController.abort(new CanceledError());
      controller = requestController;
      enterPhase('answer');
    },
    onBodySent() {
      enterPhase('answer');
    },
    onResponseStart(_, code, fields) {
      if (code < 200) return;
      status = code;
      headers = fields;
      enterPhase('idle');
      if (status < 300) request.onHead?.(headers);
      if (!request.sink && Number(header(headers, 'content-length')) > bounds.body) tooLarge();
    },
    onResponseData(_, piece) {
      // Resuming hands over an empty piece first; pausing for it would go round for ever.
      if (isSettled || piece.length === 0) return;
      enterPhase('idle');
      bytes += piece.length;
      if (request.sink && status < 300) return writeToSink(piece);
      if (bytes > bounds.body) return tooLarge();
      pieces.push(piece);
    },
    onResponseEnd() {
      if (isSettled) return;
      settle();
      const [only] = pieces;
      resolve({status, headers, bytes, body: pieces.length === 1 && only ? only : Buffer.concat(pieces)});
    },
    onResponseError(_, error) {
      fail(toClientError(error, address, outcome(), status === 0 ? undefined : status));
    },
  };

  request.signal?.addEventListener('abort', onAbort, {once: true});
  activeReads?.add(abandon);
  armTimer();
  dispatcher.dispatch(
    {
      origin: address.origin,
      path: request.path,
      method: request.method,
      headers: request.headers,
      // undici accepts any async iterable; its types know streams only.
      body: (request.body ?? null) as Dispatcher.DispatchOptions['body'] & {},
    },
    handler,
  );
  return promise;
}

const timeoutTexts: Readonly<Record<keyof Timeouts, (seconds: string) => string>> = {
  connect: seconds => `did not accept the connection within ${seconds}`,
  answer: seconds => `did not answer within ${seconds}`,
  idle: seconds => `stopped in the middle of its answer and sent nothing for ${seconds}`,
  total: seconds => `did not finish its answer within ${seconds}`,
};
const timeoutText = (host: string, phase: keyof Timeouts, timeouts: Timeouts): string =>
  `${host} ${timeoutTexts[phase](`${timeouts[phase] / 1000} s`)}.`;

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: promisify(inflate),
} as const;

/** @param outcome effect of the change if the answer is unusable */
async function decompress(
  {address, bounds}: TransportOptions,
  answer: HttpResponse,
  outcome: Outcome,
): Promise<HttpResponse> {
  const encoding = header(answer.headers, 'content-encoding')?.toLowerCase();
  if (!encoding || !Object.hasOwn(decoders, encoding) || answer.body.length === 0) return answer;
  try {
    const body = await decoders[encoding as keyof typeof decoders](answer.body, {maxOutputLength: bounds.body});
    return {...answer, body};
  } catch (cause) {
    const isTooLarge = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new UnreachableError(
      isTooLarge ? 'too-large' : 'reset',
      isTooLarge
        ? `${address.host} sent more than ${bounds.body} bytes.`
        : `${address.host} sent a broken compressed answer.`,
      {outcome, status: answer.status, cause},
    );
  }
}
