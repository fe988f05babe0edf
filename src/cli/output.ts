/**
 * Rows as text: JSON, one object a line, CSV, or a table. The first three carry the objects as read, so that a script can
 * rely on the API's own names; a table shows what the console shows.
 */
import {cellText} from '../families/cells.ts';
import {cellOf} from '../families/column.ts';
import {type AnyColumn, type AnyRow, columnId, type Family, type Look, type PathParams} from '../families/define.ts';

export const formats = ['table', 'json', 'ndjson', 'csv'] as const;
export type Format = (typeof formats)[number];

export interface Printing {
  readonly family: Family;
  readonly look: Look;
  /** Path parameters of the list, for a child family. */
  readonly at: PathParams;
  /** Column IDs; by default those that the console shows. Fields of the object for CSV. */
  readonly columns?: readonly string[] | undefined;
  /** Cleans API text for a terminal. */
  readonly clean: (text: string) => string;
  /** Brings a text to so many cells. */
  readonly pad: (text: string, cells: number, align?: 'left' | 'right') => string;
  readonly width: (text: string) => number;
}

/** What a column shows for a row, as in the console. */
const shown = (column: AnyColumn, row: AnyRow, look: Look, at: PathParams): string =>
  cellText(cellOf(column, row, look, at));

/** The columns by name; an unknown name is an error that lists the known ones. */
export function chooseColumns({family, columns}: Pick<Printing, 'family' | 'columns'>): readonly AnyColumn[] {
  if (!columns) return family.columns.filter(column => !column.optional);
  return columns.map(name => {
    const column = family.columns.find(candidate => columnId(candidate) === name);
    if (!column) throw new Error(`no column "${name}": there are ${family.columns.map(columnId).join(', ')}`);
    return column;
  });
}

export function print(rows: readonly AnyRow[], format: Format, printing: Printing): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(rows, undefined, 2)}\n`;
    case 'ndjson':
      return rows.map(row => `${JSON.stringify(row)}\n`).join('');
    case 'csv':
      return csv(rows, printing);
    case 'table':
      return table(rows, printing);
  }
}

function table(rows: readonly AnyRow[], printing: Printing): string {
  const columns = chooseColumns(printing);
  const {look, at, clean, pad, width} = printing;
  const cells = rows.map(row => columns.map(column => clean(shown(column, row, look, at))));
  const heads = columns.map(({title}) => title.toUpperCase());
  const widths = columns.map((_, index) =>
    cells.reduce((widest, row) => Math.max(widest, width(row[index] ?? '')), width(heads[index] ?? '')),
  );
  const line = (texts: readonly string[]) =>
    `${columns
      .map(({align}, index) => pad(texts[index] ?? '', widths[index] ?? 0, align))
      .join('  ')
      .trimEnd()}\n`;
  return [heads, ...cells].map(line).join('');
}

/** RFC 4180. A cell that a spreadsheet would run as a formula is disarmed with a leading apostrophe. */
function csv(rows: readonly AnyRow[], {columns, family}: Printing): string {
  const names = columns ?? [...new Set(rows.flatMap(row => Object.keys(row)))];
  if (columns) for (const name of names) if (!rows.every(row => name in row)) unknownField(name, rows, family);
  const quote = (value: unknown): string => {
    const plain =
      value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
    const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return [names.map(quote), ...rows.map(row => names.map(name => quote(row[name])))]
    .map(line => `${line.join(',')}\r\n`)
    .join('');
}

function unknownField(name: string, rows: readonly AnyRow[], family: Family): never | undefined {
  if (rows.some(row => name in row)) return undefined;
  throw new Error(`${family.title} have no field "${name}"`);
}
