/** Iteration over a long list in steps, so that key presses are handled between them. */
import type {RowId} from '../../families/shape/define-family.ts';
import type {ListItem} from './list-item.ts';

/** Items in one step, which takes a fraction of a millisecond. */
export const ITEMS_PER_STEP = 500;

export type ItemTest = (item: ListItem) => boolean;

/** The items that still exist and pass the test; each is tagged with the number of the search. */
export function* filterInSteps(
  items: readonly ListItem[],
  test: ItemTest,
  search: number,
): Generator<void, readonly ListItem[]> {
  const matches: ListItem[] = [];
  for (let from = 0; from < items.length; from += ITEMS_PER_STEP) {
    if (from > 0) yield;
    filterStep(items, from, {test, search, matches});
  }
  return matches;
}

/** True if any of these items that still exist passes the test. */
export function* someInSteps(items: readonly ListItem[], test: ItemTest): Generator<void, boolean> {
  for (let from = 0; from < items.length; from += ITEMS_PER_STEP) {
    if (from > 0) yield;
    if (anyInStep(items, from, test)) return true;
  }
  return false;
}

/** The IDs of these items; the earlier array if the IDs are the same. */
export function* collectIds(items: readonly ListItem[], before: readonly RowId[]): Generator<void, readonly RowId[]> {
  let ids: RowId[] | undefined;
  for (let from = 0; from < items.length; from += ITEMS_PER_STEP) {
    if (from > 0) yield;
    ids = collectIdsStep(items, from, before, ids);
  }
  return ids ?? (items.length === before.length ? before : before.slice(0, items.length));
}

// V8 optimizes plain loops sooner than generators.

function anyInStep(items: readonly ListItem[], from: number, test: ItemTest): boolean {
  const to = Math.min(items.length, from + ITEMS_PER_STEP);
  for (let index = from; index < to; index++) {
    const item = items[index] as ListItem;
    if (!item.isRemoved && test(item)) return true;
  }
  return false;
}

interface FilterRun {
  readonly test: ItemTest;
  /** The number of the search. */
  readonly search: number;
  /** Receives the items that pass the test. */
  readonly matches: ListItem[];
}

function filterStep(items: readonly ListItem[], from: number, {test, search, matches}: FilterRun): void {
  const to = Math.min(items.length, from + ITEMS_PER_STEP);
  for (let index = from; index < to; index++) {
    const item = items[index] as ListItem;
    if (item.isRemoved || !test(item)) continue;
    item.foundBySearch = search;
    matches.push(item);
  }
}

/** Creates a new array at the first difference from the earlier one. */
function collectIdsStep(
  items: readonly ListItem[],
  from: number,
  before: readonly RowId[],
  ids: RowId[] | undefined,
): RowId[] | undefined {
  const to = Math.min(items.length, from + ITEMS_PER_STEP);
  for (let index = from; index < to; index++) {
    const {id} = items[index] as ListItem;
    if (!ids && id === before[index]) continue;
    ids ??= before.slice(0, index);
    ids.push(id);
  }
  return ids;
}
