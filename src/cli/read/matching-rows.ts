/** The rows of a list that match a filter. */
import type {AnyRow, Family, PathParams} from '../../families/shape/define-family.ts';
import type {Connection} from '../../store/api/connection.ts';
import {FieldNames} from '../io/column-flag.ts';
import {type RowCache, resolveLookups} from './command-lookup.ts';
import {operationOf, readRows} from './read-lists.ts';
import {createRowFilter, fieldNamesOf} from './row-filter.ts';

export interface MatchingRows {
  /** The path parameters of the list. */
  readonly params: PathParams;
  /** Undefined matches all rows. */
  readonly filter: string | undefined;
  /** Receives the rows, and rows of other lists that the filter needs. */
  readonly cache: RowCache;
}

/**
 * Reads the whole list.
 * @throws UsageError for an invalid filter
 */
export async function readMatchingRows(
  connection: Connection,
  family: Family,
  {params, filter, cache}: MatchingRows,
): Promise<readonly AnyRow[]> {
  const {rows} = await readRows(connection, family, {params});
  cache.add(family, rows, params);
  const fields = new FieldNames(fieldNamesOf(family, operationOf(connection, family.source)), [connection.identifiers]);
  const filterRows = createRowFilter({family, params, cache, fields, options: {filter}});
  return resolveLookups([{connection, cache}], () => filterRows(rows));
}
