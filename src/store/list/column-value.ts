/** The value of a column without formatting, for files and programs: a number of US dollars, a time of the API. */
import {cellText, noneCell, unknownCell} from '../../families/format/cells.ts';
import {cellOf} from '../../families/shape/column.ts';
import type {AnyColumn, AnyRow, Family, Lookup, PathParams} from '../../families/shape/define-family.ts';
import {escapeFormula} from '../../platform/text/csv.ts';
import {printableJson} from '../../platform/text/pretty-json.ts';
import {withoutSequences} from '../../platform/text/sanitize.ts';
import {isSecretName} from '../core/secret-fields.ts';

/** The list of a value. */
export interface ValueContext {
  readonly family: Family;
  readonly lookup: Lookup;
  readonly params: PathParams;
}

/** The API's value, a measured number, or the text of the column; undefined for none and for unknown. */
export function columnValue(column: AnyColumn, row: AnyRow, context: ValueContext): unknown {
  const {family, lookup, params} = context;
  if (column.field !== undefined && !column.field.split('.').some(isSecretName))
    return family.valueIn(column, row, lookup) ?? undefined;
  if (column.measure) return column.measure(row, lookup, params);
  const cell = cellOf(column, row, lookup, params);
  if (cell === noneCell || cell === unknownCell) return undefined;
  return stateWord(column, row, context) ?? cellText(cell);
}

/** The word in a status column of the console, unless the column has a separate text. */
export function stateWord(column: AnyColumn, row: AnyRow, {family, lookup, params}: ValueContext): string | undefined {
  const isFormatted = column.field !== undefined && column.format !== undefined;
  return column.state && !isFormatted ? family.state?.(row, lookup, params).word : undefined;
}

/** A value of the API in one cell: lists and objects as JSON. */
export const plainValueText = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? printableJson(value) : String(value);

/** A value in a CSV file, safe to open in a spreadsheet. */
export const csvText = (value: unknown): string =>
  typeof value === 'string' ? escapeFormula(withoutSequences(value)) : plainValueText(value);
