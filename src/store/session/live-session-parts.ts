/** Creates the parts of a session and connects them. */
import {closeAll} from '../../platform/runtime/close-all.ts';
import {Availability} from '../api/availability.ts';
import {contractIdentifiers, type Identifiers} from '../api/identifiers.ts';
import {LazyConnection} from '../api/lazy-connection.ts';
import {CollectionRegistry} from '../cache/collection-registry.ts';
import {QueryCache} from '../cache/query-cache.ts';
import {RowSamples} from '../cache/row-samples.ts';
import type {SnapshotSaver} from '../cache/snapshot.ts';
import {type AuditLog, memoryAuditLog} from '../changes/audit-log.ts';
import type {ChangeRegistry} from '../changes/change-registry.ts';
import {type DraftStore, memoryDraftStore} from '../changes/draft-store.ts';
import {RecentChanges} from '../changes/recent-changes.ts';
import {createDisposableClock, type DisposableClock} from '../core/clock.ts';
import {createLookup} from '../core/lookup.ts';
import {AccountInfo} from '../sync/account-info.ts';
import {ActivityFeed} from '../sync/activity-feed.ts';
import {BusyRows} from '../sync/busy-rows.ts';
import {ClockJumpDetector} from '../sync/clock-jump-detector.ts';
import {ConnectionStatus} from '../sync/connection-status.ts';
import {EventEffects} from '../sync/event-effects.ts';
import {EventLog} from '../sync/event-log.ts';
import {EventPoller} from '../sync/event-poller.ts';
import {FallbackPoller} from '../sync/fallback-poller.ts';
import {Followups} from '../sync/followups.ts';
import {NoticeCount} from '../sync/notice-count.ts';
import {TrafficMeter} from '../sync/traffic-meter.ts';
import type {TransferRegistry} from '../transfers/transfer-registry.ts';
import {createAccountStore} from './account-store.ts';
import {createChanges, createSnapshotSaver, createTransfers, createVersionRecorder} from './change-parts.ts';
import {sessionEvents} from './session-events.ts';
import type {SessionOptions} from './session-options.ts';
import type {Emit, SessionParts, SharedHost} from './session-parts.ts';
import {Toasts} from './toasts.ts';

export class LiveSessionParts implements SessionParts {
  readonly clock: DisposableClock;
  readonly identifiers: Identifiers;
  readonly account: SessionParts['account'];
  readonly lazyConnection: LazyConnection;
  readonly availability = new Availability();
  readonly eventLog = new EventLog();
  readonly busyRows = new BusyRows();
  readonly toasts: Toasts;
  readonly samples: RowSamples;
  readonly lookup: SessionParts['lookup'];
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
  readonly versionRecorder: SessionParts['versionRecorder'];
  readonly #options: SessionOptions;
  readonly #host: SharedHost;
  #isFocused = true;
  #isClosed = false;
  #subscribers = 0;

  constructor(options: SessionOptions) {
    this.#options = options;
    const {profile, trace, snapshots, history} = options;
    this.clock = createDisposableClock(options.clock);
    this.identifiers = profile.identifiers ?? contractIdentifiers;
    this.account = createAccountStore({trace, activate: this.activate});
    this.lazyConnection = new LazyConnection({
      open: options.connect,
      onOpened: connection => this.emit('connected', {connection}),
    });
    this.toasts = new Toasts(this.clock, this.account);
    this.samples = this.#createSamples();
    this.lookup = this.#createLookup();
    this.#host = this.#createHost();
    this.collections = this.#createCollections();
    this.followups = new Followups({
      clock: this.clock,
      lookup: this.lookup,
      hasRunningOperation: (family, id) => this.busyRows.operationOn(family, id) !== undefined,
    });
    this.queries = new QueryCache({...this.#host, activate: this.activate});
    this.eventEffects = this.#createEventEffects();
    this.connectionStatus = this.#createConnectionStatus();
    this.trafficMeter = new TrafficMeter(this.clock, this.account);
    this.accountInfo = this.#createAccountInfo();
    this.noticeCount = this.#createNoticeCount();
    this.fallbackPoller = this.#createFallbackPoller();
    this.activityFeed = this.#createActivityFeed();
    this.drafts = options.drafts ?? memoryDraftStore(this.clock.now);
    this.auditLog = options.auditLog ?? memoryAuditLog({host: '', user: ''});
    this.recentChanges = new RecentChanges(this.auditLog, this.account);
    this.transfers = createTransfers(this, options);
    this.changes = createChanges(this, this.#host, options);
    this.snapshotSaver = snapshots && createSnapshotSaver(this, snapshots);
    this.versionRecorder = history && createVersionRecorder(this, history);
    this.eventPoller = this.#createEventPoller();
    this.clockJumps = new ClockJumpDetector(this.clock, by => this.emit('clockJumped', {by}));
  }

  readonly emit: Emit = (event, facts) => {
    for (const handle of sessionEvents[event]) handle(this, facts);
  };

  readonly isActive = (): boolean => this.#subscribers > 0;
  readonly isClosed = (): boolean => this.#isClosed;

  /** Starts the reads for the first subscriber; returns the function that stops them after the last subscriber. */
  readonly activate = (): (() => void) => {
    if (++this.#subscribers === 1) this.emit('firstSubscriber', undefined);
    return () => {
      if (--this.#subscribers === 0) this.emit('lastSubscriber', undefined);
    };
  };

  setFocused(isFocused: boolean): void {
    if (isFocused === this.#isFocused) return;
    this.#isFocused = isFocused;
    this.emit('focusChanged', {isFocused});
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await closeAll([
      () => this.transfers.close(),
      () => this.emit('lastSubscriber', undefined),
      // Drafts and the change log exist only in this program, so they come before what can be read again.
      () => this.drafts.flush(),
      () => this.auditLog.flush(),
      () => this.snapshotSaver?.save(),
      () => this.versionRecorder?.close(),
      () => this.clock.dispose(),
      () => this.lazyConnection.close(),
    ]);
  }

  readonly #isFocusedNow = (): boolean => this.#isFocused;
  readonly clockSkewMs = (): number => this.lazyConnection.connection?.clockSkewMs() ?? 0;

  /** True if the last poll failed, so that its success ends an outage. */
  get #isFailing(): boolean {
    return this.account.getState().status.failure !== undefined;
  }

  #createHost(): SharedHost {
    const {random, trace} = this.#options;
    return {
      clock: this.clock,
      random,
      lookup: this.lookup,
      trace,
      connect: this.lazyConnection.connect,
      isFocused: this.#isFocusedNow,
      unavailableReason: () => this.availability.unavailableReason,
    };
  }

  #createSamples(): RowSamples {
    return new RowSamples({
      clock: this.clock,
      connect: this.lazyConnection.connect,
      isFocused: () => this.#isFocused && this.availability.unavailableReason === undefined,
    });
  }

  #createLookup(): SessionParts['lookup'] {
    const operation = (id: string) => this.lazyConnection.connection?.operation(id);
    return createLookup({
      clock: this.clock,
      eventLog: this.eventLog,
      clockSkewMs: this.clockSkewMs,
      findList: (family, params) => this.collections.find(family, params),
      isExpected: (action, id) => this.changes.pendingChanges.isExpected(action, id),
      sampled: (operation, params) => this.samples.get(operation, params),
      spell: this.identifiers.spell,
      spelled: (family, row) => this.identifiers.row(this.collections.family(family), row, operation),
    });
  }

  #createCollections(): CollectionRegistry {
    return new CollectionRegistry(this.#options.families, {
      ...this.#host,
      runningOperationOn: (family, id, params) =>
        this.transfers.operationOn({family: family.id, id, params}) ?? this.busyRows.operationOn(family.id, id),
      isBusy: family => this.transfers.running.length > 0 || this.busyRows.hasAny(family.id),
      onFailed: ({family}, failure) => this.emit('listFailed', {title: family.title, failure}),
      onOpened: collection => this.emit('listOpened', {collection}),
      onFetched: collection => this.emit('listFetched', {collection}),
      onRowRead: (collection, row) => this.emit('rowRead', {collection, ...row}),
      onRowDeleted: (collection, id) => this.emit('rowDeleted', {collection, id}),
      representedAnnotation: ({family, params}, row) => {
        const {family: other, id, params: place} = family.represents?.(row, this.lookup, params)?.ref ?? {};
        if (other === undefined || id === undefined) return undefined;
        return this.collections.find(other, place)?.annotation(id) ?? this.busyRows.annotation(other, id);
      },
      activate: this.activate,
    });
  }

  #createEventEffects(): EventEffects {
    return new EventEffects({
      families: this.#options.families,
      followups: this.followups,
      collections: family => this.collections.listsOf(family),
      invalidateFacts: family => this.noticeCount.onInvalidated(family),
      invalidateQueries: ref => this.queries.invalidate(ref),
    });
  }

  #createConnectionStatus(): ConnectionStatus {
    return new ConnectionStatus({
      clock: this.clock,
      account: this.account,
      isFocused: this.#isFocusedNow,
      maxSilenceMs: () => this.eventPoller.maxSilenceMs,
    });
  }

  #createAccountInfo(): AccountInfo {
    return new AccountInfo({
      ...this.#host,
      status: this.connectionStatus,
      isHeadless: this.#options.isHeadless ?? false,
      onNoticeCount: count => this.noticeCount.onCount(count),
    });
  }

  #createNoticeCount(): NoticeCount {
    return new NoticeCount({
      status: this.connectionStatus,
      collections: this.collections,
      refetchCount: () => this.accountInfo.refetchNotices(),
    });
  }

  #createFallbackPoller(): FallbackPoller {
    return new FallbackPoller({
      clock: this.clock,
      isFocused: this.#isFocusedNow,
      collections: () => this.collections.all(),
    });
  }

  #createActivityFeed(): ActivityFeed {
    return new ActivityFeed({
      clock: this.clock,
      account: this.account,
      eventLog: this.eventLog,
      busyRows: this.busyRows,
      collections: this.collections,
      clockSkewMs: this.clockSkewMs,
      eventMeaning: action => this.eventEffects.meaning(action),
      pendingChanges: () => this.changes.pendingChanges,
      runningTransfers: () => this.transfers.running,
    });
  }

  #createEventPoller(): EventPoller {
    return new EventPoller({
      ...this.#host,
      eventLog: this.eventLog,
      rateLimit: () => this.lazyConnection.connection?.limits().general,
      onPollSent: lateAfterMs => this.connectionStatus.onPollSent(lateAfterMs),
      hasPendingChanges: () => this.changes.pendingChanges.list.length > 0,
      onEvents: (news, isFirst, sentAt) => this.emit('polled', {news, isFirst, isRecovery: this.#isFailing, sentAt}),
      onTooManyEvents: since => this.emit('tooManyEvents', {since}),
      onFailure: (error, retryAt) => this.emit('pollFailed', {error, retryAt}),
      onEventsForbidden: () => this.emit('eventsForbidden', {isRecovery: this.#isFailing}),
    });
  }
}
