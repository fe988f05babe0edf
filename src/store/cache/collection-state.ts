/** One state of a collection, and the differences between the latest states. */

import type {ClientClock} from '../../client/core/clock.ts';
import type {AnyRow, Family, FamilyId, PathParams, RowId} from '../../families/shape/define-family.ts';
import type {Priority} from '../api/connection.ts';
import type {Failure} from '../api/failure.ts';
import type {ReadonlyStore} from '../core/traced-store.ts';
import type {Annotation} from './annotations.ts';

export type LoadPhase = 'idle' | 'loading' | 'ready' | 'failed';

/** Rows by ID. To visit them, use the rows of the state. */
export type RowsById = Pick<ReadonlyMap<RowId, AnyRow>, 'get' | 'has' | 'size'>;

/** The known rows of a list, and how current they are. */
export interface CollectionState {
  /** The rows in the API's order; an unchanged row stays the same object. */
  readonly rows: readonly AnyRow[];
  /** The current rows by ID, even in an older state. */
  readonly byId: RowsById;
  /** Increases with every state. */
  readonly version: number;
  /** Increases when the search texts of unchanged rows may differ: they contain labels from another list. */
  readonly textVersion: number;
  readonly phase: LoadPhase;
  /** True if all pages were read. */
  readonly isComplete: boolean;
  /** The number of items that the API reports; undefined before the first page. */
  readonly total: number | undefined;
  /** The number of oldest rows; a gap may separate them from the newer rows. */
  readonly detachedCount: number;
  /** The number of deleted rows that are still visible for a moment. */
  readonly deletedCount: number;
  /**
   * The last time at which the data was known to be correct; undefined while all data comes from a snapshot. It
   * advances without a new state.
   */
  readonly validAt: number | undefined;
  /** True while a list whose title shows its age is being read; the title then shows the read instead of the age. */
  readonly isRefetching: boolean;
  /** True while rows come from the last session's snapshot and are not confirmed. */
  readonly isFromSnapshot: boolean;
  /** Raw items that could not be read. */
  readonly unreadable: readonly unknown[];
  readonly failure: Failure | undefined;
  /** True if the API doesn't have the list, because it is older than the resource type. The list is empty then. */
  readonly isUnsupported?: boolean;
}

/** The difference between two states of a collection. */
export interface RowsDelta {
  /** Rows that were added, changed or removed. */
  readonly ids: ReadonlySet<RowId>;
  /** True if rows were added, removed or moved. */
  readonly isReordered: boolean;
}

/** True if the account's API has the resource type; for a type of today's API, only after its list was read. */
export const isListOffered = (family: Family, state: CollectionState): boolean =>
  !family.today ||
  state.rows.length > 0 ||
  (state.isComplete && !state.isUnsupported) ||
  // A token without the permission doesn't mean that the API lacks the list.
  state.failure?.code === 'unauthorized';

/** The list that shows if an API is that of today: every such API has it, also without beta features. */
export const listOfToday: FamilyId = 'vpcs';

/**
 * True if a list shows that the account's API is that of today. Lists that only inform (group `more`) are read only
 * when they are opened, so they prove nothing.
 */
export const isApiOfToday = (families: readonly Family[], stateOf: (family: Family) => CollectionState): boolean =>
  families.some(family => family.today && family.group !== 'more' && isListOffered(family, stateOf(family)));

export interface Collection extends ReadonlyStore<CollectionState> {
  readonly family: Family;
  readonly params: PathParams;
  annotation(id: RowId): Annotation | undefined;
  /** True if no row has a pending condition, so that callers need not check the annotations of each row. */
  isSettled(): boolean;
  /**
   * The lower-case text of a row that filters search; built at the first request, and again after a change of the row
   * or of `textVersion`.
   */
  searchText(id: RowId): string;
  /** The changes since the state of this version; undefined if that version is too old. */
  changesSince(version: number): RowsDelta | undefined;
  /** True if the list has known changes that are read only when it gets a listener. */
  readonly hasUnreadChanges: boolean;
  /** Reads the whole list again; resolves after a success or a failure. */
  refetch(): Promise<void>;
  /** True if the list continues beyond the rows that were read; `fetchMore` reads them. */
  readonly hasMore?: boolean;
  /** Reads more rows; returns false if there are none, or if a read is running. */
  fetchMore?(): boolean;
  /** Reads one row that may be beyond the rows that were read. */
  fetchIfMissing?(id: RowId): void;
  /**
   * Called when the user opens the list, which has listeners: reads it again, unless it was just read or events report
   * its changes. Resolves when it is read.
   */
  refetchUnreported?(): Promise<void>;
  /** Reads these rows again; resolves after a success or a failure. */
  refetchRows?(ids: Iterable<RowId>, priority?: Priority): Promise<void>;
}

/**
 * The time up to which the data is valid. Every poll without new events advances it; all states share it, and listeners
 * are not notified.
 */
export interface Freshness {
  validAt: number | undefined;
  /** True while a list that is older than `maxQuietAgeMs` is being read. */
  isRefetching: boolean;
}

/**
 * Follows a list until its state passes a test, and resolves with that state.
 * @param options `clock`: reads further parts of a list without a count until then; each starts when the one before ended
 */
export async function whenCollection(
  collection: Collection,
  test: (state: CollectionState) => boolean,
  {clock}: {readonly clock?: Pick<ClientClock, 'schedule'>} = {},
): Promise<CollectionState> {
  const {promise, resolve} = Promise.withResolvers<CollectionState>();
  const look = (): void => {
    const state = collection.getState();
    if (test(state)) resolve(state);
    else if (state.phase === 'ready') clock?.schedule(0, () => collection.fetchMore?.());
  };
  const stop = collection.subscribe(look);
  look();
  return promise.finally(stop);
}

/** Without a confirmation for this long, a list shows its age. */
export const maxQuietAgeMs = 15 * 60_000;

/** The facts of a state that change with each new state. */
export type ListFacts = Omit<CollectionState, 'version' | keyof Freshness>;

/** A state that shares the freshness of its collection with the states before and after it. */
export function createState(facts: ListFacts, version: number, freshness: Readonly<Freshness>): CollectionState {
  return {
    ...facts,
    version,
    get validAt() {
      return freshness.validAt;
    },
    get isRefetching() {
      return freshness.isRefetching;
    },
  };
}

/** Listeners receive every step; the history is for callers that skipped some. */
const maxSteps = 8;

export class ChangeHistory {
  readonly #steps: {readonly version: number; readonly delta: RowsDelta}[] = [];

  add(version: number, delta: RowsDelta): void {
    this.#steps.push({version, delta});
    if (this.#steps.length > maxSteps) this.#steps.shift();
  }

  since(version: number, now: number): RowsDelta | undefined {
    if (version === now) return {ids: new Set(), isReordered: false};
    const steps = this.#steps.filter(step => step.version > version);
    if (steps.length !== now - version) return undefined;
    if (steps.length === 1) return steps[0]?.delta;
    return {
      ids: new Set(steps.flatMap(({delta}) => [...delta.ids])),
      isReordered: steps.some(({delta}) => delta.isReordered),
    };
  }
}
