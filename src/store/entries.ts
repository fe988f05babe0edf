/**
 * The entries of a list in their order, each once and only while it is in its table. Most readings find them as they
 * stood: what begins as before costs a comparison, and no look at 100,000 entries that lie all over the memory.
 */
import type {Entry} from './table.ts';

export class Entries {
  #order: readonly Entry[] = [];

  /** The same array until another one stands where one stood. */
  get order(): readonly Entry[] {
    return this.#order;
  }

  /** @param order each entry of its table once, and none that was removed */
  take(order: readonly Entry[]): void {
    for (const entry of order) entry.listed = true;
    this.#order = order;
  }

  /** Puts those that stand there into another order. */
  arrange(order: readonly Entry[]): void {
    this.#order = order;
  }

  add(entry: Entry): void {
    entry.listed = true;
    this.#order = [...this.#order, entry];
  }

  /** Lets go of those that were removed from the table. */
  prune(): void {
    this.#order = this.#order.filter(entry => !entry.removed);
  }

  /**
   * Takes the entries of lists, one after another, each the first time that it comes.
   * @param all how many entries there are: once they are found, nobody looks for more
   */
  follow(lists: readonly (readonly Entry[])[], all: number): void {
    const before = this.#order;
    const {kept, list, at} = meeting(lists, before);
    if (kept === before.length && kept === all) return;
    for (let place = kept; place < before.length; place++) (before[place] as Entry).listed = false;
    const rest: Entry[] = [];
    for (let index = list; index < lists.length && kept + rest.length < all; index++) {
      const next = lists[index] as readonly Entry[];
      // What stood before stands already as far as it was kept.
      append(rest, next, next === before ? kept : index === list ? at : 0);
    }
    this.#order = (kept === before.length ? before : before.slice(0, kept)).concat(rest);
  }
}

/** How many entries the lists have at their beginning as they stand, and where the lists go on. */
function meeting(
  lists: readonly (readonly Entry[])[],
  order: readonly Entry[],
): {readonly kept: number; readonly list: number; readonly at: number} {
  let kept = 0;
  for (const [list, entries] of lists.entries()) {
    for (let at = 0; at < entries.length; at++) {
      if (kept === order.length || entries[at] !== order[kept]) return {kept, list, at};
      kept++;
    }
  }
  return {kept, list: lists.length, at: 0};
}

function append(order: Entry[], entries: readonly Entry[], from: number): void {
  for (let at = from; at < entries.length; at++) {
    const entry = entries[at] as Entry;
    if (entry.listed || entry.removed) continue;
    entry.listed = true;
    order.push(entry);
  }
}
