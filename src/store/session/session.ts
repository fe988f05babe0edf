/**
 * The interface between the store and its users: screens subscribe, and nothing is polled without subscribers.
 *
 * The state of an account is a zustand store, `account`. Lists and responses are separate stores, which keep the
 * identity of their value until it changes. Screens read both and send no requests. Actions are methods of `Session`.
 */
import type {EntityType, FamilyId, Lookup, PathParams, RowId} from '../../families/shape/define-family.ts';
import type {RateLimitsByClass} from '../api/connection.ts';
import type {Identifiers} from '../api/identifiers.ts';
import type {Collection} from '../cache/collection-state.ts';
import type {MetricRequest, QueryState} from '../cache/query-spec.ts';
import type {RowSamples} from '../cache/row-samples.ts';
import type {AuditRecord} from '../changes/audit-log.ts';
import type {BatchJournals} from '../changes/batch/batch-journal.ts';
import type {ActionRequest, Change, UndoBatch} from '../changes/change.ts';
import type {ChangeOptions, UndoneChange} from '../changes/change-subject.ts';
import type {DraftStore} from '../changes/draft-store.ts';
import type {UndoRequest} from '../changes/preview/undo.ts';
import type {ReadonlyStore} from '../core/traced-store.ts';
import type {PastForecasts} from '../cost/past-forecasts.ts';
import type {HistoryReader} from '../history/history-reader.ts';
import type {FindResult} from '../list/finder.ts';
import type {PlanQueue} from '../plans/plan-queue.ts';
import type {PendingChange} from '../sync/operations.ts';
import type {Traffic} from '../sync/traffic-meter.ts';
import type {AccountStore} from './account-state.ts';
import type {Toast, ToastOptions} from './toast.ts';

export interface Session {
  readonly lookup: Lookup;
  /** The provider's spelling of identifiers. */
  readonly identifiers: Identifiers;
  /**
   * Calls a function when identifiers can be converted to the provider's spelling: at once, except during the start,
   * while the contract is loading. All output of the program uses that spelling.
   */
  whenSpelled(run: () => void): void;
  /** The state of the account besides its lists. Data is read while the store has subscribers. */
  readonly account: AccountStore;
  /** Values that were typed but not sent. */
  readonly draftStore: DraftStore;
  /** Forecasts of the invoices of past months. */
  readonly forecasts: PastForecasts;
  /** Changes to many rows, and the interrupted ones. */
  readonly batchJournals: BatchJournals;
  /** Plans of agents that wait for a user; undefined if none are stored. */
  readonly plans?: PlanQueue | undefined;
  /** Reads the changes of earlier sessions from the change log, unless they were already read. */
  loadRecentChanges(options?: {readonly isRefresh?: boolean}): void;
  /** The newest change that Skydeck made to a resource, in the part of the change log that was read. */
  lastLocalChange(family: FamilyId, id: RowId, params?: PathParams): AuditRecord | undefined;
  /** A change whose request has no response so far: nothing looks for its outcome after the end of the program. */
  unansweredChange(): Pick<PendingChange, 'label' | 'word'> | undefined;
  collection(family: FamilyId, params?: PathParams): Collection;
  /** The response of a read operation by ID, renewed at this interval in seconds while subscribed. */
  query(operation: string, params: PathParams, refreshSeconds: number): ReadonlyStore<QueryState>;
  /** The events of one resource, a `History`, read while subscribed; undefined if they can't be requested. */
  history(type: EntityType, id: RowId): ReadonlyStore<QueryState> | undefined;
  /** Opens the reader of the recorded versions of rows; undefined if the history is off. */
  readonly openHistory: (() => Promise<HistoryReader>) | undefined;
  /** The values of a metric, read while subscribed; undefined if the settings have no URL of the metrics host. */
  readonly metric: ((request: MetricRequest) => ReadonlyStore<QueryState>) | undefined;
  /** The data that columns draw from separate requests; a list sets the visible rows. */
  readonly samples: Pick<RowSamples, 'setVisible' | 'subscribe' | 'isFetched'>;
  /** Searches all loaded resources by label, ID, address or tag, best first, in short steps. */
  find(text: string, atMost?: number): Generator<void, readonly FindResult[]>;
  /**
   * Starts a change of a row, or, without a row, the creation of a resource. If the action is disabled, the change is
   * refused with the reason.
   */
  change(request: ActionRequest, options?: ChangeOptions): Change;
  /** Resolves when the permissions of the token and its user are known, or can't be read. */
  whenPermissionsLoaded(): Promise<void>;
  /** The known reason why a guard, the token or its user doesn’t allow an operation at all. */
  operationRefusal(operation: string, params?: PathParams, lookup?: Lookup): string | undefined;
  /** The reason why an action isn't available now; undefined if it is. */
  unless(request: ActionRequest): string | undefined;
  /**
   * The changes that undo the last change, or the whole last plan, with their forms filled in, before their previews.
   */
  undo(kind?: UndoneChange['kind']): UndoBatch;
  /**
   * The change that undoes an entry of the change log, with its form filled in, or the reason why no change does. Its
   * row must be loaded.
   * @param batch the batch of undos that it is part of
   */
  undoOf(request: UndoRequest, batch?: symbol): Change | string;
  /** Runs an action that needs no form and no confirmation (for example, mark read). */
  runDirectly(request: ActionRequest): Promise<void>;
  /** The counts of all requests and responses so far. */
  traffic(): Traffic;
  /** Known rate limits by class. */
  limits(): RateLimitsByClass;
  showToast(text: string, tone?: Toast['tone'], options?: ToastOptions): void;
  /** Removes the messages of the previous view; errors stay. */
  dismissSeen(): void;
  /**
   * Removes responses to earlier keys, and shortens the time of other messages, because they would cover a dialog that
   * opens.
   */
  dismissForDialog(): void;
  refetchAll(): void;
  /** Polls more slowly while the terminal isn't focused. */
  setFocused(isFocused: boolean): void;
  close(): Promise<void>;
}
