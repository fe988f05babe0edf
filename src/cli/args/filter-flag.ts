/**
 * A filter in a command line: unlike a filter that a user is typing, an incomplete term is a mistake and doesn't match
 * everything.
 */
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
import {foreignFilterHint} from '../../store/list/foreign-filter.ts';
import type {FieldNames} from '../io/column-flag.ts';
import {UsageError} from '../io/command-errors.ts';

/**
 * @param fields names that a filter can use, even for a list without rows
 * @throws UsageError for an invalid filter
 */
export function parseFilter(text: string, family: Family, fields: FieldNames): FilterQuery {
  const query = parseFilterQuery(text, family, fields.sampleRow);
  if (query.hint !== undefined) throw new UsageError(query.hint);
  if (query.terms.length === 0) throw new UsageError(`Filter ${text} has no term and would match everything`);
  for (const term of query.terms) {
    if (isWord(term)) continue;
    if (term.values.length === 0) throw new UsageError(`Filter ${term.name}${term.operator} needs a value`);
    if (term.field.sample) throw new UsageError(unsampledColumnText(family, term.name));
  }
  return query;
}

/** A line with the hint for a filter of another tool that matches nothing; an empty text for other filters. */
export function filterHintLine(filter: string | undefined, family: Family): string {
  const hint = filter === undefined ? undefined : foreignFilterHint(filter, family);
  return hint === undefined ? '' : `${hint}\n`;
}

/** The reason why a column that needs a request for each row can't be filtered or sorted. */
export const unsampledColumnText = (family: Family, name: string): string =>
  `${name} needs a request for each ${family.one}, which commands don’t send. The console filters and sorts by ${name}.`;

/** True when rows are needed to parse the filter. */
export const needsRowsToParse = (filter: string | undefined, family: Family, fields: FieldNames): boolean =>
  filter !== undefined && doubtfulTerms(parseFilter(filter, family, fields)).length > 0;

/**
 * The query after all rows have arrived.
 * @throws UsageError for a value that neither the contract nor any row has
 */
export function resolveFilter(
  query: FilterQuery,
  items: readonly SearchableRow[],
  matchContext: FilterContext,
): FilterQuery {
  const {hint, terms} = refuseUnmatchedTerms(query, items, matchContext);
  if (hint !== undefined) throw new UsageError(hint);
  return {hint, terms};
}
