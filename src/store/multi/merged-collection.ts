/** The lists of several accounts as one list: rows account by account, with the failures of all accounts. */
import type {AnyRow, Family, PathParams, RowId} from '../../families/shape/define-family.ts';
import type {Failure} from '../api/failure.ts';
import type {Annotation} from '../cache/annotations.ts';
import type {Collection, CollectionState, LoadPhase, RowsById, RowsDelta} from '../cache/collection-state.ts';
import {ChangeHistory, createState, type ListFacts} from '../cache/collection-state.ts';
import {createTracedStore, type TracedStore} from '../core/traced-store.ts';
import {parseQualifiedId, qualifyId, type RowOrigin, textWithProfile} from './merged-family.ts';

/** The list of one account. */
export interface MergedPart {
  readonly origin: RowOrigin;
  readonly collection: Collection;
  /** True if the account's API is known to be older than the resource type. Its list is then left unread. */
  isLacking(): boolean;
}

interface FollowedPart extends MergedPart {
  state: CollectionState | undefined;
  /** True for an unread list that the account's API lacks: it counts as a list without rows. */
  isAbsent: boolean;
}

export class MergedCollection implements Collection {
  readonly family: Family;
  readonly params: PathParams = {};
  readonly #parts: readonly FollowedPart[];
  /** Records the account of a row before the row's key is needed. */
  readonly #adopt: (row: AnyRow, origin: RowOrigin) => void;
  readonly #history = new ChangeHistory();
  readonly #state: TracedStore<CollectionState>;
  #version = 0;

  constructor(family: Family, parts: readonly MergedPart[], adopt: (row: AnyRow, origin: RowOrigin) => void) {
    this.family = family;
    this.#adopt = adopt;
    this.#parts = parts.map(part => ({...part, state: undefined, isAbsent: false}));
    this.#state = createTracedStore<CollectionState>(`merged ${family.id}`, this.#next([]), {
      activate: () => {
        const stops = this.#parts.map(({collection}) => collection.subscribe(() => this.#follow()));
        this.#follow();
        return () => {
          for (const stop of stops) stop();
        };
      },
    });
    this.#follow();
  }

  getState(): CollectionState {
    // Without listeners the list receives no notifications, so it updates when it is read.
    if (!this.#state.hasSubscribers) this.#follow();
    return this.#state.getState();
  }
  getInitialState(): CollectionState {
    return this.#state.getInitialState();
  }
  subscribe(listener: (state: CollectionState, previous: CollectionState) => void): () => void {
    return this.#state.subscribe(listener);
  }
  annotation(id: RowId): Annotation | undefined {
    const part = this.#find(id);
    return part?.part.collection.annotation(part.id);
  }
  isSettled(): boolean {
    return this.#parts.every(({collection}) => collection.isSettled());
  }
  searchText(id: RowId): string {
    const part = this.#find(id);
    return part ? textWithProfile(part.part.origin.name, part.part.collection.searchText(part.id)) : '';
  }
  changesSince(version: number): RowsDelta | undefined {
    return this.#history.since(version, this.#version);
  }
  async refetch(): Promise<void> {
    await Promise.all(this.#parts.map(({collection}) => collection.refetch()));
  }
  async refetchUnreported(): Promise<void> {
    await Promise.all(this.#parts.map(({collection}) => collection.refetchUnreported?.()));
  }
  get hasUnreadChanges(): boolean {
    return this.#parts.some(({collection}) => collection.hasUnreadChanges);
  }
  get hasMore(): boolean {
    return this.#parts.some(({collection}) => collection.hasMore === true);
  }
  fetchMore(): boolean {
    const hasStarted = this.#parts.map(
      ({collection}) => !collection.getState().isComplete && collection.fetchMore?.() === true,
    );
    return hasStarted.includes(true);
  }

  #find(id: RowId): {readonly part: FollowedPart; readonly id: RowId} | undefined {
    const {profile, id: text} = parseQualifiedId(id) ?? {};
    const part = this.#parts.find(({origin}) => origin.name === profile);
    if (!part || text === undefined) return undefined;
    const {byId} = part.collection.getState();
    return {part, id: byId.has(text) ? text : Number(text)};
  }

  #follow(): void {
    const ids = new Set<RowId>();
    let isDelta = true;
    let isReordered = false;
    let isChanged = false;
    for (const part of this.#parts) {
      const {collection, origin} = part;
      const before = part.state;
      const state = collection.getState();
      const isAbsent = state.phase === 'idle' && part.isLacking();
      if (before?.version === state.version && part.isAbsent === isAbsent) continue;
      isChanged = true;
      part.isAbsent = isAbsent;
      part.state = state;
      const delta = before && collection.changesSince(before.version);
      if (delta) {
        isReordered ||= delta.isReordered;
        for (const id of delta.ids) {
          ids.add(qualifyId(origin.name, id));
          const row = state.byId.get(id);
          if (row) this.#adopt(row, origin);
        }
      } else {
        isDelta = false;
        for (const row of state.rows) this.#adopt(row, origin);
      }
    }
    if (!isChanged) return;
    this.#version++;
    // If the history can't describe a step, callers with an earlier state start again.
    if (isDelta) this.#history.add(this.#version, {ids, isReordered});
    const isSame = isDelta && !isReordered && ids.size === 0;
    this.#state.update('mergeRows', this.#next(isSame ? this.#state.getState().rows : undefined));
  }

  /** @param rows the rows, if they are unchanged */
  #next(rows?: readonly AnyRow[]): CollectionState {
    const states = this.#parts.flatMap(({state, isAbsent}) =>
      state === undefined ? [] : isAbsent ? {...state, ...absentFacts} : state,
    );
    const totals = states.map(({total}) => total);
    const facts: ListFacts = {
      rows: rows ?? states.flatMap(state => state.rows),
      byId: new RoutedRows(this.#parts),
      textVersion: states.reduce((sum, {textVersion}) => sum + textVersion, 0),
      phase: phaseOf(states),
      isComplete: states.length > 0 && states.every(({isComplete}) => isComplete),
      total: totals.every(total => total !== undefined) ? totals.reduce((sum, total) => sum + total, 0) : undefined,
      detachedCount: states.reduce((sum, {detachedCount}) => sum + detachedCount, 0),
      deletedCount: states.reduce((sum, {deletedCount}) => sum + deletedCount, 0),
      isFromSnapshot: states.some(({isFromSnapshot}) => isFromSnapshot),
      unreadable: states.flatMap(({unreadable}) => unreadable),
      failure: failureOf(this.#parts),
      isUnsupported: states.length > 0 && states.every(({isUnsupported}) => isUnsupported === true),
    };
    return createState(facts, this.#version, {
      /** The age of the oldest part. */
      get validAt() {
        const times = states.flatMap(({validAt}) => validAt ?? []);
        return times.length === 0 ? undefined : Math.min(...times);
      },
      get isRefetching() {
        return states.some(({isRefetching}) => isRefetching);
      },
    });
  }
}

const absentFacts = {phase: 'ready', isComplete: true, total: 0, isUnsupported: true} as const;

function phaseOf(states: readonly CollectionState[]): LoadPhase {
  const phases = states.map(({phase}) => phase);
  if (phases.length > 0 && phases.every(phase => phase === 'failed')) return 'failed';
  return (['loading', 'ready', 'failed', 'idle'] as const).find(phase => phases.includes(phase)) ?? 'idle';
}

/** The accounts whose list could not be read, each with the reason. */
function failureOf(parts: readonly FollowedPart[]): Failure | undefined {
  const failures = parts.flatMap(({origin, state}) => (state?.failure ? [{name: origin.name, ...state.failure}] : []));
  const [first] = failures;
  if (!first) return undefined;
  return {
    code: first.code,
    message: failures.map(({name, message}) => `${name}: ${message}`).join(' · '),
    fieldErrors: failures.flatMap(({fieldErrors}) => fieldErrors),
  };
}

/** Rows by qualified ID, looked up in their own list. */
class RoutedRows implements RowsById {
  readonly #parts: readonly FollowedPart[];
  constructor(parts: readonly FollowedPart[]) {
    this.#parts = parts;
  }
  get(id: RowId): AnyRow | undefined {
    const {profile, id: text = ''} = parseQualifiedId(id) ?? {};
    const byId = this.#parts.find(({origin}) => origin.name === profile)?.state?.byId;
    return byId?.get(text) ?? byId?.get(Number(text));
  }
  has(id: RowId): boolean {
    return this.get(id) !== undefined;
  }
  get size(): number {
    return this.#parts.reduce((sum, {state}) => sum + (state?.byId.size ?? 0), 0);
  }
}
