/** The query of a request: paging, the endpoint's own parameters, filter and order. */
import {checkBody} from '../../../contract/reading/check-body.ts';
import {type Endpoint, filterable} from '../../../contract/schema/endpoint.ts';
import {type Field, model} from '../../../contract/schema/field.ts';
import {type Dialect, extraFilterableFields} from '../../../contract/wire/dialect.ts';
import {type Filter, filterAndSort, parseFilter} from '../../../contract/wire/filter.ts';

import type {PageQuery} from '../storage/paging.ts';
import {FieldErrors} from './refusal.ts';

export interface ParsedQuery {
  readonly listing: PageQuery;
  readonly query: unknown;
  readonly filterItems: <T>(items: readonly T[]) => readonly T[];
}

/** Translation between the contract's names and those of the caller. */
export interface QueryTranslation {
  /** The caller's name for a name of the contract. */
  readonly name: (name: string) => string;
  /** The caller's filter, with the contract's names. */
  readonly filter: (filter: Filter) => Filter;
}

/** @throws Refusal 400 with all problems of the query, in the caller's names */
export function readQuery(
  endpoint: Endpoint,
  {query, filterHeader: header}: {query: string; filterHeader?: string | undefined},
  {pageSize}: Dialect,
  wording: QueryTranslation,
): ParsedQuery {
  const params = new URLSearchParams(query);
  const fieldErrors = new FieldErrors();
  const isPaged = endpoint.spec.page !== undefined && !endpoint.spec.unpaged;
  const page = isPaged ? parseInteger(params.get('page'), 1, 1, Number.MAX_SAFE_INTEGER) : 1;
  const size = isPaged
    ? parseInteger(params.get('page_size'), pageSize.default, pageSize.min, pageSize.max)
    : pageSize.default;
  fieldErrors.addIf(page === undefined, 'must be a whole number of at least 1', 'page');
  fieldErrors.addIf(size === undefined, `must be a whole number, ${pageSize.min} to ${pageSize.max}`, 'page_size');
  const names = filterableNames(endpoint).map(wording.name);
  const parsed = isPaged && header ? parseFilter(header, names) : {filter: {}, fieldErrors: []};
  for (const problem of parsed.fieldErrors) fieldErrors.add(problem.reason, problem.field);
  const parameters = readParameters(endpoint, params);
  for (const problem of parameters.fieldErrors) fieldErrors.add(problem.reason, problem.field);
  fieldErrors.throwIfAny();
  const filter = wording.filter(parsed.filter);
  return {
    listing: {page: page ?? 1, pageSize: size ?? pageSize.default, filter},
    query: parameters.value,
    filterItems: items => filterAndSort(filter, items),
  };
}

/** Every list with IDs can be filtered by ID, because tools fetch the rest of a list that way. */
function filterableNames(endpoint: Endpoint): string[] {
  const fields = endpoint.spec.page?.fields ?? {};
  return [...filterable(endpoint), ...('id' in fields ? ['id'] : []), ...(extraFilterableFields[endpoint.id] ?? [])];
}

/** An integer between `min` and `max`; undefined for any other text. */
function parseInteger(text: string | null, otherwise: number, min: number, max: number): number | undefined {
  if (text === null) return otherwise;
  if (!/^\d{1,16}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= min && value <= max ? value : undefined;
}

/** Query values are strings; the endpoint's fields define their types. Unknown parameters are ignored. */
function readParameters(endpoint: Endpoint, search: URLSearchParams) {
  const fields = endpoint.spec.query;
  if (!fields) return {value: {}, fieldErrors: []};
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const text = search.get(name);
    if (text !== null) values[name] = readValue(field, text);
  }
  return checkBody(model('Query', fields), values);
}

function readValue(field: Field, text: string): unknown {
  if (field.kind === 'integer' || field.kind === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (field.kind === 'flag') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}
