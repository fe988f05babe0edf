/** Operations that the API of today has removed. This file imports nothing, so that families may use it as well. */

/** Each name stands for an operation or a group of operations. */
const removedOperations = [
  'account.events.markRead',
  'databases.mongodb',
  'databases.mysql.backups',
  'databases.postgresql.backups',
] as const;

/** True for the operation with this name, and for all operations below it. */
export const isOrBelow = (id: string, name: string): boolean => id === name || id.startsWith(`${name}.`);

/** True for an operation that the API of today has removed. */
export const isRemoved = (id: string): boolean => removedOperations.some(name => isOrBelow(id, name));
