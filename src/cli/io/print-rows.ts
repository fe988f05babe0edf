/**
 * Rows as text. JSON, YAML and CSV contain the objects with the API's names, so that scripts can rely on them; a table
 * shows the same as the console.
 */
import {cellFor, cellText} from '../../families/format/cells.ts';
import {cellOf} from '../../families/shape/column.ts';
import type {AnyColumn, AnyRow, Family, Lookup, PathParams} from '../../families/shape/define-family.ts';
import {cellWidth, fitToCells} from '../../platform/text/cell-width.ts';
import {csvLine, LINE_END} from '../../platform/text/csv.ts';
import {markdownLines} from '../../platform/text/markdown-table.ts';
import {printableJson} from '../../platform/text/pretty-json.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import {valueAt} from '../../store/core/dotted-paths.ts';
import {columnValue, csvText, plainValueText, stateWord} from '../../store/list/column-value.ts';
import {columnNames, FieldNames, findColumn} from './column-flag.ts';
import {UsageError} from './command-errors.ts';
import {suggestionOrAll} from './did-you-mean.ts';

/** Formats with a separate flag, such as `--json`. */
export const formatFlags = ['table', 'json', 'ndjson', 'csv', 'markdown'] as const;
/** The values of `--output`. */
export const formats = [...formatFlags, 'yaml', 'name'] as const;
export type OutputFormat = (typeof formats)[number];

/** Formats of a value that isn't a list of rows. */
export const valueFormats = ['json', 'ndjson', 'yaml'] as const;
type ValueFormat = (typeof valueFormats)[number];

/** Writes a value as text; as `ndjson`, a list is one object per line. */
export type ValueWriter = (value: unknown) => string;

export const writeJson: ValueWriter = value => `${printableJson(value, 2)}\n`;
export const writeLines: ValueWriter = value =>
  (Array.isArray(value) ? value : [value]).map(entry => `${printableJson(entry)}\n`).join('');

/**
 * The writer of a format. The YAML library is loaded only for YAML: loading takes a tenth of the time of a short
 * command.
 */
export async function valueWriter(format: ValueFormat): Promise<ValueWriter> {
  if (format === 'yaml') return (await import('../../platform/text/printable-yaml.ts')).printableYaml;
  return format === 'json' ? writeJson : writeLines;
}

export interface PrintOptions {
  readonly family: Family;
  readonly lookup: Lookup;
  /** The path parameters of the list, for a child family. */
  readonly params: PathParams;
  /** Names of columns, or of fields with periods; default: the console's columns, or all fields. */
  readonly columns?: readonly string[] | undefined;
  /** The fields of the objects according to the contract; fields of the rows are added. */
  readonly fields?: FieldNames;
  /** Required for YAML: `valueWriter('yaml')`. */
  readonly writeYaml?: ValueWriter | undefined;
  /** False for a table or CSV without its heading. */
  readonly hasHeaders?: boolean | undefined;
}

interface TableColumn {
  readonly title: string;
  readonly align?: 'left' | 'right' | undefined;
  readonly text: (row: AnyRow) => string;
}

/** A value in a table: an empty value is a dash, and a missing value a question mark. */
const tableValueText = (value: unknown): string => cellText(cellFor(value, plainValueText));

/** The rows with the API's names. */
const spelledRows = (rows: readonly AnyRow[], {family, lookup}: PrintOptions): readonly AnyRow[] =>
  rows.map(row => family.spelled(row, lookup));

const fieldsOf = (options: PrintOptions, rows: readonly AnyRow[]): FieldNames =>
  (options.fields ?? new FieldNames([])).extend([...new Set(spelledRows(rows, options).flatMap(Object.keys))]);

/**
 * Reads fields by their names. A name that isn't a field can be a computed column of the console, such as a price.
 * @throws UsageError for a name that no row has
 */
function fieldReader(names: readonly string[], options: PrintOptions, rows: readonly AnyRow[]) {
  const {family, lookup} = options;
  const fields = fieldsOf(options, rows);
  const computed = new Map<string, AnyColumn>();
  for (const name of names) {
    if (fields.has(name)) continue;
    const column = findColumn(family, name, fields);
    if (!column)
      throw new UsageError(
        `${family.title} have no field "${name}"${suggestionOrAll(name, columnNames(family, fields))}`,
      );
    computed.set(name, column);
  }
  return (row: AnyRow, name: string) => {
    const column = computed.get(name);
    return column ? columnValue(column, row, options) : fields.valueOf(row, family.spelled(row, lookup), name);
  };
}

/**
 * The columns of a table: the console's columns, or those with the given names; a name that isn't a column is a field.
 * @throws UsageError
 */
function tableColumns(options: PrintOptions, rows: readonly AnyRow[]): readonly TableColumn[] {
  const {family, columns, lookup, params} = options;
  const toTableColumn = (column: AnyColumn): TableColumn => ({
    title: column.title,
    align: column.align,
    text: row => stateWord(column, row, options) ?? cellText(cellOf(column, row, lookup, params)),
  });
  if (!columns) return family.columns.filter(column => !column.optional).map(toTableColumn);
  const fields = fieldsOf(options, rows);
  return columns.map(name => {
    const column = findColumn(family, name, fields);
    if (column) return toTableColumn(column);
    if (!fields.has(name))
      throw new UsageError(`No column "${name}"${suggestionOrAll(name, columnNames(family, fields))}`);
    return {title: name, text: row => tableValueText(fields.valueOf(row, family.spelled(row, lookup), name))};
  });
}

/** The objects with only these fields, under the requested names. */
export function selectFields(rows: readonly AnyRow[], options: PrintOptions): readonly AnyRow[] {
  const {columns} = options;
  if (!columns) return spelledRows(rows, options);
  const valueIn = fieldReader(columns, options, rows);
  return rows.map(row => Object.fromEntries(columns.map(name => [name, valueIn(row, name) ?? null])));
}

/** @throws UsageError for a column that doesn't exist */
export function renderRows(rows: readonly AnyRow[], format: OutputFormat, options: PrintOptions): string {
  switch (format) {
    case 'json':
      return writeJson(selectFields(rows, options));
    case 'ndjson':
      return writeLines(selectFields(rows, options));
    case 'yaml':
      return writeYaml(selectFields(rows, options), options);
    case 'name':
      return renderNames(rows, options);
    case 'csv':
      return renderCsv(rows, options);
    case 'table':
      return renderTable(rows, options);
    case 'markdown':
      return renderMarkdown(rows, options);
  }
}

/** A single object: its JSON or YAML is not a list. */
export const renderRow = (row: AnyRow, format: OutputFormat, options: PrintOptions): string =>
  format === 'json'
    ? writeJson(selectFields([row], options)[0])
    : format === 'yaml'
      ? writeYaml(selectFields([row], options)[0], options)
      : renderRows([row], format, options);

function writeYaml(value: unknown, options: PrintOptions): string {
  if (!options.writeYaml) throw new Error('the writer of YAML was not loaded');
  return options.writeYaml(value);
}

/**
 * The ID of each row as `do`, `get` and `wait` accept it, one per line.
 * @throws UsageError with columns
 */
function renderNames(rows: readonly AnyRow[], {family, lookup, columns}: PrintOptions): string {
  if (columns) throw new UsageError('--columns works only with formats that have fields, not with --output name');
  return rows.map(row => `${sanitize(family.idText(row, lookup))}\n`).join('');
}

/**
 * A table to which rows can be added: its columns are as wide as the first rows need, and later rows are never cut off.
 */
export interface TableWriter {
  readonly head: string;
  line(row: AnyRow): string;
}

/** @throws UsageError for a column that doesn't exist */
export function createTableWriter(rows: readonly AnyRow[], options: PrintOptions): TableWriter {
  const columns = tableColumns(options, rows);
  const cellsOf = (row: AnyRow) => columns.map(({text}) => sanitize(text(row)));
  const cells = new Map(rows.map(row => [row, cellsOf(row)]));
  const heads = columns.map(({title}) => title.toUpperCase());
  const widths = columns.map((_, index) =>
    [heads, ...cells.values()].reduce((widest, row) => Math.max(widest, cellWidth(row[index] ?? '')), 0),
  );
  const line = (texts: readonly string[]) =>
    `${columns
      .map(({align}, index) => {
        const text = texts[index] ?? '';
        return fitToCells(text, Math.max(widths[index] ?? 0, cellWidth(text)), align);
      })
      .join('  ')
      .trimEnd()}\n`;
  return {head: line(heads), line: row => line(cells.get(row) ?? cellsOf(row))};
}

function renderTable(rows: readonly AnyRow[], options: PrintOptions): string {
  const table = createTableWriter(rows, options);
  return [...(options.hasHeaders === false ? [] : [table.head]), ...rows.map(table.line)].join('');
}

function renderMarkdown(rows: readonly AnyRow[], options: PrintOptions): string {
  const columns = tableColumns(options, rows);
  const lines = markdownLines(
    columns.map(({title}) => title),
    rows.map(row => columns.map(({text}) => sanitize(text(row)))),
    columns.map(({align}) => align),
  );
  return [...lines].join('');
}

function renderCsv(rows: readonly AnyRow[], options: PrintOptions): string {
  const {columns} = options;
  // Without rows, the contract provides the columns, because CSV needs a heading.
  const whole = columns ? [] : spelledRows(rows, options);
  const names = columns ?? [...(whole.length > 0 ? new Set(whole.flatMap(Object.keys)) : fieldsOf(options, []).names)];
  const valueIn = columns && fieldReader(columns, options, rows);
  const cellsOf = valueIn
    ? (row: AnyRow) => names.map(name => csvText(valueIn(row, name)))
    : (row: AnyRow) => names.map(name => csvText(valueAt(row, name)));
  const lines = (columns ? rows : whole).map(cellsOf);
  return (options.hasHeaders === false ? lines : [names.map(csvText), ...lines])
    .map(cells => `${csvLine(cells)}${LINE_END}`)
    .join('');
}
