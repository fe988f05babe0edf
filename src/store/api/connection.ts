/**
 * The part of the API client that the store uses. The console paints its first frame before this part is loaded: a
 * session gets `connect`, which loads the client, the contract and its validators at the first use.
 */

import type {DownloadOptions, PutOptions} from '../../client/http/presigned-transfer.ts';
import type {UploadOptions, UploadSource} from '../../client/http/upload.ts';
import type {CompletedRequest, Mismatch, Priority, RateLimitState} from '../../client/index.ts';
import type {Endpoint} from '../../contract/schema/endpoint.ts';
import type {Field} from '../../contract/schema/field.ts';
import type {FieldError} from '../../contract/schema/field-error.ts';
import type {AnyRow, PathParams} from '../../families/shape/define-family.ts';
import type {Identifiers} from './identifiers.ts';

export type {Priority};

export interface ApiRequest {
  readonly params?: PathParams | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  /** Values that the API returned, in the shape of the body: sent as they were read, without validation. */
  readonly originalValues?: readonly unknown[] | undefined;
  readonly priority: Priority;
  /** The maximum number of attempts for requests that are safe to repeat; default: the client's limit. */
  readonly attempts?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface PageRequest extends ApiRequest {
  /** `X-Filter`, as an object. */
  readonly filter?: Readonly<Record<string, unknown>> | undefined;
  /** The number of items per page; default: the API's maximum. */
  readonly size?: number | undefined;
  /** The page number, from 1. */
  readonly page?: number | undefined;
  /** The maximum number of pages to read from an endless list. */
  readonly pagesAtMost?: number | undefined;
}

/** A file for an operation that takes one. */
export interface Upload extends Pick<UploadOptions, 'signal' | 'onProgress'> {
  readonly params: PathParams;
  readonly source: UploadSource;
}

/** A page as it arrived; the pages of one read may come in any order. */
export interface FetchedPage {
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  /** The number of items on all pages, as this page reports it; undefined if the API doesn't count them. */
  readonly results: number | undefined;
  readonly items: readonly AnyRow[];
  /** Raw items that have no key or aren't objects. */
  readonly unreadable: readonly unknown[];
  /** True if the bytes of the page are the same as at its last read: `items` are the same objects. */
  readonly isUnchanged: boolean;
}

/** A page whose rows the caller may keep. */
export interface ListPage extends FetchedPage {
  /** The items. The caller may replace an item by an equal stored row, so that only one copy stays in memory. */
  readonly items: AnyRow[];
}

export interface ApiResponse {
  readonly body: unknown;
  /** HTTP status. */
  readonly status: number;
  /** The API's ID of the request, if it returned one. */
  readonly requestId: string | undefined;
}

/** A request as it will be sent. */
export interface CheckedRequest {
  readonly method: string;
  readonly url: string;
  /** With query. */
  readonly path: string;
  /** Like `path`, with secrets masked, for storage. */
  readonly maskedPath: string;
  /** The bytes of the body; undefined without one. */
  readonly body: string | undefined;
  /** All problems of the request; with any, it is not sent. */
  readonly fieldErrors: readonly FieldError[];
}

/** One request and its outcome. */
export type RequestReport = Pick<
  CompletedRequest,
  | 'operation'
  | 'status'
  | 'milliseconds'
  | 'limitClass'
  | 'bytesIn'
  | 'bytesOut'
  | 'attempt'
  | 'isUnchanged'
  | 'warnings'
> & {
  /** The code of the failure, if it failed. */
  readonly failure: string | undefined;
};

/** Rate limits by class; a class is absent before a response has reported it. */
export type RateLimitsByClass = RateLimitState;

export interface Validators {
  /** All problems of a value, as texts that follow the field's name. */
  checkField(field: Field, value: unknown): readonly string[];
  /** Hints for values that break an advisory pattern or maximum, except values that the API returned. */
  hints(endpoint: Endpoint, body: unknown, originalValues?: readonly unknown[]): readonly FieldError[];
}

/** The client, reduced to the calls that the store makes. Failures are thrown; `failure-text.ts` turns them into text. */
export interface Connection {
  /** The provider's spelling of identifiers. */
  readonly identifiers: Identifiers;
  /** An operation by its ID; undefined when the contract has none. */
  operation(id: string): Endpoint | undefined;
  /** Returns the body of the response, repaired if it breaks the contract. */
  call(endpoint: Endpoint, request: ApiRequest): Promise<unknown>;
  /** Like `call`, with the facts of the response. */
  send(endpoint: Endpoint, request: ApiRequest): Promise<ApiResponse>;
  /** Reads one page. */
  page(endpoint: Endpoint, request: PageRequest): Promise<FetchedPage>;
  /** Reads every page, the first one before the others; `onPage` must be synchronous. */
  pages(endpoint: Endpoint, request: PageRequest, onPage: (page: ListPage) => void): Promise<void>;
  /**
   * Reads a listing with markers part by part, from the query's marker on. `next` is the marker of the following part,
   * undefined after the last. Stops when the callback returns false.
   */
  listing(
    endpoint: Endpoint,
    request: ApiRequest,
    onPage: (response: unknown, next: string | undefined) => unknown,
  ): Promise<void>;
  /** Like `send`, for an operation that takes a file. */
  upload(endpoint: Endpoint, upload: Upload): Promise<ApiResponse>;
  /** Uploads bytes to a presigned URL, without the token; never repeated. */
  put(url: string, options: PutOptions): Promise<void>;
  /** Downloads bytes from a presigned URL, without the token. */
  download(url: string, options: DownloadOptions): Promise<unknown>;
  /** Deletes the object of a presigned URL, without the token; resolves with the HTTP status. */
  deleteAt(url: string): Promise<number>;
  /** The exact bytes that `call` would send. */
  preview(endpoint: Endpoint, request: Omit<ApiRequest, 'priority'>): Promise<CheckedRequest>;
  /** The validators, loaded only for callers that write. */
  validators(): Promise<Validators>;
  subscribe(listener: (report: RequestReport) => void): () => void;
  /**
   * The reason why a guard protects a resource that these requests name outside of their paths: in their bodies, or by
   * one of the addresses of an instance. Reads these resources.
   */
  guardRefusal(
    endpoint: Endpoint,
    requests: readonly Pick<ApiRequest, 'params' | 'body'>[],
  ): Promise<string | undefined>;
  limits(): RateLimitsByClass;
  /** The token's scopes as responses report them, `*` for all; undefined before the first response. */
  scopes(): readonly string[] | undefined;
  /** Scopes that an operation needs and the token lacks; empty while the token's scopes are unknown. */
  missingScopes(endpoint: Endpoint): readonly string[];
  /** The API's clock minus this machine's clock, milliseconds; undefined before the first response. */
  clockSkewMs(): number | undefined;
  /** Fields of responses that broke the contract, most recent first. */
  mismatches(): readonly Mismatch[];
  /** Closes idle connections, because they are unreliable after the machine slept. */
  dropKeptAlive(): void;
  close(): Promise<void>;
}
