/** Cells and columns of a described list, by the kind of a field. */
import type {WirePosition} from '../../contract/schema/field.ts';
import {
  ageCell,
  amountCell,
  type Cell,
  cellFor,
  cellText,
  momentCell,
  noneCell,
  unknownCell,
  yesNoCell,
} from '../format/cells.ts';
import {clockDuration, hourly, humanize, joinParts, monthly} from '../format/format.ts';
import {isQuantity, type ValueKind} from '../format/quantities.ts';
import {hourlyColumn, identifierCell, monthlyColumn} from '../shape/column.ts';
import type {AnyColumn, AnyFieldColumn, AnyRow, FamilyId, Lookup, Ref} from '../shape/define-family.ts';

export interface FieldDescription {
  /** The names from the row to the field, separated by dots; `[]` means the items of a list. */
  readonly path: string;
  /** A kind of value, `object`, `list`, or `@` with the position of an identifier. */
  readonly kind: string;
  readonly title: string;
}

type Fields = readonly FieldDescription[];

/** Resource types that a field with this name refers to. */
const targets: ReadonlyMap<string, FamilyId> = new Map([
  ['region', 'regions'],
  ['plan', 'types'],
]);

const isObject = (value: unknown): value is AnyRow => typeof value === 'object' && value !== null;

/** The value at a path; undefined if the response has none. */
export const valueAt = (row: AnyRow, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), row);

/** The position of an identifier that a provider may spell differently. */
const positionOf = ({kind}: FieldDescription): WirePosition | undefined =>
  kind.startsWith('@') ? (kind.slice(1) as WirePosition) : undefined;

const numberCell = (value: unknown, format?: (value: number) => string): Cell =>
  amountCell(value as number | null | undefined, format);

const textCell = (value: unknown): Cell =>
  typeof value === 'object' && value !== null ? unknownCell : cellFor(value, text => humanize(String(text)));

/** The cell of a single value, which is neither a list nor an object. */
function valueCell(field: FieldDescription, value: unknown, row: AnyRow, lookup: Lookup): Cell {
  const position = positionOf(field);
  if (position !== undefined)
    return typeof value === 'string' ? identifierCell(position, value, lookup, row) : textCell(value);
  switch (field.kind) {
    case 'flag':
      return typeof value === 'boolean' ? yesNoCell(value) : textCell(value);
    case 'number':
      return numberCell(value);
    case 'hourly':
      return numberCell(value, hourly);
    case 'monthly':
      return numberCell(value, monthly);
    case 'duration':
      return numberCell(value, clockDuration);
    case 'text':
      return typeof value === 'object' && value !== null ? unknownCell : cellFor(value, String);
    default:
      return textCell(value);
  }
}

/** "ap-south · hourly $0.02/h": the values of an item, the first one without its title. */
function itemText(item: unknown, parts: Fields, cellIn: (part: FieldDescription) => Cell): string {
  if (!isObject(item)) return String(item);
  const texts = parts.map((part, index) => {
    const text = cellText(cellIn(part));
    return index === 0 ? text : `${part.title.toLowerCase()} ${text}`;
  });
  return joinParts(...texts);
}

interface ListField {
  readonly field: FieldDescription;
  /** All fields of the row, among them those of the list's items. */
  readonly fields: Fields;
}

function itemsCell({field, fields}: ListField, value: unknown, row: AnyRow, lookup: Lookup): Cell {
  if (!Array.isArray(value)) return value === null ? noneCell : unknownCell;
  if (value.length === 0) return noneCell;
  const start = `${field.path}[].`;
  const parts = fields.filter(({path, kind}) => path.startsWith(start) && kind !== 'object' && kind !== 'list');
  const texts = value.map(item =>
    itemText(item, parts, part => valueCell(part, valueAt(item, part.path.slice(start.length)), row, lookup)),
  );
  return texts.join(value.some(isObject) ? '\n' : ', ');
}

/** The cell of a field in the detail. */
export function describedCell(
  field: FieldDescription,
  row: AnyRow,
  lookup: Lookup,
  fields: Fields,
): Cell | readonly Cell[] {
  const value = valueAt(row, field.path);
  if (field.kind === 'list') return itemsCell({field, fields}, value, row, lookup);
  if (field.kind === 'moment' && (typeof value === 'string' || value === null)) return momentCell(value, lookup.now);
  return valueCell(field, value, row, lookup);
}

/** The resource that a field refers to. */
export function describedTarget({path}: FieldDescription, row: AnyRow): Ref | undefined {
  const family = targets.get(path);
  const id = valueAt(row, path);
  return family && typeof id === 'string' && id !== '' ? {family, id} : undefined;
}

const {optional: _, ...shownHourlyColumn} = hourlyColumn;

/** A price column shows the lowest amount if regions differ. */
const priceColumns: ReadonlyMap<string, object> = new Map<string, object>([
  ['price.monthly', monthlyColumn],
  ['price.hourly', shownHourlyColumn],
]);

/** The column of a field. On a narrow screen, the first columns are hidden last. */
export function describedColumn(field: FieldDescription, index: number, fields: Fields): AnyColumn {
  const {path, kind, title} = field;
  const priority = index < 3 ? 1 : index < 5 ? 2 : 3;
  const price = priceColumns.get(path);
  if (price) return {...price, priority} as AnyColumn;
  const common: Omit<AnyFieldColumn, 'field' | 'format' | 'id'> = {
    title,
    priority,
    ...(isQuantity(kind as ValueKind) && kind !== 'moment' && {align: 'right'}),
    ...(index === 0 && {grow: true, width: 16}),
    ...(targets.has(path) && {link: (row: AnyRow) => describedTarget(field, row)}),
  };
  const cell = (row: AnyRow, lookup: Lookup): Cell =>
    kind === 'moment'
      ? ageCell(valueAt(row, path) as string | null | undefined, lookup.now)
      : ([describedCell(field, row, lookup, fields)].flat()[0] ?? noneCell);
  const position = positionOf(field);
  if (path.includes('.')) return nestedColumn(field, common, cell);
  if (position !== undefined) return {...common, field: path, identifier: position};
  return {...common, field: path, format: (_, row, lookup) => cell(row, lookup)};
}

/** The column of a value inside an object of the row. */
function nestedColumn(
  {path, kind}: FieldDescription,
  common: Omit<AnyFieldColumn, 'field' | 'format' | 'id'>,
  value: (row: AnyRow, lookup: Lookup) => Cell,
): AnyColumn {
  const column = {...common, id: path, value};
  const compared = isQuantity(kind as ValueKind) && {kind, measure: (row: AnyRow) => valueAt(row, path)};
  return {...column, ...compared} as AnyColumn;
}
