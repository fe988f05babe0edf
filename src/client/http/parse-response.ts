/**
 * Turns a response into a value of the contract, or into an error that names who must act.
 *
 * Decided by "status of 400 or more" and the error body, as the documents promise nothing else; only the statuses that
 * every HTTP server shares (401, 403, 429, 5xx) are told apart.
 */

import {type Mismatch as Note, read, readPage} from '../../contract/reading/reader.ts';
import {type Endpoint, isMutation, type Scope} from '../../contract/schema/endpoint.ts';
import type {Model} from '../../contract/schema/field.ts';
import {type FieldError, readFieldErrors} from '../../contract/schema/field-error.ts';
import {parseJson} from '../../contract/schema/json.ts';
import {asPage} from '../../contract/schema/page.ts';
import type {Brand} from '../../contract/wire/brand.ts';
import {normalizeResponse, openListPage} from '../../contract/wire/dialect.ts';
import type {ApiAddress} from '../core/api-address.ts';
import {
  type ErrorFacts,
  MismatchError,
  type Outcome,
  RejectedError,
  sanitizeLine,
  sanitizeText,
  ThrottledError,
  UnauthorizedError,
  UnreachableError,
} from '../core/errors.ts';
import type {Warning} from '../core/types.ts';
import type {HttpResponse} from './http-request.ts';
import {header, parseRetryAfter} from './response-headers.ts';

export interface ParsingContext {
  readonly address: ApiAddress;
  readonly brand: Brand;
  readonly now: number;
  /** Time when a throttled class is open again, milliseconds since 1970. */
  readonly openAt: () => number;
  /** Removes the token from a text that the server may have echoed. */
  readonly clean: (text: string) => string;
  /** The token's scopes from earlier responses, because a refusal may come without them. */
  readonly tokenScopes?: readonly string[] | undefined;
  /** Advice for a refused token, if the cause is known for this one. */
  readonly remedy?: string | undefined;
}

export interface ParsedResponse {
  readonly body: unknown;
  readonly mismatches: readonly Note[];
  readonly unreadable: readonly unknown[];
  readonly warnings: readonly Warning[];
}

const emptyList: readonly never[] = [];

/** Reads a response, or throws the failure that it reports. */
export function parseResponse(endpoint: Endpoint, incoming: HttpResponse, context: ParsingContext): ParsedResponse {
  const {status, body, headers} = incoming;
  const isRead = !isMutation(endpoint);
  if (status >= 400) throw failureFor(endpoint, incoming, context);
  if (status >= 300) throw redirectError(endpoint, incoming, context);
  const noProblems = {mismatches: emptyList, unreadable: emptyList, warnings: emptyList};

  if (endpoint.spec.binary) {
    if (/html|json/.test(header(headers, 'content-type') ?? '')) throw notApiError(incoming, context, 'none');
    return {...noProblems, body: new Uint8Array(body)};
  }
  if (body.length === 0) {
    const {page, responseModel, orEmpty, otherStatuses = []} = endpoint.spec;
    if (!page && !responseModel) return {...noProblems, body: {}};
    // An empty response is right if the API may give one here, and after a change that is done.
    if (status === 204 && (!isRead || orEmpty || otherStatuses.includes(204))) return {...noProblems, body: undefined};
    if (status === 204) throw new MismatchError('data', 'HTTP 204 (no content) where content was promised', {status});
    throw new MismatchError('', 'empty', {status, outcome: isRead ? 'none' : 'done'});
  }

  const json = parseJson(body.toString('utf8'));
  if (json === undefined) {
    if (!looksLikeJson(incoming)) throw notApiError(incoming, context, isRead ? 'none' : 'unknown');
    throw new MismatchError('', 'not valid JSON', {status, outcome: isRead ? 'none' : 'done'});
  }
  const {page, responseModel, orEmpty, unpaged} = endpoint.spec;
  const content = unpaged ? asPage(json) : openListPage(endpoint, json);
  const value = normalizeResponse(endpoint, context.brand.toNeutral.response(endpoint, content));
  const warnings = warningsIn(json, context.clean);
  if (page) {
    const {page: list, mismatches, unreadable, isUnreadable} = readPage(page, value);
    if (isUnreadable) throw new MismatchError(mismatches[0]?.path ?? '', 'not a list', {status});
    return {body: list, mismatches, unreadable, warnings};
  }
  if (!responseModel || value === undefined || (orEmpty && isEmpty(responseModel, value)))
    return {...noProblems, body: value, warnings};
  const {value: parsed, mismatches, isUnreadable} = read(responseModel, value);
  if (!isUnreadable) return {body: parsed, mismatches, unreadable: emptyList, warnings};
  // A change is done even if its response is unusable; a caller that needs the object reads it.
  if (isRead)
    throw new MismatchError(mismatches[0]?.path ?? '', mismatches[0]?.reason ?? 'another object was returned', {
      status,
    });
  return {body: undefined, mismatches, unreadable: [value], warnings};
}

/**
 * True when an object has no field of its model. Fields that the contract does not know don't count: providers add
 * some.
 */
const isEmpty = ({fields}: Model, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !Object.keys(value).some(name => Object.hasOwn(fields, name));

const looksLikeJson = ({headers, body}: HttpResponse): boolean =>
  /\bjson\b/.test(header(headers, 'content-type') ?? '') && !/^\s*</.test(body.toString('latin1', 0, 64));

function failureFor(endpoint: Endpoint, incoming: HttpResponse, context: ParsingContext): Error {
  const {status, headers} = incoming;
  const {address, brand, now} = context;
  const json = parseJson(incoming.body.toString('utf8'));
  const providerErrors = sanitizeProblems(readFieldErrors(json), context.clean);
  const fieldErrors = brand.toNeutral.problems(providerErrors);
  const facts: ErrorFacts = {status, fieldErrors, providerErrors};
  if (status === 429) return new ThrottledError(context.openAt(), facts);
  if (status >= 500) {
    const outcome: Outcome = isMutation(endpoint) ? 'unknown' : 'none';
    const message = `${address.host} returned HTTP ${status} (server error).`;
    return new UnreachableError('server', message, {...facts, outcome, retryAfterMs: parseRetryAfter(headers, now)});
  }
  if (status === 407)
    return new UnreachableError('proxy', 'The proxy asks for a user name and password (HTTP 407).', facts);
  if (json === undefined && incoming.body.length > 0) return notApiError(incoming, context, 'none');
  const requiredScopes = endpoint.spec.scopes ?? [];
  if (status === 401) {
    const {remedy} = context;
    return new UnauthorizedError('token', withReason('The API rejected the token', providerErrors), {
      ...facts,
      needed: requiredScopes,
      remedy,
    });
  }
  if (status === 403) return permissionError(requiredScopes, incoming, context, facts);
  return new RejectedError(fieldErrors, facts);
}

/** A missing scope is named with those of the token. If they are unknown, a scope or a grant may be missing. */
function permissionError(
  requiredScopes: readonly Scope[],
  incoming: HttpResponse,
  {brand, tokenScopes}: ParsingContext,
  facts: ErrorFacts,
): UnauthorizedError {
  const scopes = scopesOf(incoming, brand) ?? tokenScopes;
  const missing = missingScopes(requiredScopes, scopes);
  const spelled = (all: readonly string[]) => brand.toWire.scopes(all.join(' ')).split(' ');
  if (missing.length > 0) {
    const known = scopes === undefined || scopes.length === 0 ? 'none' : spelled(scopes).join(', ');
    return new UnauthorizedError('scope', `The token lacks ${spelled(missing).join(' and ')}.`, {
      // The provider's reason names the same scopes.
      status: facts.status,
      needed: missing,
      remedy: `Its scopes: ${known}. Create a token with the missing ones.`,
    });
  }
  const needs = spelled(requiredScopes).join(' and ');
  return new UnauthorizedError('grant', withReason('You don’t have permission for this', facts.providerErrors ?? []), {
    ...facts,
    needed: requiredScopes,
    ...(scopes === undefined &&
      requiredScopes.length > 0 && {remedy: `The token needs ${needs}, and your user a grant for this.`}),
  });
}

/** Reasons of one refusal that are kept; a form has fewer fields. */
const maxProblems = 100;
const maxReasonLength = 2000;
const maxFieldLength = 200;

/** Reasons that the API gave: as received, but harmless to a terminal, and limited in length. */
export function sanitizeProblems(
  all: readonly FieldError[],
  clean: ParsingContext['clean'] = text => text,
): readonly FieldError[] {
  const problems = all.slice(0, maxProblems).map(({field, reason}) => ({
    field: field === null ? null : sanitizeLine(clean(field), maxFieldLength),
    reason: sanitizeText(clean(reason), maxReasonLength),
  }));
  const hiddenCount = all.length - problems.length;
  return hiddenCount > 0 ? [...problems, {field: null, reason: `${hiddenCount} more reasons`}] : problems;
}

const withReason = (subject: string, fieldErrors: readonly FieldError[]) =>
  fieldErrors[0] ? `${subject}: ${new RejectedError(fieldErrors).message}` : `${subject}.`;

/** Scopes of the token as a response announces them; undefined if it does not. */
export function scopesOf({headers}: Pick<HttpResponse, 'headers'>, brand: Brand): readonly string[] | undefined {
  const text = header(headers, 'x-oauth-scopes');
  return text === undefined
    ? undefined
    : brand.toNeutral
        .scopes(text)
        .split(/[\s,]+/)
        .filter(Boolean);
}

export function missingScopes(requiredScopes: readonly Scope[], tokenScopes: readonly string[] | undefined): Scope[] {
  if (!tokenScopes || tokenScopes.includes('*')) return [];
  return requiredScopes.filter(
    scope =>
      !tokenScopes.includes(scope) &&
      !(scope.endsWith(':read_only') && tokenScopes.includes(scope.replace('_only', '_write'))),
  );
}

function redirectError(endpoint: Endpoint, {status, headers}: HttpResponse, {address, clean}: ParsingContext): Error {
  const target = header(headers, 'location') ?? '';
  // 304 and similar statuses name no other address: they come from a cache in between, or from a server that isn't the
  // API.
  if (target === '')
    return new UnreachableError('not-api', `${address.host} sent an unexpected HTTP ${status}.`, {
      status,
      outcome: isMutation(endpoint) ? 'unknown' : 'none',
    });
  const to = URL.canParse(target, address.origin) ? new URL(target, address.origin).host : 'elsewhere';
  return new UnreachableError('redirect', `${address.host} redirects to ${clean(to)}; the token does not go along.`, {
    status,
  });
}

function notApiError({status, headers}: HttpResponse, {address, clean}: ParsingContext, outcome: Outcome): Error {
  const type =
    clean(sanitizeLine((header(headers, 'content-type') ?? '').split(';')[0] ?? '', 50)) || 'no content type';
  const description = `${address.origin}${address.prefix} is not the API, or a proxy answered`;
  return new UnreachableError('not-api', `${description} (HTTP ${status}, ${type} instead of JSON).`, {
    status,
    outcome,
  });
}

function warningsIn(json: unknown, clean: ParsingContext['clean']): readonly Warning[] {
  if (typeof json !== 'object' || json === null || !('warnings' in json) || !Array.isArray(json.warnings))
    return emptyList;
  return json.warnings.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const {title, details} = entry as {title?: unknown; details?: unknown};
    return [
      {
        title: sanitizeLine(clean(String(title ?? ''))),
        details: sanitizeLine(clean(String(details ?? '')), maxReasonLength),
      },
    ];
  });
}
