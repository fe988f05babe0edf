/** How a row reads in a column: for lists, tables and exports alike. */
import {type Cell, none, unknown} from './cells.ts';
import type {AnyColumn, AnyRow, Look, PathParams} from './define.ts';

/** The cell of a row. Null is a dash and missing a question mark, before any formatter is asked. */
export function cellOf(column: AnyColumn, row: AnyRow, look: Look, at: PathParams): Cell {
  if (column.field === undefined) return column.value(row, look, at);
  const value = row[column.field];
  if (value === undefined) return unknown;
  if (value === null || value === '') return none;
  if (column.format) return column.format(value as NonNullable<unknown>, row, look, at);
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}
