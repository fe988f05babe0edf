/** An item of a list view: a row with its sort key, search text and selection. */
import type {AnyRow} from '../../families/shape/define-family.ts';
import type {RowId} from '../../families/shape/resource.ts';
import type {Collection} from '../cache/collection-state.ts';
import type {SortKey} from './sort.ts';

/** The facts of a row in a list view. */
type ListItemFacts = Pick<ListItem, 'id' | 'row' | 'key' | 'place'>;

export class ListItem {
  readonly id: RowId;
  row: AnyRow;
  key: SortKey;
  place: number;
  /** The number of the last search that matched the item. */
  foundBySearch = -1;
  isRemoved = false;
  isSelected = false;
  readonly #collection: Collection;
  #text: string | undefined;

  constructor(collection: Collection, {id, row, key, place}: ListItemFacts) {
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

  /** The search text may differ now. */
  forgetText(): void {
    this.#text = undefined;
  }

  renew(row: AnyRow, key: SortKey): void {
    this.row = row;
    this.key = key;
    this.#text = undefined;
  }
}
