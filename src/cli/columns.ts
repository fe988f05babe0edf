/** How a command line names what rows have: by columns, as the console shows them, and by fields, as the API has them. */
import {type AnyColumn, columnId, type Family} from '../families/define.ts';

/** All that can be named, each once. */
export const columnNames = ({columns}: Family, fields: Iterable<string>): readonly string[] => [
  ...new Set([...columns.map(columnId), ...fields]),
];

/** A column by its name, or by what stands above it; a field of just that name is meant before that. */
export function columnNamed(family: Family, name: string, fields: Iterable<string>): AnyColumn | undefined {
  const known = family.columns.find(candidate => columnId(candidate) === name);
  if (known || new Set(fields).has(name.split('.', 1)[0] ?? '')) return known;
  const plainly = (text: string) => text.toLowerCase().replaceAll(/[\s_-]+/g, ' ');
  const named = (wanted: (column: AnyColumn) => string) =>
    family.columns.find(column => plainly(wanted(column)) === plainly(name));
  return named(columnId) ?? named(({title}) => title);
}
