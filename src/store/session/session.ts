/**
 * The interface between the store and its users: screens subscribe, and nothing is polled without listeners.
 *
 * Every observable value is a `Source`: a value that keeps its identity until it changes, and a subscription. Screens
 * read sources and never fetch. Actions of the store are methods of `Session`.
 */
import type {Mismatch} from '../../client/core/mismatch-log.ts';
import type {Event} from '../../contract/account/events.ts';
import type {Problem} from '../../contract/schema/problem.ts';
import type {
  AnyRow,
  EntityType,
  Family,
  FamilyId,
  Lookup,
  PathParams,
  Ref,
  RowId,
} from '../../families/shape/define-family.ts';
import type {Priority, RateLimits} from '../api/connection.ts';
import type {Identifiers} from '../api/identifiers.ts';
import type {RowSamples} from '../cache/row-samples.ts';
import type {AuditRecord} from '../changes/audit-log.ts';
import type {BatchJournals} from '../changes/batch/batch-journal.ts';
import type {DraftStore} from '../changes/draft-store.ts';
import type {UndoRequest} from '../changes/preview/undo.ts';
import type {RecentChangesState} from '../changes/recent-changes.ts';
import type {Change, ChangeOptions, UndoBatch, UndoneChange} from '../changes/types.ts';
import type {FindResult} from '../list/finder.ts';
import type {Pulse} from '../sync/connection-status.ts';
import type {Traffic} from '../sync/traffic-meter.ts';
import type {Transfer} from '../transfers/transfer.ts';

/** A value over time. `get()` keeps its identity until the value changes; work starts with the first subscriber. */
export interface Source<T> {
  get(): T;
  subscribe(listener: () => void): () => void;
}

/** The kind of a failure on screen: it depends on who can fix it. */
export interface Failure {
  readonly code: string;
  /** The event and the next step, in at most three sentences; free of secrets. */
  readonly words: string;
  /** The last of `words`, where they say what to do next: "Check the proxy settings." */
  readonly advice?: string;
  readonly problems: readonly Problem[];
  /** The same with the fields as the provider names them, where they differ. */
  readonly providerProblems?: readonly Problem[];
  /** The time of the next retry, milliseconds since 1970. */
  readonly retryAt?: number;
}

// Collections -------------------------------------------------------------------------------------------------------

export type LoadPhase = 'idle' | 'loading' | 'ready' | 'failed';

/** The known rows of a list, and how current they are. */
export interface CollectionState {
  /** In the API's order; every row keeps its identity while it does not change. */
  readonly rows: readonly AnyRow[];
  /** Follows the collection: of an older state it tells nothing. */
  readonly byId: ReadonlyMap<RowId, AnyRow>;
  /** Grows with every state. */
  readonly version: number;
  readonly phase: LoadPhase;
  /** All pages were read. */
  readonly complete: boolean;
  /** Number of items the API says there are; undefined before the first page. */
  readonly total: number | undefined;
  /** Rows, the oldest, between which and the others there may be more that were not read. */
  readonly apart: number;
  /**
   * The last time at which the data was known to be correct; undefined while it is only remembered. It moves forward
   * without a new state.
   */
  readonly validAt: number | undefined;
  /** From the last session's snapshot, not yet confirmed. */
  readonly remembered: boolean;
  /** Items that could not be read, raw. */
  readonly unreadable: readonly unknown[];
  readonly failure: Failure | undefined;
}

/** Facts that the store knows about a row besides its values. */
export interface Annotation {
  /** A change of ours that waits for its answer or event: its status word. */
  readonly pending?: string;
  /** A running operation on it. */
  readonly busy?: {readonly word: string; readonly percent: number | undefined};
  /** It changed within the last seconds. */
  readonly changed?: true;
  /** It vanished from the API; shown for a moment before it goes. */
  readonly gone?: true;
  /** No answer came; being settled by reading. */
  readonly checking?: true;
  /** Something was done to it, and reading it again failed: it is shown as it was before. */
  readonly stale?: true;
}

/** The difference between two states of a collection. */
export interface RowsDelta {
  /** Rows that were added, changed or removed. */
  readonly ids: ReadonlySet<RowId>;
  /** Rows came, went or moved. */
  readonly reordered: boolean;
}

export interface Collection extends Source<CollectionState> {
  readonly family: Family;
  readonly params: PathParams;
  annotation(id: RowId): Annotation | undefined;
  /** Nothing is on its way to another condition than its row says: none has to be asked for its annotation. */
  isSettled(): boolean;
  /** Lower-case text that filters search; built at the first request and again after a change of the row. */
  searchText(id: RowId): string;
  /** The changes since the state of this version; undefined if that version is too old. */
  changesSince(version: number): RowsDelta | undefined;
  /** Reads everything again; resolves when that was done, or has failed. */
  refetch(): Promise<void>;
  /** True if the list continues beyond the rows that were read; `fetchMore` reads them. */
  readonly hasMore?: boolean;
  /** Reads more rows; returns false if there are none, or if a read is running. */
  fetchMore?(): boolean;
  /** Reads one row that may be beyond the rows that were read. */
  fetchIfMissing?(id: RowId): void;
  /** Reads these rows again; resolves when that was done, or has failed. */
  refetchRows?(ids: Iterable<RowId>, priority?: Priority): Promise<void>;
}

/** The response of one read operation, kept up to date while it has listeners. */
export interface QueryState {
  readonly value: unknown;
  readonly phase: LoadPhase;
  readonly validAt: number | undefined;
  readonly failure: Failure | undefined;
}

// Running operations -------------------------------------------------------------------------------------------------

export type EventRow = Event & AnyRow;

/** A running operation: an event in progress, or a change of ours that has no event yet. */
export interface Operation {
  readonly id: string;
  readonly target: Ref | undefined;
  readonly label: string;
  /** "booting" */
  readonly word: string;
  readonly percent: number | undefined;
  readonly startedAt: number;
  /** Seconds remaining, estimated from past operations of this kind; undefined without any. */
  readonly secondsLeft: number | undefined;
  readonly by: string | undefined;
  /** The file transfer of the operation; an operation that is part of it isn't listed twice. */
  readonly transfer?: Transfer;
}

/** Live: the last poll was answered. Stale: it was refused, or its answer is late. Offline: it reached nothing. */
export type Liveness = 'connecting' | 'live' | 'paused' | 'stale' | 'offline' | 'unauthorised' | 'closed';

export interface Status {
  readonly liveness: Liveness;
  /** The time of the API's last response. */
  readonly heardAt: number | undefined;
  /** The time of the last successful poll: all data shown was correct then. */
  readonly confirmedAt: number | undefined;
  /** The time at which the poll with a late response was sent; undefined if none is late. */
  readonly lateSince: number | undefined;
  readonly failure: Failure | undefined;
  /** Rate limits by class, as the API announces them or as counted here. */
  readonly limits: RateLimits;
  readonly account: string | undefined;
  readonly user: string | undefined;
  readonly notices: number | undefined;
  /** Fields of answers that broke the contract, the most recent first. */
  readonly mismatches: readonly Mismatch[];
}

export interface Toast {
  readonly id: number;
  readonly tone: 'ok' | 'attention' | 'failed' | 'plain';
  readonly text: string;
  /** By the monotonic clock. */
  readonly at: number;
  /** Answers a key where it was pressed: gone with the view. */
  readonly here?: true;
}

/** A toast or an error, kept so that it can be read again. */
export interface Message {
  readonly tone: Toast['tone'];
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

// Changes -----------------------------------------------------------------------------------------------------------

export interface Session {
  readonly lookup: Lookup;
  /** The provider's spelling of identifiers. */
  readonly identifiers: Identifiers;
  /**
   * Runs when rows can be spelled as the provider does: at once, but for the moment at the start in which the contract is
   * still being loaded. What leaves this program is made in it.
   */
  whenSpelled(run: () => void): void;
  readonly status: Source<Status>;
  /** Beats with every poll that succeeds. */
  readonly pulse: Source<Pulse>;
  /** Changes when more was sent or received; `traffic()` tells what. */
  readonly trafficVersion: Source<number>;
  readonly operations: Source<readonly Operation[]>;
  /** Newest first, as far as read. */
  readonly events: Source<readonly EventRow[]>;
  readonly toasts: Source<readonly Toast[]>;
  /** The last toasts and failures of this session, the newest last. */
  readonly messages: Source<readonly Message[]>;
  /** Values that were typed but not sent. */
  readonly draftStore: DraftStore;
  /** Changes to many rows, and those that were interrupted. */
  readonly batchJournals: BatchJournals;
  /** Changes that this program made, from the audit file. */
  readonly recentChanges: Source<RecentChangesState>;
  /** The newest change of a resource from here, as far as the trail was read. */
  lastLocalChange(family: FamilyId, id: RowId, params?: PathParams): AuditRecord | undefined;
  /** Files on their way and those that ended not long ago, the newest first. */
  readonly transfers: Source<readonly Transfer[]>;
  collection(family: FamilyId, params?: PathParams): Collection;
  /** A reading operation by ID, renewed every so many seconds while subscribed. */
  query(operation: string, params: PathParams, every: number): Source<QueryState>;
  /** The events of one resource, a `History`, read while subscribed; undefined where they cannot be asked for. */
  history(type: EntityType, id: RowId): Source<QueryState> | undefined;
  /** The data that columns draw beside their rows; a list sets which rows are visible. */
  readonly samples: Pick<RowSamples, 'setVisible' | 'subscribe' | 'isFetched'>;
  /** Any loaded resource by label, ID, address or tag, the best first; looks in short steps. */
  find(text: string, atMost?: number): Generator<void, readonly FindResult[]>;
  /** Starts a change on a row, or on none (create). Refuses with the reason when the action is off. */
  change(family: FamilyId, action: string, row?: AnyRow, params?: PathParams, options?: ChangeOptions): Change;
  /** Resolves when it is known what the token and its user may do, or that it cannot be known. */
  permissionsKnown(): Promise<void>;
  /** The reason why the token or its user may not do an operation at all, as far as that is known. */
  unpermitted(operation: string): string | undefined;
  /** The reason why an action isn't available now; undefined if it is. */
  unless(family: FamilyId, action: string, row?: AnyRow, params?: PathParams): string | undefined;
  /**
   * The changes that undo the last change, or the last plan as a whole, with their forms filled in; none is at its
   * preview yet.
   */
  undo(way?: UndoneChange['way']): UndoBatch;
  /**
   * The change that undoes an entry of the change log, with its form filled in, or the reason why none does. Its row
   * must have been read.
   */
  undoOf(way: UndoRequest): Change | string;
  /** Runs an action that needs no form and no confirmation (mark read and the like). */
  runDirectly(family: FamilyId, action: string, row: AnyRow, params?: PathParams): Promise<void>;
  /** Everything sent and received so far, counted. */
  traffic(): Traffic;
  /** Rate limits by class, as far as they are known. */
  limits(): RateLimits;
  showToast(text: string, tone?: Toast['tone'], here?: true): void;
  /** Removes the messages of the previous view; errors stay. */
  dismissSeen(): void;
  /** Shortens the time of earlier messages, because a dialog opens that they would cover. */
  evictOldest(): void;
  refetchAll(): void;
  /** Polls more slowly while the terminal isn't focused. */
  setFocused(isFocused: boolean): void;
  close(): Promise<void>;
}
