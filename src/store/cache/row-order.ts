/**
 * The ordered entries of a list, each once and only while it is in its table. Most reads don't change the order:
 * comparing the unchanged start avoids access to 100,000 entries scattered in memory.
 */
import type {RowEntry} from './row-table.ts';

export class RowOrder {
  #order: readonly RowEntry[] = [];

  /** The rows in order; the same array until the order changes. */
  get order(): readonly RowEntry[] {
    return this.#order;
  }

  /** @param order each entry of the table once, without removed ones */
  replace(order: readonly RowEntry[]): void {
    for (const entry of order) entry.isListed = true;
    this.#order = order;
  }

  /** Changes the order of the entries. */
  reorder(order: readonly RowEntry[]): void {
    this.#order = order;
  }

  add(entry: RowEntry): void {
    entry.isListed = true;
    this.#order = [...this.#order, entry];
  }

  /** Drops entries that were removed from the table. */
  prune(): void {
    this.#order = this.#order.filter(entry => !entry.isRemoved);
  }

  /**
   * Sets the order from lists, one after another; each entry counts at its first occurrence.
   * @param all the number of entries: the search stops when all are found
   */
  applyLists(lists: readonly (readonly RowEntry[])[], all: number): void {
    const before = this.#order;
    const {keptCount, list, at} = commonStart(lists, before);
    if (keptCount === before.length && keptCount === all) return;
    for (let place = keptCount; place < before.length; place++) (before[place] as RowEntry).isListed = false;
    const rest: RowEntry[] = [];
    for (let index = list; index < lists.length && keptCount + rest.length < all; index++) {
      const next = lists[index] as readonly RowEntry[];
      // Entries before this point are in place, except those that were removed.
      appendNew(rest, next, next === before ? keptCount : index === list ? at : 0);
    }
    this.#order = (keptCount === before.length ? before : before.slice(0, keptCount)).concat(rest);
  }
}

/** The length of the unchanged start of the lists, and the position from which the lists differ. */
function commonStart(
  lists: readonly (readonly RowEntry[])[],
  order: readonly RowEntry[],
): {readonly keptCount: number; readonly list: number; readonly at: number} {
  let keptCount = 0;
  for (const [list, entries] of lists.entries()) {
    for (let at = 0; at < entries.length; at++) {
      if (keptCount === order.length || entries[at] !== order[keptCount]) return {keptCount, list, at};
      keptCount++;
    }
  }
  return {keptCount, list: lists.length, at: 0};
}

function appendNew(order: RowEntry[], entries: readonly RowEntry[], from: number): void {
  for (let at = from; at < entries.length; at++) {
    const entry = entries[at] as RowEntry;
    if (entry.isListed || entry.isRemoved) continue;
    entry.isListed = true;
    order.push(entry);
  }
}
