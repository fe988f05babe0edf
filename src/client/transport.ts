/**
 * Bytes there and back: one request, one answer, through undici's pool. Knows nothing of the API.
 *
 * Every wait has a bound, measured on the injected clock: to connect, for the first byte, between two pieces of the
 * body, and for the whole; so has every size. What matters about a failure is told with it: whether the request
 * can have reached the server.
 */
import {promisify} from 'node:util';
import {brotliDecompress, gunzip, inflate} from 'node:zlib';
import type {Dispatcher} from 'undici';
import type {Address} from './address.ts';
import type {Clock} from './clock.ts';
import {Cancelled, type Outcome, Unreachable} from './errors.ts';
import {explain} from './explain.ts';
import {type Headers, header} from './headers.ts';

/** Milliseconds. */
export interface Timeouts {
  readonly connect: number;
  /** Until the answer begins. */
  readonly answer: number;
  /** Between two pieces of a body, in either direction. */
  readonly idle: number;
  readonly total: number;
}
export const defaultTimeouts: Timeouts = {connect: 10_000, answer: 30_000, idle: 15_000, total: 60_000};

export interface Bounds {
  /** Bytes of an answer's body, also after decompression. */
  readonly body: number;
  readonly headers: number;
}
export const defaultBounds: Bounds = {body: 64 * 1024 * 1024, headers: 32 * 1024};

export interface TransportOptions {
  readonly address: Address;
  readonly clock: Clock;
  readonly connections: number;
  readonly timeouts: Timeouts;
  readonly bounds: Bounds;
  /** Where proxies are looked up. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Outgoing {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A stream is pulled no faster than the connection takes it. */
  readonly body?: Uint8Array | AsyncIterable<Uint8Array> | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeouts?: Partial<Timeouts> | undefined;
  /** Takes a successful body piece by piece instead of having it collected. */
  readonly sink?: ((piece: Buffer) => void | Promise<void>) | undefined;
  /** Hears of the headers of a good answer, before the sink hears of its bytes. */
  readonly onHead?: ((headers: Headers) => void) | undefined;
}

export interface Incoming {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
  /** As they came over the wire. */
  readonly bytes: number;
}

export interface Transport {
  /** Rejects as `Unreachable` or `Cancelled`; any status is an answer. */
  send(request: Outgoing): Promise<Incoming>;
  /**
   * The connections may be dead: what comes next goes over new ones, and what is being read is asked for again. What changes
   * something, or has its bytes taken piece by piece, is left to its end.
   */
  renew(): void;
  close(): Promise<void>;
}

type Connector = Pick<Dispatcher, 'dispatch' | 'close' | 'destroy'>;

/** A connection that nobody uses is kept for so long; milliseconds. */
const keptFor = 30_000;

export function createTransport(options: TransportOptions): Transport {
  const {clock} = options;
  let current: Promise<Connector> | undefined;
  /** Until what went over them has ended. */
  const retired = new Set<Promise<Connector>>();
  /** How to give up what is being read, so that it can be asked for again. */
  const readings = new Set<() => void>();
  let usedAt = {date: 0, moment: 0};
  let closed = false;

  const use = () => {
    usedAt = {date: clock.now(), moment: clock.monotonic()};
  };
  const retire = () => {
    const old = current;
    if (!old) return;
    current = undefined;
    retired.add(old);
    // Whoever waits for one that cannot be made hears of it.
    const ended = old.then(connector => connector.close()).catch(() => {});
    void ended.then(() => retired.delete(old));
  };
  return {
    async send(request) {
      // The pool counts by timers, which stand still while the machine sleeps.
      if (Math.max(clock.now() - usedAt.date, clock.monotonic() - usedAt.moment) > keptFor) retire();
      for (;;) {
        current ??= connect(options);
        const taken = current;
        const ready = await taken;
        if (closed || request.signal?.aborted) throw new Cancelled();
        if (taken !== current) continue;
        use();
        const isRepeatable = request.method === 'GET' && !request.sink;
        const answer = await exchange(options, ready, request, isRepeatable ? readings : undefined).finally(use);
        // Reading changes nothing.
        if (answer) return decompressed(options, answer, request.method === 'GET' ? 'none' : 'unknown');
      }
    },
    renew() {
      retire();
      for (const giveUp of [...readings]) giveUp();
    },
    async close() {
      closed = true;
      const made = [...retired, ...(current ? [current] : [])];
      await Promise.all(made.map(async one => (await one.catch(() => undefined))?.destroy()));
    },
  };
}

async function connect({address, connections, bounds, timeouts, env}: TransportOptions): Promise<Connector> {
  const settings = {
    connections,
    // Answers to pipelined requests wait for one another; parallel connections do not.
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: bounds.headers,
    // The clock here is the injected one; undici's own timers stay off, but for a connection nobody waits for any more.
    headersTimeout: 0,
    bodyTimeout: 0,
    connectTimeout: timeouts.connect + 1000,
    keepAliveTimeout: keptFor,
    connect: verified,
  };
  // Through a proxy only inside TLS: plain HTTP is for loopback, and a proxy in between would read the token.
  if (address.origin.startsWith('https:') && !address.loopback && proxyOf(env)) {
    const {EnvHttpProxyAgent} = await import('undici');
    try {
      return new EnvHttpProxyAgent({...settings, requestTls: verified, proxyTls: verified, ...proxies(env)});
    } catch {
      // The address stays unsaid, and the cause, which repeats it: it may hold the proxy's password.
      const words = 'The proxy that the environment names cannot be used: write it like http://proxy.example.com:3128.';
      throw new Unreachable('address', words);
    }
  }
  const {default: Pool} = await import('undici/lib/dispatcher/pool.js');
  return new Pool(address.origin, settings);
}

/** Whatever the environment says: without verification the token would go to whoever answers. */
const verified = {rejectUnauthorized: true};

type Env = TransportOptions['env'];
/** A proxy without a scheme is spoken to over HTTP, as other programs do. */
const proxy = (text: string | undefined) => (!text || text.includes('://') ? text || undefined : `http://${text}`);
const httpProxy = (env: Env) => proxy(env.http_proxy || env.HTTP_PROXY);
const proxyOf = (env: Env) => proxy(env.https_proxy || env.HTTPS_PROXY) ?? httpProxy(env);
const proxies = (env: Env) => ({
  httpProxy: httpProxy(env) ?? '',
  httpsProxy: proxyOf(env) ?? '',
  noProxy: env.no_proxy || env.NO_PROXY || '',
});

/** @param readings takes how to give it up; then it resolves without an answer */
function exchange(
  options: TransportOptions,
  dispatcher: Connector,
  request: Outgoing,
  readings: Set<() => void> | undefined,
): Promise<Incoming | undefined> {
  const {address, clock, bounds} = options;
  const timeouts = {...options.timeouts, ...request.timeouts};
  const {promise, resolve, reject} = Promise.withResolvers<Incoming | undefined>();
  let controller: Dispatcher.DispatchController | undefined;
  let settled = false;
  let status = 0;
  let headers: Headers = {};
  let bytes = 0;
  const pieces: Buffer[] = [];

  const now = clock.monotonic;
  const started = now();
  let phase: Exclude<keyof Timeouts, 'total'> = 'connect';
  let due = started + timeouts.connect;
  let armedFor = Number.POSITIVE_INFINITY;
  let disarm: () => void = () => {};
  const watch = () => {
    armedFor = Math.min(due, started + timeouts.total);
    const left = armedFor - now();
    if (left > 0) disarm = clock.schedule(left, watch);
    else
      fail(
        new Unreachable('timeout', late(address.host, due > now() ? 'total' : phase, timeouts), {outcome: outcome()}),
      );
  };
  /** Something happened: the wait for the next thing begins. The timer is set anew only when it would be late. */
  const enter = (next: typeof phase, patience = timeouts[next]) => {
    phase = next;
    due = now() + patience;
    if (due >= armedFor) return;
    disarm();
    watch();
  };

  /** A request that has begun to be written may have been read. */
  const outcome = (): Outcome => (controller && request.method !== 'GET' ? 'unknown' : 'none');
  const settle = () => {
    settled = true;
    disarm();
    request.signal?.removeEventListener('abort', give);
    readings?.delete(giveUp);
  };
  const fail = (error: Error) => {
    if (settled) return;
    settle();
    controller?.abort(error);
    reject(error);
  };
  const give = () => fail(new Cancelled({outcome: outcome()}));
  const giveUp = () => {
    settle();
    controller?.abort(new Cancelled());
    resolve(undefined);
  };
  const tooLarge = () =>
    fail(
      new Unreachable('too-large', `${address.host} sent more than ${bounds.body} bytes.`, {
        outcome: outcome(),
        status,
      }),
    );

  /** The connection waits for a sink that takes its time. */
  const pour = (piece: Buffer) => {
    const taken = request.sink?.(piece);
    if (!taken) return;
    controller?.pause();
    enter('idle', Number.POSITIVE_INFINITY);
    taken.then(() => {
      if (settled) return;
      enter('idle');
      controller?.resume();
    }, fail);
  };

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(given) {
      // Given up while the connection was being made: nothing may leave any more.
      if (settled) return given.abort(new Cancelled());
      controller = given;
      enter('answer');
    },
    onBodySent() {
      enter('answer');
    },
    onResponseStart(_, code, fields) {
      if (code < 200) return;
      status = code;
      headers = fields;
      enter('idle');
      if (status < 300) request.onHead?.(headers);
      if (!request.sink && Number(header(headers, 'content-length')) > bounds.body) tooLarge();
    },
    onResponseData(_, piece) {
      // Resuming hands over an empty piece first; pausing for it would go round for ever.
      if (settled || piece.length === 0) return;
      enter('idle');
      bytes += piece.length;
      if (request.sink && status < 300) return pour(piece);
      if (bytes > bounds.body) return tooLarge();
      pieces.push(piece);
    },
    onResponseEnd() {
      if (settled) return;
      settle();
      const [only] = pieces;
      resolve({status, headers, bytes, body: pieces.length === 1 && only ? only : Buffer.concat(pieces)});
    },
    onResponseError(_, error) {
      fail(explain(error, address, outcome(), status === 0 ? undefined : status));
    },
  };

  request.signal?.addEventListener('abort', give, {once: true});
  readings?.add(giveUp);
  watch();
  dispatcher.dispatch(
    {
      origin: address.origin,
      path: request.path,
      method: request.method,
      headers: request.headers,
      // undici takes any async iterable; its types know streams only.
      body: (request.body ?? null) as Dispatcher.DispatchOptions['body'] & {},
    },
    handler,
  );
  return promise;
}

const phases: Readonly<Record<keyof Timeouts, (seconds: string) => string>> = {
  connect: seconds => `accepted no connection within ${seconds}`,
  answer: seconds => `did not answer within ${seconds}`,
  idle: seconds => `stopped in the middle of its answer and sent nothing for ${seconds}`,
  total: seconds => `did not finish its answer within ${seconds}`,
};
const late = (host: string, phase: keyof Timeouts, timeouts: Timeouts): string =>
  `${host} ${phases[phase](`${timeouts[phase] / 1000} s`)}.`;

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: promisify(inflate),
} as const;

/** @param outcome what became of the change where the answer is of no use */
async function decompressed(
  {address, bounds}: TransportOptions,
  answer: Incoming,
  outcome: Outcome,
): Promise<Incoming> {
  const encoding = header(answer.headers, 'content-encoding')?.toLowerCase();
  if (!encoding || !Object.hasOwn(decoders, encoding) || answer.body.length === 0) return answer;
  try {
    const body = await decoders[encoding as keyof typeof decoders](answer.body, {maxOutputLength: bounds.body});
    return {...answer, body};
  } catch (cause) {
    const bomb = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new Unreachable(
      bomb ? 'too-large' : 'reset',
      bomb
        ? `${address.host} sent more than ${bounds.body} bytes.`
        : `${address.host} sent a broken compressed answer.`,
      {outcome, status: answer.status, cause},
    );
  }
}
