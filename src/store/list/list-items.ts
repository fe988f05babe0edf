/** The items of a list view: rows by ID, with their sort key, search text and selection. */
import type {AnyRow, RowId} from '../../families/shape/define-family.ts';
import {ChunkedMap} from '../core/chunked-map.ts';
import type {Collection} from '../session/session.ts';
import {ITEMS_PER_STEP} from './sliced-iteration.ts';
import type {SortKey} from './sort.ts';

export class ListItem {
  readonly id: RowId;
  row: AnyRow;
  key: SortKey;
  place: number;
  /** The number of the last search that matched the item. */
  foundBySearch = -1;
  removed = false;
  isSelected = false;
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

  /** The search text, built at the first use. */
  get text(): string {
    this.#text ??= this.#collection.searchText(this.id);
    return this.#text;
  }

  /** Builds the search text; returns false if it existed. */
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

export class ListItems {
  /** The number of selected rows. */
  selectedCount = 0;
  readonly #byId = new ChunkedMap<ListItem>();

  get size(): number {
    return this.#byId.size;
  }

  get(id: RowId): ListItem | undefined {
    return this.#byId.get(id);
  }

  add(item: ListItem): void {
    this.#byId.set(item.id, item);
  }

  /** Removes an item with its selection. */
  remove(item: ListItem): void {
    this.setSelected(item, false);
    item.removed = true;
    this.#byId.delete(item.id);
  }

  /** The items that `others` lacks, in steps. */
  *missingFrom(others: ListItems): Generator<void, ListItem[]> {
    const items: ListItem[] = [];
    let count = 0;
    for (const item of this.#byId.values()) {
      if (!others.get(item.id)) items.push(item);
      if (++count % ITEMS_PER_STEP === 0) yield;
    }
    return items;
  }

  isSelected(id: RowId): boolean {
    return this.get(id)?.isSelected ?? false;
  }

  selectEach(ids: readonly RowId[], on: boolean): void {
    for (const id of ids) {
      const item = this.get(id);
      if (item) this.setSelected(item, on);
    }
  }

  clearSelection(): void {
    for (const item of this.#byId.values()) this.setSelected(item, false);
  }

  /** A deleted row can't be selected. */
  setSelected(item: ListItem, on: boolean): void {
    if (item.isSelected === on || item.removed) return;
    item.isSelected = on;
    this.selectedCount += on ? 1 : -1;
  }
}
