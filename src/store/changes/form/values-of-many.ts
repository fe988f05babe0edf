/**
 * The values that several rows have in a field: a common value, or different values; for a list, the number of rows
 * that contain each entry.
 */
import {jsonEqual} from '../../core/json-equal.ts';
import type {Amendment} from './list-amendment.ts';

export interface SeveralValues {
  /** The number of rows. */
  readonly total: number;
  /** True if the rows have different values. */
  readonly differs: boolean;
  /** For a list: its entries in all rows, most frequent first. */
  readonly entries: readonly EntryCount[];
  /** For a list: the entries added to each row's list and removed from it. */
  readonly amendment: Amendment | undefined;
}

export interface EntryCount {
  readonly value: unknown;
  readonly count: number;
}

/** @param values the value of each row */
export function summarizeValues(values: readonly unknown[], amendment: Amendment | undefined): SeveralValues {
  const [first, ...others] = values;
  const differs = others.some(value => !jsonEqual(value ?? null, first ?? null));
  return {total: values.length, differs, entries: countEntries(values), amendment};
}

function countEntries(values: readonly unknown[]): readonly EntryCount[] {
  const counts = new Map<string, {value: unknown; count: number}>();
  for (const value of values)
    for (const entry of new Set(Array.isArray(value) ? value : [])) {
      const key = JSON.stringify(entry);
      const counted = counts.get(key) ?? {value: entry, count: 0};
      counted.count++;
      counts.set(key, counted);
    }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}
