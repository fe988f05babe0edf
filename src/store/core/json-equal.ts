/** Whether two JSON values say the same. Written by hand: the generic ones cost three times as much (a poll compares every row). */
export function jsonEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left)) return Array.isArray(right) && equalLists(left, right);
  if (Array.isArray(right)) return false;
  return equalRecords(left as Record<string, unknown>, right as Record<string, unknown>);
}

function equalLists(left: readonly unknown[], right: readonly unknown[]): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index++) if (!jsonEqual(left[index], right[index])) return false;
  return true;
}

function equalRecords(left: Record<string, unknown>, right: Record<string, unknown>): boolean {
  let keys = 0;
  for (const key in left) {
    keys++;
    const value = right[key];
    if (!jsonEqual(left[key], value) || (value === undefined && !(key in right))) return false;
  }
  for (const _ in right) keys--;
  return keys === 0;
}
