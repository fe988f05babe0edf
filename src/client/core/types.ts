/** Requests to the API and their responses, typed by the contract. */

import type {Mismatch as ResponseMismatch} from '../../contract/reading/reader.ts';
import type {
  Endpoint,
  LimitClass,
  Method,
  PageItem,
  Params,
  Query,
  ReadingEndpoint,
  RequestBody,
  ResponseBody,
} from '../../contract/schema/endpoint.ts';
import type {FieldError} from '../../contract/schema/field-error.ts';
import type {Filter, FilterFor} from '../../contract/wire/filter.ts';
import type {Priority} from '../limits/request-scheduler.ts';
import type {FailureCode, Outcome} from './errors.ts';
import type {Mismatch} from './mismatch-log.ts';

/** An operation of the API, or an upload or a deletion at a URL from a response. */
export type ChangingOperation = Pick<Endpoint, 'id' | 'method' | 'path'>;

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Default `user`. */
  readonly priority?: Priority | undefined;
  /** Sends the request even if an equal one is in flight. */
  readonly isUnshared?: boolean | undefined;
  /** Maximum number of attempts; default 4. A change is repeated only if it certainly wasn't sent. */
  readonly attempts?: number | undefined;
}

type ParamValues = Readonly<Record<string, string | number>>;

/** An endpoint of an unknown type accepts any input. */
type IsUntyped<E extends Endpoint> = string extends E['path'] ? true : false;
type RequiredUnlessEmpty<K extends string, T> = object extends T
  ? {readonly [N in K]?: T | undefined}
  : {readonly [N in K]: T};

type ParamsPart<E extends Endpoint> =
  IsUntyped<E> extends true
    ? {readonly params?: ParamValues | undefined}
    : keyof Params<E> extends never
      ? {readonly params?: Params<E> | undefined}
      : {readonly params: Params<E>};
type QueryPart<E extends Endpoint> =
  IsUntyped<E> extends true
    ? {readonly query?: Readonly<Record<string, unknown>> | undefined}
    : E['spec'] extends {readonly query: object}
      ? RequiredUnlessEmpty<'query', Query<E>>
      : {readonly query?: undefined};
type BodyPart<E extends Endpoint> =
  IsUntyped<E> extends true
    ? {readonly body?: unknown}
    : E['spec'] extends {readonly bodyOptional: true}
      ? {readonly body?: RequestBody<E> | undefined}
      : E['spec'] extends {readonly body: object}
        ? RequiredUnlessEmpty<'body', RequestBody<E>>
        : {readonly body?: undefined};
type FilterPart<E extends Endpoint> =
  IsUntyped<E> extends true
    ? {readonly filter?: Filter | undefined}
    : E['spec'] extends {readonly page: object}
      ? {readonly filter?: FilterFor<E> | undefined}
      : {readonly filter?: undefined};

/** Path parameters, query and filter of a call. */
export type QueryInput<E extends Endpoint> = ParamsPart<E> & QueryPart<E> & FilterPart<E>;

export type CallInput<E extends Endpoint> = QueryInput<E> &
  BodyPart<E> &
  CallOptions & {
    /**
     * Values that the API returned, in the shape of the body: they are sent unchanged, even if they break the contract.
     */
    readonly originalValues?: readonly unknown[] | undefined;
    /** Page number of a paged list; default 1. */
    readonly page?: number | undefined;
    /** Page size of a paged list; limited to the API's bounds. */
    readonly pageSize?: number | undefined;
  };

/** The input may be omitted if none of its members is required. */
export type OptionalArgs<T> = object extends T ? [input?: T] : [input: T];

/**
 * The body of the response. `undefined` means "204, no content" (own grants of an unrestricted user), and after a
 * change "done, but the response has another object": read the object again.
 */
export type ReceivedBody<E extends Endpoint> =
  MayBeEmpty<E> extends true ? ResponseBody<E> | undefined : ResponseBody<E>;
type MayBeEmpty<E extends Endpoint> = E['spec'] extends {readonly otherStatuses: infer A extends readonly number[]}
  ? 204 extends A[number]
    ? true
    : MayLackObject<E>
  : MayLackObject<E>;
type MayLackObject<E extends Endpoint> = E extends ReadingEndpoint
  ? false
  : E['spec'] extends {readonly responseModel: object}
    ? true
    : false;

/** A response with its details: mismatches, warnings, timing. */
export interface DetailedResponse<E extends Endpoint> {
  readonly body: ReceivedBody<E>;
  readonly status: number;
  /** True if the bytes equal the last response to this request; `body` is then the same object as before. */
  readonly isUnchanged: boolean;
  /** Parts that broke the contract and were repaired. */
  readonly mismatches: readonly ResponseMismatch[];
  /** Unusable items of a page, as received. */
  readonly unreadable: readonly unknown[];
  /** Warnings of the API about an accepted or deprecated call (202, 299). */
  readonly warnings: readonly Warning[];
  readonly requestId: string | undefined;
}
export interface Warning {
  readonly title: string;
  readonly details: string;
}

export interface PageFacts {
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  /** Total number of items over all pages, by this page. */
  readonly results: number;
  /** Items of this page that could not be read, as received. */
  readonly unreadable: readonly unknown[];
  /** True if the bytes equal those of the last read; the page is then the same object as before. */
  readonly isUnchanged: boolean;
}

export type PagesInput<E extends Endpoint> = QueryInput<E> &
  Omit<CallOptions, 'isUnshared'> & {
    readonly pageSize?: number | undefined;
    /**
     * Called when pages arrive: the first page first, the others in any order. If it throws, the read ends.
     */
    readonly onPage: (items: readonly PageItem<E>[], facts: PageFacts) => void;
  };

export interface PagesResult {
  /** False if the list changed while it was read: items may be missing or doubled until the next reading. */
  readonly isComplete: boolean;
  /** Total number of items over all pages, from the last response. */
  readonly results: number;
  readonly pages: number;
}

/** A request as it would be sent. */
export interface RequestPreview {
  readonly method: Method;
  readonly url: string;
  /** Path with query, as sent. */
  readonly path: string;
  /** Like `path`, with its secrets masked. */
  readonly maskedPath: string;
  /** The token is masked. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Reasons why the client would not send it. */
  readonly fieldErrors: readonly FieldError[];
}

/** One request and its result, free of secrets. */
export interface CompletedRequest {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** `X-Filter` as sent. */
  readonly filter: string | undefined;
  /** Time of sending, milliseconds since 1970. */
  readonly at: number;
  readonly milliseconds: number;
  readonly bytesOut: number;
  readonly bytesIn: number;
  /** From 1. */
  readonly attempt: number;
  readonly priority: Priority;
  /** Undefined for transfers to other hosts. */
  readonly limitClass: LimitClass | undefined;
  /** Undefined without a response. */
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly isUnchanged: boolean;
  /** Fields that broke the contract in this response, each with the number of such responses so far. */
  readonly mismatches: readonly Mismatch[];
  /** Warnings of the API about an accepted or deprecated call (202, 299). */
  readonly warnings: readonly Warning[];
  readonly error:
    | {readonly code: FailureCode; readonly reason: string | undefined; readonly outcome: Outcome}
    | undefined;
}
