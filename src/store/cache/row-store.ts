/**
 * The rows of a collection with their order, marks and states, and the notification of listeners.
 *
 * More than 300 lines: one class, whose rows, order and marks change together.
 */

import type {AnyRow, Family, FamilyId, Lookup, PathParams, RowId} from '../../families/shape/define-family.ts';
import type {Clock} from '../core/clock.ts';
import {isRowId} from '../core/row-id.ts';
import {createTracedStore, type Trace, type TracedStore} from '../core/traced-store.ts';
import {trackLookups} from '../core/track-lookups.ts';
import {createRowText} from '../list/row-text.ts';
import type {Annotation} from './annotations.ts';
import {Annotations, deletedRowMs} from './annotations.ts';
import type {Collection, CollectionState} from './collection-state.ts';
import {ChangeHistory, createState, type Freshness, type ListFacts, maxQuietAgeMs} from './collection-state.ts';
import type {ListFetchPass} from './list-fetch-pass.ts';
import {RowOrder} from './row-order.ts';
import {type RowEntry, RowTable} from './row-table.ts';

export interface RowStoreHost {
  readonly clock: Clock;
  readonly lookup: Lookup;
  readonly trace: Trace | undefined;
  /** The running operation on a row, from events. */
  runningOperationOn(family: Family, id: RowId, params: PathParams): Annotation['busy'];
  /** True if a row of the family may be busy. */
  isBusy(family: Family): boolean;
}

/**
 * The growth of a list: in an endless list, new rows appear at the front, and rows beyond the end of a read still
 * exist.
 */
export type ListGrowth = 'whole' | 'newest first';

/** The tick of rows that were not read in this session. */
const cachedTick = 0;

/** With more deleted rows than this at once, the rows move to the end of the list while they are still visible. */
const maxReplacedRows = 50;

export class RowStore {
  readonly family: Family;
  readonly state: TracedStore<CollectionState>;
  readonly table: RowTable;
  readonly freshness: Freshness = {validAt: undefined, isRefetching: false};
  readonly history = new ChangeHistory();
  readonly annotations: Annotations;
  facts: ListFacts;
  /** True if the whole list was read at least once in this session. */
  isFetched = false;
  readonly #entries = new RowOrder();
  /** The entries of the last state that listeners received. */
  #reportedEntries: readonly RowEntry[] = [];
  #version = 0;
  #tick = 0;
  #isCommitQueued = false;
  #isRefilterQueued = false;
  /** The last complete read. */
  #lastPass: ListFetchPass | undefined;
  /** For an endless list: the oldest row without a gap to the newest. */
  #oldest: number | undefined;
  /** The newest row below a gap; undefined when a read has reached it. */
  #gapAfter: number | undefined;
  readonly #clock: Clock;
  readonly #growth: ListGrowth;
  readonly #pendingRemovals = new Set<() => void>();
  /** Deleted rows until their removal. A row that exists again stays in the set, but is not marked as vanishing. */
  readonly #vanishing = new Set<RowEntry>();
  readonly #isBusy: () => boolean;
  /** The families of the lists whose rows the search texts contain: a volume has the label of its instance. */
  readonly #textFamilies = new Set<FamilyId>();
  /** The rows of such lists for which the search texts were cleared last. */
  readonly #textSources = new WeakMap<Collection, readonly AnyRow[]>();
  /** Deleted rows, with the tick of their deletion. */
  readonly tombstones = new Map<RowId, number>();

  constructor(
    family: Family,
    params: PathParams,
    host: RowStoreHost,
    {growth, activate}: {growth: ListGrowth; activate: () => () => void},
  ) {
    this.family = family;
    this.#clock = host.clock;
    this.#growth = growth;
    this.#isBusy = () => host.isBusy(family);
    const lookup = trackLookups(host.lookup, other => this.#textFamilies.add(other));
    this.table = new RowTable(this.#texts(createRowText(family, lookup, params), host.trace));
    const {byId} = this.table;
    const nothing = {
      rows: [],
      textVersion: 0,
      isComplete: false,
      total: undefined,
      isFromSnapshot: false,
      unreadable: [],
    };
    this.facts = {...nothing, detachedCount: 0, deletedCount: 0, byId, phase: 'idle', failure: undefined};
    this.annotations = new Annotations({
      clock: host.clock,
      runningOperationOn: id => host.runningOperationOn(family, id, params),
      isVanishing: id => this.table.entries.get(id)?.isVanishing === true,
      onChange: () => this.commit('annotateRows'),
    });
    const name = [family.id, ...Object.values(params)].join(' ');
    const state = createState(this.facts, 0, this.freshness);
    this.state = createTracedStore<CollectionState>(name, state, {
      trace: host.trace,
      activate: () => {
        const deactivate = activate();
        return () => {
          deactivate();
          this.annotations.clearChanged();
          for (const removeRows of [...this.#pendingRemovals]) removeRows();
        };
      },
    });
  }

  /** The search text of rows. For a row that the columns can't format, the text is its label. */
  #texts(textOf: (row: AnyRow) => string, trace: Trace | undefined): (row: AnyRow) => string {
    return row => {
      try {
        return textOf(row);
      } catch (error) {
        trace?.(this.family.id, 'no search text', error);
        return `${this.family.key(row)}\n${row.label}`.toLowerCase();
      }
    };
  }

  get version(): number {
    return this.#version;
  }

  /** The next tick, which orders reads: a higher tick was requested later. */
  nextTick(): number {
    return ++this.#tick;
  }

  /** Adds a row that was read separately. */
  put(row: AnyRow): void {
    const id = this.family.key(row);
    const knownEntry = this.table.entries.get(id);
    const isBack = knownEntry?.isVanishing === true;
    if (knownEntry) knownEntry.isRefetchedAlone = true;
    if (this.table.put(id, row, this.nextTick()) && this.isFetched) this.annotations.markChanged([id]);
    const entry = this.table.entries.get(id);
    let isOld = false;
    if (entry && !knownEntry) {
      // The list already counts an event that is older than the part that was read.
      isOld = this.#oldest !== undefined && Number(id) < this.#oldest;
      this.#entries.add(entry);
      this.#sort();
    }
    if ((!knownEntry && !isOld) || isBack) this.#count(1);
    this.annotations.clearStale(rowId => rowId === id);
    this.commitSoon('setRow');
  }

  /** Marks a row as deleted: it shows for a moment and then disappears. */
  markDeleted(id: RowId): void {
    this.tombstones.set(id, this.nextTick());
    const entry = this.table.entries.get(id);
    if (!entry || entry.isVanishing) return;
    this.#count(-1);
    this.#scheduleRemoval([entry]);
    this.commitSoon('markDeleted');
  }

  hydrate(rows: readonly AnyRow[]): void {
    if (this.isFetched || this.order.length > 0) return;
    const order = rows.flatMap(row => {
      const id: unknown = this.family.key(row);
      // A row without a key can't be found again: no other row of the list may depend on it.
      if (!isRowId(id) || this.table.entries.has(id)) return [];
      return [this.table.add(id, row, cachedTick)];
    });
    this.#entries.replace(order);
    this.update('restoreSnapshot', {isFromSnapshot: true}, {isReordered: true});
  }

  /** Lets listeners search and sort again, although no row changed. */
  refilter(): void {
    this.table.clearTexts();
    if (this.order.length > 0) this.update('updateSearchTexts', {textVersion: this.facts.textVersion + 1});
  }

  /** Refilters if the search texts contain labels of a family; once for all labels of this turn of the event loop. */
  refilterForLabel(family: FamilyId): void {
    if (!this.#textFamilies.has(family) || this.#isRefilterQueued) return;
    this.#isRefilterQueued = true;
    queueMicrotask(() => {
      this.#isRefilterQueued = false;
      this.refilter();
    });
  }

  /** Refilters if the search texts contain rows of a list that was read and has changed. */
  refilterAfter(source: Collection): void {
    if (!this.#textFamilies.has(source.family.id)) return;
    const {rows} = source.getState();
    if (this.#textSources.get(source) === rows) return;
    this.#textSources.set(source, rows);
    this.refilter();
  }

  /**
   * Removes all rows at once. They don't stay visible for a moment as deleted rows do, because none of them exists any
   * longer.
   */
  clear(): void {
    for (const removeRows of [...this.#pendingRemovals]) removeRows();
    for (const id of [...this.table.entries.keys()]) this.table.remove(id);
    this.#entries.replace([]);
    this.isFetched = false;
    this.#oldest = undefined;
    this.update(
      'clear',
      {total: undefined, isComplete: false, isFromSnapshot: false, unreadable: []},
      {isReordered: true},
    );
  }

  /** Applies the rows that a pass has found so far. */
  applyProgress(pass: ListFetchPass): void {
    // New rows appear in the order of the pages; existing ones keep their place until the pass ends.
    const before = this.order;
    const pages = pass.pagesInOrder();
    this.#follow(this.isFetched ? [before, ...pages] : [...pages, before]);
    const isReordered = !this.isFetched || this.order.length !== before.length;
    if (this.isFetched) {
      this.annotations.markChanged(this.table.changedIds);
      // The parts of a continued read have no gap between them.
      if (this.#growth !== 'whole' && pass === this.#lastPass) this.#findGap(pass);
      this.commit('addPage', {isReordered});
    } else this.update('addPage', {total: pass.total}, {isReordered});
  }

  /**
   * Applies a complete pass, and returns rows that it didn't find but that may still exist (`isIncomplete`).
   * @param isCovered returns true if the pass reached the position of this row
   */
  applyPass(pass: ListFetchPass, isIncomplete: boolean, isCovered: (id: RowId) => boolean = () => true): RowId[] {
    const isWhole = this.#growth === 'whole';
    const isUnseen = (entry: RowEntry) =>
      entry.pass !== pass.number && entry.fetchTick <= pass.startedAt && !entry.isRemoved && isCovered(entry.id);
    const unseen = isWhole ? this.order.filter(entry => isUnseen(entry) && !entry.isVanishing) : [];
    if (this.isFetched) this.annotations.markChanged(this.table.changedIds);
    if (!isIncomplete) this.#scheduleRemoval(unseen);
    if (!isWhole) this.#findGap(pass);
    const before = this.order;
    this.#follow([...pass.pagesInOrder(), before]);
    this.#restoreDeleted(before);
    this.isFetched = true;
    this.#lastPass = pass;
    this.annotations.clearStale((id, tick) => this.isFetchedSince(id, tick));
    this.freshness.validAt = this.#clock.now();
    return isIncomplete ? unseen.map(entry => entry.id) : [];
  }

  /** Marks the start or end of a read: listeners are notified if the list is so old that its title shows the age. */
  setRefetching(isRefetching: boolean): void {
    const {freshness} = this;
    const isOld = freshness.validAt !== undefined && this.#clock.now() - freshness.validAt > maxQuietAgeMs;
    if (isRefetching === freshness.isRefetching || (isRefetching && !isOld)) return;
    freshness.isRefetching = isRefetching;
    this.commit(isRefetching ? 'startRefetch' : 'endRefetch');
  }

  /** True if a request after this tick read the row, or if the row isn't in the table. */
  isFetchedSince(id: RowId, tick: number): boolean {
    const entry = this.table.entries.get(id);
    if (!entry || entry.isVanishing || entry.fetchTick > tick) return true;
    // For an unchanged page, the pass doesn't update its rows, so the number of the pass shows the read.
    return this.#lastPass !== undefined && entry.pass === this.#lastPass.number && this.#lastPass.startedAt > tick;
  }

  /** Marks a gap: some rows newer than this one are missing. */
  markGap(newest: number): void {
    this.#gapAfter = Math.min(this.#gapAfter ?? newest, newest);
  }

  /** Finds the oldest row that no gap separates from the newest. */
  #findGap(pass: ListFetchPass): void {
    if (!this.isFetched) this.#forgetUnread();
    const fetchedIds = pass.pagesInOrder().flatMap(list => list.map(({id}) => Number(id)));
    const oldest = pass.isExact ? Number.NEGATIVE_INFINITY : Math.min(...fetchedIds);
    // The pass continues below its earlier part and doesn't cover newer rows at the front.
    if (pass === this.#lastPass) {
      this.#oldest = Math.min(this.#oldest ?? oldest, oldest);
      return;
    }
    const hasGap = this.#gapAfter !== undefined && oldest > this.#gapAfter;
    this.#oldest = hasGap ? oldest : Math.min(this.#oldest ?? oldest, oldest);
    this.#gapAfter = undefined;
  }

  /**
   * Removes rows of an earlier session that the first read didn't reach: the rows between them and the new ones are
   * unknown.
   */
  #forgetUnread(): void {
    for (const {id, fetchTick} of this.order) if (fetchTick === cachedTick) this.table.remove(id);
    this.#entries.prune();
  }

  #detachedCount(): number {
    const oldest = this.#oldest ?? Number.NEGATIVE_INFINITY;
    const last = this.order.findLastIndex(({id}) => !(Number(id) < oldest));
    return this.order.length - 1 - last;
  }

  #deletedCount(): number {
    let count = 0;
    for (const entry of this.#vanishing) if (entry.isVanishing && entry.isListed) count++;
    return count;
  }

  /** Updates facts about the whole list, and notifies listeners if these or a row have changed. */
  update(change: string, facts: Partial<ListFacts>, {isReordered = false}: {isReordered?: boolean} = {}): void {
    const differs = Object.entries(facts).some(([name, value]) => this.facts[name as keyof ListFacts] !== value);
    if (!differs && !isReordered && this.table.changedIds.size === 0) return;
    this.facts = {...this.facts, ...facts};
    this.commit(change, {isReordered});
  }

  /** Publishes a new state with all rows that changed since the last state. */
  commit(change: string, {isReordered = false}: {isReordered?: boolean} = {}): void {
    const ids = this.table.takeChangedIds();
    // A mark may change between the arrival of a new row and its commit.
    const isOrderNew = isReordered || this.isMoved(this.#reportedEntries);
    if (isOrderNew || ids.size > 0) this.facts = {...this.facts, rows: this.#rows(ids)};
    const detachedCount = this.#detachedCount();
    const deletedCount = this.#deletedCount();
    if (detachedCount !== this.facts.detachedCount || deletedCount !== this.facts.deletedCount)
      this.facts = {...this.facts, detachedCount, deletedCount};
    this.#version++;
    this.history.add(this.#version, {ids, isReordered: isOrderNew});
    this.#isCommitQueued = false;
    this.state.update(change, createState(this.facts, this.#version, this.freshness));
  }

  /** If nothing changed before the first moved row, 100,000 entries need not be compared. */
  #rows(changedIds: ReadonlySet<RowId>): readonly AnyRow[] {
    const {order} = this;
    const keptCount = commonPrefixLength(this.#reportedEntries, order);
    this.#reportedEntries = order;
    const before = this.facts.rows;
    const rest = order.slice(keptCount);
    let elsewhere = rest.filter(({id}) => changedIds.has(id)).length;
    // Some rows of a page that is being processed have no position in the order yet.
    if (elsewhere < changedIds.size)
      for (const id of changedIds) if (this.table.entries.get(id)?.isListed !== true) elsewhere++;
    const rows = elsewhere === changedIds.size ? rest.map(({row}) => row) : undefined;
    if (!rows) return order.map(({row}) => row);
    return (keptCount === before.length ? before : before.slice(0, keptCount)).concat(rows);
  }

  /** Publishes one state for all changes of this turn of the event loop. */
  commitSoon(change: string): void {
    if (this.#isCommitQueued) return;
    this.#isCommitQueued = true;
    queueMicrotask(() => {
      const isNew = this.table.changedIds.size > 0 || this.isMoved(this.#reportedEntries);
      if (this.#isCommitQueued && isNew) this.commit(change, {isReordered: true});
      this.#isCommitQueued = false;
    });
  }

  /** True if the order differs from the order on screen. */
  isMoved(before: readonly RowEntry[]): boolean {
    const {order} = this;
    return (
      before !== order && (before.length !== order.length || before.some((entry, index) => entry !== order[index]))
    );
  }

  get order(): readonly RowEntry[] {
    return this.#entries.order;
  }

  #follow(lists: readonly (readonly RowEntry[])[]): void {
    this.#entries.applyLists(lists, this.table.entries.size);
    this.#sort();
  }

  /** Sorts by ID: pages of an endless list move while they are read, and a higher ID is newer. */
  #sort(): void {
    if (this.#growth === 'whole') return;
    this.#entries.reorder([...this.order].sort((first, second) => Number(second.id) - Number(first.id)));
  }

  isSettled(): boolean {
    return this.#pendingRemovals.size === 0 && this.annotations.isSettled() && !this.#isBusy();
  }

  #count(by: number): void {
    const {total} = this.facts;
    if (total !== undefined) this.facts = {...this.facts, total: total + by};
  }

  /** Moves deleted rows back to their earlier positions. */
  #restoreDeleted(before: readonly RowEntry[]): void {
    if (this.#pendingRemovals.size === 0) return;
    const goneRows = before.flatMap((entry, index) => (entry.isVanishing && !entry.isRemoved ? [{entry, index}] : []));
    if (goneRows.length === 0 || goneRows.length > maxReplacedRows) return;
    const placed = this.order.filter(entry => !entry.isVanishing);
    for (const {entry, index} of goneRows) placed.splice(index, 0, entry);
    this.#entries.reorder(placed);
    this.#sort();
  }

  #scheduleRemoval(entries: readonly RowEntry[]): void {
    if (entries.length === 0) return;
    for (const entry of entries) {
      entry.isVanishing = true;
      this.#vanishing.add(entry);
      this.table.markChanged(entry.id);
    }
    const removeRows = () => {
      cancel();
      this.#pendingRemovals.delete(removeRows);
      // Rows that exist again stay.
      for (const entry of entries) {
        this.#vanishing.delete(entry);
        if (entry.isVanishing) this.table.remove(entry.id);
      }
      this.#entries.prune();
      this.update('removeRows', {}, {isReordered: true});
    };
    const cancel = this.#clock.schedule(this.state.hasSubscribers ? deletedRowMs : 0, removeRows);
    this.#pendingRemovals.add(removeRows);
  }
}

function commonPrefixLength(first: readonly unknown[], second: readonly unknown[]): number {
  let at = 0;
  while (at < first.length && first[at] === second[at]) at++;
  return at;
}
