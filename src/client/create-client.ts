/** Creates the client, which all requests to the API use. */

import type {Endpoint, ResponseBody} from '../contract/schema/endpoint.ts';
import type {Page} from '../contract/schema/page.ts';
import {brand} from '../contract/wire/brand.ts';
import {dialects} from '../contract/wire/dialect.ts';
import type {Client, ClientOptions} from './client-options.ts';
import {type ApiAddress, parseAddress} from './core/api-address.ts';
import {systemClock} from './core/clock.ts';
import {GuardedError, ReadOnlyError} from './core/errors.ts';
import {Telemetry} from './core/telemetry.ts';
import type {
  CallInput,
  CallOptions,
  DetailedResponse,
  OptionalArgs,
  PagesInput,
  PagesResult,
  ReceivedBody,
  RequestPreview,
} from './core/types.ts';
import {maskedToken, prepareRequest, type ServerInfo, type UntypedCall} from './http/build-request.ts';
import {defaultSizeLimits, defaultTimeouts, timeoutsWithin} from './http/http-request.ts';
import {missingScopes, type ParsedResponse} from './http/parse-response.ts';
import {PresignedTransfers} from './http/presigned-transfer.ts';
import {createTransport, type Transport} from './http/transport.ts';
import {type Priority, RequestScheduler, userReserve} from './limits/request-scheduler.ts';
import {defaultRetry, type RetryPolicy} from './limits/retry-policy.ts';
import {PageCache} from './lists/page-cache.ts';
import {type PageResponse, readByMarker, readPages, refusesPageSize} from './lists/read-all-pages.ts';
import {MetricsHost} from './metrics-host.ts';
import {RequestRunner} from './request-runner.ts';
import {RequestSender} from './request-sender.ts';

export function createClient(options: ClientOptions): Client {
  const address = parseAddress(options.baseUrl);
  const clock = options.clock ?? systemClock;
  const random = options.random ?? Math.random;
  const maxInFlight = Math.max(1, options.connections ?? 8);
  let server = serverInfoOf(options, address);
  const transport = openTransport(options, address, maxInFlight + userReserve);
  const {maxWaitMs = 125_000, limits, observe, refusalOf, readOnly: isReadOnly = false} = options;
  const scheduler = new RequestScheduler({clock, random, maxInFlight, maxWaitMs, limits});
  const telemetry = new Telemetry();
  const pageCache = new PageCache<ParsedResponse>(options.maxCacheBytes ?? 16 * 1024 * 1024);
  const sender = new RequestSender({
    server,
    clock,
    scheduler,
    transport,
    telemetry,
    pageCache,
    token: options.token,
    tokenInUse: options.tokenInUse ?? {token: undefined},
    tokenAdvice: options.tokenAdvice,
    observe,
    refusalOf,
  });
  const retryPolicy = retryPolicyOf(options);
  const runnerParts = {clock, random, telemetry, retryPolicy, isReadOnly, refusalOf};
  const runner = new RequestRunner({...runnerParts, sender, server: () => server});
  const metricsScheduler = new RequestScheduler({clock, random, maxInFlight, maxWaitMs, limits});
  const metrics = new MetricsHost({
    url: options.metricsUrl,
    clock,
    server: () => server,
    runner: runnerParts,
    sender: {clock, scheduler: metricsScheduler, telemetry, pageCache, observe, refusalOf},
    openTransport: at => openTransport(options, at, maxInFlight + userReserve),
    fetchToken: (endpoint, call) => runner.runForRead(endpoint, call),
  });
  const run: Run = (endpoint, call) => (endpoint.spec.host === 'metrics' ? metrics : runner).run(endpoint, call);
  const transfers = new PresignedTransfers({
    clock,
    userAgent: server.userAgent,
    transportFor: at => openTransport(options, at, userReserve),
    observe,
  });
  return {
    ...callsOf(run),
    upload: async (endpoint, input) => (await runner.upload(endpoint, input)) as DetailedResponse<typeof endpoint>,
    ...listReadsOf(run, {
      maxInFlight,
      maxPageSize: () => server.maxPageSize,
      onTooLarge(maxPageSize) {
        server = {...server, maxPageSize};
      },
    }),
    preview: async (endpoint, ...[input]) =>
      previewOf(endpoint.spec.host === 'metrics' ? metrics.server : server, endpoint, (input ?? {}) as UntypedCall),
    async put(url, putOptions) {
      refuseTransfer(options, 'upload', 'PUT');
      await transfers.put(url, putOptions);
    },
    download: (url, downloadOptions) => transfers.download(url, downloadOptions),
    async deleteAt(url) {
      refuseTransfer(options, 'erase', 'DELETE');
      return transfers.deleteAt(url);
    },
    rateLimits: () => scheduler.get(),
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
    get clockSkewMs() {
      return telemetry.clockSkewMs;
    },
    reconnect() {
      transport.reconnect();
      metrics.reconnect();
      transfers.reconnect();
    },
    async close() {
      scheduler.close();
      metricsScheduler.close();
      runner.close();
      await Promise.all([transport.close(), metrics.close(), transfers.close()]);
    },
  };
}

/** @throws ReadOnlyError @throws GuardedError */
function refuseTransfer({refusalOf, readOnly: isReadOnly}: ClientOptions, id: string, method: 'PUT' | 'DELETE'): void {
  if (isReadOnly) throw new ReadOnlyError(id);
  const reason = refusalOf?.({id, method, path: ''});
  if (reason !== undefined) throw new GuardedError(id, reason);
}

const serverInfoOf = (options: ClientOptions, address: ApiAddress): ServerInfo => ({
  address,
  brand: brand(options.brand, {acronym: options.acronym, apiHost: address.host}),
  userAgent: options.userAgent ?? 'skydeck',
  maxPageSize: options.maxPageSize ?? dialects[options.brand ? 'provider' : 'documents'].pageSize.max,
});

function openTransport(options: ClientOptions, address: ApiAddress, connections: number): Transport {
  const {requestTimeoutMs} = options;
  const timeouts = requestTimeoutMs === undefined ? defaultTimeouts : timeoutsWithin(requestTimeoutMs);
  return createTransport({
    address,
    clock: options.clock ?? systemClock,
    connections,
    timeouts: {...timeouts, ...options.timeouts},
    bounds: {...defaultSizeLimits, ...options.bounds},
    env: options.env ?? process.env,
    openDispatcher: options.openDispatcher,
  });
}

function retryPolicyOf({retry, requestTimeoutMs}: ClientOptions): RetryPolicy {
  const policy = {...defaultRetry, ...retry};
  return {...policy, maxElapsedMs: Math.min(policy.maxElapsedMs, requestTimeoutMs ?? Number.POSITIVE_INFINITY)};
}

/** Sends a request to the host that answers the operation. */
type Run = RequestRunner['run'];

const callsOf = (run: Run): Pick<Client, 'call' | 'send'> => ({
  async call<E extends Endpoint>(endpoint: E, ...[input]: OptionalArgs<CallInput<E>>) {
    return (await run(endpoint, (input ?? {}) as UntypedCall & CallOptions)).body as ReceivedBody<E>;
  },
  async send<E extends Endpoint>(endpoint: E, ...[input]: OptionalArgs<CallInput<E>>) {
    return (await run(endpoint, (input ?? {}) as UntypedCall & CallOptions)) as DetailedResponse<E>;
  },
});

interface ListReadOptions {
  readonly maxInFlight: number;
  maxPageSize(): number;
  /** Called when the API refuses pages of that size, with the largest that it accepts. */
  onTooLarge(maxPageSize: number): void;
}

function listReadsOf(run: Run, options: ListReadOptions): Pick<Client, 'pages' | 'listing'> {
  const fetchPage = async (endpoint: Endpoint, call: UntypedCall & CallOptions): Promise<PageResponse> => {
    const {body, unreadable, isUnchanged, mismatches} = await run(endpoint, call);
    const isNumbered = !mismatches.some(({path}) => path === 'page');
    return {page: body as Page<unknown>, unreadable, isUnchanged, isNumbered};
  };
  return {
    async pages<E extends Endpoint>(endpoint: E, {onPage, ...input}: PagesInput<E>): Promise<PagesResult> {
      const call = input as UntypedCall & CallOptions;
      const priority: Priority = call.priority ?? 'screen';
      const read = (pageSize: number) =>
        readPages({
          maxInFlight: options.maxInFlight,
          fetchPage: page => fetchPage(endpoint, {...call, priority, page, pageSize}),
          onPage: onPage as (items: readonly unknown[], facts: Parameters<typeof onPage>[1]) => void,
        });
      const size = call.pageSize ?? options.maxPageSize();
      try {
        return await read(size);
      } catch (error) {
        const acceptedSize = dialects.documents.pageSize.max;
        // Compares the size of this request and not `maxPageSize`, which a concurrent read may have decreased.
        if (size <= acceptedSize || !refusesPageSize(error)) throw error;
        options.onTooLarge(acceptedSize);
        return await read(acceptedSize);
      }
    },
    listing(endpoint, {onPage, ...input}) {
      const call = input as UntypedCall & CallOptions;
      const {marker: from, ...wanted} = (call.query ?? {}) as {readonly marker?: string};
      return readByMarker(
        async marker => {
          const query = marker === undefined ? wanted : {...wanted, marker};
          return (await run(endpoint, {...call, priority: call.priority ?? 'screen', query})).body;
        },
        (body, next) => onPage(body as ResponseBody<typeof endpoint>, next),
        from,
      );
    },
  };
}

async function previewOf(server: ServerInfo, endpoint: Endpoint, call: UntypedCall): Promise<RequestPreview> {
  const {path, maskedPath, headers, body, fieldErrors} = await prepareRequest(endpoint, call, server);
  return {
    method: endpoint.method,
    url: server.address.origin + path,
    path,
    maskedPath,
    headers: endpoint.spec.auth === 'none' ? headers : {...headers, authorization: maskedToken},
    body: body && Buffer.from(body).toString('utf8'),
    fieldErrors,
  };
}
