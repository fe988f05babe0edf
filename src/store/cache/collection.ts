/**
 * A list of the API and its known state. The list is read while it has listeners, is kept up to date by events and by a
 * slow full read, and marks data that may be out of date.
 *
 * More than 300 lines: one class, whose states of reading exclude each other.
 */
import {
  type AnyRow,
  type Family,
  type FamilyId,
  type PathParams,
  type RowId,
  usualReconcileSeconds,
} from '../../families/shape/define-family.ts';
import type {Connection, Priority} from '../api/connection.ts';
import type {Failure} from '../api/failure.ts';
import {isCanceled, toFailure} from '../api/failure-text.ts';
import {singleRowRead} from '../api/read-list.ts';
import {ReadLoop} from '../core/read-loop.ts';
import {RepairRechecks} from '../core/repair-recheck.ts';
import type {Annotation} from './annotations.ts';
import type {Collection, CollectionState, RowsDelta} from './collection-state.ts';
import {ListFetch} from './list-fetch.ts';
import {type RefetchHost, RefetchSchedule} from './refetch-schedule.ts';
import {RowRefetcher} from './row-refetcher.ts';
import {RowStore, type RowStoreHost} from './row-store.ts';

export interface CollectionHost extends RowStoreHost, RefetchHost {
  connect(): Promise<Connection>;
  /** Starts the reads for the first listener; returns the function that stops them. */
  activate(): () => void;
  /** Called when the list gets its first listener. */
  onOpened(collection: LiveCollection): void;
  /** Called when the whole list was read. */
  onFetched(collection: LiveCollection): void;
  onFailed(collection: LiveCollection, failure: Failure): void;
  /** Called when a row was read separately, or returned by a change. */
  onRowRead(collection: LiveCollection, row: ReadRow): void;
  /** Called when a read finds that a row was deleted. */
  onRowDeleted(collection: LiveCollection, id: RowId): void;
  /** The annotation of the resource that a row represents. */
  representedAnnotation(collection: LiveCollection, row: AnyRow): Annotation | undefined;
}

/** A row that was read. */
export interface ReadRow {
  readonly id: RowId;
  /** True if the row is new or has another label. */
  readonly hasNewLabel: boolean;
}

export interface CollectionOptions {
  /** For an endless list, newest first: the maximum number of pages to read. */
  readonly pagesAtMost?: number;
}

/** The number of immediate repeats when a list changes during its read, and the delay between them. */
const maxRepeats = 2;
const repeatDelayMs = 1000;
/** The maximum age of a list that the requests of a batch are compared with, milliseconds. */
const maxBatchReadAgeMs = 60_000;
/** With more outdated rows than this, the whole list is read. */
const maxStaleRows = 1000;

/** The maximum age of a list that the user opens, if no event reports its changes: the interval of an idle poll. */
const maxOpenedAgeMs = 15_000;

export class LiveCollection implements Collection {
  readonly family: Family;
  readonly params: PathParams;
  readonly #host: CollectionHost;
  readonly #rows: RowStore;
  readonly #listFetch: ListFetch;
  readonly #rowRefetcher: RowRefetcher;
  readonly #refetchSchedule: RefetchSchedule;
  readonly #rechecks: RepairRechecks;
  readonly #readLoop: ReadLoop;
  #repeats = 0;
  #fetchStartedAt = 0;
  /** The batch for which `fetchRow` last read the whole list. */
  #readBatchId: string | undefined;
  #stale = new Set<RowId>();
  /** The error of the last read. */
  #error: unknown;

  constructor(family: Family, params: PathParams, host: CollectionHost, {pagesAtMost}: CollectionOptions = {}) {
    this.family = family;
    this.params = params;
    this.#host = host;
    const growth = pagesAtMost === undefined ? 'whole' : 'newest first';
    this.#rows = new RowStore(family, params, host, {growth, activate: () => this.#activate()});
    this.#listFetch = new ListFetch(this.#rows, params, host.clock, pagesAtMost);
    this.#rowRefetcher = new RowRefetcher({
      family,
      params,
      connect: host.connect,
      put: row => this.put(row),
      markDeleted: id => this.markDeleted(id),
      pages: () => this.pages,
      refetchAll: priority => this.#readLoop.readAgain(priority),
      onFailure: error => this.#onFailure(error),
    });
    this.#readLoop = new ReadLoop({
      read: priority => this.#fetchOnce(priority),
      isOutdated: () => this.hasSubscribers && this.#refetchSchedule.isOutdated,
    });
    this.#refetchSchedule = new RefetchSchedule(this, family.reconcileSeconds, host);
    this.#rechecks = new RepairRechecks(host.clock, family.reconcileSeconds * 1000, () => void this.#recheck());
  }

  getState(): CollectionState {
    return this.#rows.state.getState();
  }
  getInitialState(): CollectionState {
    return this.#rows.state.getInitialState();
  }
  subscribe(listener: (state: CollectionState, previous: CollectionState) => void): () => void {
    return this.#rows.state.subscribe(listener);
  }
  get hasSubscribers(): boolean {
    return this.#rows.state.hasSubscribers;
  }
  annotation(id: RowId): Annotation | undefined {
    const annotation = this.#rows.annotations.annotationOf(id);
    const row = annotation || !this.family.represents ? undefined : this.serverRow(id);
    // A row that represents another resource has that resource's annotation.
    return row ? this.#host.representedAnnotation(this, row) : annotation;
  }
  isSettled(): boolean {
    return this.family.represents === undefined && this.#rows.isSettled();
  }
  searchText(id: RowId): string {
    return this.#rows.table.searchText(id);
  }
  changesSince(version: number): RowsDelta | undefined {
    return this.#rows.history.since(version, this.#rows.version);
  }
  refetch(): Promise<void> {
    return this.fetch('user');
  }
  get hasMore(): boolean {
    return this.#listFetch.isPartial;
  }
  get hasUnreadChanges(): boolean {
    if (this.hasSubscribers) return false;
    return this.#stale.size > 0 || (this.getState().isComplete && !this.#refetchSchedule.isFetched);
  }
  /** Continues a listing that was read only in part. */
  fetchMore(): boolean {
    if (this.#readLoop.isRunning || !this.#listFetch.isPartial) return false;
    void this.#readLoop.run(() => this.#fetchRest());
    return true;
  }
  async refetchUnreported(): Promise<void> {
    const {entity, reconcileSeconds} = this.family;
    const isReported = entity !== undefined && reconcileSeconds === usualReconcileSeconds;
    // Lists with a longer interval are catalogs, which rarely change; those with a shorter one also change without an event.
    if (isReported || reconcileSeconds > usualReconcileSeconds) return;
    if (this.#refetchSchedule.start(false, maxOpenedAgeMs)) await this.fetch('screen');
  }
  /** Reads a row beyond the limit of an endless list: for example, last month's event isn't among the newest 500. */
  fetchIfMissing(id: RowId): void {
    const {phase, isComplete} = this.getState();
    if (phase === 'ready' && !isComplete && !this.#rows.table.entries.has(id)) void this.refetchRows([id], 'user');
  }
  /**
   * The row as the API last returned it, without the expected effects of pending changes; undefined once it was
   * deleted.
   */
  serverRow(id: RowId): AnyRow | undefined {
    const entry = this.#rows.table.entries.get(id);
    return entry?.isVanishing ? undefined : entry?.read;
  }

  /** The time at which the last read of the whole list started. */
  get fetchStartedAt(): number {
    return this.#fetchStartedAt;
  }

  /** The ID in the type that this list uses: events have some numbers as text. */
  idOf(id: RowId): RowId {
    const {entries} = this.#rows.table;
    if (entries.has(id)) return id;
    const other = typeof id === 'string' ? Number(id) : String(id);
    return entries.has(other) ? other : id;
  }
  /** The number of pages of a full read. */
  get pages(): number {
    return Math.max(1, this.#listFetch.pages);
  }
  /** Rows that refer to one of these IDs. */
  idsReferringTo(ids: readonly string[]): RowId[] {
    const points = (row: AnyRow) => Object.keys(row).some(key => key.endsWith('_id') && ids.includes(String(row[key])));
    return [...this.#rows.table.entries.values()].flatMap(entry => (points(entry.read) ? [entry.id] : []));
  }

  /**
   * Reads the whole list; if a read is running and the user requested this one, again after it. Resolves when the list
   * was read.
   */
  fetch(priority: Priority): Promise<void> {
    return this.#readLoop.read(priority);
  }

  /** Reads some rows again: now if the list has listeners, otherwise when it gets one. Resolves when they are read. */
  async refetchRows(ids: Iterable<RowId>, priority: Priority = 'background'): Promise<void> {
    const isAway = priority !== 'user' && this.#host.unavailableReason() !== undefined;
    if (priority === 'user' || (this.hasSubscribers && !isAway)) return this.#refetchNow([...ids], priority);
    if (this.hasSubscribers) this.#refetchSchedule.markMissed();
    for (const id of ids) this.#stale.add(id);
  }

  /** Rows that could not be read are out of date and stay marked until they are read. */
  async #refetchNow(ids: readonly RowId[], priority: Priority): Promise<void> {
    const tick = this.#rows.nextTick();
    await this.#rowRefetcher.refetch(ids, priority);
    const unread = ids.filter(id => !this.#rows.isFetchedSince(id, tick));
    this.#rows.annotations.markStale(unread, tick);
    if (!this.hasSubscribers) for (const id of unread) this.#stale.add(id);
  }

  /**
   * Reads one row now and throws a failure; undefined if the API has no such row. If the API has no read of single rows,
   * this reads the whole list, once for all rows of a batch.
   */
  async fetchRow(id: RowId, batchId?: string): Promise<AnyRow | undefined> {
    const connection = await this.#host.connect();
    const readRow = singleRowRead(connection, this.family, this.params);
    if (!readRow) {
      const isRead = batchId !== undefined && batchId === this.#readBatchId;
      if (!isRead || this.#host.clock.now() - this.#fetchStartedAt > maxBatchReadAgeMs) await this.fetchOrThrow();
      this.#readBatchId = batchId;
      return this.serverRow(id);
    }
    const row = await readRow(id, 'user');
    if (row) this.put(row);
    else this.markDeleted(id);
    return row;
  }

  /** Reads the whole list now and throws a failure. */
  async fetchOrThrow(): Promise<void> {
    await this.fetch('user');
    if (this.#error !== undefined) throw this.#error;
  }

  /**
   * For an endless list: marks that some rows newer than this one are missing. The next read may not reach back to this
   * row.
   */
  markGap(newest: number): void {
    this.#rows.markGap(newest);
  }

  /** Marks the whole list as out of date, also a running read of it. It is read again if it has listeners. */
  async invalidate(): Promise<void> {
    this.#refetchSchedule.invalidate();
    if (this.hasSubscribers) return this.fetch('background');
  }

  /** Retries a failed read at once, because the API is available again. */
  refetchFailed(): void {
    if (this.hasSubscribers && (this.getState().failure || this.#refetchSchedule.isMissed)) void this.fetch('screen');
    else this.#rechecks.runNow();
  }

  /** Reads the list if it is out of date: while the machine slept, timers didn't run. */
  refetchStale(): void {
    if (this.hasSubscribers) this.#refetchSchedule.start();
  }

  /** Confirms that all events up to this time were read: rows without an event are unchanged. */
  confirm(at: number): void {
    if (this.#refetchSchedule.isFetched && !this.getState().failure) this.#rows.freshness.validAt = at;
  }

  /** Adds a row from a response or an event. */
  put(row: AnyRow): void {
    const {family} = this;
    const id = family.key(row);
    const before = this.serverRow(id);
    const hasNewLabel = before === undefined || family.label(before) !== family.label(row);
    this.#rows.put(row);
    this.#host.onRowRead(this, {id, hasNewLabel});
    this.#planRecheck();
  }
  /** Adds rows as they arrive; ignored until the list was read once. */
  putAll(rows: readonly AnyRow[]): void {
    if (this.#rows.isFetched) for (const row of rows) this.put(row);
  }
  markDeleted(id: RowId): void {
    this.#rows.markDeleted(id);
    this.#host.onRowDeleted(this, id);
  }
  /** Shows a row with the expected effect of a pending change; undefined removes the expectation. */
  patch(id: RowId, patch: AnyRow | undefined): void {
    if (this.#rows.table.patch(id, patch)) this.#rows.commit('patchRow');
  }
  /** Sets the status word of a pending change; undefined when the change is settled. */
  setPending(id: RowId, word: string | undefined, {isChecking = false}: {isChecking?: boolean} = {}): void {
    this.#rows.annotations.setPending(id, word, {isChecking});
  }
  /** Notifies listeners of changes in running operations on rows. */
  notifyAnnotations(): void {
    this.#rows.commit('annotateRows');
  }
  /** Lets listeners filter and sort again, because fields have other names now. */
  refilter(): void {
    this.#rows.refilter();
  }
  /** Lets listeners filter and sort again if the search texts contain rows of a list that was read. */
  refilterAfter(source: Collection): void {
    this.#rows.refilterAfter(source);
  }
  /** Lets listeners filter and sort again if the search texts contain labels of this family, one of which is new. */
  refilterForLabel(family: FamilyId): void {
    this.#rows.refilterForLabel(family);
  }
  /** Shows rows of an earlier session at once; the next read confirms them. */
  hydrate(rows: readonly AnyRow[]): void {
    this.#rows.hydrate(rows);
  }

  /** Closes the list, because the account is closed: it has no data and can't be read again. */
  close(reason: Error): void {
    this.#stale.clear();
    this.#rows.clear();
    this.#onFailure(reason);
  }

  #activate(): () => void {
    const deactivate = this.#host.activate();
    const stale = this.#stale;
    this.#stale = new Set();
    const isRead = this.#refetchSchedule.start(stale.size > maxStaleRows);
    if (!isRead && stale.size > 0) void this.#refetchNow([...stale], 'screen');
    this.#rechecks.schedule(this.#isBroken);
    this.#host.onOpened(this);
    return () => {
      this.#refetchSchedule.stop();
      this.#rechecks.stop();
      deactivate();
    };
  }

  async #fetchRest(): Promise<void> {
    try {
      await this.#listFetch.fetchMore(await this.#host.connect(), 'screen');
      this.#error = undefined;
    } catch (error) {
      this.#onFailure(error);
    }
  }

  async #fetchOnce(priority: Priority): Promise<void> {
    this.#refetchSchedule.onFetchStart();
    const unavailableReason = priority === 'user' ? undefined : this.#host.unavailableReason();
    if (unavailableReason !== undefined) {
      this.#onFailure(unavailableReason);
      return;
    }
    if (!this.#rows.isFetched) this.#rows.update('startFetch', {phase: 'loading'});
    this.#rows.setRefetching(true);
    this.#fetchStartedAt = this.#host.clock.now();
    try {
      const {isIncomplete, unseenIds} = await this.#listFetch.fetch(await this.#host.connect(), priority);
      this.#error = undefined;
      if (!isIncomplete) this.#repeats = 0;
      const isRepeated = isIncomplete && this.hasSubscribers && this.#repeats++ < maxRepeats;
      this.#refetchSchedule.onSuccess(isRepeated ? repeatDelayMs : undefined);
      this.#planRecheck();
      this.#host.onFetched(this);
      // Rows that the read didn't find although the list changed meanwhile: only a request shows if they still exist.
      if (this.hasSubscribers && unseenIds.length > 0) void this.#rowRefetcher.refetchUnlisted(unseenIds);
    } catch (error) {
      this.#onFailure(error);
    } finally {
      this.#rows.setRefetching(false);
    }
  }

  /** True if rows were repaired, or can't be shown at all. */
  get #isBroken(): boolean {
    return this.#rows.table.repaired.size > 0 || this.#rows.facts.unreadable.length > 0;
  }

  #planRecheck(): void {
    if (this.hasSubscribers) this.#rechecks.schedule(this.#isBroken);
  }

  async #recheck(): Promise<void> {
    if (this.#host.isFocused() && this.#host.unavailableReason() === undefined) {
      const {repaired} = this.#rows.table;
      if (this.#rows.facts.unreadable.length > 0) await this.fetch('background');
      else if (repaired.size > 0) await this.#rowRefetcher.refetch([...repaired], 'background');
    }
    this.#planRecheck();
  }

  #onFailure(error: unknown): void {
    const rows = this.#rows;
    this.#error = error;
    const retryAt = this.#refetchSchedule.onFailure(error);
    if (isCanceled(error)) {
      rows.update('cancelFetch', {phase: rows.isFetched ? 'ready' : 'idle'});
      return;
    }
    const failure = toFailure(error, retryAt);
    rows.update('recordFailure', {phase: rows.isFetched ? 'ready' : 'failed', failure});
    this.#host.onFailed(this, failure);
  }
}
