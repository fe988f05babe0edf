/** Which values broke the contract and were repaired: whoever keeps them reads them again when the API may be well. */
const repaired = new WeakSet<object>();

export function markRepaired<T>(value: T): T {
  if (typeof value === 'object' && value !== null) repaired.add(value);
  return value;
}

export const isRepaired = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && repaired.has(value);
