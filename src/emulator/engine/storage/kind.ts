/** Kinds of entities that an account holds, and the data stored for each. */
import type {Grants} from '../../../contract/account/users.ts';

/** Kinds of entities that a restricted user can be granted. */
export type GrantKind = Exclude<keyof Grants, 'global' | 'database' | 'firewall' | 'vpc'>;

/** Columns beside the document; each is indexed within its kind. */
export type KindColumn = 'key' | 'parent' | 'at';

export interface KindOptions {
  /** Restricted users see only those they are granted. */
  readonly grant?: GrantKind;
  /** ID of the first one; later ones count up and are never used again. */
  readonly firstId?: number;
  /**
   * Column that repeats a field of the document: `key` for the lookup key (a text, or the ID if that is a text),
   * `parent` for the number of its owner, `at` for a date-time. Filters on these fields use the index.
   */
  readonly columns?: Readonly<Partial<Record<KindColumn, string>>>;
  /** The document has `updated`, and every change of it is one. */
  readonly hasUpdatedField?: true;
  /**
   * Fields (`backups.enabled`) that decide the price per hour. Usage before a change of one of them, and before the
   * removal, is kept to be billed (`usage-ledger.ts`).
   */
  readonly meteredFields?: readonly string[];
  /** Lists start with the newest. */
  readonly newestFirst?: true;
}

/**
 * A kind: `D` is the document exactly as the wire shows it, so that a list can leave as it is stored; `H` is data
 * beside the document that is never shown.
 */
export interface Kind<D extends object = object, H extends object = object> extends KindOptions {
  readonly name: string;
  readonly firstId: number;
  readonly columns: Readonly<Partial<Record<KindColumn, string>>>;
  /** `columns`, by the names that lead to the field. */
  readonly paths: Readonly<Partial<Record<KindColumn, readonly string[]>>>;
  /** Types for inference only. */
  readonly shape?: {readonly doc: D; readonly hidden: H};
}

/** Names a kind. The name is part of the data format: renaming one orphans its stored rows. */
export const defineKind = <D extends object, H extends object = Record<never, never>>(
  name: string,
  options: KindOptions = {},
): Kind<D, H> => {
  // Names are written into SQL.
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
