/** The parts of a session, and the events that they report to each other. */
import type {FamilyId, Lookup, RowId} from '../../families/shape/define-family.ts';
import type {AccountClosedError} from '../api/account-closed.ts';
import type {Availability} from '../api/availability.ts';
import type {Connection, RequestReport} from '../api/connection.ts';
import type {Failure} from '../api/failure.ts';
import type {Identifiers} from '../api/identifiers.ts';
import type {LazyConnection} from '../api/lazy-connection.ts';
import type {LiveCollection, ReadRow} from '../cache/collection.ts';
import type {CollectionRegistry} from '../cache/collection-registry.ts';
import type {QueryCache} from '../cache/query-cache.ts';
import type {RowSamples} from '../cache/row-samples.ts';
import type {SnapshotSaver} from '../cache/snapshot.ts';
import type {AuditLog} from '../changes/audit-log.ts';
import type {ChangeRegistry} from '../changes/change-registry.ts';
import type {DraftStore} from '../changes/draft-store.ts';
import type {RecentChanges} from '../changes/recent-changes.ts';
import type {DisposableClock} from '../core/clock.ts';
import type {VersionRecorder} from '../history/version-recorder.ts';
import type {AccountInfo} from '../sync/account-info.ts';
import type {ActivityFeed} from '../sync/activity-feed.ts';
import type {BusyRows} from '../sync/busy-rows.ts';
import type {ClockJumpDetector} from '../sync/clock-jump-detector.ts';
import type {ConnectionStatus} from '../sync/connection-status.ts';
import type {EventEffects} from '../sync/event-effects.ts';
import type {EventDelta, EventLog} from '../sync/event-log.ts';
import type {EventPoller} from '../sync/event-poller.ts';
import type {FallbackPoller} from '../sync/fallback-poller.ts';
import type {Followups} from '../sync/followups.ts';
import type {NoticeCount} from '../sync/notice-count.ts';
import type {TrafficMeter} from '../sync/traffic-meter.ts';
import type {Transfer} from '../transfers/transfer.ts';
import type {TransferRegistry} from '../transfers/transfer-registry.ts';
import type {AccountStore, AccountWriter} from './account-state.ts';
import type {SessionOptions} from './session-options.ts';
import type {Toasts} from './toasts.ts';

/** The facts of each event. */
export interface SessionEvents {
  readonly firstSubscriber: undefined;
  readonly lastSubscriber: undefined;
  readonly connected: {readonly connection: Connection};
  readonly responded: {readonly report: RequestReport};
  /** A poll succeeded. `isFirst` is true if its events are old, `isRecovery` if the previous poll failed. */
  readonly polled: {
    readonly news: EventDelta;
    readonly isFirst: boolean;
    readonly isRecovery: boolean;
    readonly sentAt: number;
  };
  readonly pollFailed: {readonly error: unknown; readonly retryAt: number | undefined};
  /** The token has no permission to read events. */
  readonly eventsForbidden: {readonly isRecovery: boolean};
  /** Too many events followed this one to find the changed rows. */
  readonly tooManyEvents: {readonly since: number | undefined};
  /** The clock was set, or the machine slept; milliseconds, negative if the clock was set back. */
  readonly clockJumped: {readonly by: number};
  readonly accountClosed: {readonly reason: AccountClosedError};
  /** A list got its first listener. */
  readonly listOpened: {readonly collection: LiveCollection};
  readonly listFetched: {readonly collection: LiveCollection};
  /** A row was read separately, or returned by a change. */
  readonly rowRead: {readonly collection: LiveCollection} & ReadRow;
  readonly rowDeleted: {readonly collection: LiveCollection; readonly id: RowId};
  readonly listFailed: {readonly title: string; readonly failure: Failure};
  /** A change was sent or settled. */
  readonly pendingChanged: undefined;
  /** The API changed or created a resource of a family. */
  readonly changeMade: {readonly family: FamilyId; readonly isNew: boolean};
  readonly transferChanged: {readonly transfer: Transfer};
  readonly focusChanged: {readonly isFocused: boolean};
}

export type Emit = <Event extends keyof SessionEvents>(event: Event, facts: SessionEvents[Event]) => void;

export interface SessionParts {
  readonly clock: DisposableClock;
  readonly identifiers: Identifiers;
  readonly lookup: Lookup;
  readonly account: AccountStore & AccountWriter;
  readonly lazyConnection: LazyConnection;
  readonly availability: Availability;
  readonly eventLog: EventLog;
  readonly busyRows: BusyRows;
  readonly toasts: Toasts;
  readonly samples: RowSamples;
  readonly collections: CollectionRegistry;
  readonly queries: QueryCache;
  readonly followups: Followups;
  readonly eventEffects: EventEffects;
  readonly connectionStatus: ConnectionStatus;
  readonly trafficMeter: TrafficMeter;
  readonly accountInfo: AccountInfo;
  readonly noticeCount: NoticeCount;
  readonly fallbackPoller: FallbackPoller;
  readonly activityFeed: ActivityFeed;
  readonly eventPoller: EventPoller;
  readonly clockJumps: ClockJumpDetector;
  readonly drafts: DraftStore;
  readonly auditLog: AuditLog;
  readonly recentChanges: RecentChanges;
  readonly transfers: TransferRegistry;
  readonly changes: ChangeRegistry;
  readonly snapshotSaver: SnapshotSaver | undefined;
  /** Undefined if the history is off. */
  readonly versionRecorder: VersionRecorder | undefined;
  /** Runs the handlers of an event. */
  readonly emit: Emit;
  /** True while the session has subscribers. */
  readonly isActive: () => boolean;
  readonly isClosed: () => boolean;
  /** The API's clock minus this machine's clock, milliseconds. */
  readonly clockSkewMs: () => number;
}

/** The services that all parts share. */
export type SharedHost = Pick<SessionParts, 'clock' | 'lookup'> &
  Pick<SessionOptions, 'random'> & {
    readonly trace: SessionOptions['trace'];
    readonly connect: () => Promise<Connection>;
    readonly isFocused: () => boolean;
    readonly unavailableReason: () => unknown;
  };
