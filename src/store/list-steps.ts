/** Going over the items of a long list in steps, so that keys get through between them. */
import type {RowId} from '../families/define.ts';
import type {Item} from './list-items.ts';

/** Items in one step, which takes a fraction of a millisecond. */
export const STEP = 500;

export type Test = (item: Item) => boolean;

/** Of these, those that are still there and pass; the search with this number has found them. */
export function* sifted(
  items: readonly Item[],
  test: Test | undefined,
  search: number,
): Generator<void, readonly Item[]> {
  if (test === undefined) return yield* present(items, search);
  const found: Item[] = [];
  for (let from = 0; from < items.length; from += STEP) {
    if (from > 0) yield;
    sift(items, from, test, search, found);
  }
  return found;
}

function* present(items: readonly Item[], search: number): Generator<void, readonly Item[]> {
  let isSame = true;
  for (let from = 0; from < items.length; from += STEP) {
    if (from > 0) yield;
    isSame = note(items, from, search) && isSame;
  }
  return isSame ? items : items.filter(({removed}) => !removed);
}

/** Whether any of these that are still there passes. */
export function* some(items: readonly Item[], test: Test): Generator<void, boolean> {
  for (let from = 0; from < items.length; from += STEP) {
    if (from > 0) yield;
    if (anyOf(items, from, test)) return true;
  }
  return false;
}

/** The IDs of these: what was there before, where it is the same. */
export function* idsOf(items: readonly Item[], before: readonly RowId[]): Generator<void, readonly RowId[]> {
  let ids: RowId[] | undefined;
  for (let from = 0; from < items.length; from += STEP) {
    if (from > 0) yield;
    ids = otherIds(items, from, before, ids);
  }
  return ids ?? (items.length === before.length ? before : before.slice(0, items.length));
}

// Plain loops are fast sooner than generators are.

function note(items: readonly Item[], from: number, search: number): boolean {
  const to = Math.min(items.length, from + STEP);
  let isSame = true;
  for (let index = from; index < to; index++) {
    const item = items[index] as Item;
    if (item.removed) isSame = false;
    else item.found = search;
  }
  return isSame;
}

function anyOf(items: readonly Item[], from: number, test: Test): boolean {
  const to = Math.min(items.length, from + STEP);
  for (let index = from; index < to; index++) {
    const item = items[index] as Item;
    if (!item.removed && test(item)) return true;
  }
  return false;
}

function sift(items: readonly Item[], from: number, test: Test, search: number, found: Item[]): void {
  const to = Math.min(items.length, from + STEP);
  for (let index = from; index < to; index++) {
    const item = items[index] as Item;
    if (item.removed || !test(item)) continue;
    item.found = search;
    found.push(item);
  }
}

/** A list of its own from the first on that is another than before. */
function otherIds(
  items: readonly Item[],
  from: number,
  before: readonly RowId[],
  ids: RowId[] | undefined,
): RowId[] | undefined {
  const to = Math.min(items.length, from + STEP);
  for (let index = from; index < to; index++) {
    const {id} = items[index] as Item;
    if (!ids && id === before[index]) continue;
    ids ??= before.slice(0, index);
    ids.push(id);
  }
  return ids;
}
