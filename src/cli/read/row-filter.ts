/** Filters and sorts the rows of a list for a command. */
import type {Endpoint} from '../../contract/schema/endpoint.ts';
import {type AnyRow, columnId, type Family, type Lookup, type PathParams} from '../../families/shape/define-family.ts';
import {createMatcher, isWord} from '../../store/list/filter.ts';
import {createRowText} from '../../store/list/row-text.ts';
import {columnSortKey, createComparator, toSortKey} from '../../store/list/sort.ts';
import {parseFilter, resolveFilter, unsampledColumnText} from '../args/filter-flag.ts';
import {columnNames, type FieldNames, findColumn} from '../io/column-flag.ts';
import {UsageError} from '../io/command-errors.ts';
import {suggestionOrAll} from '../io/did-you-mean.ts';
import type {RowCache} from './command-lookup.ts';

/** The names of the fields that the rows of a list have according to the contract; derived rows have others. */
export function fieldNamesOf(
  {rows, single}: Family,
  {spec: {page, responseModel, pagedBy}}: Endpoint,
): readonly string[] {
  if (rows && !single) return [];
  const data = pagedBy === 'marker' ? responseModel?.fields.data : undefined;
  const item = data?.kind === 'list' && data.item.kind === 'object' ? data.item : (page ?? responseModel);
  return Object.keys(item?.fields ?? {});
}

export interface RowSelection {
  readonly family: Family;
  readonly params: PathParams;
  readonly cache: Pick<RowCache, 'lookup'>;
  readonly fields: FieldNames;
  readonly options: {readonly filter?: string | undefined; readonly sort?: string | undefined};
}

/**
 * Creates the function that returns the rows that match a filter.
 * @throws UsageError for an invalid filter
 */
export function createRowFilter({family, params, cache: {lookup}, fields, options: {filter}}: RowSelection) {
  if (!filter) return (rows: readonly AnyRow[]) => rows;
  const query = parseFilter(filter, family, fields);
  const textOf = query.terms.some(isWord) ? createRowText(family, lookup, params) : () => '';
  const matchContext = {lookup, params};
  return (rows: readonly AnyRow[]) => {
    const items = rows.map(row => ({row, text: textOf(row)}));
    const test = createMatcher(resolveFilter(query, items, matchContext), matchContext);
    return items.filter(test).map(({row}) => row);
  };
}

/** @throws UsageError for a column that doesn't exist */
export function sortRows(
  rows: readonly AnyRow[],
  {family, params, cache: {lookup}, fields, options: {sort}}: RowSelection,
) {
  if (sort === undefined) return rows;
  const name = sort.replace(/^[-+]/, '');
  const column = findColumn(family, name, fields);
  if (column?.sample) throw new UsageError(unsampledColumnText(family, name));
  const keyOf = column
    ? columnSortKey(family, columnId(column), {lookup, params})
    : fieldSortKey(name, family, lookup, fields);
  if (!keyOf)
    throw new UsageError(
      `${family.title} cannot be sorted by "${name}"${suggestionOrAll(name, columnNames(family, fields))}`,
    );
  const sortable = rows.map((row, place) => ({row, key: keyOf(row), place}));
  return sortable.toSorted(createComparator(sort.startsWith('-'))).map(({row}) => row);
}

function fieldSortKey(name: string, family: Family, lookup: Lookup, fields: FieldNames) {
  if (!fields.has(name)) return undefined;
  return (row: AnyRow) => toSortKey(fields.valueOf(row, family.spelled(row, lookup), name));
}
