/** Operations that providers of today no longer have: an account shows by its rows which API it speaks. */
import type {Lookup} from './define-family.ts';

type Rows = Pick<Lookup, 'complete' | 'rows'>;

/** Each name stands for the operation, or for all below it. */
export const goneOperations = [
  'account.events.markRead',
  'databases.mongodb',
  'databases.mysql.backups',
  'databases.postgresql.backups',
] as const;

const isBelow = (operation: string, name: string): boolean => operation === name || operation.startsWith(`${name}.`);

/** True for an operation that providers of today no longer have. */
export const isGone = (operation: string): boolean => goneOperations.some(name => isBelow(operation, name));

/** True if a loaded row has a field that only the API of today has. Without such a row, the account counts as older. */
export const speaksToday = ({rows}: Pick<Lookup, 'rows'>): boolean =>
  rows('databases.instances').some(({platform}) => platform !== undefined) ||
  rows('instances').some(row => row.interface_generation !== undefined) ||
  rows('volumes').some(({io_ready: isReady}) => isReady !== undefined) ||
  rows('regions').some(({site_type: site}) => site !== undefined);

/** True unless the account is known not to offer the operation. */
export function isOffered(operation: string, lookup: Rows): boolean {
  if (!isGone(operation)) return true;
  // The list of engines decides, as soon as it was read.
  if (isBelow(operation, 'databases.mongodb') && lookup.complete('databases.engines'))
    return lookup.rows('databases.engines').some(({engine}) => engine === 'mongodb');
  return !speaksToday(lookup);
}
