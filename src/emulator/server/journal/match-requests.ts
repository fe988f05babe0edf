/** Filters of the journal, from code and from the query of `GET /_emulator/requests`. */
import {contract} from '../../../contract/index.ts';
import {endpointsOf} from '../../../contract/schema/family.ts';
import {isRecord} from '../../../contract/schema/json.ts';
import {badRequest} from '../../engine/http/refusal.ts';
import {ruleCovers} from '../../faults/fault-plan.ts';
import type {RecordedRequest, RequestJournal, RequestSummary} from './request-journal.ts';

/** A status, or a class of them. */
export type StatusFilter = number | '2xx' | '3xx' | '4xx' | '5xx';

/** Selects requests of the journal: all parts that are present must match. */
export interface RequestFilter {
  /** An operation (`volumes.attach`), or a group of them (`volumes.*`). */
  readonly operation?: string | undefined;
  readonly method?: string | undefined;
  /** Path without the query, such as `/v4/volumes/1/attach`. */
  readonly path?: string | undefined;
  readonly status?: StatusFilter | undefined;
  /** User name. */
  readonly user?: string | undefined;
  /** Parameters of the path, such as `{volumeId: 1}`. */
  readonly params?: Readonly<Record<string, string | number>> | undefined;
  /** Part of the body: objects may have more fields, lists must be equal. Secrets are `<masked>`. */
  readonly body?: unknown;
  /** Part of the response, like `body`. */
  readonly answer?: unknown;
  /** Only requests after the one with this ID. */
  readonly after?: number | undefined;
}

const operations = [...endpointsOf(contract)].map(({id}) => id);
const statusPattern = /^(?:[1-5]\d\d|[2-5]xx|0)$/;

/** @throws Refusal for a filter that can't match anything, such as one with a misspelled operation */
export function checkFilter(filter: RequestFilter): void {
  const {operation, status, after} = filter;
  if (operation !== undefined && !operations.some(id => ruleCovers(operation, id)))
    throw badRequest(`Operation not found: ${operation}`);
  if (status !== undefined && !statusPattern.test(String(status)))
    throw badRequest(`status must be a status or a class of them, such as 200 or 4xx, not ${status}`);
  if (after !== undefined && !(Number.isInteger(after) && after >= 0))
    throw badRequest('after must be the ID of a request');
}

/** The requests that match, in the order of their responses. @throws Refusal for an invalid filter */
export function matchingRequests(journal: RequestJournal, filter: RequestFilter = {}): RecordedRequest[] {
  checkFilter(filter);
  const found: RecordedRequest[] = [];
  for (const {summary, read} of journal.entries()) {
    if (!isSummaryMatching(summary, filter)) continue;
    const request = read();
    if (isContentMatching(request, filter)) found.push(request);
  }
  return found;
}

const isSummaryMatching = (request: RequestSummary, filter: RequestFilter): boolean =>
  (filter.operation === undefined || ruleCovers(filter.operation, request.operation ?? '')) &&
  (filter.method === undefined || filter.method.toUpperCase() === request.method) &&
  (filter.path === undefined || filter.path === request.path) &&
  (filter.user === undefined || filter.user === request.user) &&
  (filter.after === undefined || request.id > filter.after) &&
  (filter.status === undefined || isStatusMatching(String(filter.status), request.status));

const isStatusMatching = (expected: string, status: number): boolean =>
  expected.endsWith('xx') ? expected[0] === String(status)[0] && status >= 100 : Number(expected) === status;

const isContentMatching = (request: RecordedRequest, {params, body, answer}: RequestFilter): boolean =>
  (params === undefined || isPart(params, request.params)) &&
  (body === undefined || isPart(body, request.body)) &&
  (answer === undefined || isPart(answer, request.answer));

/** True if the value has everything that is expected: objects may have more fields, lists must have the same length. */
export function isPart(expected: unknown, value: unknown): boolean {
  if (Array.isArray(expected))
    return (
      Array.isArray(value) &&
      value.length === expected.length &&
      expected.every((item, index) => isPart(item, value[index]))
    );
  if (!isRecord(expected)) return Object.is(expected, value);
  return (
    isRecord(value) &&
    Object.entries(expected).every(([name, inner]) =>
      inner === undefined ? value[name] === undefined : Object.hasOwn(value, name) && isPart(inner, value[name]),
    )
  );
}

const texts = ['operation', 'method', 'path', 'user'] as const;
const filterNames = 'operation, method, path, user, status, after, limit, body, answer, params.NAME, body.FIELD';

/** Reads a filter from the query of a URL: `operation=volumes.attach&body.compute_id=12&status=2xx`. */
export function readFilter(query: URLSearchParams): {filter: RequestFilter; limit: number | undefined} {
  const filter: {-readonly [Part in keyof RequestFilter]: RequestFilter[Part]} = {};
  let limit: number | undefined;
  for (const [name, value] of query) {
    const [first = '', ...rest] = name.split('.');
    if (rest.length > 0 && (first === 'body' || first === 'answer' || first === 'params'))
      filter[first] = withField(filter[first] ?? {}, rest, scalarOf(value)) as Record<string, string | number>;
    else if (texts.some(text => text === name)) filter[name as (typeof texts)[number]] = value;
    else if (name === 'status') filter.status = (/^\d+$/.test(value) ? Number(value) : value) as StatusFilter;
    else if (name === 'after') filter.after = numberOf(name, value);
    else if (name === 'limit') limit = numberOf(name, value);
    else if (name === 'body' || name === 'answer') filter[name] = jsonOf(name, value);
    else throw badRequest(`${name} isn’t a filter. Filters: ${filterNames}`);
  }
  return {filter, limit};
}

function withField(target: unknown, [name = '', ...rest]: readonly string[], value: unknown): unknown {
  const fields = isRecord(target) ? target : {};
  return {...fields, [name]: rest.length === 0 ? value : withField(fields[name] ?? {}, rest, value)};
}

function numberOf(name: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw badRequest(`${name} must be a whole number`);
  return Number(text);
}

/** Numbers, `true`, `false` and `null` are values of JSON; anything else is a text. */
function scalarOf(text: string): unknown {
  return /^(?:-?\d+(?:\.\d+)?|true|false|null)$/.test(text) ? JSON.parse(text) : text;
}

function jsonOf(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest(`${name} must be JSON, such as ${name}={"label":"data"}; or use ${name}.label=data`);
  }
}
