/** The fields that a filter can name: columns by ID and title, the usual short names, and whatever the rows carry. */
import {
  type AnyFieldColumn,
  type AnyRow,
  columnId,
  type Family,
  type Look,
  type PathParams,
} from '../families/define.ts';
import {lookUp} from '../platform/look-up.ts';
import {textOfCell} from './search-text.ts';

/** What a filter may look at besides the row. */
export interface Around {
  readonly look: Look;
  /** Where the list is. */
  readonly at: PathParams;
}

/**
 * Whether a value of the field passes a test; a field may have several, of which one is enough. Asking rather than
 * telling spares a list for every row of a long table.
 */
export type FieldReader = (row: AnyRow, around: Around, test: (value: unknown) => boolean) => boolean;

const anyOf = (value: unknown, test: (value: unknown) => boolean): boolean => {
  if (!Array.isArray(value)) return test(value);
  return value.length === 0 ? test(null) : value.some(test);
};

/** A field is looked for in the provider's spelling, which is what is shown, and in the contract's. */
const byPath =
  (family: Family, path: readonly string[]): FieldReader =>
  (row, {look}, test) => {
    const shown = family.spelled(row, look);
    return anyOf(valueBy(path, shown), test) || (shown !== row && anyOf(valueBy(path, row), test));
  };

const byColumn =
  (family: Family, column: AnyFieldColumn): FieldReader =>
  (row, {look}, test) => {
    if (anyOf(family.valueIn(column, row, look), test)) return true;
    return column.identifier !== undefined && anyOf(row[column.field], test);
  };

function valueBy(path: readonly string[], row: AnyRow): unknown {
  let value: unknown = row;
  for (const key of path)
    value = typeof value === 'object' && value !== null ? lookUp(value as AnyRow, key) : undefined;
  return value;
}

/** A row with its fields in both spellings, for `fieldOf`. */
export const sampleOf = (family: Family, row: AnyRow | undefined, look: Look): AnyRow | undefined =>
  row && {...row, ...family.spelled(row, look)};

const cache = new WeakMap<Family, ReadonlyMap<string, FieldReader>>();

/**
 * The reader of a field by its lower-case name. `sample` is any row, its fields in every spelling that can be named: what it
 * carries can be named, with periods.
 */
export function fieldOf(family: Family, name: string, sample: AnyRow | undefined): FieldReader | undefined {
  const named = cache.get(family) ?? namedFields(family);
  cache.set(family, named);
  const known = named.get(name);
  if (known) return known;
  const path = name.split('.');
  return sample && path[0] !== undefined && Object.hasOwn(sample, path[0]) ? byPath(family, path) : undefined;
}

function namedFields(family: Family): ReadonlyMap<string, FieldReader> {
  const fields = new Map<string, FieldReader>();
  const offer = (name: string, read: FieldReader) => {
    const key = name.toLowerCase().replaceAll(/\s+/g, '_');
    if (!fields.has(key)) fields.set(key, read);
  };
  const {state} = family;
  if (state) {
    // A status is looked for by the API's word and by the one on the screen.
    offer('status', (row, {look, at}, test) => {
      const {status} = row;
      return (status !== undefined && test(status)) || test(state(row, look, at).word);
    });
    offer('state', (row, {look, at}, test) => test(state(row, look, at).is));
  }
  for (const column of family.columns) {
    const {sortBy} = column;
    const shown: FieldReader =
      column.field === undefined
        ? (row, {look, at}, test) => test(textOfCell(column.value(row, look, at)))
        : byColumn(family, column);
    // What a column sorts by need not be what it shows: both can be looked for.
    const read: FieldReader = sortBy
      ? (row, around, test) => test(sortBy(row, around.look, around.at)) || shown(row, around, test)
      : shown;
    offer(columnId(column), read);
    offer(column.title, read);
  }
  offer('label', (row, _, test) => test(family.label(row)));
  offer('id', (row, {look}, test) => test(family.key(row)) || test(family.idText(row, look)));
  offer('tag', (row, _, test) => anyOf(row.tags ?? [], test));
  return fields;
}
