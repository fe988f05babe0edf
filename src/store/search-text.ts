/** The text that filters search: what a row's columns show, its label, ID, state and tags. */
import type {AnyRow, Family, Look, PathParams} from '../families/define.ts';

export const textOfCell = (cell: string | {readonly text: string}): string =>
  typeof cell === 'string' ? cell : cell.text;

/** Adds what a value reads as; nested objects are skipped, they are nobody's column. */
function add(text: string, value: unknown): string {
  if (typeof value === 'string') return value === '' ? text : `${text}\n${value}`;
  if (typeof value === 'number') return `${text}\n${value}`;
  if (Array.isArray(value)) for (const item of value) if (typeof item !== 'object') text = add(text, item);
  return text;
}

/** What a field says already is not said twice: many states are called what the API calls them. */
function says(row: AnyRow, names: readonly string[], value: unknown): boolean {
  for (const name of names) if (row[name] === value) return true;
  return false;
}

/** What makes the search text of a family's rows. Parts are lines, so that no match runs over two of them. */
export function searchTextOf(family: Family, look: Look, at: PathParams): (row: AnyRow) => string {
  const {state, search} = family;
  const fields = new Set<string>();
  const cells: ((row: AnyRow) => unknown)[] = [];
  for (const column of family.columns) {
    const {field, sortBy, optional} = column;
    // What sorts by something else shows amounts and ages: those are compared, not spelt, and go on changing.
    if (sortBy) continue;
    if (field !== undefined) fields.add(field);
    else if (!optional) cells.push(row => textOfCell(column.value(row, look, at)));
  }
  if (state) cells.push(row => state(row, look, at).word);
  if (!fields.has('id')) cells.push(row => family.key(row));
  if (!fields.has('label')) cells.push(row => family.label(row));
  if (search) cells.push(row => search(row));
  fields.add('tags');
  const names = [...fields];
  return row => {
    let text = '';
    for (const name of names) text = add(text, row[name]);
    for (const cell of cells) {
      const value = cell(row);
      if (!says(row, names, value)) text = add(text, value);
    }
    // Lower-casing also flattens the rope, which otherwise would happen on somebody's key press.
    return text.toLowerCase();
  };
}
