/** The client's options and its interface. */
import type {Endpoint, ResponseBody, Scope} from '../contract/schema/endpoint.ts';
import type {Clock} from './core/clock.ts';
import type {Mismatch} from './core/mismatch-log.ts';
import type {Stats} from './core/telemetry.ts';
import type {
  CallInput,
  CallOptions,
  ChangingOperation,
  DetailedAnswer,
  Exchange,
  OptionalArgs,
  PagesInput,
  PagesResult,
  QueryInput,
  Reply,
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
  readonly brand?: string | undefined;
  readonly acronym?: string | undefined;
  /** True when only requests that read may be sent. */
  readonly readOnly?: boolean | undefined;
  /**
   * The reason why a changing operation must not be sent, if any; asked when a call starts, and again before its bytes
   * leave.
   */
  readonly refusalOf?: ((operation: ChangingOperation) => string | undefined) | undefined;
  /** Receives every request when it has ended; must not throw. */
  readonly observe?: ((exchange: Exchange) => void) | undefined;
  readonly clock?: Clock | undefined;
  /** Between 0 and 1. */
  readonly random?: (() => number) | undefined;
  /** Rate limits, if the documents' limits do not apply and the server announces none. */
  readonly limits?: SchedulerOptions['limits'];
  /** The longest a call waits for the rate limit, milliseconds; default 125,000, a little over the longest window. */
  readonly maxWaitMs?: number | undefined;
  /** The longest that one request takes, milliseconds; nothing is sent again after that. */
  readonly requestTimeoutMs?: number | undefined;
  readonly timeouts?: Partial<Timeouts> | undefined;
  readonly bounds?: Partial<SizeLimits> | undefined;
  readonly retry?: Partial<RetryPolicy> | undefined;
  /** Requests at the same time; two more are reserved for user actions. Default 8. */
  readonly connections?: number | undefined;
  /** Default 100, or 500 for a provider with a brand word; found to be too large, it becomes 100. */
  readonly maxPageSize?: number | undefined;
  /** Bytes of list pages that are remembered; default 16 MiB: a list of ten thousand. */
  readonly maxCacheBytes?: number | undefined;
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
  readonly budget: {get(): RateLimitState};
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
