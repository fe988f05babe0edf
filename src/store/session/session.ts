/**
 * What the store promises to whoever shows it: screens subscribe, nothing polls for nobody.
 *
 * Everything observable is a `Source`: a value that keeps its identity until it changes, and a subscription. Screens
 * read sources; they never fetch. What the store does is asked for through the methods of a `Session`.
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

/** How a failure is shown: by who must act. */
export interface Failure {
  readonly code: string;
  /** What happened and what to do next, in at most three sentences; free of secrets. */
  readonly words: string;
  /** The last of `words`, where they say what to do next: "Check the proxy settings." */
  readonly advice?: string;
  readonly problems: readonly Problem[];
  /** The same with the fields as the provider names them, where they differ. */
  readonly providerProblems?: readonly Problem[];
  /** When it will be tried again, milliseconds since 1970. */
  readonly retryAt?: number;
}

// Collections -------------------------------------------------------------------------------------------------------

export type LoadPhase = 'idle' | 'loading' | 'ready' | 'failed';

/** What is known of one list, and how well. */
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
  /** When it was last known to be true; undefined while only remembered. Moves on without a new state. */
  readonly validAt: number | undefined;
  /** From the last session's snapshot, not yet confirmed. */
  readonly remembered: boolean;
  /** Items that could not be read, raw. */
  readonly unreadable: readonly unknown[];
  readonly failure: Failure | undefined;
}

/** What the store knows about a row beside the row. */
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

/** What differs between two states of a collection. */
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
  /** Lower-case text that filters search; made when somebody first asks, and again after the row has changed. */
  searchText(id: RowId): string;
  /** What changed since the state of this version; undefined when that is too long ago to say. */
  changesSince(version: number): RowsDelta | undefined;
  /** Reads everything again; resolves when that was done, or has failed. */
  refetch(): Promise<void>;
  /** The list continues beyond what was read, and `more` reads on. */
  readonly hasMore?: boolean;
  /** Reads on; false where there is nothing more, or something is being read. */
  fetchMore?(): boolean;
  /** Reads one row that may lie beyond what was read. */
  fetchIfMissing?(id: RowId): void;
  /** Reads these rows again; resolves when that was done, or has failed. */
  refetchRows?(ids: Iterable<RowId>, priority?: Priority): Promise<void>;
}

/** The answer of one reading operation, kept true while somebody shows it. */
export interface QueryState {
  readonly value: unknown;
  readonly phase: LoadPhase;
  readonly validAt: number | undefined;
  readonly failure: Failure | undefined;
}

// What is going on --------------------------------------------------------------------------------------------------

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
  /** Seconds left as learned from past operations of the kind; undefined when there is nothing to learn from. */
  readonly secondsLeft: number | undefined;
  readonly by: string | undefined;
  /** Of a file on its way; what it is a part of is not told twice. */
  readonly transfer?: Transfer;
}

/** Live: the last poll was answered. Stale: it was refused, or its answer is late. Offline: it reached nothing. */
export type Liveness = 'connecting' | 'live' | 'paused' | 'stale' | 'offline' | 'unauthorised' | 'closed';

export interface Status {
  readonly liveness: Liveness;
  /** When the API last answered. */
  readonly heardAt: number | undefined;
  /** When a poll last succeeded: everything shown was true then. */
  readonly confirmedAt: number | undefined;
  /** When the poll was sent whose answer is late; undefined while none is. */
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

/** What was shown for a moment or failed, to be read again. */
export interface Message {
  readonly tone: Toast['tone'];
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

// Changes -----------------------------------------------------------------------------------------------------------

export interface Session {
  readonly lookup: Lookup;
  /** How the provider spells identifiers. */
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
  /** What was typed and not sent. */
  readonly draftStore: DraftStore;
  /** Changes to many rows, and those that were interrupted. */
  readonly batchJournals: BatchJournals;
  /** What was changed from here, as the audit has it. */
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
  /** What columns draw beside their rows: a list says which of them show. */
  readonly samples: Pick<RowSamples, 'setVisible' | 'subscribe' | 'isFetched'>;
  /** Any loaded resource by label, ID, address or tag, the best first; looks in short steps. */
  find(text: string, atMost?: number): Generator<void, readonly FindResult[]>;
  /** Starts a change on a row, or on none (create). Refuses with the reason when the action is off. */
  change(family: FamilyId, action: string, row?: AnyRow, params?: PathParams, options?: ChangeOptions): Change;
  /** Resolves when it is known what the token and its user may do, or that it cannot be known. */
  permissionsKnown(): Promise<void>;
  /** Why the token or its user may not do an operation at all, as far as that is known. */
  unpermitted(operation: string): string | undefined;
  /** Why an action cannot be done now; undefined when it can. */
  unless(family: FamilyId, action: string, row?: AnyRow, params?: PathParams): string | undefined;
  /** What takes back the last change, or the last plan as a whole, with the forms filled in; each is still to be brought to its preview. */
  undo(way?: UndoneChange['way']): UndoBatch;
  /** What takes back a change of the change log, with its form filled in, or why nothing does. Its row must be known. */
  undoOf(way: UndoRequest): Change | string;
  /** Runs an action that needs no form and no confirmation (mark read and the like). */
  runDirectly(family: FamilyId, action: string, row: AnyRow, params?: PathParams): Promise<void>;
  /** Everything sent and received so far, counted. */
  traffic(): Traffic;
  /** Rate limits by class, as far as they are known. */
  limits(): RateLimits;
  showToast(text: string, tone?: Toast['tone'], here?: true): void;
  /** The view is another: what was said about the one before goes, but for bad news. */
  dismissSeen(): void;
  /** A dialog opens: what was said before it does not lie over it for long. */
  evictOldest(): void;
  refetchAll(): void;
  /** Slows down when nobody looks. */
  setFocused(isFocused: boolean): void;
  close(): Promise<void>;
}
