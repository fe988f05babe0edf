/** The rows of a list as it works on them: by ID, with what they sort and are found by, and their marks. */
import type {AnyRow, RowId} from '../families/define.ts';
import {IdMap} from './id-map.ts';
import {STEP} from './list-steps.ts';
import type {SortKey} from './order.ts';
import type {Collection} from './types.ts';

export class Item {
  readonly id: RowId;
  row: AnyRow;
  key: SortKey;
  place: number;
  /** The search that let it through last. */
  found = -1;
  removed = false;
  marked = false;
  block = -1;
  readonly #collection: Collection;
  #text: string | undefined;

  constructor(collection: Collection, id: RowId, row: AnyRow, key: SortKey, place: number) {
    this.#collection = collection;
    this.id = id;
    this.row = row;
    this.key = key;
    this.place = place;
  }

  /** Search text; made when it is first looked for. */
  get text(): string {
    this.#text ??= this.#collection.searchText(this.id);
    return this.#text;
  }

  /** Makes it now; false where it was made before. */
  makeText(): boolean {
    if (this.#text !== undefined) return false;
    this.#text = this.#collection.searchText(this.id);
    return true;
  }

  renew(row: AnyRow, key: SortKey): void {
    this.row = row;
    this.key = key;
    this.#text = undefined;
  }
}

export class Items {
  /** How many of them are marked. */
  marked = 0;
  readonly #byId = new IdMap<Item>();

  get size(): number {
    return this.#byId.size;
  }

  get(id: RowId): Item | undefined {
    return this.#byId.get(id);
  }

  add(item: Item): void {
    this.#byId.set(item.id, item);
  }

  /** With its mark. */
  remove(item: Item): void {
    this.mark(item, false);
    item.removed = true;
    this.#byId.delete(item.id);
  }

  /** Those that others do not have, in steps. */
  *without(others: Items): Generator<void, Item[]> {
    const items: Item[] = [];
    let count = 0;
    for (const item of this.#byId.values()) {
      if (!others.get(item.id)) items.push(item);
      if (++count % STEP === 0) yield;
    }
    return items;
  }

  isMarked(id: RowId): boolean {
    return this.get(id)?.marked ?? false;
  }

  markEach(ids: readonly RowId[], on: boolean): void {
    for (const id of ids) {
      const item = this.get(id);
      if (item) this.mark(item, on);
    }
  }

  unmarkAll(): void {
    for (const item of this.#byId.values()) this.mark(item, false);
  }

  /** What is gone cannot be marked. */
  mark(item: Item, on: boolean): void {
    if (item.marked === on || item.removed) return;
    item.marked = on;
    this.marked += on ? 1 : -1;
  }
}
