/** Names of values on a command line: columns of the console, and fields of the API. */
import {type AnyColumn, type AnyRow, columnId, type Family} from '../../families/shape/define-family.ts';
import type {Identifiers} from '../../store/api/identifiers.ts';
import {valueAt} from '../../store/core/dotted-paths.ts';

/** Field names of rows in the provider's spelling; the contract's names are accepted as well. */
export class FieldNames {
  /** Names in the provider's spelling. */
  readonly names: readonly string[];
  readonly #names: ReadonlySet<string>;
  readonly #identifiers: readonly Identifiers[];

  /** @param identifiers the spellings of all accounts that the rows come from */
  constructor(names: readonly string[], identifiers: readonly Identifiers[] = []) {
    const spellings = identifiers.flatMap(identifier => names.map(name => identifier.fieldName(name)));
    this.names = [...new Set(identifiers.length === 0 ? names : spellings)];
    this.#names = new Set([...names, ...spellings]);
    this.#identifiers = identifiers;
  }

  /** These names and further ones. */
  extend(names: readonly string[]): FieldNames {
    return new FieldNames([...new Set([...this.#names, ...names])], this.#identifiers);
  }

  /** True if the path starts with one of the names. */
  has(path: string): boolean {
    return this.#names.has(path.split('.', 1)[0] ?? '');
  }

  /** A row with all names in every spelling, without values, for the parser of filters. */
  get sampleRow(): AnyRow {
    return Object.fromEntries([...this.#names].map(name => [name, null]));
  }

  /**
   * The value of a field of a row, as the API returned it.
   * @param displayRow the row in the provider's spelling
   */
  valueOf(row: AnyRow, displayRow: AnyRow, path: string): unknown {
    const value = valueAt(displayRow, path);
    if (value !== undefined) return value;
    const names = new Set(this.#identifiers.map(identifier => identifier.readFieldName(path)));
    return [...names].map(name => valueAt(row, name)).find(value => value !== undefined);
  }
}

/** All valid names, each once. */
export const columnNames = ({columns}: Family, fields: FieldNames): readonly string[] => [
  ...new Set([...columns.map(columnId), ...fields.names]),
];

/** A column by its name, or by its title; a field with exactly that name takes precedence. */
export function findColumn(family: Family, name: string, fields: FieldNames): AnyColumn | undefined {
  const byId = family.columns.find(candidate => columnId(candidate) === name);
  if (byId || fields.has(name)) return byId;
  const foldName = (text: string) => text.toLowerCase().replaceAll(/[\s_-]+/g, ' ');
  const findBy = (nameOf: (column: AnyColumn) => string) =>
    family.columns.find(column => foldName(nameOf(column)) === foldName(name));
  return findBy(columnId) ?? findBy(({title}) => title);
}
