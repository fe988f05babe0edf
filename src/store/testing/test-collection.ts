/** For tests: a collection whose rows a test sets, and a live collection of an account. */
import {createStore, type StoreApi} from 'zustand/vanilla';
import type {AnyRow, Family, PathParams, RowId} from '../../families/shape/define-family.ts';
import type {Annotation} from '../cache/annotations.ts';
import {LiveCollection} from '../cache/collection.ts';
import type {Collection, CollectionState, RowsDelta} from '../cache/collection-state.ts';
import {ChangeHistory, createState} from '../cache/collection-state.ts';
import {emptyLookup} from '../core/lookup.ts';
import {createRowText} from '../list/row-text.ts';
import type {ManualClock} from './manual-clock.ts';
import type {TestAccount} from './test-account.ts';
import {instances} from './test-families.ts';

/** A lookup without data, in the middle of January. */
export const januaryLookup = emptyLookup({now: () => Date.UTC(2026, 0, 15, 12)});

/** The state before any read. */
export const emptyState: CollectionState = {
  rows: [],
  byId: new Map(),
  version: 0,
  textVersion: 0,
  phase: 'loading',
  isComplete: false,
  total: undefined,
  detachedCount: 0,
  deletedCount: 0,
  validAt: undefined,
  isRefetching: false,
  isFromSnapshot: false,
  unreadable: [],
  failure: undefined,
};

export class TestCollection implements Collection {
  readonly family: Family;
  readonly params: PathParams = {};
  readonly hasUnreadChanges = false;
  readonly #history = new ChangeHistory();
  readonly #texts = new Map<RowId, {row: AnyRow; text: string}>();
  readonly #textOf: (row: AnyRow) => string;
  readonly #store: StoreApi<CollectionState>;

  constructor(family: Family, rows: readonly AnyRow[] = []) {
    this.family = family;
    this.#textOf = createRowText(family, januaryLookup, {});
    this.#store = createStore(() => this.#stateOf(rows, 0));
    this.#index(rows);
  }

  /**
   * Replaces the rows, and reports the differences.
   * @param complete true if these are all rows
   */
  set(rows: readonly AnyRow[], {complete = true} = {}): void {
    const before = this.getState();
    const next = this.#stateOf(rows, before.version + 1, complete);
    const ids = new Set<RowId>();
    for (const row of rows) if (before.byId.get(this.family.key(row)) !== row) ids.add(this.family.key(row));
    for (const id of before.rows.map(row => this.family.key(row))) if (!next.byId.has(id)) ids.add(id);
    const order = (state: CollectionState) => state.rows.map(row => this.family.key(row)).join();
    this.#history.add(next.version, {ids, isReordered: order(before) !== order(next)});
    this.#index(rows);
    this.#store.setState(next, true);
  }

  getState(): CollectionState {
    return this.#store.getState();
  }
  getInitialState(): CollectionState {
    return this.#store.getInitialState();
  }
  subscribe(listener: (state: CollectionState, previous: CollectionState) => void): () => void {
    return this.#store.subscribe(listener);
  }
  annotation(): Annotation | undefined {
    return undefined;
  }
  isSettled(): boolean {
    return true;
  }
  searchText(id: RowId): string {
    return this.#texts.get(id)?.text ?? '';
  }
  changesSince(version: number): RowsDelta | undefined {
    return this.#history.since(version, this.getState().version);
  }
  async refetch(): Promise<void> {}

  #index(rows: readonly AnyRow[]): void {
    for (const row of rows) {
      const id = this.family.key(row);
      if (this.#texts.get(id)?.row !== row) this.#texts.set(id, {row, text: this.#textOf(row)});
    }
  }

  #stateOf(rows: readonly AnyRow[], version: number, isComplete = true): CollectionState {
    const facts = {
      rows,
      byId: new Map(rows.map(row => [this.family.key(row), row])),
      textVersion: 0,
      phase: 'ready' as const,
      isComplete,
      total: rows.length,
      detachedCount: 0,
      deletedCount: 0,
      isFromSnapshot: false,
      unreadable: [],
      failure: undefined,
    };
    return createState(facts, version, {validAt: 0, isRefetching: false});
  }
}

export interface TestBench {
  readonly account: TestAccount;
  readonly clock: ManualClock;
}

/** A list of the account with a listener; `states` are the numbers of rows that it reported. */
export function openCollection({account, clock}: TestBench, family: Family = instances, options = {}) {
  const host = {
    clock,
    lookup: januaryLookup,
    trace: undefined,
    random: () => 0.5,
    connect: account.connect,
    runningOperationOn: () => undefined,
    isBusy: () => false,
    isFocused: () => true,
    unavailableReason: () => undefined,
    activate: () => () => {},
    onOpened: () => {},
    onFetched: () => {},
    onFailed: () => {},
    onRowRead: () => {},
    onRowDeleted: () => {},
    representedAnnotation: () => undefined,
  };
  const collection = new LiveCollection(family, {}, host, options);
  const states: number[] = [];
  const leave = collection.subscribe(() => states.push(collection.getState().rows.length));
  return {collection, states, leave, ids: () => collection.getState().rows.map(row => row.id)};
}

/** Runs a function once, before the response with a page. */
export function runBeforePage(account: TestAccount, page: number, run: () => void): void {
  let isDone = false;
  account.beforeAnswer = ({request}) => {
    if (isDone || request.page !== page) return;
    isDone = true;
    run();
  };
}
