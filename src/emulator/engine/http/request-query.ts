/** The query of a call: paging, the endpoint's own parameters, filter and order. */
import {checkBody} from '../../../contract/reading/check-body.ts';
import {type Endpoint, filterable} from '../../../contract/schema/endpoint.ts';
import {type Field, model} from '../../../contract/schema/field.ts';
import {type Dialect, extraFilterableFields} from '../../../contract/wire/dialect.ts';
import {type Filter, filterAndSort, parseFilter} from '../../../contract/wire/filter.ts';

import type {PageRequest} from '../storage/paging.ts';
import {Problems} from './refusal.ts';

export interface ParsedQuery {
  readonly listing: PageRequest;
  readonly query: unknown;
  readonly filterItems: <T>(items: readonly T[]) => readonly T[];
}

/** The language that the caller speaks. */
export interface QueryTranslation {
  /** A name of the contract as the caller knows it. */
  readonly name: (name: string) => string;
  /** Filter of the caller, in the contract's language. */
  readonly filter: (filter: Filter) => Filter;
}

/** @throws Refusal 400 with everything that is wrong with the query, in the caller's words. */
export function readQuery(
  endpoint: Endpoint,
  query: string,
  header: string | undefined,
  {pageSize}: Dialect,
  wording: QueryTranslation,
): ParsedQuery {
  const params = new URLSearchParams(query);
  const problems = new Problems();
  const paged = endpoint.spec.page !== undefined && !endpoint.spec.unpaged;
  const page = paged ? parseInteger(params.get('page'), 1, 1, Number.MAX_SAFE_INTEGER) : 1;
  const size = paged
    ? parseInteger(params.get('page_size'), pageSize.default, pageSize.min, pageSize.max)
    : pageSize.default;
  problems.addIf(page === undefined, 'must be a whole number of at least 1', 'page');
  problems.addIf(size === undefined, `must be a whole number, ${pageSize.min} to ${pageSize.max}`, 'page_size');
  const names = filterableNames(endpoint).map(wording.name);
  const parsed = paged && header ? parseFilter(header, names) : {filter: {}, problems: []};
  for (const problem of parsed.problems) problems.add(problem.reason, problem.field);
  const parameters = readParameters(endpoint, params);
  for (const problem of parameters.problems) problems.add(problem.reason, problem.field);
  problems.throwIfAny();
  const filter = wording.filter(parsed.filter);
  return {
    listing: {page: page ?? 1, pageSize: size ?? pageSize.default, filter},
    query: parameters.value,
    filterItems: items => filterAndSort(filter, items),
  };
}

/** Every list with IDs can be filtered by them: that is how tools look for the rest of a list. */
function filterableNames(endpoint: Endpoint): string[] {
  const fields = endpoint.spec.page?.fields ?? {};
  return [...filterable(endpoint), ...('id' in fields ? ['id'] : []), ...(extraFilterableFields[endpoint.id] ?? [])];
}

/** A whole number within its bounds, or `undefined`. */
function parseInteger(text: string | null, otherwise: number, min: number, max: number): number | undefined {
  if (text === null) return otherwise;
  if (!/^\d{1,16}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= min && value <= max ? value : undefined;
}

/** Query values are texts; the field tells their type. Parameters that the endpoint does not know are ignored. */
function readParameters(endpoint: Endpoint, search: URLSearchParams) {
  const fields = endpoint.spec.query;
  if (!fields) return {value: {}, problems: []};
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
