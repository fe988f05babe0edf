/** The fields that a filter can name: columns by ID and title, the usual short names, and whatever the rows carry. */
import {type AnyRow, columnId, type Family, type Look, type PathParams} from '../families/define.ts';
import {textOfCell} from './search-text.ts';

/** What a filter may look at besides the row. */
export interface Around {
  readonly look: Look;
  /** Where the list is. */
  readonly at: PathParams;
}

/** A value, or a list of which one must match. */
export type FieldReader = (row: AnyRow, around: Around) => unknown;

const byPath =
  (path: readonly string[]): FieldReader =>
  row => {
    let value: unknown = row;
    for (const key of path) {
      if (typeof value !== 'object' || value === null) return undefined;
      value = (value as AnyRow)[key];
    }
    return value;
  };

const cache = new WeakMap<Family, ReadonlyMap<string, FieldReader>>();

/** The reader of a field by its lower-case name. `sample` is any row: what it carries can be named, with periods. */
export function fieldOf(family: Family, name: string, sample: AnyRow | undefined): FieldReader | undefined {
  const named = cache.get(family) ?? namedFields(family);
  cache.set(family, named);
  const known = named.get(name);
  if (known) return known;
  const path = name.split('.');
  return sample && path[0] !== undefined && Object.hasOwn(sample, path[0]) ? byPath(path) : undefined;
}

/** The names to complete, in the order of the columns. */
export function fieldNames(family: Family): string[] {
  const names = [...(family.state ? ['status'] : []), ...family.columns.map(columnId), 'tag', 'label', 'id'];
  return [...new Set(names.filter(name => name !== 'tags'))];
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
    offer('status', (row, {look, at}) => [row.status, state(row, look, at).word].filter(word => word !== undefined));
    offer('state', (row, {look, at}) => state(row, look, at).is);
  }
  for (const column of family.columns) {
    const {field, sortBy} = column;
    const shown: FieldReader =
      field === undefined ? (row, {look, at}) => textOfCell(column.value(row, look, at)) : row => row[field];
    // What a column sorts by need not be what it shows: both can be looked for.
    const read: FieldReader = sortBy
      ? (row, around) => [sortBy(row, around.look, around.at), shown(row, around)]
      : shown;
    offer(columnId(column), read);
    offer(column.title, read);
  }
  offer('label', row => family.label(row));
  offer('id', row => family.key(row));
  offer('tag', row => row.tags ?? []);
  return fields;
}
