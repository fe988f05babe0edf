/** Operations that the account's API offers, derived from its rows. */
import {isOrBelow, isRemoved} from '../../contract/wire/removed-operations.ts';
import type {AnyRow, Lookup} from './define-family.ts';

type Rows = Pick<Lookup, 'complete' | 'rows'>;

/** For each list, whether a row has a field of the API of today. */
const known = new WeakMap<readonly AnyRow[], boolean>();

function someHave(rows: readonly AnyRow[], field: string): boolean {
  const has = known.get(rows) ?? rows.some(row => row[field] !== undefined);
  known.set(rows, has);
  return has;
}

/** True if a loaded row has a field that only the API of today has. Without such a row, the API counts as older. */
export const speaksToday = ({rows}: Pick<Lookup, 'rows'>): boolean =>
  someHave(rows('databases.instances'), 'platform') ||
  someHave(rows('instances'), 'interface_generation') ||
  someHave(rows('volumes'), 'io_ready') ||
  someHave(rows('regions'), 'site_type');

/** True unless the account's API is known not to offer the operation. */
export function isOffered(operation: string, lookup: Rows): boolean {
  if (!isRemoved(operation)) return true;
  // The list of engines decides when it is loaded.
  if (isOrBelow(operation, 'databases.mongodb') && lookup.complete('databases.engines'))
    return lookup.rows('databases.engines').some(({engine}) => engine === 'mongodb');
  return !speaksToday(lookup);
}
