/** The items of a list view: rows by ID, and the selection. */
import type {RowId} from '../../families/shape/define-family.ts';
import type {ListItem} from './list-item.ts';
import {ITEMS_PER_STEP} from './sliced-iteration.ts';

export class ListItems {
  /** The number of selected rows. */
  selectedCount = 0;
  readonly #byId = new Map<RowId, ListItem>();

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
    this.deselect(item);
    item.isRemoved = true;
    this.#byId.delete(item.id);
  }

  /** The items that are missing in `others`, in steps. */
  *missingFrom(others: ListItems): Generator<void, ListItem[]> {
    const items: ListItem[] = [];
    let count = 0;
    for (const item of this.#byId.values()) {
      if (!others.get(item.id)) items.push(item);
      if (++count % ITEMS_PER_STEP === 0) yield;
    }
    return items;
  }

  forgetTexts(): void {
    for (const item of this.#byId.values()) item.forgetText();
  }

  isSelected(id: RowId): boolean {
    return this.get(id)?.isSelected ?? false;
  }

  toggleSelected(id: RowId): void {
    const item = this.get(id);
    if (item?.isSelected) this.deselect(item);
    else if (item) this.select(item);
  }

  selectEach(ids: readonly RowId[]): void {
    for (const id of ids) {
      const item = this.get(id);
      if (item) this.select(item);
    }
  }

  clearSelection(): void {
    for (const item of this.#byId.values()) this.deselect(item);
  }

  /** A deleted row can't be selected. */
  select(item: ListItem): void {
    if (item.isSelected || item.isRemoved) return;
    item.isSelected = true;
    this.selectedCount++;
  }

  deselect(item: ListItem): void {
    if (!item.isSelected || item.isRemoved) return;
    item.isSelected = false;
    this.selectedCount--;
  }
}
