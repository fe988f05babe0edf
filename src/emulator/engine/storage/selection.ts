/** Selection of the rows in a list. */
import type {Filter} from '../../../contract/wire/filter.ts';
import type {SQLInputValue} from './database.ts';

/** A condition in SQL over the columns of `entity`. */
export interface Clause {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

export interface StoredSelection {
  readonly parent?: number | undefined;
  readonly where?: Clause | undefined;
  readonly filter?: Filter | undefined;
}

/** Conditions that must all hold. */
export const allOf = (clauses: readonly (Clause | undefined)[]): Clause | undefined => {
  const present = clauses.filter(clause => clause !== undefined);
  if (present.length === 0) return undefined;
  return {sql: present.map(({sql}) => `(${sql})`).join(' AND '), values: present.flatMap(({values}) => values)};
};

/** True when the list has no condition and no requested order. */
export const isUnfiltered = ({parent, where, filter}: StoredSelection): boolean =>
  parent === undefined && !where && (!filter || Object.keys(filter).length === 0);
