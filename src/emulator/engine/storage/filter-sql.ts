/**
 * Translates filters to SQL as a prefilter.
 *
 * Only `contract/wire/filter.ts` defines the meaning of a filter. The SQL condition holds for every matching document:
 * it is exact if a column has the field, and otherwise searches for the text, so that few documents are parsed.
 */
import type {Filter, FilterComparison, FilterCondition, Scalar} from '../../../contract/wire/filter.ts';
import {parseTimestamp} from '../time/clock.ts';
import type {Kind, KindColumn} from './kind.ts';
import {allOf, type Clause} from './selection.ts';

export interface SqlFilter {
  readonly clause: Clause | undefined;
  /** True when the condition is equivalent to the filter. */
  readonly isExact: boolean;
}

const sqlOperators: Readonly<Record<string, string>> = {'+gt': '>', '+gte': '>=', '+lt': '<', '+lte': '<='};

export function filterToSql(kind: Kind, filter: Filter): SqlFilter {
  const parts = Object.entries(filter).map(([name, entry]) => {
    if (name === '+order_by' || name === '+order') return {clause: undefined, isExact: true};
    if (name === '+and')
      return combineFilters((entry as readonly FilterCondition[]).map(inner => filterToSql(kind, inner)));
    if (name === '+or') return anyFilter((entry as readonly FilterCondition[]).map(inner => filterToSql(kind, inner)));
    return fieldToSql(kind, name, entry as Scalar | FilterComparison);
  });
  return combineFilters(parts);
}

/** Column by which SQL can sort a field: the ID, or a time in a column. */
export function columnOrder(kind: Kind, name: string | undefined): 'id' | 'at' | undefined {
  if (name === 'id' && kind.columns.key !== 'id') return 'id';
  return name !== undefined && kind.columns.at === name ? 'at' : undefined;
}

const combineFilters = (parts: readonly SqlFilter[]): SqlFilter => ({
  clause: allOf(parts.map(({clause}) => clause)),
  isExact: parts.every(({isExact}) => isExact),
});

/** Without a condition for each part, every document may match. */
function anyFilter(parts: readonly SqlFilter[]): SqlFilter {
  const clauses = parts.map(({clause}) => clause).filter(clause => clause !== undefined);
  if (clauses.length < parts.length || clauses.length === 0) return {clause: undefined, isExact: false};
  return {
    clause: {
      sql: `(${clauses.map(({sql}) => `(${sql})`).join(' OR ')})`,
      values: clauses.flatMap(({values}) => values),
    },
    isExact: parts.every(({isExact}) => isExact),
  };
}

function fieldToSql(kind: Kind, name: string, operand: Scalar | FilterComparison): SqlFilter {
  const column = columnOf(kind, name);
  if (typeof operand !== 'object' || operand === null) return equalToSql(column, operand);
  return combineFilters(
    Object.entries(operand).map(([operator, operand]) => {
      const sign = sqlOperators[operator];
      const value = sign && column && valueFor(column, operand);
      if (sign && column && column !== 'key' && typeof value === 'number')
        return comparison(`${column}${sign}?`, value);
      if (operator === '+contains') return {...containsText(String(operand)), isExact: false};
      return {clause: undefined, isExact: false};
    }),
  );
}

function equalToSql(column: KindColumn | 'id' | undefined, operand: Scalar): SqlFilter {
  if (operand === null) return {clause: undefined, isExact: false};
  const value = column && valueFor(column, operand);
  if (column && value !== undefined) return comparison(`${column}=?`, value);
  return {...containsText(String(operand)), isExact: false};
}

const comparison = (sql: string, value: number | string): SqlFilter => ({
  clause: {sql, values: [value]},
  isExact: true,
});

/** Searches for the text as JSON; `JSON.stringify` also writes the documents. */
const containsText = (text: string) => ({
  clause: {sql: 'instr(doc, ?)>0', values: [JSON.stringify(text).slice(1, -1)]},
});

function columnOf(kind: Kind, name: string): KindColumn | 'id' | undefined {
  if (name === 'id' && kind.columns.key !== 'id') return 'id';
  return (Object.keys(kind.columns) as KindColumn[]).find(column => kind.columns[column] === name);
}

function valueFor(column: KindColumn | 'id', value: unknown): number | string | undefined {
  if (column === 'key') return typeof value === 'string' ? value : undefined;
  // Filters compare times as text, so only a time in the emulator's own format can be compared as a number.
  if (column === 'at')
    return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/.test(String(value))
      ? validNumber(parseTimestamp(String(value)))
      : undefined;
  // A number equals the text of its digits, and "007" isn't that of 7.
  return typeof value === 'number' || /^(?:0|[1-9]\d{0,14})$/.test(String(value)) ? Number(value) : undefined;
}

const validNumber = (value: number) => (Number.isNaN(value) ? undefined : value);
