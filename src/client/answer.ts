/**
 * Says what an answer means: a value of the contract, or who must act.
 *
 * Decided by "status of 400 or more" and the error body, as the documents promise no more; only the statuses that every
 * HTTP server shares (401, 403, 429, 5xx) are told apart.
 */
import type {Brand} from '../contract/brand.ts';
import {normalizeResponse} from '../contract/dialect.ts';
import type {Endpoint, Scope} from '../contract/endpoint.ts';
import {type Problem, readProblems} from '../contract/problem.ts';
import {type Mismatch as Note, read, readPage} from '../contract/reader.ts';
import type {Address} from './address.ts';
import {harmless, Misread, type Outcome, plain, Rejected, Throttled, Unauthorised, Unreachable} from './errors.ts';
import {header, retryAfter} from './headers.ts';
import type {Sectioned, Sections} from './sections.ts';
import type {Incoming} from './transport.ts';
import type {Warning} from './types.ts';

export interface Reading {
  readonly address: Address;
  readonly brand: Brand;
  readonly now: number;
  /** When a throttled class is open again, milliseconds since 1970. */
  readonly openAt: () => number;
  /** Takes the token out of a text that the server may have echoed. */
  readonly clean: (text: string) => string;
  /** What to do where the token is refused, if that is known of this one. */
  readonly remedy?: string | undefined;
}

export interface Understood {
  readonly answer: unknown;
  readonly misreads: readonly Note[];
  readonly unreadable: readonly unknown[];
  readonly warnings: readonly Warning[];
}

export interface Parsed extends Understood {
  /** Of a long page of which every item was as the contract says. */
  readonly sections?: Sections | undefined;
}

const nothing: readonly never[] = [];

/**
 * Reads an answer, or throws what failed.
 * @param sectioned a long page, as far as it is parsed already
 */
export function understand(
  endpoint: Endpoint,
  incoming: Incoming,
  reading: Reading,
  sectioned?: Sectioned | undefined,
): Parsed {
  const {status, body, headers} = incoming;
  const reads = endpoint.method === 'GET';
  if (status >= 400) throw failure(endpoint, incoming, reading);
  if (status >= 300) throw redirect(endpoint, incoming, reading);
  const clear = {misreads: nothing, unreadable: nothing, warnings: nothing};

  if (endpoint.spec.binary) {
    if (/html|json/.test(header(headers, 'content-type') ?? '')) throw notApi(incoming, reading, 'none');
    return {...clear, answer: new Uint8Array(body)};
  }
  if (body.length === 0) {
    const {page, returns, orEmpty, also = []} = endpoint.spec;
    if (!page && !returns) return {...clear, answer: {}};
    // Nothing to tell, where the API may say so, and after a change that is done.
    if (status === 204 && (!reads || orEmpty || also.includes(204))) return {...clear, answer: undefined};
    if (status === 204) throw new Misread('data', 'HTTP 204 (no content) where content was promised', {status});
    throw new Misread('', 'it is empty', {status, outcome: reads ? 'none' : 'done'});
  }

  const json = sectioned ? sectioned.json : parse(body);
  if (json === undefined) {
    if (!looksLikeJson(incoming)) throw notApi(incoming, reading, reads ? 'none' : 'unknown');
    throw new Misread('', 'it is no valid JSON', {status, outcome: reads ? 'none' : 'done'});
  }
  const value = normalizeResponse(endpoint, reading.brand.toNeutral.answer(endpoint, json));
  const {page, returns, orEmpty} = endpoint.spec;
  const warnings = warningsIn(json, reading.clean);
  if (page) {
    const {page: list, misreads, unreadable, lost} = readPage(page, value);
    if (lost) throw new Misread(misreads[0]?.path ?? '', 'there is no list', {status});
    if (!sectioned) return {answer: list, misreads, unreadable, warnings};
    if (misreads.length === 0)
      return {...clear, answer: {...list, data: sectioned.all(list.data)}, warnings, sections: sectioned.sections};
    // Misreads are told by the places of their items in the page.
    if (sectioned.reuses) return understand(endpoint, incoming, reading);
    return {answer: list, misreads, unreadable, warnings};
  }
  if (!returns || value === undefined || (orEmpty && isEmpty(value))) return {...clear, answer: value, warnings};
  const {value: answer, misreads, lost} = read(returns, value);
  if (!lost) return {answer, misreads, unreadable: nothing, warnings};
  // A change is done whatever its answer looks like; who needs the object reads it.
  if (reads) throw new Misread(misreads[0]?.path ?? '', misreads[0]?.reason ?? 'it is another object', {status});
  return {answer: undefined, misreads, unreadable: [value], warnings};
}

/** `undefined` for what is no JSON; JSON itself has no such value. */
function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

const isEmpty = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0;

const looksLikeJson = ({headers, body}: Incoming): boolean =>
  /\bjson\b/.test(header(headers, 'content-type') ?? '') && !/^\s*</.test(body.toString('latin1', 0, 64));

function failure(endpoint: Endpoint, incoming: Incoming, reading: Reading): Error {
  const {status, headers} = incoming;
  const {address, brand, now} = reading;
  const json = parse(incoming.body);
  const told = problemsOf(readProblems(json), reading.clean);
  const problems = brand.toNeutral.problems(told);
  const facts = {status, problems, told};
  if (status === 429) return new Throttled(reading.openAt(), facts);
  if (status >= 500) {
    const outcome: Outcome = endpoint.method === 'GET' ? 'none' : 'unknown';
    const words = `${address.host} has a fault of its own (HTTP ${status}).`;
    return new Unreachable('server', words, {...facts, outcome, retryAfter: retryAfter(headers, now)});
  }
  if (status === 407) return new Unreachable('proxy', 'The proxy asks for a user name and password (HTTP 407).', facts);
  if (json === undefined && incoming.body.length > 0) return notApi(incoming, reading, 'none');
  const needed = endpoint.spec.scopes ?? [];
  if (status === 401) {
    const {remedy} = reading;
    return new Unauthorised('token', words('The token was refused', told), {...facts, needed, remedy});
  }
  if (status === 403) {
    const missing = missingScopes(needed, scopesOf(incoming, brand));
    const lacking = missing.map(scope => brand.toWire.scopes(scope));
    if (missing.length > 0)
      return new Unauthorised('scope', words(`The token lacks ${lacking.join(' and ')}`, told), {
        ...facts,
        needed: missing,
      });
    return new Unauthorised('grant', words('The user may not do this', told), {...facts, needed});
  }
  return new Rejected(problems, facts);
}

/** Reasons of one refusal that are kept; a form has fewer fields. */
const maxProblems = 100;
const maxReasonLength = 2000;
const maxFieldLength = 200;

/** What the API gave as reasons: as received, but harmless to a terminal, and not without end. */
export function problemsOf(all: readonly Problem[], clean: Reading['clean'] = text => text): readonly Problem[] {
  const problems = all.slice(0, maxProblems).map(({field, reason}) => ({
    field: field === null ? null : plain(clean(field), maxFieldLength),
    reason: harmless(clean(reason), maxReasonLength),
  }));
  const more = all.length - problems.length;
  return more > 0 ? [...problems, {field: null, reason: `${more} more reasons`}] : problems;
}

const words = (what: string, problems: readonly Problem[]) =>
  problems[0] ? `${what}: ${new Rejected(problems).message}` : `${what}.`;

/** Scopes of the token as an answer announces them; undefined where it does not. */
export function scopesOf({headers}: Pick<Incoming, 'headers'>, brand: Brand): readonly string[] | undefined {
  const text = header(headers, 'x-oauth-scopes');
  return text === undefined
    ? undefined
    : brand.toNeutral
        .scopes(text)
        .split(/[\s,]+/)
        .filter(Boolean);
}

export function missingScopes(needed: readonly Scope[], held: readonly string[] | undefined): Scope[] {
  if (!held || held.includes('*')) return [];
  return needed.filter(
    scope =>
      !held.includes(scope) && !(scope.endsWith(':read_only') && held.includes(scope.replace('_only', '_write'))),
  );
}

function redirect(endpoint: Endpoint, {status, headers}: Incoming, {address, clean}: Reading): Error {
  const target = header(headers, 'location') ?? '';
  // 304 and its like name no other place: a cache in between, or a server that is no API.
  if (target === '')
    return new Unreachable('not-api', `${address.host} sent an unexpected HTTP ${status}.`, {
      status,
      outcome: endpoint.method === 'GET' ? 'none' : 'unknown',
    });
  const to = URL.canParse(target, address.origin) ? new URL(target, address.origin).host : 'elsewhere';
  return new Unreachable('redirect', `${address.host} redirects to ${clean(to)}; the token does not go along.`, {
    status,
  });
}

function notApi({status, headers}: Incoming, {address, clean}: Reading, outcome: Outcome): Error {
  const type = clean(plain((header(headers, 'content-type') ?? '').split(';')[0] ?? '', 50)) || 'no content type';
  const what = `${address.origin}${address.prefix} is not the API, or something in between answered for it`;
  return new Unreachable('not-api', `${what} (HTTP ${status}, ${type} instead of JSON).`, {status, outcome});
}

function warningsIn(json: unknown, clean: Reading['clean']): readonly Warning[] {
  if (typeof json !== 'object' || json === null || !('warnings' in json) || !Array.isArray(json.warnings))
    return nothing;
  return json.warnings.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const {title, details} = entry as {title?: unknown; details?: unknown};
    return [{title: plain(clean(String(title ?? ''))), details: plain(clean(String(details ?? '')), maxReasonLength)}];
  });
}
