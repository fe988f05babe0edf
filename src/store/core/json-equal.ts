/**
 * True if two JSON values are equal. A poll compares every row, and generic comparison functions take three times as
 * long.
 */
export function jsonEqual(first: unknown, second: unknown): boolean {
  if (first === second) return true;
  if (typeof first !== 'object' || typeof second !== 'object' || first === null || second === null) return false;
  if (Array.isArray(first)) return Array.isArray(second) && equalLists(first, second);
  if (Array.isArray(second)) return false;
  return equalRecords(first as Record<string, unknown>, second as Record<string, unknown>);
}

function equalLists(first: readonly unknown[], second: readonly unknown[]): boolean {
  if (first.length !== second.length) return false;
  for (let index = 0; index < first.length; index++) if (!jsonEqual(first[index], second[index])) return false;
  return true;
}

function equalRecords(first: Record<string, unknown>, second: Record<string, unknown>): boolean {
  let keys = 0;
  for (const key in first) {
    keys++;
    const value = second[key];
    if (!jsonEqual(first[key], value) || (value === undefined && !(key in second))) return false;
  }
  for (const _ in second) keys--;
  return keys === 0;
}
