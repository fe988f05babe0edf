/**
 * Failures, one class for each party that must act. Each class has a stable `code`; its message is one sentence for
 * logs, free of secrets.
 *
 * `code` and `reason` (or `kind`) identify a failure, so that layers that must not load the client can tell failures
 * apart.
 */
import type {Scope} from '../../contract/schema/endpoint.ts';
import type {FieldError} from '../../contract/schema/field-error.ts';

/**
 * Effect of a failed request on the account: certainly none (`none`), certainly done (`done`; only the response was
 * unusable), or unknown until the resource is read again (`unknown`). A failed GET has `none`.
 */
export type Outcome = 'none' | 'unknown' | 'done';

export type FailureCode =
  | 'rejected'
  | 'unreachable'
  | 'unauthorized'
  | 'throttled'
  | 'mismatch'
  | 'read-only'
  | 'guarded'
  | 'canceled';

export interface ErrorFacts {
  readonly outcome?: Outcome | undefined;
  readonly status?: number | undefined;
  readonly fieldErrors?: readonly FieldError[] | undefined;
  /** The problems with the provider's names of fields, if those differ. */
  readonly providerErrors?: readonly FieldError[] | undefined;
  readonly cause?: unknown;
}

export abstract class ClientError extends Error {
  abstract readonly code: FailureCode;
  readonly outcome: Outcome;
  /** HTTP status; undefined without a response. */
  readonly status: number | undefined;
  /** Reasons from the response, without control characters; fields have the contract's names. */
  readonly fieldErrors: readonly FieldError[];
  /** The problems with the provider's names of fields, for users. */
  readonly providerErrors: readonly FieldError[];
  /** ID of the operation that failed: `volumes.attach`. */
  operation: string | undefined = undefined;
  /** The request ID in the response, for questions to the provider. */
  requestId: string | undefined = undefined;

  constructor(
    message: string,
    {outcome = 'none', status, fieldErrors = [], providerErrors = fieldErrors, cause}: ErrorFacts = {},
  ) {
    super(message, cause === undefined ? undefined : {cause});
    this.name = new.target.name;
    this.outcome = outcome;
    this.status = status;
    this.fieldErrors = fieldErrors;
    this.providerErrors = providerErrors;
  }
}

/** The API refused the request, and the user must change it. `isLocal` if the request wasn't sent. */
export class RejectedError extends ClientError {
  readonly code = 'rejected';
  readonly isLocal: boolean;

  constructor(
    fieldErrors: readonly FieldError[],
    {isLocal = false, ...facts}: ErrorFacts & {readonly isLocal?: boolean} = {},
  ) {
    super(problemsSentence(facts.providerErrors ?? fieldErrors, facts.status), {...facts, fieldErrors});
    this.isLocal = isLocal;
  }
}

const isReasonRetryable = {
  /** The host name does not resolve. */
  dns: true,
  refused: true,
  /** No route, interface down. */
  network: true,
  timeout: true,
  /** The connection broke. */
  reset: true,
  /** 5xx. */
  server: true,
  /** The proxy refused the request. */
  proxy: true,
  /** The certificate is not trusted, or the server does not use TLS. */
  tls: false,
  /** The response isn't from the API. */
  'not-api': false,
  /** The response is a redirect; never followed, because the token would be sent to the new address. */
  redirect: false,
  'too-large': false,
  /** The base URL cannot be used. */
  address: false,
  /** The token would be sent without encryption. */
  insecure: false,
} as const;
export type UnreachableReason = keyof typeof isReasonRetryable;

/** No response from the API, or a response that isn't from the API: only a later retry or a working network helps. */
export class UnreachableError extends ClientError {
  readonly code = 'unreachable';
  readonly reason: UnreachableReason;
  /** Trying again later can help. */
  readonly isRetryable: boolean;
  /** The server's `Retry-After`, in milliseconds from the response. */
  readonly retryAfterMs: number | undefined;
  /** Advice how to fix it, if another setting than the base URL is concerned. */
  readonly remedy: string | undefined;

  constructor(
    reason: UnreachableReason,
    message: string,
    {
      retryAfterMs,
      remedy,
      ...facts
    }: ErrorFacts & {readonly retryAfterMs?: number | undefined; readonly remedy?: string | undefined} = {},
  ) {
    super(message, facts);
    this.reason = reason;
    this.isRetryable = isReasonRetryable[reason];
    this.retryAfterMs = retryAfterMs;
    this.remedy = remedy;
  }
}

interface UnauthorizedFacts extends ErrorFacts {
  readonly needed?: readonly Scope[];
  readonly remedy?: string | undefined;
  readonly isSelfExplanatory?: boolean;
}

/** The caller has no permission: the token is wrong, its scopes are too narrow, or the user lacks a grant. */
export class UnauthorizedError extends ClientError {
  readonly code = 'unauthorized';
  readonly kind: 'token' | 'scope' | 'grant';
  /** Scopes that the operation needs. */
  readonly neededScopes: readonly Scope[];
  /** Advice how to fix it, if the cause is known for this token. */
  readonly remedy: string | undefined;
  /** True if the message names the cause, so that the general advice for this kind of error would be wrong. */
  readonly isSelfExplanatory: boolean;

  constructor(kind: UnauthorizedError['kind'], message: string, facts: UnauthorizedFacts = {}) {
    super(message, facts);
    this.kind = kind;
    this.neededScopes = facts.needed ?? [];
    this.remedy = facts.remedy;
    this.isSelfExplanatory = facts.isSelfExplanatory ?? false;
  }
}

/** The rate limit is used up for longer than the call may wait. No request was sent. */
export class ThrottledError extends ClientError {
  readonly code = 'throttled';
  /** Time of the earliest retry, milliseconds since 1970. */
  readonly retryAt: number;

  constructor(until: number, facts: ErrorFacts = {}) {
    super('Rate limit reached.', facts);
    this.retryAt = until;
  }
}

/** The response broke the contract so badly that it can't be used. */
export class MismatchError extends ClientError {
  readonly code = 'mismatch';
  /** Dotted path inside the response; empty for the whole response. */
  readonly path: string;
  /** Expected and received value, as text. */
  readonly reason: string;

  /** True when the next response will be the same, so that an early retry doesn't help. */
  readonly isLasting: boolean;

  constructor(
    path: string,
    reason: string,
    {message, isLasting = false, ...facts}: ErrorFacts & {readonly message?: string; readonly isLasting?: boolean} = {},
  ) {
    super(message ?? `Unexpected API response${path ? ` at ${path}` : ''}: ${reason}.`, facts);
    this.path = path;
    this.reason = reason;
    this.isLasting = isLasting;
  }
}

/** A changing request from a read-only client; refused before any socket. */
export class ReadOnlyError extends ClientError {
  readonly code = 'read-only';

  constructor(operation: string) {
    super(`This profile is read-only: ${operation} was not sent.`);
    this.operation = operation;
  }
}

/** A changing request that a guard of the settings refuses; nothing was sent. */
export class GuardedError extends ClientError {
  readonly code = 'guarded';

  constructor(operation: string, reason: string) {
    super(`${operation} was not sent: ${reason}.`);
    this.operation = operation;
  }
}

/** The caller aborted the call, or the client was closed. */
export class CanceledError extends ClientError {
  readonly code = 'canceled';

  constructor(facts: ErrorFacts = {}) {
    super('The request was canceled.', facts);
    // Platform functions reject with this name, so that callers need not know whose signal it was.
    this.name = 'AbortError';
  }
}

export type ClientFailure =
  | RejectedError
  | UnreachableError
  | UnauthorizedError
  | ThrottledError
  | MismatchError
  | ReadOnlyError
  | GuardedError
  | CanceledError;

/** The facts of a failure that a completed request has. */
export const errorSummary = (error: ClientError) => ({
  code: error.code,
  reason:
    error instanceof UnreachableError ? error.reason : error instanceof UnauthorizedError ? error.kind : undefined,
  outcome: error.outcome,
});

/** Escape sequences work by control characters; overrides and invisible characters show another text than was sent. */
const unsafeCharacters = /[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** External text with its line breaks, without characters that control a terminal. */
export function sanitizeText(text: string, max: number): string {
  const safe = text
    .slice(0, 4 * max)
    .replaceAll('\t', ' ')
    .replace(unsafeCharacters, '');
  return cutText(safe, max);
}

/** External text for one line of a message. */
export function sanitizeLine(text: string, max = 300): string {
  const singleLine = text.slice(0, 4 * max).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  const line = singleLine.replace(unsafeCharacters, '').trim();
  return cutText(line, max);
}

/** A cut never leaves half of a character. */
const cutText = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max).replace(/\p{Cs}$/u, '')}…` : text;

/** Reasons that one message repeats. */
const maxReasonsShown = 10;

function problemsSentence(fieldErrors: readonly FieldError[], status: number | undefined): string {
  if (fieldErrors.length === 0) return `The API rejected the request without a reason (HTTP ${status ?? 'unknown'}).`;
  const sentences = fieldErrors
    .slice(0, maxReasonsShown)
    .map(({field, reason}) => sanitizeLine(field === null ? reason : `${field}: ${reason}`));
  const hiddenCount = fieldErrors.length - sentences.length;
  return [...sentences, ...(hiddenCount > 0 ? [`and ${hiddenCount} more`] : [])].join('; ');
}
