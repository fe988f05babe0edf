/** How a row reads in a column: for lists, tables and exports alike. */
import {age, ageOrder, amount, type Cell, none, unknown} from './cells.ts';
import type {AnyColumn, AnyFieldColumn, AnyRow, Look, PathParams} from './define.ts';
import {hourly, monthly} from './format.ts';

interface Dated {
  readonly created: string | null;
}

/** How long something has been there, the youngest first. */
export const ageColumn = {
  id: 'age',
  title: 'Age',
  align: 'right',
  value: ({created}: Dated, {now}: Look): Cell => age(created, now),
  kind: 'moment',
  measure: ({created}: Dated): string | null => created,
  sortBy: ({created}: Dated, {now}: Look): number => ageOrder(created, now),
} as const;

interface Priced {
  readonly price: {readonly monthly: number; readonly hourly: number};
}

export const monthlyColumn = {
  id: 'price',
  title: 'Price',
  align: 'right',
  value: ({price}: Priced): Cell => amount(price.monthly, monthly),
  kind: 'monthly',
  measure: ({price}: Priced): number => price.monthly,
} as const;

export const hourlyColumn = {
  id: 'hourly',
  title: 'An hour',
  align: 'right',
  optional: true,
  value: ({price}: Priced): Cell => amount(price.hourly, hourly),
  kind: 'hourly',
  measure: ({price}: Priced): number => price.hourly,
} as const;

/** What a row has in the field of a column, identifiers as the provider spells them. */
export function fieldValue(
  {field, identifier}: Pick<AnyFieldColumn, 'field' | 'identifier'>,
  row: AnyRow,
  look: Pick<Look, 'spell'>,
): unknown {
  const value = row[field];
  if (identifier === undefined) return value;
  const spelled = (one: unknown) => (typeof one === 'string' ? look.spell(identifier, one, row) : one);
  return Array.isArray(value) ? value.map(spelled) : spelled(value);
}

/** The cell of a row. Null is a dash and missing a question mark, before any formatter is asked. */
export function cellOf(column: AnyColumn, row: AnyRow, look: Look, at: PathParams): Cell {
  if (column.field === undefined) return column.value(row, look, at);
  const value = row[column.field];
  if (value === undefined) return unknown;
  if (value === null || value === '') return none;
  if (column.format) return column.format(value as NonNullable<unknown>, row, look, at);
  if (column.identifier !== undefined) return String(fieldValue(column, row, look));
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}
