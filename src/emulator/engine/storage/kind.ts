/** Kinds of entities that an account holds, and the data stored for each. */
import type {Grants} from '../../../contract/account/users.ts';

/** Kinds of entities that a restricted user can be granted. */
export type GrantKind = Exclude<keyof Grants, 'global' | 'database' | 'firewall' | 'vpc'>;

/** Columns in addition to the document; each is indexed within its kind. */
export type KindColumn = 'key' | 'parent' | 'at';

export interface KindOptions {
  /** Restricted users see only the entities that they have this grant for. */
  readonly grant?: GrantKind;
  /** ID of the first entity; later IDs count up and are never reused. */
  readonly firstId?: number;
  /**
   * Column that repeats a field of the document: `key` for the lookup key (a text, or the ID if that is a text),
   * `parent` for the number of its owner, `at` for a date-time. Filters on these fields use the index.
   */
  readonly columns?: Readonly<Partial<Record<KindColumn, string>>>;
  /** The document has `updated`, which every change sets. */
  readonly hasUpdatedField?: true;
  /**
   * Fields (`backups.enabled`) that determine the price per hour. Before one of them changes and before the entity is
   * removed, its usage is recorded for billing (`usage-ledger.ts`).
   */
  readonly meteredFields?: readonly string[];
  /** Lists start with the newest entity. */
  readonly isNewestFirst?: true;
}

/**
 * A kind: `D` is the document exactly as the API returns it, so that a list is sent as it is stored; `H` is hidden data
 * of the entity, which no response has.
 */
export interface Kind<D extends object = object, H extends object = object> extends KindOptions {
  readonly name: string;
  readonly firstId: number;
  readonly columns: Readonly<Partial<Record<KindColumn, string>>>;
  /** `columns` as paths of field names. */
  readonly paths: Readonly<Partial<Record<KindColumn, readonly string[]>>>;
  /** Types for inference only. */
  readonly shape?: {readonly doc: D; readonly hidden: H};
}

/** Defines a kind. The name is part of the data format: renaming a kind orphans its stored rows. */
export const defineKind = <D extends object, H extends object = Record<never, never>>(
  name: string,
  options: KindOptions = {},
): Kind<D, H> => {
  // Names are inserted into SQL.
  if (!/^[a-z_]+$/.test(name)) throw new Error(`"${name}" is not a name for a kind`);
  const {columns = {}} = options;
  const paths = Object.fromEntries(Object.entries(columns).map(([column, path]) => [column, path.split('.')]));
  return {firstId: 1, ...options, columns, paths, name};
};

export interface StoredRow<D, H> {
  /** The number of the row; the ID of the document if that is a number. */
  readonly id: number;
  readonly doc: D;
  readonly hidden: H;
  readonly parent: number | null;
}

/** A row as SQLite returns it. */
export interface RawRow {
  readonly id: number;
  readonly parent: number | null;
  readonly doc: string;
  readonly hidden: string | null;
}

export const rowOf = <D, H>(raw: RawRow | undefined): StoredRow<D, H> | undefined =>
  raw && {
    id: raw.id,
    parent: raw.parent,
    doc: JSON.parse(raw.doc) as D,
    hidden: (raw.hidden === null ? {} : JSON.parse(raw.hidden)) as H,
  };
