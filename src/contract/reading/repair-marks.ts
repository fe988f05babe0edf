/** Repaired values that broke the contract: a cache fetches them again when the API may have recovered. */
const repaired = new WeakSet<object>();

export function markRepaired<T>(value: T): T {
  if (typeof value === 'object' && value !== null) repaired.add(value);
  return value;
}

export const isRepaired = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && repaired.has(value);
