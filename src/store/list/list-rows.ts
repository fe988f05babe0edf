/**
 * The rows of one list on screen: all of them in order, and those that match the filter.
 *
 * More than 300 lines: one class, whose steps of reading, sorting and filtering share the rows they work on.
 */

import {isProblem} from '../../families/format/cells.ts';
import type {AnySample} from '../../families/shape/columns-and-tabs.ts';
import {type AnyRow, columnId, type Family, type RowId} from '../../families/shape/define-family.ts';
import {hasSameItems} from '../../platform/runtime/memoize.ts';
import type {Collection, RowsDelta} from '../cache/collection-state.ts';
import {
  createFuzzyMatcher,
  createMatcher,
  doubtfulTerms,
  type FilterQuery,
  filterSamples,
  hasWords,
  isNarrowing,
  isTimeDependent,
  occurrenceTest,
  parseFilterQuery,
  refuseTerms,
  type Term,
  withoutSamples,
} from './filter.ts';
import {type FilterContext, withBothSpellings} from './filter-fields.ts';
import {ListItem} from './list-item.ts';
import {ListItems} from './list-items.ts';
import {collectIds, filterInSteps, ITEMS_PER_STEP, type ItemTest, someInSteps} from './sliced-iteration.ts';
import {columnSortKey, createComparator, isSortedInSteps, mergeInSteps, type SortKey, sortInSteps} from './sort.ts';

export interface Sort {
  /** Column ID. */
  readonly column: string;
  readonly descending: boolean;
}

/** The data besides the rows that the order and the filter depend on. */
export interface ListDependencies {
  /** The sample that the list is sorted by. */
  readonly sorted: AnySample | undefined;
  /** The samples that the filter compares. */
  readonly filtered: readonly AnySample[];
  /** The rows whose samples are needed: the shown rows, or all rows that match the other terms of the filter. */
  readonly rows: () => readonly AnyRow[];
  /** True if matches change with time. */
  readonly isTimed: boolean;
}

const sortSample = ({columns}: Family, sort: Sort | undefined): AnySample | undefined =>
  sort && columns.find(column => columnId(column) === sort.column)?.sample;

/** The number of items to create, or to sort again, in one step: each item needs its sort key. */
const KEYS_PER_STEP = 100;
/** The cost of building a search text from a dozen cells, as a number of tested rows. */
const textCostRows = 5;

const isCertain = (query: FilterQuery): boolean => query.hint === undefined && doubtfulTerms(query).length === 0;

/** The problems and doubts of a query as a key for comparison. */
const hintFingerprint = ({hint, terms}: FilterQuery): string =>
  JSON.stringify([hint, terms.map(({doubt}) => doubt ?? '')]);

const matchAll: FilterQuery = {terms: [], hint: undefined};

export class ListRows {
  /** IDs of the rows that match the filter, in order; the same array until they change. */
  ids: readonly RowId[] = [];
  /** True if no row matches the exact words: rows that contain the letters in order are shown. */
  isFuzzy = false;
  /** The query after its doubtful terms are resolved: a term whose value no row has is refused. */
  query: FilterQuery = matchAll;
  /** The filter as typed. */
  #text = '';
  /** Increases when other rows are shown or a shown row has changed. */
  edition = 0;
  readonly #collection: Collection;
  readonly #filterContext: FilterContext;
  /** The query as parsed. */
  #query: FilterQuery = matchAll;
  #items = new ListItems();
  #all: ListItem[] = [];
  #shownItems: readonly ListItem[] = [];
  /** The items whose search texts are built. */
  #preparedItems: readonly ListItem[] | undefined;
  /** The number of the search whose matches are shown. */
  #searchId = 0;
  #problemsOnly = false;
  #sort: Sort | undefined;
  #keyOf: ((row: AnyRow) => SortKey) | undefined;
  /** True if every item has the key of this column. */
  #hasKeys = false;
  #version = -1;
  #textVersion = 0;
  #dependencies: {readonly key: readonly unknown[]; readonly dependencies: ListDependencies} | undefined;
  /** Work that is unfinished: a canceled step leaves it set, and the next step completes it first. */
  #pendingWork: 'nothing' | 'search' | 'order' | 'all' = 'nothing';

  constructor(collection: Collection, context: FilterContext) {
    this.#collection = collection;
    this.#filterContext = context;
  }

  get knownVersion(): number {
    return this.#version;
  }

  /** Applies the changes of the collection. Returns the remaining steps if they take longer. */
  *applyChanges(): Generator<void, void> {
    const state = this.#collection.getState();
    if (state.version === this.#version) return;
    const delta = this.#version < 0 ? undefined : this.#collection.changesSince(this.#version);
    this.#version = state.version;
    if (state.textVersion !== this.#textVersion) this.#forgetTexts();
    this.#textVersion = state.textVersion;
    // A field may be unknown until the list has rows or the provider's names are known.
    const query = isCertain(this.#query) ? this.#query : this.#parseQuery(state.rows[0]);
    const isOther = hintFingerprint(query) !== hintFingerprint(this.#query);
    if (isOther) this.#query = this.query = query;
    if (isOther || !delta || this.#pendingWork === 'order' || this.#pendingWork === 'all') yield* this.#rebuild();
    else if (delta.ids.size > 0 || delta.isReordered || this.#pendingWork === 'search') yield* this.#apply(delta);
  }

  /** Rows that show labels of another list are sorted and searched again when that list was read. */
  #forgetTexts(): void {
    this.#items.forgetTexts();
    this.#preparedItems = undefined;
    const isSortedByText = this.#keyOf !== undefined && this.#sortField === undefined;
    if (isSortedByText) this.#hasKeys = false;
    if (this.#pendingWork !== 'nothing' && this.#pendingWork !== 'search') return;
    if (isSortedByText) this.#pendingWork = 'order';
    else if (this.#query.terms.length > 0 || this.#problemsOnly) this.#pendingWork = 'search';
  }

  /** The field that the list is sorted by, if the column shows it as it is. */
  get #sortField(): string | undefined {
    const column = this.#collection.family.columns.find(one => columnId(one) === this.#sort?.column);
    return column?.sortBy || column?.measure ? undefined : column?.field;
  }

  /** Filters again. A longer text searches only the shown rows. */
  *filter(text: string): Generator<void, void> {
    this.#text = text;
    const next = this.#parseQuery(this.#all[0]?.row);
    const narrowed = this.#pendingWork === 'nothing' && isNarrowing(this.#query, next);
    this.#query = this.query = next;
    // If not even a fuzzy match exists, a longer text can't match either.
    if (narrowed && this.#shownItems.length === 0) return;
    yield* this.#update({isNarrowed: narrowed});
  }

  #parseQuery(row: AnyRow | undefined): FilterQuery {
    const {family} = this.#collection;
    return parseFilterQuery(this.#text, family, withBothSpellings(family, row, this.#filterContext.lookup));
  }

  *problemsOnly(on: boolean): Generator<void, void> {
    const narrowed = this.#pendingWork === 'nothing' && on;
    this.#problemsOnly = on;
    yield* this.#update({isNarrowed: narrowed});
  }

  *sortBy(sort: Sort | undefined): Generator<void, void> {
    if (sort?.column !== this.#sort?.column) this.#hasKeys = false;
    this.#sort = sort;
    this.#keyOf = sort && columnSortKey(this.#collection.family, sort.column, this.#filterContext);
    if (this.#pendingWork !== 'all') this.#pendingWork = 'order';
    yield* this.#update({isNarrowed: false});
  }

  /** Sorts and filters again by samples and by time. */
  *reevaluate(): Generator<void, void> {
    if (this.#sample) {
      this.#hasKeys = false;
      if (this.#pendingWork !== 'all') this.#pendingWork = 'order';
    }
    yield* this.#update({isNarrowed: false});
  }

  /** The sample that the list is sorted by. */
  get #sample(): AnySample | undefined {
    return sortSample(this.#collection.family, this.#sort);
  }

  /** The data that the order and the filter depend on; the same object until the data or the rows change. */
  get dependencies(): ListDependencies {
    const key = [this.#sample, this.#query, this.#all, this.#shownItems, this.edition];
    if (this.#dependencies && hasSameItems(this.#dependencies.key, key)) return this.#dependencies.dependencies;
    const filtered = filterSamples(this.#query);
    let rows: readonly AnyRow[] | undefined;
    const follows = {
      sorted: this.#sample,
      filtered,
      isTimed: isTimeDependent(this.#query),
      rows: () => {
        rows ??= filtered.length === 0 ? this.rows : this.#comparable();
        return rows;
      },
    };
    this.#dependencies = {key, dependencies: follows};
    return follows;
  }

  /** Rows that match all terms except terms on samples. */
  #comparable(): readonly AnyRow[] {
    const test = createMatcher(withoutSamples(this.query), this.#filterContext);
    return this.#all.filter(item => !item.isRemoved && test(item)).map(({row}) => row);
  }

  /** The shown rows. */
  get rows(): readonly AnyRow[] {
    return this.#shownItems.map(({row}) => row);
  }

  get length(): number {
    return this.#shownItems.length;
  }

  forEach(visit: (row: AnyRow) => void): void {
    const items = this.#shownItems;
    for (let index = 0; index < items.length; index++) visit((items[index] as ListItem).row);
  }

  row(id: RowId): AnyRow | undefined {
    return this.#items.get(id)?.row ?? this.#collection.getState().byId.get(id);
  }

  /** All items, shown or not. */
  get items(): ListItems {
    return this.#items;
  }

  /** Selects all shown rows, or deselects them if all are selected. */
  selectShown(): void {
    if (this.#shownItems.every(({isSelected}) => isSelected)) this.#items.clearSelection();
    else for (const item of this.#shownItems) this.#items.select(item);
  }

  /** The selected rows, with the shown ones first and in order. */
  selectedRows(): AnyRow[] {
    const items = selectedIn(this.#shownItems);
    if (items.length < this.#items.selectedCount) {
      // Hidden rows stay selected.
      const shownItems = new Set(items);
      for (const item of selectedIn(this.#all)) if (!shownItems.has(item)) items.push(item);
    }
    return items.map(({row}) => row);
  }

  /** The number of selected rows that are not shown. */
  hiddenSelectedCount(): number {
    return this.#items.selectedCount === 0 ? 0 : this.#items.selectedCount - selectedIn(this.#shownItems).length;
  }

  /** Rebuilds everything, and reuses unchanged items. */
  *#rebuild(): Generator<void, void> {
    const {family} = this.#collection;
    const {rows} = this.#collection.getState();
    const all: ListItem[] = [];
    // The previous items are replaced only when all new ones exist, so a canceled step loses nothing.
    const items = new ListItems();
    let keptCount = 0;
    this.#pendingWork = 'all';
    for (let place = 0; place < rows.length; place++) {
      const row = rows[place] as AnyRow;
      const id = family.key(row);
      const existing = this.#items.get(id);
      if (existing) keptCount++;
      const item = existing ?? this.#item(id, row);
      if (item.row !== row) this.#renew(item, row);
      item.place = place;
      items.add(item);
      all.push(item);
      if (place % KEYS_PER_STEP === KEYS_PER_STEP - 1) yield;
    }
    // A deleted row is shown until the search ends, and must not be selected.
    const missingItems = keptCount === this.#items.size ? [] : yield* this.#items.missingFrom(items);
    for (const item of missingItems) this.#items.remove(item);
    // A reused item may have been selected meanwhile.
    items.selectedCount = this.#items.selectedCount;
    this.#items = items;
    this.#all = all;
    this.#pendingWork = 'order';
    yield* this.#update({isNarrowed: false});
  }

  /** Searches the shown rows, or all rows, after it has completed unfinished work. */
  *#update({isNarrowed}: {isNarrowed: boolean}): Generator<void, void> {
    if (this.#pendingWork === 'all') return yield* this.#rebuild();
    if (this.#pendingWork === 'order') yield* this.#arrange();
    yield* isNarrowed
      ? this.#search(this.#shownItems, {isFuzzy: this.isFuzzy})
      : this.#search(this.#all, {isFuzzy: false});
  }

  /** Processes only the changes: most polls change one or two of many rows. */
  *#apply(delta: RowsDelta): Generator<void, void> {
    const isSearched = this.#pendingWork === 'nothing';
    this.#pendingWork = 'all';
    const movedItems = yield* this.#takeChanges(delta.ids);
    const replaced = delta.isReordered && (yield* this.#place());
    if (this.#keyOf) {
      const compare = createComparator(this.#sort?.descending ?? false);
      let others = this.#all;
      if (delta.isReordered || movedItems.size > 0)
        others = others.filter(item => !item.isRemoved && !movedItems.has(item));
      yield;
      // Equal rows keep the API's order, even when it changes.
      if (replaced && !(yield* isSortedInSteps(others, compare))) others = yield* sortInSteps(others, compare);
      this.#all =
        movedItems.size === 0
          ? others
          : yield* mergeInSteps(others, yield* sortInSteps([...movedItems], compare), compare);
    }
    yield;
    this.#pendingWork = 'search';
    // A doubtful value may have appeared in a first row, or disappeared with the last row.
    if (!isSearched || doubtfulTerms(this.#query).length > 0) return yield* this.#search(this.#all, {isFuzzy: false});
    const searchId = this.#searchId;
    yield* this.#show(yield* filterInSteps(this.#all, item => item.foundBySearch === searchId, searchId));
    this.#pendingWork = 'nothing';
    // Fuzzy search ends when a row matches the exact words, and starts when the last such row disappears.
    const none = this.#shownItems.length === 0;
    if (this.isFuzzy ? none || this.#hasExactMatch(delta.ids) : none && hasWords(this.query))
      yield* this.#search(this.#all, {isFuzzy: false});
  }

  /** Adds new and changed rows, and returns those that move in the order. */
  *#takeChanges(ids: ReadonlySet<RowId>): Generator<void, Set<ListItem>> {
    const {byId} = this.#collection.getState();
    const test = this.#test({isFuzzy: this.isFuzzy});
    const movedItems = new Set<ListItem>();
    let count = 0;
    for (const id of ids) {
      if (++count % KEYS_PER_STEP === 0) yield;
      const row = byId.get(id);
      let item = this.#items.get(id);
      if (!row) {
        if (item) this.#items.remove(item);
        continue;
      }
      const before = item?.key;
      if (!item) {
        item = this.#item(id, row);
        this.#items.add(item);
        movedItems.add(item);
      } else if (item.row !== row) this.#renew(item, row);
      if (item.key !== before) movedItems.add(item);
      item.foundBySearch = test(item) ? this.#searchId : -1;
    }
    return movedItems;
  }

  /** Sets the position of every item in the API's order; returns false if that can wait. */
  *#place(): Generator<void, boolean> {
    const {family} = this.#collection;
    const {rows, isComplete} = this.#collection.getState();
    // The API's order decides only between equal rows, so it can wait while the list arrives.
    if (this.#keyOf && !isComplete) return false;
    const order: ListItem[] = [];
    for (let place = 0; place < rows.length; place++) {
      if (place % ITEMS_PER_STEP === ITEMS_PER_STEP - 1) yield;
      const row = rows[place];
      const item = row && this.#items.get(family.key(row));
      if (!item) continue;
      item.place = place;
      order.push(item);
    }
    if (!this.#keyOf) this.#all = order;
    return true;
  }

  #hasExactMatch(ids: ReadonlySet<RowId>): boolean {
    const test = this.#test({isFuzzy: false});
    return [...ids].some(id => {
      const item = this.#items.get(id);
      return item !== undefined && test(item);
    });
  }

  #item(id: RowId, row: AnyRow): ListItem {
    // The item may replace a deleted item with the same ID.
    this.edition++;
    return new ListItem(this.#collection, {id, row, key: this.#keyOf?.(row), place: this.#items.size});
  }

  #renew(item: ListItem, row: AnyRow): void {
    item.renew(row, this.#keyOf?.(row));
    this.edition++;
  }

  /** Sorts all items. */
  *#arrange(): Generator<void, void> {
    const keyOf = this.#keyOf;
    if (!keyOf) this.#all.sort((first, second) => first.place - second.place);
    let count = 0;
    for (const item of keyOf && !this.#hasKeys ? this.#all : []) {
      item.key = keyOf?.(item.row);
      if (++count % KEYS_PER_STEP === 0) yield;
    }
    this.#hasKeys = true;
    if (keyOf) this.#all = yield* sortInSteps(this.#all, createComparator(this.#sort?.descending ?? false));
    this.#pendingWork = 'search';
  }

  /** Refuses terms whose value no row has, hidden rows included. */
  *#settle(): Generator<void, void> {
    const refusedTerms = new Set<Term>();
    for (const term of doubtfulTerms(this.#query)) {
      const occurs = yield* someInSteps(this.#all, occurrenceTest(term, this.#filterContext));
      if (!occurs) refusedTerms.add(term);
    }
    this.query = refuseTerms(this.#query, refusedTerms);
  }

  /** Searches these items for matches of the filter. */
  *#search(candidates: readonly ListItem[], {isFuzzy}: {isFuzzy: boolean}): Generator<void, void> {
    if (doubtfulTerms(this.#query).length > 0) yield* this.#settle();
    const matches = yield* this.#find(candidates, {isFuzzy});
    if (matches.length > 0 || isFuzzy || !hasWords(this.query) || this.query.hint !== undefined) {
      this.isFuzzy = isFuzzy && matches.length > 0;
      yield* this.#show(matches);
    } else {
      const fuzzyMatches = yield* this.#find(this.#all, {isFuzzy: true});
      this.isFuzzy = fuzzyMatches.length > 0;
      yield* this.#show(fuzzyMatches);
    }
    this.#pendingWork = 'nothing';
  }

  *#find(searchItems: readonly ListItem[], {isFuzzy}: {isFuzzy: boolean}): Generator<void, readonly ListItem[]> {
    const searchId = ++this.#searchId;
    this.#pendingWork = 'search';
    return yield* filterInSteps(searchItems, this.#test({isFuzzy}), searchId);
  }

  /** Builds the search texts while the user doesn't type; undefined if they are ready. */
  prepareTexts(): Generator<void, void> | undefined {
    const all = this.#all;
    if (this.#pendingWork !== 'nothing' || this.#preparedItems === all) return undefined;
    return this.#prepare(all);
  }

  *#prepare(all: readonly ListItem[]): Generator<void, void> {
    let doneCount = 0;
    for (const item of all) {
      doneCount += item.makeText() ? textCostRows : 1;
      if (doneCount < ITEMS_PER_STEP) continue;
      doneCount = 0;
      yield;
    }
    if (this.#collection.getState().isComplete) this.#preparedItems = all;
  }

  #test({isFuzzy}: {readonly isFuzzy: boolean}): ItemTest {
    const {family} = this.#collection;
    const filterContext = this.#filterContext;
    const matches = isFuzzy
      ? createFuzzyMatcher(this.query, family, filterContext)
      : createMatcher(this.query, filterContext);
    if (!this.#problemsOnly) return matches;
    const {state} = family;
    return item =>
      state !== undefined && isProblem(state(item.row, filterContext.lookup, filterContext.params)) && matches(item);
  }

  *#show(items: readonly ListItem[]): Generator<void, void> {
    const ids = yield* collectIds(items, this.ids);
    this.#shownItems = items;
    if (ids !== this.ids) this.edition++;
    this.ids = ids;
  }
}

function selectedIn(all: readonly ListItem[]): ListItem[] {
  const items: ListItem[] = [];
  for (let index = 0; index < all.length; index++) {
    const item = all[index] as ListItem;
    if (item.isSelected && !item.isRemoved) items.push(item);
  }
  return items;
}
