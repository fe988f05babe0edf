/** A filter as a command line gives it: it is complete, so that an unfinished term is a mistake, and no wish for everything. */
import type {Family} from '../../families/shape/define-family.ts';
import {
  doubtfulTerms,
  type FilterQuery,
  isWord,
  parseFilterQuery,
  refuseUnmatchedTerms,
  type SearchableRow,
} from '../../store/list/filter.ts';
import type {FilterContext} from '../../store/list/filter-fields.ts';
import type {FieldNames} from '../io/column-flag.ts';
import {UsageError} from '../io/command-errors.ts';

/**
 * @param fields names that a filter can use, even for a list without rows
 * @throws UsageError for an invalid filter
 */
export function parseFilter(text: string, family: Family, fields: FieldNames): FilterQuery {
  const query = parseFilterQuery(text, family, fields.sampleRow);
  if (query.hint !== undefined) throw new UsageError(query.hint);
  for (const term of query.terms) {
    if (isWord(term)) continue;
    if (term.values.length === 0) throw new UsageError(`Filter ${term.name}${term.operator} needs a value`);
    if (term.field.sample) throw new UsageError(unsampledColumnText(family, term.name));
  }
  return query;
}

/** Reason why a column that needs a request for each row can't be filtered or sorted. */
export const unsampledColumnText = (family: Family, name: string): string =>
  `${name} needs a request for each ${family.one}, which commands don’t send. The console filters and sorts by ${name}.`;

/** True when rows are needed to parse the filter. */
export const needsRowsToParse = (filter: string | undefined, family: Family, fields: FieldNames): boolean =>
  filter !== undefined && doubtfulTerms(parseFilter(filter, family, fields)).length > 0;

/** The query once all rows are there. @throws UsageError for a value that the contract and all rows lack */
export function resolveFilter(
  query: FilterQuery,
  items: readonly SearchableRow[],
  matchContext: FilterContext,
): FilterQuery {
  const {hint, terms} = refuseUnmatchedTerms(query, items, matchContext);
  if (hint !== undefined) throw new UsageError(hint);
  return {hint, terms};
}
