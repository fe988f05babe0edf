/** The client's options and its interface. */
import type {Endpoint, ResponseBody, Scope} from '../contract/schema/endpoint.ts';
import type {ClientClock} from './core/clock.ts';
import type {Mismatch} from './core/mismatch-log.ts';
import type {Stats} from './core/telemetry.ts';
import type {
  CallInput,
  CallOptions,
  ChangingOperation,
  CompletedRequest,
  DetailedResponse,
  OptionalArgs,
  PagesInput,
  PagesResult,
  QueryInput,
  ReceivedBody,
  RequestPreview,
} from './core/types.ts';
import type {SizeLimits, Timeouts} from './http/http-request.ts';
import type {DownloadOptions, PutOptions} from './http/presigned-transfer.ts';
import type {OpenDispatcher} from './http/transport.ts';
import type {UploadEndpoint, UploadInput} from './http/upload.ts';
import type {RateLimitState, SchedulerOptions} from './limits/request-scheduler.ts';
import type {RetryPolicy} from './limits/retry-policy.ts';
import type {TokenInUse, TokenProvider} from './request-sender.ts';

export interface ClientOptions {
  /** API root, with or without its version segment. Over plain HTTP, a token is sent to loopback only. */
  readonly baseUrl: string;
  /** Address of the metrics; without one, requests for metrics fail. */
  readonly metricsUrl?: string | undefined;
  /** Provider of the token: called when it is first needed, and again after the API refused the token. */
  readonly token: TokenProvider;
  /** Shared by successive clients, to distinguish a token that was never valid from one that was. */
  readonly tokenInUse?: TokenInUse | undefined;
  /** Advice for a token that the API rejects, which names its source. */
  readonly tokenAdvice?: string | undefined;
  readonly brand?: string | undefined;
  readonly acronym?: string | undefined;
  /** True if requests that change a resource are refused. */
  readonly readOnly?: boolean | undefined;
  /**
   * Returns the reason why a changing operation must not be sent, if any; called when a call starts, and again before
   * its request is sent.
   */
  readonly refusalOf?: ((operation: ChangingOperation) => string | undefined) | undefined;
  /** Receives every finished request; must not throw. */
  readonly observe?: ((request: CompletedRequest) => void) | undefined;
  readonly clock?: ClientClock | undefined;
  /** Between 0 and 1. */
  readonly random?: (() => number) | undefined;
  /** Rate limits that replace the documented ones, if the server announces none. */
  readonly limits?: SchedulerOptions['limits'];
  /** Maximum wait for the rate limit, milliseconds; default 125,000, slightly more than the longest window. */
  readonly maxWaitMs?: number | undefined;
  /** Maximum duration of one request, milliseconds; no retry starts after that time. */
  readonly requestTimeoutMs?: number | undefined;
  readonly timeouts?: Partial<Timeouts> | undefined;
  readonly bounds?: Partial<SizeLimits> | undefined;
  readonly retry?: Partial<RetryPolicy> | undefined;
  /** Maximum number of concurrent requests; two more are reserved for user actions. Default 8. */
  readonly connections?: number | undefined;
  /** Default 100, or 500 for a provider with an ID prefix; 100 after the API refuses the size. */
  readonly maxPageSize?: number | undefined;
  /** Maximum size of cached list pages in bytes; default 16 MiB, a list of ten thousand. */
  readonly maxCacheBytes?: number | undefined;
  readonly userAgent?: string | undefined;
  /** Opens the dispatcher of requests. Default: a pool of connections to the address. */
  readonly openDispatcher?: OpenDispatcher | undefined;
  /** Environment variables that name proxies; default `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

export interface Client {
  /** Sends a request, and resolves with the body of the response. Rejects with one of the classes of `errors.ts`. */
  call<E extends Endpoint>(endpoint: E, ...input: OptionalArgs<CallInput<E>>): Promise<ReceivedBody<E>>;
  /** Like `call`, with the details of the response. */
  send<E extends Endpoint>(endpoint: E, ...input: OptionalArgs<CallInput<E>>): Promise<DetailedResponse<E>>;
  /** Reads a whole list; `onPage` receives the pages when they arrive. */
  pages<E extends Endpoint>(endpoint: E, input: PagesInput<E>): Promise<PagesResult>;
  /**
   * Reads a listing that is paged by marker, from the query's marker on. Resolves with true at the end of the listing.
   */
  listing<E extends Endpoint>(endpoint: E, input: ListingInput<E>): Promise<boolean>;
  /** Builds the request with all of its problems, without sending it. */
  preview<E extends Endpoint>(endpoint: E, ...input: OptionalArgs<CallInput<E>>): Promise<RequestPreview>;
  /** Like `send`, for an operation that accepts a file. */
  upload<E extends UploadEndpoint>(endpoint: E, input: UploadInput<E>): Promise<DetailedResponse<E>>;
  /** Sends bytes to a URL from a response (`upload_to`, a signed URL), without the token. */
  put(url: string, options: PutOptions): Promise<void>;
  /** Downloads bytes from a URL in a response, without the token. Resolves with their content type. */
  download(url: string, options: DownloadOptions): Promise<string | undefined>;
  /** Deletes the object at a URL from a response, without the token. Resolves with the HTTP status. */
  deleteAt(url: string): Promise<number>;
  /** The rate limits of the classes that were used so far. */
  rateLimits(): RateLimitState;
  /** Scopes of the token as the API announces them; undefined before that. `*` stands for all. */
  readonly scopes: readonly string[] | undefined;
  /** Scopes that an operation needs and the token lacks; empty while the token's scopes are unknown. */
  missingScopes(endpoint: Endpoint): readonly Scope[];
  readonly stats: Stats;
  /** Fields of responses that broke the contract, the most recent first. */
  readonly mismatches: readonly Mismatch[];
  /** Milliseconds that the server's clock is ahead; undefined before its first response. */
  readonly clockSkewMs: number | undefined;
  /** Replaces all connections, which may be dead after a sleep of the machine. Requests that read are sent again. */
  reconnect(): void;
  /** Cancels the requests in flight and closes the connections. */
  close(): Promise<void>;
}

export type ListingInput<E extends Endpoint> = QueryInput<E> &
  CallOptions & {
    /** Receives the body of each page, and the marker of the next page; return false to stop reading. */
    readonly onPage: (body: ResponseBody<E>, next: string | undefined) => unknown;
  };
