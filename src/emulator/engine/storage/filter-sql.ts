/**
 * Filters in SQL, as far as SQL helps.
 *
 * The meaning of a filter is defined only in `contract/wire/filter.ts`. Here a filter becomes a condition that no
 * matching document fails: exact if a column holds the field, and otherwise a search for the text, so that few
 * documents have to be parsed.
 */
import type {Comparison, Condition, Filter, Scalar} from '../../../contract/wire/filter.ts';
import {parseTimestamp} from '../time/clock.ts';
import type {Kind, KindColumn} from './kind.ts';
import {allOf, type Clause} from './selection.ts';

export interface SqlFilter {
  readonly clause: Clause | undefined;
  /** True when the condition alone decides the filter. */
  readonly exact: boolean;
}

const sqlOperators: Readonly<Record<string, string>> = {'+gt': '>', '+gte': '>=', '+lt': '<', '+lte': '<='};

export function filterToSql(kind: Kind, filter: Filter): SqlFilter {
  const parts = Object.entries(filter).map(([name, entry]) => {
    if (name === '+order_by' || name === '+order') return {clause: undefined, exact: true};
    if (name === '+and') return combineFilters((entry as readonly Condition[]).map(inner => filterToSql(kind, inner)));
    if (name === '+or') return {clause: undefined, exact: false};
    return fieldToSql(kind, name, entry as Scalar | Comparison);
  });
  return combineFilters(parts);
}

/** Column by which SQL can sort a field: the ID, or a time that is kept in a column. */
export function columnOrder(kind: Kind, name: string | undefined): 'id' | 'at' | undefined {
  if (name === 'id' && kind.columns.key !== 'id') return 'id';
  return name !== undefined && kind.columns.at === name ? 'at' : undefined;
}

const combineFilters = (parts: readonly SqlFilter[]): SqlFilter => ({
  clause: allOf(parts.map(({clause}) => clause)),
  exact: parts.every(({exact}) => exact),
});

function fieldToSql(kind: Kind, name: string, operand: Scalar | Comparison): SqlFilter {
  const column = columnOf(kind, name);
  if (typeof operand !== 'object' || operand === null) return equalToSql(column, operand);
  return combineFilters(
    Object.entries(operand).map(([operator, operand]) => {
      const sign = sqlOperators[operator];
      const value = sign && column && valueFor(column, operand);
      if (sign && column && column !== 'key' && typeof value === 'number')
        return comparison(`${column}${sign}?`, value);
      if (operator === '+contains') return {...containsText(String(operand)), exact: false};
      return {clause: undefined, exact: false};
    }),
  );
}

function equalToSql(column: KindColumn | 'id' | undefined, operand: Scalar): SqlFilter {
  if (operand === null) return {clause: undefined, exact: false};
  const value = column && valueFor(column, operand);
  if (column && value !== undefined) return comparison(`${column}=?`, value);
  return {...containsText(String(operand)), exact: false};
}

const comparison = (sql: string, value: number | string): SqlFilter => ({clause: {sql, values: [value]}, exact: true});

/** The text in its JSON form; documents are written by the same function. */
const containsText = (text: string) => ({
  clause: {sql: 'instr(doc, ?)>0', values: [JSON.stringify(text).slice(1, -1)]},
});

function columnOf(kind: Kind, name: string): KindColumn | 'id' | undefined {
  if (name === 'id' && kind.columns.key !== 'id') return 'id';
  return (Object.keys(kind.columns) as KindColumn[]).find(column => kind.columns[column] === name);
}

function valueFor(column: KindColumn | 'id', value: unknown): number | string | undefined {
  if (column === 'key') return typeof value === 'string' ? value : undefined;
  // Times compare as text, so only one that is written as ours are may be compared as a number.
  if (column === 'at')
    return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/.test(String(value))
      ? validNumber(parseTimestamp(String(value)))
      : undefined;
  return typeof value === 'number' || /^\d{1,15}$/.test(String(value)) ? Number(value) : undefined;
}

const validNumber = (value: number) => (Number.isNaN(value) ? undefined : value);
