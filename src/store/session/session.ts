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

/**
 * A value over time. `get()` returns the same object until the value changes; work starts with the first subscriber.
 */
export interface Source<T> {
  get(): T;
  subscribe(listener: () => void): () => void;
}

/** The kind of a failure on screen: it depends on who can fix it. */
export interface Failure {
  readonly code: string;
  /** The event and the next step, in at most three sentences; free of secrets. */
  readonly words: string;
  /** The last sentence of `words`, if it names the next step: "Check the proxy settings." */
  readonly advice?: string;
  readonly problems: readonly Problem[];
  /** The problems with field names in the provider's spelling, if they differ. */
  readonly providerProblems?: readonly Problem[];
  /** The time of the next retry, milliseconds since 1970. */
  readonly retryAt?: number;
}

// Collections -------------------------------------------------------------------------------------------------------

export type LoadPhase = 'idle' | 'loading' | 'ready' | 'failed';

/** The known rows of a list, and how current they are. */
export interface CollectionState {
  /** The rows in the API's order; an unchanged row stays the same object. */
  readonly rows: readonly AnyRow[];
  /** The current rows by ID, even in an older state. */
  readonly byId: ReadonlyMap<RowId, AnyRow>;
  /** Grows with every state. */
  readonly version: number;
  readonly phase: LoadPhase;
  /** True if all pages were read. */
  readonly complete: boolean;
  /** The number of items that the API reports; undefined before the first page. */
  readonly total: number | undefined;
  /** The number of oldest rows that may have a gap to the others. */
  readonly apart: number;
  /**
   * The last time at which the data was known to be correct; undefined while it is only remembered. It moves forward
   * without a new state.
   */
  readonly validAt: number | undefined;
  /** True while a list that shows its age is being read; its title shows that in place of the age. */
  readonly isRenewing: boolean;
  /** True for rows of the last session's snapshot that are not confirmed. */
  readonly remembered: boolean;
  /** Raw items that could not be read. */
  readonly unreadable: readonly unknown[];
  readonly failure: Failure | undefined;
}

/** Facts that the store knows about a row besides its values. */
export interface Annotation {
  /** The status word of a change of this program that waits for its response or event. */
  readonly pending?: string;
  /** A running operation on the row. */
  readonly busy?: {readonly word: string; readonly percent: number | undefined};
  /** True if the row changed within the last seconds. */
  readonly changed?: true;
  /** True if the row was deleted; it shows for a moment. */
  readonly gone?: true;
  /** True without a response; the outcome is being determined by reading. */
  readonly checking?: true;
  /** True if the row was changed but could not be read since: it shows its earlier values. */
  readonly stale?: true;
}

/** The difference between two states of a collection. */
export interface RowsDelta {
  /** Rows that were added, changed or removed. */
  readonly ids: ReadonlySet<RowId>;
  /** True if rows were added, removed or moved. */
  readonly reordered: boolean;
}

export interface Collection extends Source<CollectionState> {
  readonly family: Family;
  readonly params: PathParams;
  annotation(id: RowId): Annotation | undefined;
  /** True if no row is about to change its condition, so that annotations need not be checked row by row. */
  isSettled(): boolean;
  /** Lower-case text that filters search; built at the first request and again after a change of the row. */
  searchText(id: RowId): string;
  /** The changes since the state of this version; undefined if that version is too old. */
  changesSince(version: number): RowsDelta | undefined;
  /** Reads the whole list again; resolves after a success or a failure. */
  refetch(): Promise<void>;
  /** True if the list continues beyond the rows that were read; `fetchMore` reads them. */
  readonly hasMore?: boolean;
  /** Reads more rows; returns false if there are none, or if a read is running. */
  fetchMore?(): boolean;
  /** Reads one row that may be beyond the rows that were read. */
  fetchIfMissing?(id: RowId): void;
  /** Reads these rows again; resolves after a success or a failure. */
  refetchRows?(ids: Iterable<RowId>, priority?: Priority): Promise<void>;
}

/** The response of one read operation, kept up to date while it has listeners. */
export interface QueryState {
  readonly value: unknown;
  readonly phase: LoadPhase;
  readonly validAt: number | undefined;
  readonly failure: Failure | undefined;
  /** True if the resource has changed since the value was read, and no later response has arrived. */
  readonly isOutdated?: boolean;
}

// Running operations -------------------------------------------------------------------------------------------------

export type EventRow = Event & AnyRow;

/** A running operation: an event in progress, or a change of this program without an event yet. */
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

/**
 * Live: the last poll succeeded. Stale: it was refused, or its response is late. Offline: the API could not be reached.
 */
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
  /** Rate limits by class, as the API reports them or as counted by Skydeck. */
  readonly limits: RateLimits;
  readonly account: string | undefined;
  readonly user: string | undefined;
  readonly notices: number | undefined;
  /** Fields of responses that broke the contract, most recent first. */
  readonly mismatches: readonly Mismatch[];
}

export interface Toast {
  readonly id: number;
  readonly tone: 'ok' | 'attention' | 'failed' | 'plain';
  readonly text: string;
  /** The time by the monotonic clock. */
  readonly at: number;
  /** True for the answer to a key, which disappears with the view. */
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
   * Runs a function once identifiers can be converted to the provider's spelling: at once, except during the start,
   * while the contract is being loaded. All output of the program uses that spelling.
   */
  whenSpelled(run: () => void): void;
  readonly status: Source<Status>;
  /** Changes with every successful poll. */
  readonly pulse: Source<Pulse>;
  /** Changes with every request and response; `traffic()` returns the counts. */
  readonly trafficVersion: Source<number>;
  readonly operations: Source<readonly Operation[]>;
  /** Newest first, as far as read. */
  readonly events: Source<readonly EventRow[]>;
  readonly toasts: Source<readonly Toast[]>;
  /** The last toasts and failures of this session, newest last. */
  readonly messages: Source<readonly Message[]>;
  /** Values that were typed but not sent. */
  readonly draftStore: DraftStore;
  /** Changes to many rows, and the interrupted ones. */
  readonly batchJournals: BatchJournals;
  /** Changes that this program made, from the audit file. */
  readonly recentChanges: Source<RecentChangesState>;
  /** The newest change that this program made to a resource, as far as the audit was read. */
  lastLocalChange(family: FamilyId, id: RowId, params?: PathParams): AuditRecord | undefined;
  /** Running and recently ended file transfers, newest first. */
  readonly transfers: Source<readonly Transfer[]>;
  collection(family: FamilyId, params?: PathParams): Collection;
  /** The response of a read operation by ID, renewed at this interval in seconds while subscribed. */
  query(operation: string, params: PathParams, every: number): Source<QueryState>;
  /** The events of one resource, a `History`, read while subscribed; undefined if they can't be requested. */
  history(type: EntityType, id: RowId): Source<QueryState> | undefined;
  /** The data that columns draw beside their rows; a list sets which rows are visible. */
  readonly samples: Pick<RowSamples, 'setVisible' | 'subscribe' | 'isFetched'>;
  /** Searches all loaded resources by label, ID, address or tag, best first, in short steps. */
  find(text: string, atMost?: number): Generator<void, readonly FindResult[]>;
  /**
   * Starts a change on a row, or without one (create). If the action is disabled, the change is refused with the
   * reason.
   */
  change(family: FamilyId, action: string, row?: AnyRow, params?: PathParams, options?: ChangeOptions): Change;
  /** Resolves when the permissions of the token and its user are known, or can't be read. */
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
  /** The counts of all requests and responses so far. */
  traffic(): Traffic;
  /** Rate limits by class, as far as known. */
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
