/**
 * Sorting by a column: stable, with numbers inside text compared by value, in steps between which key presses are
 * handled.
 */

import {cellText} from '../../families/format/cells.ts';
import {isQuantity, quantities} from '../../families/format/quantities.ts';
import type {MeasuredValue} from '../../families/shape/columns-and-tabs.ts';
import {type AnyRow, columnId, type Family} from '../../families/shape/define-family.ts';
import type {FilterContext} from './filter-fields.ts';

export type SortKey = string | number | undefined;

export interface Sortable {
  readonly key: SortKey;
  /** The position in the API's order, which decides between equal rows. */
  readonly place: number;
}

/** Rows sorted in one step. */
const rowsPerChunk = 256;
/** Comparisons per step of merging: each comparison waits for memory, because rows are scattered. */
const comparisonsPerStep = 1024;

/**
 * The key that text sorts by: numbers inside it are compared by value, so that `web-2` comes before `web-10`. Each run
 * of digits is prefixed with its length, which gives the order of the numbers; a collator with the same result takes
 * five times as long.
 */
export function naturalKey(text: string): string {
  const lower = text.toLowerCase();
  return /\d/.test(lower) ? lower.replace(/0*(\d+)/g, prefixLength) : lower;
}

const prefixLength = (_: string, digits: string): string =>
  String.fromCharCode(47 + Math.min(17, digits.length)) + digits;

/** The sort key of a value. */
export const toSortKey = (value: unknown): SortKey => {
  if (typeof value === 'number') return Number.isNaN(value) ? undefined : value;
  if (typeof value === 'string') return value === '' ? undefined : naturalKey(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (Array.isArray(value)) return value.length === 0 ? undefined : naturalKey(value.join(' '));
  return undefined;
};

/** The sort key of a row in a column; undefined if the family has no such column. */
export function columnSortKey(
  family: Family,
  id: string,
  {lookup, params}: FilterContext,
): ((row: AnyRow) => SortKey) | undefined {
  const column = family.columns.find(candidate => columnId(candidate) === id);
  if (!column) return undefined;
  const {sortBy, measure, kind} = column;
  if (sortBy) return row => toSortKey(sortBy(row, lookup, params));
  if (measure) {
    const toQuantity = kind !== undefined && isQuantity(kind) ? quantities[kind].read : (value: MeasuredValue) => value;
    return row => toSortKey(toQuantity(measure(row, lookup, params)));
  }
  if (column.field !== undefined) return row => toSortKey(family.valueIn(column, row, lookup));
  return row => toSortKey(cellText(column.value(row, lookup, params)));
}

/** Rows without a value are last in both directions; equal rows keep the API's order. */
export function createComparator(descending: boolean): (first: Sortable, second: Sortable) => number {
  const before = descending ? 1 : -1;
  return (first, second) => {
    const a = first.key;
    const b = second.key;
    if (a === b) return first.place - second.place;
    if (a === undefined) return 1;
    if (b === undefined) return -1;
    if (typeof a !== typeof b) return typeof a === 'number' ? before : -before;
    return a < b ? before : -before;
  };
}

type Compare<T> = (first: T, second: T) => number;

/** Checks in steps that the items are in order. */
export function* isSortedInSteps<T>(items: readonly T[], compare: Compare<T>): Generator<void, boolean> {
  for (let index = 1; index < items.length; index++) {
    if (compare(items[index - 1] as T, items[index] as T) > 0) return false;
    if (index % comparisonsPerStep === 0) yield;
  }
  return true;
}

function merge<T>(left: readonly T[], right: readonly T[], compare: Compare<T>): T[] {
  const result: T[] = new Array(left.length + right.length);
  let a = 0;
  let b = 0;
  for (let at = 0; at < result.length; at++) {
    const first = left[a] as T;
    const second = right[b] as T;
    if (b >= right.length || (a < left.length && compare(first, second) <= 0)) {
      result[at] = first;
      a++;
    } else {
      result[at] = second;
      b++;
    }
  }
  return result;
}

/** Sorts in steps of a fraction of a millisecond. */
export function* sortInSteps<T>(items: readonly T[], compare: Compare<T>): Generator<void, T[]> {
  let runs: T[][] = [];
  for (let from = 0; from < items.length; from += rowsPerChunk) {
    runs.push(items.slice(from, from + rowsPerChunk).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const mergedRuns: T[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const [first = [], second = []] = [runs[at], runs[at + 1]];
      mergedRuns.push(second.length === 0 ? first : yield* mergeInSteps(first, second, compare));
    }
    runs = mergedRuns;
  }
  return runs[0] ?? [];
}

/** Merges two sorted lists in steps. */
export function* mergeInSteps<T>(first: readonly T[], second: readonly T[], compare: Compare<T>): Generator<void, T[]> {
  const result: T[] = [];
  let b = 0;
  for (let a = 0; a < first.length; a += comparisonsPerStep) {
    const part = first.slice(a, a + comparisonsPerStep);
    const last = part.at(-1) as T;
    let end = b;
    const isLast = a + comparisonsPerStep >= first.length;
    while (end < second.length && (isLast || compare(second[end] as T, last) < 0)) end++;
    for (const item of merge(part, second.slice(b, end), compare)) result.push(item);
    b = end;
    yield;
  }
  for (; b < second.length; b++) result.push(second[b] as T);
  return result;
}
