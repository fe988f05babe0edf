/** Operations that providers of today no longer have: an account shows by its rows which API it speaks. */
import type {AnyRow, Lookup} from './define-family.ts';

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

/** For each list, whether a row has the field that stands for the API of today. */
const known = new WeakMap<readonly AnyRow[], boolean>();

function someHave(rows: readonly AnyRow[], field: string): boolean {
  const has = known.get(rows) ?? rows.some(row => row[field] !== undefined);
  known.set(rows, has);
  return has;
}

/** True if a loaded row has a field that only the API of today has. Without such a row, the account counts as older. */
export const speaksToday = ({rows}: Pick<Lookup, 'rows'>): boolean =>
  someHave(rows('databases.instances'), 'platform') ||
  someHave(rows('instances'), 'interface_generation') ||
  someHave(rows('volumes'), 'io_ready') ||
  someHave(rows('regions'), 'site_type');

/** True unless the account is known not to offer the operation. */
export function isOffered(operation: string, lookup: Rows): boolean {
  if (!isGone(operation)) return true;
  // The list of engines decides, as soon as it was read.
  if (isBelow(operation, 'databases.mongodb') && lookup.complete('databases.engines'))
    return lookup.rows('databases.engines').some(({engine}) => engine === 'mongodb');
  return !speaksToday(lookup);
}
