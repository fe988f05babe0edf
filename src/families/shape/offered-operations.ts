/** Operations that the account's API offers, derived from its rows. */
import {isOrBelow, isRemoved} from '../../contract/wire/removed-operations.ts';
import {isCurrentApi} from './api-version.ts';
import type {AnyRow, FamilyId, Lookup} from './define-family.ts';

type Rows = Pick<Lookup, 'complete' | 'rows'>;

/** Large lists, each with a field that only the API of today has. */
const newFields = [
  ['databases.instances', 'platform'],
  ['instances', 'interface_generation'],
  ['volumes', 'io_ready'],
] as const satisfies readonly (readonly [FamilyId, string])[];

/** For each of these lists, whether a row has its new field. */
const known = new WeakMap<readonly AnyRow[], boolean>();

/** True if a loaded row shows that the API is that of today. */
const hasNewRows = ({rows}: Rows): boolean =>
  newFields.some(([family, field]) => {
    const list: readonly AnyRow[] = rows(family);
    const has = known.get(list) ?? list.some(row => row[field] !== undefined);
    known.set(list, has);
    return has;
  });

/** True unless the account's API is known not to offer the operation. */
export function isOffered(operation: string, lookup: Rows): boolean {
  if (!isRemoved(operation)) return true;
  // The list of engines decides when it is loaded.
  if (isOrBelow(operation, 'databases.mongodb') && lookup.complete('databases.engines'))
    return lookup.rows('databases.engines').some(({engine}) => engine === 'mongodb');
  // Other rows count until the regions are loaded.
  return !(isCurrentApi(lookup) ?? hasNewRows(lookup));
}
