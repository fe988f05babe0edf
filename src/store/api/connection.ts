/**
 * What the store needs of the API. The console paints before any of this is loaded: a session is given `connect`, which
 * brings the client, the contract and its validators when they are first needed.
 */

import type {DownloadOptions, PutOptions} from '../../client/http/presigned-transfer.ts';
import type {UploadOptions, UploadSource} from '../../client/http/upload.ts';
import type {Exchange, Mismatch, RateLimitState} from '../../client/index.ts';
import type {Endpoint} from '../../contract/schema/endpoint.ts';
import type {Field} from '../../contract/schema/field.ts';
import type {Problem} from '../../contract/schema/problem.ts';
import type {AnyRow, PathParams} from '../../families/shape/define-family.ts';
import type {Identifiers} from './identifiers.ts';

/** Who goes first when requests must wait. */
export type Priority = 'user' | 'screen' | 'events' | 'background';

export interface ApiRequest {
  readonly params?: PathParams | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  /** Values that the API answered, in the shape of the body: sent as they were read, whatever they are. */
  readonly read?: readonly unknown[] | undefined;
  readonly priority: Priority;
  /** Attempts in all, where repeating is safe; the client's own by default. */
  readonly attempts?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface PageRequest extends ApiRequest {
  /** `X-Filter`, as an object. */
  readonly filter?: Readonly<Record<string, unknown>> | undefined;
  /** Items wanted of one page; the largest the API allows by default. */
  readonly size?: number | undefined;
  /** Which page, from 1. */
  readonly page?: number | undefined;
  /** Of a list without end, only so many pages. */
  readonly pagesAtMost?: number | undefined;
}

/** A file for an operation that takes one. */
export interface Upload extends Pick<UploadOptions, 'signal' | 'onProgress'> {
  readonly params: PathParams;
  readonly source: UploadSource;
}

/** A page as it arrived; pages of one reading come in any order. */
export interface FetchedPage {
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  /** Items over all pages, as this page says; undefined where nobody counts them. */
  readonly results: number | undefined;
  readonly items: readonly AnyRow[];
  /** Items that cannot be told apart or are no objects, raw. */
  readonly unreadable: readonly unknown[];
  /** Byte for byte what the last reading of this page brought: `items` are the same objects. */
  readonly unchanged: boolean;
}

/** A page for whoever keeps its rows. */
export interface ListPage extends FetchedPage {
  /** A row that is held already may be put in the place of an item that says the same: both are then kept once. */
  readonly items: AnyRow[];
}

export interface ApiResponse {
  readonly answer: unknown;
  /** HTTP status. */
  readonly status: number;
  /** The API's name for the exchange, where it gave one. */
  readonly requestId: string | undefined;
}

/** A request as it will be sent. */
export interface PreparedRequest {
  readonly method: string;
  readonly url: string;
  /** With query. */
  readonly path: string;
  /** Like `path`, without secrets that stand in it: for what is kept. */
  readonly maskedPath: string;
  /** The bytes of the body; undefined without one. */
  readonly body: string | undefined;
  /** Everything wrong with it; it would not be sent. */
  readonly problems: readonly Problem[];
}

/** One request and what became of it. */
export type RequestReport = Pick<
  Exchange,
  'operation' | 'status' | 'milliseconds' | 'limitClass' | 'bytesIn' | 'bytesOut' | 'attempt' | 'unchanged' | 'warnings'
> & {
  /** The code of the failure, if it failed. */
  readonly failure: string | undefined;
};

/** Rate limits by class, of those that were met so far. */
export type RateLimits = RateLimitState;

export interface Validators {
  /** Everything wrong with one value, in words that follow the field's name. */
  checkField(field: Field, value: unknown): readonly string[];
  /** Values that break an advisory pattern, but for those that the API answered. */
  hints(endpoint: Endpoint, body: unknown, read?: readonly unknown[]): readonly Problem[];
}

/** The client, reduced to what is asked of it. Failures are thrown; `words.ts` knows how to read them. */
export interface Connection {
  /** How the provider spells identifiers. */
  readonly identifiers: Identifiers;
  /** An operation by its ID; undefined when the contract has none. */
  operation(id: string): Endpoint | undefined;
  /** Answers the body as read: repaired where the contract allows. */
  call(endpoint: Endpoint, request: ApiRequest): Promise<unknown>;
  /** Like `call`, with what is known of the answer. */
  send(endpoint: Endpoint, request: ApiRequest): Promise<ApiResponse>;
  /** One page. */
  page(endpoint: Endpoint, request: PageRequest): Promise<FetchedPage>;
  /** Reads every page, the first alone; `take` must not wait. */
  pages(endpoint: Endpoint, request: PageRequest, onPage: (page: ListPage) => void): Promise<void>;
  /**
   * Reads a listing that goes on by marker, part by part, from the query's marker on; `next` is where the following part
   * begins, and undefined after the last. What answers false has enough.
   */
  listing(
    endpoint: Endpoint,
    request: ApiRequest,
    onPage: (answer: unknown, next: string | undefined) => unknown,
  ): Promise<void>;
  /** Sends a file to an operation that takes one; answers the body as read. */
  upload(endpoint: Endpoint, upload: Upload): Promise<unknown>;
  /** Bytes to an address that the API gave, without the token; never repeated. */
  put(url: string, options: PutOptions): Promise<void>;
  /** Bytes from an address that the API gave, without the token. */
  download(url: string, options: DownloadOptions): Promise<unknown>;
  /** Deletes what an address that the API gave stands for, without the token; resolves with the HTTP status. */
  deleteAt(url: string): Promise<number>;
  /** What `call` would send, to the byte. */
  preview(endpoint: Endpoint, request: Omit<ApiRequest, 'priority'>): Promise<PreparedRequest>;
  /** The validators, which nobody needs who only reads. */
  validators(): Promise<Validators>;
  subscribe(listener: (report: RequestReport) => void): () => void;
  limits(): RateLimits;
  /** Scopes of the token as answers announce them; undefined before, and `*` for all. */
  scopes(): readonly string[] | undefined;
  /** Scopes that an operation needs and the token lacks; none while the token's are unknown. */
  missingScopes(endpoint: Endpoint): readonly string[];
  /** How far the API's clock is ahead of ours, milliseconds. */
  clockSkewMs(): number;
  /** Fields of answers that broke the contract, the most recent first. */
  mismatches(): readonly Mismatch[];
  /** The machine may have slept: connections that were kept are not trusted any more. */
  dropKeptAlive(): void;
  close(): Promise<void>;
}
