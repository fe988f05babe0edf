/**
 * One list as a user sees it: filtered, sorted, with a selection and a cursor that follows the resource, not the row
 * number. It doesn't use React: the list screen paints it, and the command line prints it.
 *
 * More than 300 lines: one class, in which the cursor, the selection and the window depend on each other.
 */
import type {AnyRow, Lookup, RowId} from '../../families/shape/define-family.ts';
import type {Collection} from '../cache/collection-state.ts';
import type {Countable} from '../cache/row-condition.ts';
import {createTracedStore, type ReadonlyStore, type TracedStore} from '../core/traced-store.ts';
import {type ListDependencies, ListRows, type Sort} from './list-rows.ts';

export type {ListDependencies, Sort} from './list-rows.ts';

export interface ListModelState {
  /** IDs of the shown rows, in order; the same array until they change. */
  readonly ids: readonly RowId[];
  /** The cursor's index in `ids`; -1 while no row is shown. */
  readonly cursor: number;
  readonly cursorId: RowId | undefined;
  readonly filter: string;
  readonly problemsOnly: boolean;
  /** The sort; undefined for the API's order. */
  readonly sort: Sort | undefined;
  /** The selected rows; a new object after every change. */
  readonly selection: Selection;
  /** True if no row matches the exact words, and the shown rows contain the letters in order. */
  readonly isFuzzy: boolean;
  /** The problem of the filter: "no field “stauts”". */
  readonly hint: string | undefined;
  /** True while the shown rows are not up to date; an update follows automatically. */
  readonly isSettling: boolean;
  /** True while a filter or sort that the user requested is not complete. */
  readonly isAwaited: boolean;
  /** True if a search takes long enough for a notice. */
  readonly isSearching: boolean;
}

/** The selected rows as a live view: it follows the list and is not a copy of an earlier state. */
export interface Selection {
  readonly size: number;
  has(id: RowId): boolean;
}

export interface ListModel extends ReadonlyStore<ListModelState> {
  readonly collection: Collection;
  row(id: RowId): AnyRow | undefined;
  /** The shown rows, in order. */
  rows(): readonly AnyRow[];
  /** The data besides the rows that the order and the filter depend on. */
  readonly dependencies: ListDependencies;
  /** Sorts and filters again after a change of data other than the rows. */
  reevaluate(): void;
  /** Increases when other rows are shown or a shown row has changed, not when the cursor moves. */
  readonly edition: number;
  /**
   * True while rows, a filter or an order are being processed; `isSettling` is true only if this is worth a paint.
   * Tests of the console wait until it is false.
   */
  readonly isWorking: boolean;
  /** The shown rows for counting, which is faster than building an array. */
  readonly shown: Countable;
  setFilter(text: string): void;
  setProblemsOnly(on: boolean): void;
  setSort(by: Sort | undefined): void;
  /** Moves the cursor by a number of rows; stops at the ends. */
  move(by: number): void;
  /** Moves the cursor to a position among the shown rows; negative positions count from the end. */
  moveTo(place: number): void;
  /** Moves the cursor to a resource; returns false if it isn't shown. */
  moveToId(id: RowId): boolean;
  /** Selects or deselects one row; by default the one under the cursor. */
  toggleSelected(id?: RowId): void;
  /** Selects all rows from the last toggled one to the cursor. */
  selectRange(): void;
  /**
   * Completes a filter or sort if little work remains, because an action on all shown rows applies to those of the
   * complete filter. Returns false if the work would block a key press for too long.
   */
  finish(): boolean;
  /** Selects all shown rows, or deselects them if all are selected. */
  selectAll(): void;
  clearSelection(): void;
  /** The selected rows, with the shown ones first and in order; without a selection, the row under the cursor. */
  selectedRows(): readonly AnyRow[];
  /** The number of selected rows that the filter hides. */
  hiddenSelectedCount(): number;
}

export type CreateListModel = (collection: Collection, lookup: Lookup, options?: ListOptions) => ListModel;

export interface ListOptions {
  readonly filter?: string | undefined;
  readonly sort?: Sort | undefined;
  /** Yields to key presses while very long lists are searched and sorted; without it, all work is done at once. */
  readonly yieldToLoop?: (() => Promise<void>) | undefined;
  /** The time in milliseconds with fractions, to decide when to yield; without it, steps are counted. */
  readonly now?: (() => number) | undefined;
}

export const createListModel: CreateListModel = (collection, lookup, options = {}) =>
  new DefaultListModel(collection, lookup, options);

/**
 * The time that work may block key presses, milliseconds. Work that the user requested may take so long that most of it
 * is done at the next paint; other work is arriving rows and remaining steps.
 */
const requestedSliceMs = 6;
const backgroundSliceMs = 2;
/**
 * The limit for the first rows of a list: the screen has no row to move to yet, and the first frame should show rows.
 */
const firstRowsSliceMs = 25;
/** The limit of work that an action waits for. */
const finishSliceMs = 12;
/** The limit of background work while the user scrolls, and the time after a move that counts as scrolling. */
const scrollingSliceMs = 1;
const scrollingMs = 300;
/** The number of steps per slice if no clock is available. */
const stepsPerSlice = 24;
/** The time before a search notice is shown, milliseconds: a shorter notice would flicker. */
const searchingNoticeMs = 120;
/** With more new rows than this at once, key presses are handled first. */
const maxRowsInline = 50;

class DefaultListModel implements ListModel {
  readonly collection: Collection;
  readonly #rows: ListRows;
  readonly #yieldToLoop: (() => Promise<void>) | undefined;
  readonly #now: (() => number) | undefined;
  readonly #view: TracedStore<ListModelState>;
  #filter = '';
  #problemsOnly = false;
  #sort: Sort | undefined;
  #selection: Selection = {size: 0, has: () => false};
  /** The row where a range selection starts. */
  #anchor: RowId | undefined;
  /** The ID of the resource under the cursor, even while the filter hides it. */
  #requestedId: RowId | undefined;
  #movedAt = Number.NEGATIVE_INFINITY;
  #cursor = -1;
  /** The unfinished work; a new job replaces it. */
  #job: Generator<void, void> | undefined;
  /** The time at which the user requested the result; undefined if no request is open. */
  #requestedAt: number | undefined;
  /** True if the user has waited so long that a notice is shown. */
  #isLate = false;
  #preparing: Generator<void, void> | undefined;
  #awaitsTurn = false;

  constructor(collection: Collection, lookup: Lookup, {filter = '', sort, yieldToLoop, now}: ListOptions) {
    this.collection = collection;
    this.#rows = new ListRows(collection, {lookup, params: collection.params});
    this.#yieldToLoop = yieldToLoop;
    this.#now = now;
    this.#view = createTracedStore('list', this.#state(), {
      activate: () => {
        this.#follow();
        return collection.subscribe(() => this.#follow());
      },
    });
    // While the list has no rows, the sort is only stored: rows are sorted as they arrive.
    this.#sort = sort;
    if (sort) for (const _ of this.#rows.sortBy(sort));
    this.#follow();
    if (filter !== '') this.setFilter(filter);
    // The cursor moves to the first row, as in a newly opened list, not to the row that it was on before the filter.
    this.#requestedId = undefined;
    this.#cursor = -1;
    if (!this.#job) this.#settle();
  }

  getState(): ListModelState {
    // Without listeners the model receives no notifications, so it updates when it is read.
    if (!this.#view.hasSubscribers) this.#follow();
    return this.#view.getState();
  }
  getInitialState(): ListModelState {
    return this.#view.getInitialState();
  }
  subscribe(listener: (state: ListModelState, previous: ListModelState) => void): () => void {
    return this.#view.subscribe(listener);
  }
  row(id: RowId): AnyRow | undefined {
    return this.#rows.row(id);
  }
  rows(): readonly AnyRow[] {
    return this.#rows.rows;
  }
  get dependencies(): ListDependencies {
    return this.#rows.dependencies;
  }
  reevaluate(): void {
    const {sorted, filtered, isTimed} = this.#rows.dependencies;
    // A running job uses the current values anyway.
    if (this.#job || (!sorted && filtered.length === 0 && !isTimed)) return;
    this.#run(this.#rows.reevaluate(), this.#backgroundSliceMs());
  }
  get edition(): number {
    return this.#rows.edition;
  }
  get isWorking(): boolean {
    return this.#job !== undefined;
  }
  get shown(): Countable {
    return this.#rows;
  }

  setFilter(text: string): void {
    if (text === this.#filter) return;
    this.#filter = text;
    this.#startRequested(this.#rows.filter(text));
  }
  setProblemsOnly(on: boolean): void {
    if (on === this.#problemsOnly) return;
    this.#problemsOnly = on;
    this.#startRequested(this.#rows.problemsOnly(on));
  }
  setSort(by: Sort | undefined): void {
    this.#sort = by;
    this.#startRequested(this.#rows.sortBy(by));
  }

  move(by: number): void {
    this.#place(this.#cursor + by);
  }
  moveTo(place: number): void {
    this.#place(place < 0 ? this.#rows.ids.length + place : place);
  }
  moveToId(id: RowId): boolean {
    const place = this.#rows.ids.indexOf(id);
    this.#requestedId = id;
    if (place < 0) return false;
    this.#place(place);
    return true;
  }

  toggleSelected(id: RowId | undefined = this.#rows.ids[this.#cursor]): void {
    if (id === undefined) return;
    this.#rows.items.toggleSelected(id);
    this.#anchor = id;
    this.#notifySelection();
  }
  selectRange(): void {
    const {ids} = this.#rows;
    const from = this.#anchor === undefined ? this.#cursor : ids.indexOf(this.#anchor);
    const [low, high] = [Math.min(from, this.#cursor), Math.max(from, this.#cursor)];
    this.#rows.items.selectEach(ids.slice(Math.max(0, low), high + 1));
    this.#notifySelection();
  }
  finish(): boolean {
    const job = this.#job;
    if (job && this.#advance(job, finishSliceMs)) this.#settle();
    // While a list arrives, the rows so far are the shown ones.
    return this.#job === undefined || (this.#requestedAt === undefined && !this.collection.getState().isComplete);
  }
  selectAll(): void {
    this.#rows.selectShown();
    this.#notifySelection();
  }
  clearSelection(): void {
    if (this.#rows.items.selectedCount === 0) return;
    this.#rows.items.clearSelection();
    this.#notifySelection();
  }

  hiddenSelectedCount(): number {
    return this.#rows.hiddenSelectedCount();
  }

  selectedRows(): readonly AnyRow[] {
    if (this.#rows.items.selectedCount > 0) return this.#rows.selectedRows();
    const cursorId = this.#rows.ids[this.#cursor];
    const row = cursorId === undefined ? undefined : this.#rows.row(cursorId);
    return row ? [row] : [];
  }

  #place(to: number): void {
    const {ids} = this.#rows;
    this.#cursor = Math.min(Math.max(0, to), ids.length - 1);
    this.#requestedId = ids[this.#cursor];
    this.#movedAt = this.#now?.() ?? this.#movedAt;
    this.#notify('moveCursor');
  }

  #notifySelection(): void {
    this.#selection = this.#selectionState();
    this.#notify('select');
  }

  #selectionState(): Selection {
    const rows = this.#rows;
    return {size: rows.items.selectedCount, has: id => rows.items.isSelected(id)};
  }

  #startRequested(job: Generator<void, void>): void {
    this.#requestedAt ??= this.#now?.() ?? 0;
    // Without a clock the notice is shown at once.
    this.#isLate ||= this.#now === undefined;
    this.#run(job, requestedSliceMs);
  }

  #follow(): void {
    const {version, isComplete} = this.collection.getState();
    if (version === this.#rows.knownVersion) return;
    const job = this.#rows.applyChanges();
    if (!this.#hasManyChanges())
      this.#run(job, this.#rows.ids.length === 0 ? firstRowsSliceMs : this.#backgroundSliceMs());
    else {
      this.#job = job;
      // While a list arrives, its title shows it, so only an update of a complete list is reported.
      if (isComplete) this.#notify('startUpdate');
      void this.#continueJob(job);
    }
  }

  /**
   * True if more changes arrived than fit in this turn of the event loop; the current rows stay on screen meanwhile.
   */
  #hasManyChanges(): boolean {
    if (!this.#yieldToLoop || !this.#view.hasSubscribers || this.#rows.ids.length === 0) return false;
    const delta = this.collection.changesSince(this.#rows.knownVersion);
    return (delta?.ids.size ?? this.collection.getState().rows.length) > maxRowsInline;
  }

  /** Works for one time slice; the remaining work follows automatically. */
  #run(job: Generator<void, void>, milliseconds: number): void {
    // A running job is canceled; the new job first completes the unfinished work.
    this.#job = job;
    if (this.#advance(job, milliseconds)) this.#settle();
    else {
      this.#notify('startUpdate');
      void this.#continueJob(job);
    }
  }

  #advance(job: Generator<void, void>, milliseconds: number): boolean {
    const until = (this.#now?.() ?? 0) + milliseconds;
    const more = (stepCount: number) =>
      !this.#yieldToLoop || (this.#now ? this.#now() < until : stepCount < stepsPerSlice);
    let stepsDone = 0;
    // One step runs even if the slice has ended, because the machine was busy with other work.
    do if (job.next().done) return true;
    while (more(++stepsDone));
    return false;
  }

  async #continueJob(job: Generator<void, void>): Promise<void> {
    do {
      await this.#yieldToLoop?.();
      if (this.#job === job) this.#notifyIfLate();
    } while (this.#job === job && !this.#advance(job, this.#backgroundSliceMs()));
    // A paint takes as long as a step, so key presses come first.
    if (this.#job === job) await this.#yieldToLoop?.();
    if (this.#job === job) this.#settle();
  }

  /**
   * The slice of background work. Each turn of the event loop costs time, because during the start much other work runs
   * between turns.
   */
  #backgroundSliceMs(): number {
    return this.#now && this.#now() - this.#movedAt < scrollingMs ? scrollingSliceMs : backgroundSliceMs;
  }

  #notifyIfLate(): void {
    if (
      this.#isLate ||
      this.#requestedAt === undefined ||
      !this.#now ||
      this.#now() - this.#requestedAt < searchingNoticeMs
    )
      return;
    this.#isLate = true;
    this.#notify('markLate');
  }

  #settle(): void {
    const isRequested = this.#requestedAt !== undefined;
    this.#job = undefined;
    this.#requestedAt = undefined;
    this.#isLate = false;
    const {ids} = this.#rows;
    const {isComplete, byId} = this.collection.getState();
    const place = this.#requestedId === undefined ? -1 : ids.indexOf(this.#requestedId);
    const exists = this.#requestedId !== undefined && byId.has(this.#requestedId);
    // True if the filter is the same and the row under the cursor no longer matches it.
    const hasLeft = exists && place < 0 && !isRequested && this.#view.getState().cursorId === this.#requestedId;
    if (place >= 0) this.#cursor = place;
    // After a deletion, or if the row no longer matches: the row at the same position. After a new filter: the first
    // match.
    else if (hasLeft || !exists) this.#cursor = Math.max(0, this.#cursor);
    else this.#cursor = 0;
    this.#cursor = Math.min(this.#cursor, ids.length - 1);
    const isGone = hasLeft || (this.#requestedId !== undefined && isComplete && !exists);
    // In a complete list, the cursor follows its row when the row moves.
    if (isGone || (this.#requestedId === undefined && isComplete)) this.#requestedId = ids[this.#cursor];
    // A deleted row is no longer selected.
    if (this.#selection.size !== this.#rows.items.selectedCount) this.#selection = this.#selectionState();
    this.#notify('updateRows');
    // A search replaced the job that would have added new rows.
    if (this.#view.hasSubscribers) this.#follow();
    if (this.#yieldToLoop) void this.#prepare();
  }

  /** Builds the search texts for the first letter of a filter while the program is idle. */
  async #prepare(): Promise<void> {
    this.#preparing = this.#rows.prepareTexts();
    // A loop that is waiting for its turn continues with this work; a second loop would only delay other tasks.
    if (!this.#preparing || this.#awaitsTurn) return;
    this.#awaitsTurn = true;
    // The settled rows are painted first.
    do await this.#yieldToLoop?.();
    while (this.#preparing && !this.#job && !this.#preparing.next().done);
    this.#awaitsTurn = false;
  }

  #notify(change: string): void {
    this.#view.update(change, this.#state());
  }

  #state(): ListModelState {
    const {ids, isFuzzy, query} = this.#rows;
    const awaited = this.#job !== undefined && this.#requestedAt !== undefined;
    return {
      ids,
      cursor: this.#cursor,
      cursorId: ids[this.#cursor],
      filter: this.#filter,
      problemsOnly: this.#problemsOnly,
      sort: this.#sort,
      selection: this.#selection,
      isFuzzy,
      hint: query.hint,
      isSettling: this.#job !== undefined,
      isAwaited: awaited,
      isSearching: awaited && this.#isLate,
    };
  }
}
