/** The only path to the API: every call of every layer uses a client. */

import {type Endpoint, isMutation, type ResponseBody, type Scope} from '../contract/schema/endpoint.ts';
import type {Page} from '../contract/schema/page.ts';
import {brand} from '../contract/wire/brand.ts';
import {dialects} from '../contract/wire/dialect.ts';
import {parseAddress} from './core/api-address.ts';
import {type Clock, systemClock} from './core/clock.ts';
import {ClientError, ReadOnlyError, RejectedError} from './core/errors.ts';
import type {Mismatch} from './core/mismatch-log.ts';
import {type Stats, Telemetry} from './core/telemetry.ts';
import type {
  CallInput,
  CallOptions,
  DetailedAnswer,
  Exchange,
  OptionalArgs,
  PagesInput,
  PagesResult,
  QueryInput,
  Reply,
  RequestPreview,
} from './core/types.ts';
import {
  maskedToken,
  type PreparedRequest,
  prepareRequest,
  type ServerInfo,
  type UntypedCall,
} from './http/build-request.ts';
import {
  defaultSizeLimits,
  defaultTimeouts,
  type SizeLimits,
  type Timeouts,
  timeoutsWithin,
} from './http/http-request.ts';
import {missingScopes} from './http/parse-response.ts';
import {type DownloadOptions, PresignedTransfers, type PutOptions} from './http/presigned-transfer.ts';
import {createTransport, type OpenDispatcher} from './http/transport.ts';
import {
  formUpload,
  meteredUpload,
  type UploadEndpoint,
  type UploadInput,
  uploadTimeouts,
  withSourceFailure,
  withUploadHeaders,
} from './http/upload.ts';
import {
  type Priority,
  type RateLimitState,
  RequestScheduler,
  type SchedulerOptions,
  userPriorities,
} from './limits/request-scheduler.ts';
import {defaultRetry, type RetryPolicy, runWithRetries} from './limits/retry-policy.ts';
import {type SharedCall, Singleflight} from './limits/singleflight.ts';
import {PageCache} from './lists/page-cache.ts';
import {type PageAnswer, readByMarker, readPages, refusesPageSize} from './lists/read-all-pages.ts';
import {
  type CachedAnswer,
  type RequestResult,
  RequestSender,
  requestKey,
  type TokenInUse,
  type TokenProvider,
} from './send-once.ts';

export interface ClientOptions {
  /** API root, with or without its version segment. Over plain HTTP, a token is sent to loopback only. */
  readonly baseUrl: string;
  /** Provider of the token: called when it is first needed, and again after the API refused the token. */
  readonly token: TokenProvider;
  /** Shared by successive clients, to distinguish a token that was never valid from one that was. */
  readonly tokenInUse?: TokenInUse | undefined;
  readonly brand?: string | undefined;
  readonly acronym?: string | undefined;
  /** True when only GET requests may be sent. */
  readonly readOnly?: boolean | undefined;
  /** Receives every request when it has ended; must not throw. */
  readonly observe?: ((exchange: Exchange) => void) | undefined;
  readonly clock?: Clock | undefined;
  /** Between 0 and 1. */
  readonly random?: (() => number) | undefined;
  /** Rate limits, if the documents' limits do not apply and the server announces none. */
  readonly limits?: SchedulerOptions['limits'];
  /** The longest a call waits for the rate limit, milliseconds; default 125,000, a little over the longest window. */
  readonly patience?: number | undefined;
  /** The longest that one request takes, milliseconds; nothing is sent again after that. */
  readonly requestTimeoutMs?: number | undefined;
  readonly timeouts?: Partial<Timeouts> | undefined;
  readonly bounds?: Partial<SizeLimits> | undefined;
  readonly retry?: Partial<RetryPolicy> | undefined;
  /** Requests at the same time; user actions have two lanes of their own beside. Default 8. */
  readonly connections?: number | undefined;
  /** Default 100, or 500 for a provider with a brand word; found to be too large, it becomes 100. */
  readonly maxPageSize?: number | undefined;
  /** Bytes of list pages that are remembered; default 16 MiB: a list of ten thousand. */
  readonly memory?: number | undefined;
  readonly userAgent?: string | undefined;
  /** Opens the dispatcher of requests. Default: a pool of connections to the address. */
  readonly openDispatcher?: OpenDispatcher | undefined;
  /** Environment variables that name proxies; default `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

export interface Client {
  /** Sends a request, and resolves with the answer of the contract. Rejects with one of the classes of `errors.ts`. */
  call<E extends Endpoint>(endpoint: E, ...input: OptionalArgs<CallInput<E>>): Promise<Reply<E>>;
  /** Like `call`, with the details of the answer. */
  send<E extends Endpoint>(endpoint: E, ...input: OptionalArgs<CallInput<E>>): Promise<DetailedAnswer<E>>;
  /** Reads a whole list; pages are handed over as they arrive. */
  pages<E extends Endpoint>(endpoint: E, input: PagesInput<E>): Promise<PagesResult>;
  /**
   * Reads a listing that is paged by marker, from the query's marker on. Resolves with true when it reached the end.
   */
  listing<E extends Endpoint>(endpoint: E, input: ListingInput<E>): Promise<boolean>;
  /** The request as it would be sent, with all of its problems; nothing is sent. */
  preview<E extends Endpoint>(endpoint: E, ...input: OptionalArgs<CallInput<E>>): Promise<RequestPreview>;
  /** Sends a file to an operation that accepts one. */
  upload<E extends UploadEndpoint>(endpoint: E, input: UploadInput<E>): Promise<Reply<E>>;
  /** Sends bytes to an address that the API gave (`upload_to`, a signed URL), without the token. */
  put(url: string, options: PutOptions): Promise<void>;
  /** Downloads bytes from an address that the API gave, without the token. Resolves with their content type. */
  download(url: string, options: DownloadOptions): Promise<string | undefined>;
  /** Deletes the object at an address that the API gave, without the token. Resolves with the HTTP status. */
  deleteAt(url: string): Promise<number>;
  readonly budget: {get(): RateLimitState; subscribe(listener: () => void): () => void};
  /** Scopes of the token as the API announces them; undefined before that. `*` stands for all. */
  readonly scopes: readonly string[] | undefined;
  /** Scopes that an operation needs and the token lacks; empty while the token's scopes are unknown. */
  missingScopes(endpoint: Endpoint): readonly Scope[];
  readonly stats: Stats;
  /** Fields of answers that broke the contract, the most recent first. */
  readonly mismatches: readonly Mismatch[];
  /** Milliseconds that the server's clock is ahead; undefined before its first answer. */
  readonly clockSkew: number | undefined;
  /** Replaces all connections, which may be dead after a sleep of the machine. Requests that read are sent again. */
  reconnect(): void;
  /** Cancels the requests in flight and closes the connections. */
  close(): Promise<void>;
}

export type ListingInput<E extends Endpoint> = QueryInput<E> &
  CallOptions & {
    /** Receives each part, and the marker of the next one; return false to stop reading. */
    readonly onPart: (answer: ResponseBody<E>, next: string | undefined) => unknown;
  };

export function createClient(options: ClientOptions): Client {
  const address = parseAddress(options.baseUrl);
  const clock = options.clock ?? systemClock;
  const random = options.random ?? Math.random;
  const lanes = Math.max(1, options.connections ?? 8);
  const {requestTimeoutMs} = options;
  const timeouts = requestTimeoutMs === undefined ? defaultTimeouts : timeoutsWithin(requestTimeoutMs);
  const policy = {...defaultRetry, ...options.retry};
  const maxElapsedMs = Math.min(policy.maxElapsedMs, requestTimeoutMs ?? Number.POSITIVE_INFINITY);
  const retryPolicy = {...policy, maxElapsedMs};
  const maxPageSize = options.maxPageSize ?? dialects[options.brand ? 'provider' : 'documents'].pageSize.max;
  let server: ServerInfo = {
    address,
    brand: brand(options.brand, {acronym: options.acronym, apiHost: address.host}),
    userAgent: options.userAgent ?? 'skydeck',
    maxPageSize,
  };
  const transportFor = (at: typeof address, connections: number) =>
    createTransport({
      address: at,
      clock,
      connections,
      timeouts: {...timeouts, ...options.timeouts},
      bounds: {...defaultSizeLimits, ...options.bounds},
      env: options.env ?? process.env,
      openDispatcher: options.openDispatcher,
    });
  const transport = transportFor(address, lanes + userPriorities);
  const scheduler = new RequestScheduler({
    clock,
    random,
    lanes,
    maxWaitMs: options.patience ?? 125_000,
    limits: options.limits,
  });
  const telemetry = new Telemetry();
  const pageCache = new PageCache<CachedAnswer>(options.memory ?? 16 * 1024 * 1024);
  const sender = new RequestSender({
    server,
    clock,
    scheduler,
    transport,
    telemetry,
    pageCache,
    token: options.token,
    tokenInUse: options.tokenInUse ?? {token: undefined},
    observe: options.observe,
  });
  const singleflight = new Singleflight<RequestResult>();
  const transfers = new PresignedTransfers({
    clock,
    userAgent: server.userAgent,
    transportFor: at => transportFor(at, userPriorities),
    observe: options.observe,
  });

  const refuseChanges = (endpoint: Endpoint) => {
    if (options.readOnly && isMutation(endpoint)) throw new ReadOnlyError(endpoint.id);
  };

  /** Adds the operation to the message of every failure. */
  async function withOperationName<T>(endpoint: Endpoint, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof ClientError) error.operation ??= endpoint.id;
      throw error;
    }
  }

  const request = (endpoint: Endpoint, call: UntypedCall & CallOptions) =>
    withOperationName(endpoint, () => sendOrJoin(endpoint, call));

  async function sendOrJoin(endpoint: Endpoint, call: UntypedCall & CallOptions): Promise<RequestResult> {
    refuseChanges(endpoint);
    if (endpoint.spec.upload) throw new Error(`${endpoint.id} takes a file: use upload()`);
    const preparedRequest = await prepareRequest(endpoint, call, server);
    if (preparedRequest.problems.length > 0)
      throw new RejectedError(preparedRequest.problems, {
        local: true,
        providerProblems: server.brand.toWire.problems(preparedRequest.problems),
      });
    const shareable = endpoint.method === 'GET' && !call.fresh;
    return singleflight.run(
      shareable ? requestKey(preparedRequest) : undefined,
      {priority: call.priority ?? 'user', signal: call.signal},
      sharedCall => sendWithRetries(preparedRequest, sharedCall, call.attempts),
      () => telemetry.shared++,
    );
  }

  const sendWithRetries = (preparedRequest: PreparedRequest, flight: SharedCall, attempts?: number) =>
    runWithRetries(
      {
        method: preparedRequest.endpoint.method,
        policy: attempts === undefined ? retryPolicy : {...retryPolicy, attempts},
        clock,
        random,
        signal: flight.signal,
      },
      number =>
        sender.send(preparedRequest, {
          number,
          priority: flight.priority,
          signal: flight.signal,
          onQueued: ticket => {
            flight.ticket = ticket;
          },
        }),
    );

  async function askPage(endpoint: Endpoint, call: UntypedCall & CallOptions): Promise<PageAnswer> {
    const {answer, unreadable, unchanged, misreads} = await request(endpoint, call);
    const isNumbered = !misreads.some(({path}) => path === 'page');
    return {page: answer as Page<unknown>, unreadable, unchanged, isNumbered};
  }

  const client: Client = {
    async call<E extends Endpoint>(endpoint: E, ...[input]: OptionalArgs<CallInput<E>>) {
      return (await request(endpoint, (input ?? {}) as UntypedCall & CallOptions)).answer as Reply<E>;
    },
    async send<E extends Endpoint>(endpoint: E, ...[input]: OptionalArgs<CallInput<E>>) {
      return (await request(endpoint, (input ?? {}) as UntypedCall & CallOptions)) as DetailedAnswer<E>;
    },
    async pages<E extends Endpoint>(endpoint: E, {onPage, ...input}: PagesInput<E>) {
      const call = input as UntypedCall & CallOptions;
      const priority: Priority = call.priority ?? 'screen';
      const read = (pageSize: number) =>
        readPages({
          lanes,
          fetchPage: page => askPage(endpoint, {...call, priority, page, pageSize}),
          onPage: onPage as (items: readonly unknown[], facts: Parameters<typeof onPage>[1]) => void,
        });
      const size = call.pageSize ?? server.maxPageSize;
      try {
        return await read(size);
      } catch (error) {
        const maxPageSize = dialects.documents.pageSize.max;
        // The size of this request, not the largest size known by now: a list that is read at the same time may have
        // found a smaller limit meanwhile.
        if (size <= maxPageSize || !refusesPageSize(error)) throw error;
        server = {...server, maxPageSize};
        return await read(maxPageSize);
      }
    },
    listing(endpoint, {onPart, ...input}) {
      const call = input as UntypedCall & CallOptions;
      const {marker: from, ...wanted} = (call.query ?? {}) as {readonly marker?: string};
      return readByMarker(
        async marker => {
          const query = marker === undefined ? wanted : {...wanted, marker};
          return (await request(endpoint, {...call, priority: call.priority ?? 'screen', query})).answer;
        },
        (answer, next) => onPart(answer as ResponseBody<typeof endpoint>, next),
        from,
      );
    },
    async preview<E extends Endpoint>(endpoint: E, ...[input]: OptionalArgs<CallInput<E>>) {
      const {path, maskedPath, headers, body, problems} = await prepareRequest(
        endpoint,
        (input ?? {}) as UntypedCall,
        server,
      );
      return {
        method: endpoint.method,
        url: address.origin + path,
        path,
        maskedPath,
        headers: endpoint.spec.auth === 'none' ? headers : {...headers, authorization: maskedToken},
        body: body && Buffer.from(body).toString('utf8'),
        problems,
      };
    },
    async upload<E extends UploadEndpoint>(endpoint: E, input: UploadInput<E>) {
      refuseChanges(endpoint);
      const form = endpoint.spec.upload === 'multipart/form-data';
      const upload = form ? formUpload(input, random) : meteredUpload(input, endpoint.spec.upload);
      const preparedRequest = withUploadHeaders(await prepareRequest(endpoint, {params: input.params}, server), upload);
      const {priority = 'user', signal} = input;
      const send = (flight: SharedCall) =>
        sender.send(preparedRequest, {
          number: 1,
          priority,
          signal: flight.signal,
          stream: upload.stream,
          timeouts: uploadTimeouts,
        });
      const {answer} = await withOperationName(endpoint, () =>
        withSourceFailure(upload, () => singleflight.run(undefined, {priority, signal}, send)),
      );
      return answer as Reply<E>;
    },
    async put(url, putOptions) {
      if (options.readOnly) throw new ReadOnlyError('upload');
      await transfers.put(url, putOptions);
    },
    download: (url, downloadOptions) => transfers.download(url, downloadOptions),
    async deleteAt(url) {
      if (options.readOnly) throw new ReadOnlyError('erase');
      return transfers.deleteAt(url);
    },
    budget: {get: () => scheduler.get(), subscribe: listener => scheduler.subscribe(listener)},
    get scopes() {
      return sender.scopes;
    },
    missingScopes: endpoint => missingScopes(endpoint.spec.scopes ?? [], sender.scopes),
    get mismatches() {
      return telemetry.mismatches.all;
    },
    get stats() {
      return telemetry.stats;
    },
    get clockSkew() {
      return telemetry.skew;
    },
    reconnect() {
      transport.reconnect();
      transfers.reconnect();
    },
    async close() {
      scheduler.close();
      singleflight.close();
      await Promise.all([transport.close(), transfers.close()]);
    },
  };
  return client;
}
