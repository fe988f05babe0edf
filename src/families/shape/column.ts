/** The content of a row's column, for lists, tables and exports. */
import type {WirePosition} from '../../contract/schema/field.ts';
import {ageCell, ageOrder, amountCell, type Cell, cellFor, noneCell, unknownCell} from '../format/cells.ts';
import {hourly, monthly} from '../format/format.ts';
import {lowestPrice, type PricedItem} from '../format/prices.ts';
import type {AnyColumn, AnyFieldColumn} from './columns-and-tabs.ts';
import type {AnyRow, Lookup, PathParams} from './resource.ts';

interface Dated {
  readonly created: string | null;
}

/** The age of a row, youngest first. */
export const ageColumn = {
  id: 'age',
  title: 'Age',
  align: 'right',
  value: ({created}: Dated, {now}: Lookup): Cell => ageCell(created, now),
  kind: 'moment',
  measure: ({created}: Dated): string | null => created,
  sortBy: ({created}: Dated, {now}: Lookup): number => ageOrder(created, now),
} as const;

/** The lowest price with "from", if the prices of regions differ. */
export function priceCell(priced: PricedItem, part: 'monthly' | 'hourly', words: (amount: number) => string): Cell {
  const {least, differs} = lowestPrice(priced, part);
  return differs ? `from ${words(least)}` : amountCell(priced.price[part], words);
}

/** The displayed price, as a number. */
export function measuredPrice(priced: PricedItem, part: 'monthly' | 'hourly'): number | null {
  const {least, differs} = lowestPrice(priced, part);
  return differs ? least : priced.price[part];
}

export const monthlyColumn = {
  id: 'price',
  title: 'Price',
  align: 'right',
  value: (priced: PricedItem): Cell => priceCell(priced, 'monthly', monthly),
  kind: 'monthly',
  measure: (priced: PricedItem): number | null => measuredPrice(priced, 'monthly'),
} as const;

export const hourlyColumn = {
  id: 'hourly',
  title: 'Hourly',
  align: 'right',
  optional: true,
  value: (priced: PricedItem): Cell => priceCell(priced, 'hourly', hourly),
  kind: 'hourly',
  measure: (priced: PricedItem): number | null => measuredPrice(priced, 'hourly'),
} as const;

/** The value of a row in the field of a column, with identifiers in the provider's spelling. */
export function fieldValue(
  {field, identifier}: Pick<AnyFieldColumn, 'field' | 'identifier'>,
  row: AnyRow,
  lookup: Pick<Lookup, 'spell'>,
): unknown {
  const value = row[field];
  if (identifier === undefined) return value;
  const spell = (entry: unknown) => (typeof entry === 'string' ? lookup.spell(identifier, entry, row) : entry);
  return Array.isArray(value) ? value.map(spell) : spell(value);
}

/** The cell of a row. Null is a dash and missing a question mark, without calling a formatter. */
export function cellOf(column: AnyColumn, row: AnyRow, lookup: Lookup, params: PathParams): Cell {
  if (column.field === undefined) return column.value(row, lookup, params);
  const value = row[column.field];
  if (value === undefined) return unknownCell;
  if (value === null || value === '') return noneCell;
  if (column.format) return column.format(value as NonNullable<unknown>, row, lookup, params);
  if (column.identifier !== undefined) return String(fieldValue(column, row, lookup));
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}
/**
 * An identifier in the provider's spelling.
 * @param position its position in the contract
 */
export const identifierCell = (
  position: WirePosition,
  text: string | null | undefined,
  lookup: Pick<Lookup, 'spell'>,
  siblings?: AnyRow,
): Cell => cellFor(text, identifier => lookup.spell(position, identifier, siblings));
