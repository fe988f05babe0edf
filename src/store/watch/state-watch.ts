/**
 * The conditions of all resources: problems and their start, and changes of condition. Screens without input use it:
 * the wallboard and its line log.
 */
import {isProblem, type State} from '../../families/format/cells.ts';
import {toMillis} from '../../families/format/format.ts';
import {
  type AnyRow,
  type Family,
  type FamilyId,
  isCounted,
  type Lookup,
  type PathParams,
  type RowId,
} from '../../families/shape/define-family.ts';
import type {Failure} from '../api/failure.ts';
import type {Collection} from '../cache/collection-state.ts';
import {rowCondition} from '../cache/row-condition.ts';
import {trackLookups} from '../core/track-lookups.ts';
import type {Session} from '../session/session.ts';
import {compareStates, type KnownState, type ObservedState, type StateChange} from './compare-states.ts';

export interface WatchedProblem extends ObservedState {
  /** Milliseconds since 1970; undefined if unknown. */
  readonly since: number | undefined;
}

/** A list that conditions depend on, with its account. */
interface TrackedList {
  readonly family: FamilyId;
  readonly params: PathParams | undefined;
  readonly by: Set<WatchedFamily>;
  /** True if the whole list was read. */
  isRead: boolean;
}

interface WatchedFamily {
  readonly collection: Collection;
  version: number;
  states: readonly ObservedState[];
  /** The conditions when all rows became known; undefined before. */
  knownStates: ReadonlyMap<RowId, KnownState> | undefined;
}

/** The start of a row's condition: the last event about the row, otherwise its last update. */
export function stateSince({lookup}: Pick<Session, 'lookup'>, family: Family, row: AnyRow): number | undefined {
  const event = family.entity && lookup.lastEvent(family.entity, family.key(row));
  const {updated, created} = row as {readonly updated?: string | null; readonly created?: string};
  // A resource that is never updated, such as a Managed issue, has its state since its creation.
  return toMillis(event ? event.created : (updated ?? created));
}

/** True for families whose rows have a condition that can change: watched by default. */
export const isWatchable = (family: Family): boolean =>
  // A list that is read only once an hour is a catalog.
  isCounted(family) && family.state !== undefined && family.reconcileSeconds < 3600;

const severityRank: Readonly<Record<State['condition'], number>> = {
  failed: 0,
  attention: 1,
  unknown: 2,
  busy: 3,
  off: 4,
  ok: 5,
};

/** Worst first. */
export const byWorst = (first: State, second: State): number =>
  severityRank[first.condition] - severityRank[second.condition];

export class StateWatch {
  readonly families: readonly Family[];
  readonly #session: Session;
  readonly #now: () => number;
  readonly #watchedFamilies: ReadonlyMap<FamilyId, WatchedFamily>;
  /** The lookup of conditions. Conditions may depend on child lists of a row, which are followed, too. */
  readonly #lookup: Lookup;
  readonly #trackedLists = new Map<string, TrackedList>();
  #onLookupChange: (() => void) | undefined;
  /** The family whose conditions are being computed. */
  #currentFamily: WatchedFamily | undefined;

  /** @param now milliseconds since 1970, by this machine's clock */
  constructor(session: Session, families: readonly Family[], now: () => number) {
    this.families = families;
    this.#session = session;
    this.#now = now;
    this.#lookup = trackLookups(session.lookup, (family, params) => this.#note(family, params));
    this.#watchedFamilies = new Map(
      families.map(({id}) => [
        id,
        {collection: session.collection(id), version: -1, states: [], knownStates: undefined},
      ]),
    );
  }

  collection(family: FamilyId): Collection {
    return this.#session.collection(family);
  }

  /**
   * Starts to follow the lists; `onChange` receives the changes of every new state. Returns the function that stops it.
   */
  subscribe(onChange: (changes: readonly StateChange[]) => void): () => void {
    const stops = [...this.#watchedFamilies.values()].map(family =>
      family.collection.subscribe(() => onChange(this.#update(family))),
    );
    for (const family of this.#watchedFamilies.values()) this.#update(family);
    const stopTracking = this.#followConsulted(list => {
      const {isRead} = list;
      list.isRead = isWhole(this.#session.collection(list.family, list.params));
      for (const family of list.by) family.version = -1;
      onChange([...list.by].flatMap(family => this.#update(family, !isRead)));
    });
    return () => {
      for (const stop of stops) stop();
      stopTracking();
    };
  }

  /** All rows of a family with their conditions, in the API's order. */
  states(family: FamilyId): readonly ObservedState[] {
    const watchedFamily = this.#watchedFamilies.get(family);
    if (!watchedFamily) return [];
    this.#update(watchedFamily);
    return watchedFamily.states;
  }

  /** The problems, worst first, and newest first among equals. */
  problems(families: readonly Family[] = this.families): readonly WatchedProblem[] {
    const problems = families.flatMap(({id}) => {
      const knownStates = this.#watchedFamilies.get(id)?.knownStates;
      return this.states(id)
        .filter(({state}) => isProblem(state))
        .map(state => {
          const since = knownStates?.get(state.id)?.since ?? stateSince(this.#session, state.family, state.row);
          return {...state, since};
        });
    });
    return problems.sort(
      (first, second) => byWorst(first.state, second.state) || (second.since ?? 0) - (first.since ?? 0),
    );
  }

  /** True if all watched lists were read. */
  get isComplete(): boolean {
    return [...this.#watchedFamilies.values()].every(({collection}) => collection.getState().isComplete);
  }

  /**
   * Lists that the conditions of these families depend on and that can't be read now, so there may be further problems.
   * Lists that the token has no permission to read don't count.
   */
  unreadLists(families: readonly Family[] = this.families): readonly Collection[] {
    const missing = new Map<FamilyId, Collection>();
    for (const {family, params, by} of this.#trackedLists.values()) {
      const collection = this.#session.collection(family, params);
      const {failure} = collection.getState();
      if (isWhole(collection) || failure === undefined || failure.code === 'unauthorized') continue;
      if (families.some(({id}) => [...by].some(family => family.collection.family.id === id)))
        missing.set(family, collection);
    }
    return [...missing.values()].filter(({family}) => !families.includes(family));
  }

  /**
   * True if each list that the conditions of a family depend on was read, or if this token has no permission to read
   * it.
   */
  hasAllSources(family: FamilyId): boolean {
    return [...this.#trackedLists.values()].every(({family: source, params, by}) => {
      if (![...by].some(({collection}) => collection.family.id === family)) return true;
      const collection = this.#session.collection(source, params);
      return isWhole(collection) || collection.getState().failure?.code === 'unauthorized';
    });
  }

  /**
   * True if a list fails for a reason that blocks the whole account: such a failure is reported once, not for each
   * list.
   */
  isAccountFailure(failure: Failure): boolean {
    return this.#session.account.getState().status.failure?.code === failure.code;
  }

  /** The time by the API's clock, which dates in rows use. */
  get now(): number {
    return this.#session.lookup.now;
  }

  #note(family: FamilyId, params: PathParams | undefined): void {
    const currentFamily = this.#currentFamily;
    if (currentFamily === undefined || (params === undefined && currentFamily.collection.family.id === family)) return;
    const key = JSON.stringify([family, params]);
    const tracked = this.#trackedLists.get(key);
    if (tracked) {
      tracked.by.add(currentFamily);
      return;
    }
    const isRead = isWhole(this.#session.collection(family, params));
    this.#trackedLists.set(key, {family, params, by: new Set([currentFamily]), isRead});
    this.#onLookupChange?.();
  }

  #followConsulted(onChange: (list: TrackedList) => void): () => void {
    const stops = new Map<string, () => void>();
    const follow = (): void => {
      for (const [key, list] of this.#trackedLists) {
        const {family, params} = list;
        if (!stops.has(key))
          stops.set(
            key,
            this.#session.collection(family, params).subscribe(() => onChange(list)),
          );
      }
    };
    // A paint records the list, and must not start requests.
    this.#onLookupChange = () => queueMicrotask(() => this.#onLookupChange && follow());
    follow();
    return () => {
      this.#onLookupChange = undefined;
      for (const stop of stops.values()) stop();
    };
  }

  /** @param isLearned true if the conditions are computed again only because a list that they depend on has arrived */
  #update(watchedFamily: WatchedFamily, isLearned = false): readonly StateChange[] {
    const {collection} = watchedFamily;
    const state = collection.getState();
    if (state.version === watchedFamily.version) return [];
    watchedFamily.version = state.version;
    const {family} = collection;
    const observed: ObservedState[] = [];
    this.#currentFamily = watchedFamily;
    for (const row of state.rows) {
      const annotation = collection.annotation(family.key(row));
      const condition = annotation?.isDeleted ? undefined : rowCondition(collection, row, this.#lookup, annotation);
      if (condition) observed.push({family, id: family.key(row), row, state: condition});
    }
    this.#currentFamily = undefined;
    watchedFamily.states = observed;
    // Rows that are cached or still arriving are not compared.
    if (!state.isComplete || state.isFromSnapshot) return [];
    const {knownStates: states, changes} = compareStates({
      ...{family, before: watchedFamily.knownStates, states: observed, isLearned},
      ...{at: this.#now(), now: this.now},
    });
    watchedFamily.knownStates = states;
    return changes;
  }
}

const isWhole = (collection: Collection): boolean => {
  const {isComplete, isFromSnapshot} = collection.getState();
  return isComplete && !isFromSnapshot;
};
