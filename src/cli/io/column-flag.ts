/** How a command line names what rows have: by columns, as the console shows them, and by fields, as the API has them. */
import {type AnyColumn, type AnyRow, columnId, type Family} from '../../families/shape/define-family.ts';
import type {Identifiers} from '../../store/api/identifiers.ts';
import {valueAt} from '../../store/core/dotted-paths.ts';

/** Fields of rows by their names, as the provider spells them; typed, the contract's own names are taken, too. */
export class FieldNames {
  /** In the provider's spelling. */
  readonly names: readonly string[];
  readonly #taken: ReadonlySet<string>;
  readonly #identifiers: readonly Identifiers[];

  /** @param identifiers of all accounts that rows are of */
  constructor(names: readonly string[], identifiers: readonly Identifiers[] = []) {
    const spelled = identifiers.flatMap(one => names.map(name => one.fieldName(name)));
    this.names = [...new Set(identifiers.length === 0 ? names : spelled)];
    this.#taken = new Set([...names, ...spelled]);
    this.#identifiers = identifiers;
  }

  /** Those and further ones. */
  extend(names: readonly string[]): FieldNames {
    return new FieldNames([...new Set([...this.#taken, ...names])], this.#identifiers);
  }

  /** Whether the path begins with one of them. */
  has(path: string): boolean {
    return this.#taken.has(path.split('.', 1)[0] ?? '');
  }

  /** All of them in every spelling, without values: for a filter to name. */
  get sampleRow(): AnyRow {
    return Object.fromEntries([...this.#taken].map(name => [name, null]));
  }

  /** The value of a field of a row, as the API has it. @param shown the row as the API has it */
  valueOf(row: AnyRow, shown: AnyRow, path: string): unknown {
    const value = valueAt(shown, path);
    if (value !== undefined) return value;
    const names = new Set(this.#identifiers.map(one => one.readFieldName(path)));
    return [...names].map(name => valueAt(row, name)).find(found => found !== undefined);
  }
}

/** All that can be named, each once. */
export const columnNames = ({columns}: Family, fields: FieldNames): readonly string[] => [
  ...new Set([...columns.map(columnId), ...fields.names]),
];

/** A column by its name, or by what stands above it; a field of just that name is meant before that. */
export function findColumn(family: Family, name: string, fields: FieldNames): AnyColumn | undefined {
  const byId = family.columns.find(candidate => columnId(candidate) === name);
  if (byId || fields.has(name)) return byId;
  const folded = (text: string) => text.toLowerCase().replaceAll(/[\s_-]+/g, ' ');
  const findBy = (wanted: (column: AnyColumn) => string) =>
    family.columns.find(column => folded(wanted(column)) === folded(name));
  return findBy(columnId) ?? findBy(({title}) => title);
}
