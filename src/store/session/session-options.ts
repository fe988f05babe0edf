/** The options of a session. */
import type {Family} from '../../families/shape/define-family.ts';
import type {Connection} from '../api/connection.ts';
import type {Guards} from '../api/guards.ts';
import type {Identifiers} from '../api/identifiers.ts';
import type {CachedList, Snapshots} from '../cache/snapshot.ts';
import type {AuditLog} from '../changes/audit-log.ts';
import type {BatchJournals} from '../changes/batch/batch-journal.ts';
import type {DraftStore} from '../changes/draft-store.ts';
import type {Clock} from '../core/clock.ts';
import type {Trace} from '../core/traced-store.ts';
import type {PastForecasts} from '../cost/past-forecasts.ts';
import type {HistoryFile} from '../history/history-file-port.ts';
import type {PlanQueue} from '../plans/plan-queue.ts';

export interface SessionProfile {
  readonly name: string;
  readonly production: boolean;
  readonly readOnly: boolean;
  readonly guards?: Guards | undefined;
  /** The URL of the metrics host; absent = the settings don't have it, and metrics can't be read. */
  readonly metricsUrl?: string | undefined;
  /** The provider's spelling of identifiers; absent = the contract's spelling. */
  readonly identifiers?: Identifiers | undefined;
}

export interface SessionOptions {
  readonly families: readonly Family[];
  /** Loads the connection to the API; called for the first listener, and again after a failure. */
  readonly connect: () => Promise<Connection>;
  readonly clock: Clock;
  /** A random number between 0 and 1. */
  readonly random: () => number;
  readonly profile: SessionProfile;
  /** True for a command, which shows neither the account's name nor its notifications. */
  readonly isHeadless?: boolean | undefined;
  /** Values that were typed but not sent; absent = kept in memory only. */
  readonly drafts?: DraftStore | undefined;
  /** Forecasts of the invoices of past months; absent = in memory only. */
  readonly forecasts?: PastForecasts | undefined;
  /** The data of the last session. */
  readonly snapshots?: Snapshots | undefined;
  /** The lists that were known when the program last ended. */
  readonly cachedLists?: readonly CachedList[] | undefined;
  /** Stores the versions of rows; absent = none are stored. */
  readonly history?: HistoryFile | undefined;
  /** Stores interrupted changes to many rows; absent = in memory only. */
  readonly batchJournals?: BatchJournals | undefined;
  /** Plans of agents that wait for a user; absent = none. */
  readonly plans?: PlanQueue | undefined;
  /** Records every requested change; absent = in memory only. */
  readonly auditLog?: AuditLog | undefined;
  /** Called for every change of state, with its name. */
  readonly trace?: Trace | undefined;
}
