/** One session per profile: its data, its running operations, and how current both are. */
import type {Family} from '../../families/shape/define-family.ts';
import {AccountClosed, closeAccountOperation} from '../api/account-closed.ts';
import {Availability} from '../api/availability.ts';
import type {Connection} from '../api/connection.ts';
import {clientFailure, toFailure} from '../api/failure-text.ts';
import {contractIdentifiers, type Identifiers} from '../api/identifiers.ts';
import {LazyConnection} from '../api/lazy-connection.ts';
import {CollectionRegistry} from '../cache/collection-registry.ts';
import {QueryCache} from '../cache/query-cache.ts';
import {RowSamples} from '../cache/row-samples.ts';
import {type CachedList, listsToSave, SnapshotSaver, type Snapshots} from '../cache/snapshot.ts';
import {type AuditLog, memoryAuditLog} from '../changes/audit-log.ts';
import {type BatchJournals, memoryBatchJournals} from '../changes/batch/batch-journal.ts';
import {ChangeRegistry} from '../changes/change-registry.ts';
import {type DraftStore, memoryDraftStore} from '../changes/draft-store.ts';
import {RecentChanges} from '../changes/recent-changes.ts';
import {type Clock, createDisposableClock} from '../core/clock.ts';
import {createLookup} from '../core/lookup.ts';
import type {Trace} from '../core/observable.ts';
import {createFinder} from '../list/finder.ts';
import {AccountInfo} from '../sync/account-info.ts';
import {ActivityFeed} from '../sync/activity-feed.ts';
import {BusyRows} from '../sync/busy-rows.ts';
import {ClockJumpDetector} from '../sync/clock-jump-detector.ts';
import {ConnectionStatus} from '../sync/connection-status.ts';
import {EventEffects} from '../sync/event-effects.ts';
import {type EventDelta, EventLog} from '../sync/event-log.ts';
import {EventPoller} from '../sync/event-poller.ts';
import {FallbackPoller} from '../sync/fallback-poller.ts';
import {Followups} from '../sync/followups.ts';
import {NoticeCount} from '../sync/notice-count.ts';
import {TrafficMeter} from '../sync/traffic-meter.ts';
import {TransferRegistry} from '../transfers/transfer-registry.ts';
import type {EventRow, Failure, Session} from './session.ts';
import {Toasts} from './toasts.ts';

export interface SessionProfile {
  readonly name: string;
  readonly production: boolean;
  readonly readOnly: boolean;
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
  /** The data of the last session. */
  readonly snapshots?: Snapshots | undefined;
  /** The lists that were known when the program last ended. */
  readonly cachedLists?: readonly CachedList[] | undefined;
  /** Stores interrupted changes to many rows; absent = in memory only. */
  readonly runs?: BatchJournals | undefined;
  /** Records every requested change; absent = in memory only. */
  readonly audit?: AuditLog | undefined;
  /** Called for every change of state, with its name. */
  readonly trace?: Trace | undefined;
}

export type CreateSession = (options: SessionOptions) => Session;

export const createSession: CreateSession = options => {
  const {families, random, trace} = options;
  const clock = createDisposableClock(options.clock);
  const isFocused = () => isLooking;
  let isLooking = true;
  let isClosed = false;
  let listeners = 0;

  const lazyConnection = new LazyConnection({
    open: options.connect,
    onOpened(connection) {
      connectionStatus.onConnected(connection);
      // Rows of an earlier session were filtered by the contract's names, and the provider's names are known only now.
      if (identifiers.hasPrefix) for (const collection of collections.all()) collection.respell();
      connection.subscribe(report => {
        connectionStatus.onResponse(report);
        if (availability.onResponse(report)) void eventPoller.poll();
        if (report.operation === closeAccountOperation && report.status === 200) onAccountClosed();
        for (const {title, details} of trafficMeter.onResponse(report))
          toasts.show(`the API says: ${[title, details].filter(Boolean).join(': ')}`, 'attention');
      });
    },
  });
  const {connect} = lazyConnection;
  const availability = new Availability();
  const unavailableReason = () => availability.unavailableReason;
  const eventLog = new EventLog();
  const busyRows = new BusyRows();
  const toasts = new Toasts(clock, trace);
  const drafts = options.drafts ?? memoryDraftStore(clock.now);
  const clockSkewMs = () => lazyConnection.connection?.clockSkewMs() ?? 0;
  const {identifiers = contractIdentifiers} = options.profile;
  const operation = (id: string) => lazyConnection.connection?.operation(id);
  const samples = new RowSamples({clock, connect, isFocused: () => isLooking && unavailableReason() === undefined});
  const lookup = createLookup({
    clock,
    eventLog,
    clockSkewMs,
    find: (family, params) => collections.find(family, params),
    isExpected: (action, id) => changes.pendingChanges.isExpected(action, id),
    sampled: (operation, params) => samples.get(operation, params),
    spell: identifiers.spell,
    spelled: (family, row) => identifiers.row(collections.family(family), row, operation),
  });
  const host = {clock, random, lookup, trace, connect, isFocused, unavailableReason};
  const collections: CollectionRegistry = new CollectionRegistry(families, {
    ...host,
    busy: (family, id, params) => transfers.busy({family: family.id, id, params}) ?? busyRows.busy(family.id, id),
    isBusy: family => transfers.running.length > 0 || busyRows.hasAny(family.id),
    onFailed: ({family}, failure) => recordFailure(family.title, failure),
    onFetched: collection => {
      if (collection.family.id === 'account.events') onEventListFetched(collection.get().rows as readonly EventRow[]);
      noticeCount.onListFetched(collection);
      void followups.scheduleBusyRows(collection);
    },
    representedAnnotation({family, params}, row) {
      const {family: other, id, params: place} = family.standsFor?.(row, lookup, params)?.ref ?? {};
      if (other === undefined || id === undefined) return undefined;
      return collections.find(other, place)?.annotation(id) ?? busyRows.annotation(other, id);
    },
    activate,
  });
  const followups = new Followups({clock, lookup, busy: (family, id) => busyRows.busy(family, id) !== undefined});
  const queries = new QueryCache({...host, activate});
  const eventEffects = new EventEffects({
    families,
    followups,
    collections: family => collections.of(family),
    invalidateFacts: family => noticeCount.onInvalidated(family),
    invalidateQueries: ref => queries.invalidate(ref),
  });
  const connectionStatus = new ConnectionStatus({
    clock,
    trace,
    isFocused,
    maxSilenceMs: () => eventPoller.maxSilenceMs,
    activate,
  });
  const trafficMeter = new TrafficMeter(clock, trace, activate);
  const accountInfo = new AccountInfo({
    clock,
    status: connectionStatus,
    isHeadless: options.isHeadless ?? false,
    connect,
    isFocused,
    unavailableReason,
    onNoticeCount: number => noticeCount.onCount(number),
  });
  const noticeCount = new NoticeCount({
    status: connectionStatus,
    collections,
    refetchCount: () => accountInfo.refetchNotices(),
  });
  const fallbackPoller = new FallbackPoller({clock, isFocused, collections: () => collections.all()});
  const activityFeed: ActivityFeed = new ActivityFeed({
    clock,
    trace,
    activate,
    eventLog,
    runningRows: busyRows,
    collections,
    clockSkewMs,
    eventMeaning: action => eventEffects.meaning(action),
    pendingChanges: () => changes.pendingChanges,
    runningTransfers: () => transfers.running,
  });
  const auditLog = options.audit ?? memoryAuditLog({host: '', user: ''});
  const recentChanges = new RecentChanges(auditLog, {trace, activate});
  const transfers: TransferRegistry = new TransferRegistry({
    clock,
    trace,
    activate,
    showToast: (text, tone) => toasts.show(text, tone),
    onChange({target}) {
      const collection = target && collections.find(target.family, target.params);
      collection?.notifyAnnotations();
      activityFeed.onTransferProgress();
    },
  });
  const changes: ChangeRegistry = new ChangeRegistry({
    ...host,
    identifiers,
    transfers,
    profile: options.profile,
    collections,
    eventLog,
    drafts,
    clockSkewMs,
    audit: auditLog,
    user: () => connectionStatus.source.get().user,
    account: () => accountInfo.account(),
    connection: () => lazyConnection.connection,
    grants: () => accountInfo.grants,
    showToast: (text, tone) => toasts.show(text, tone),
    poll: () => eventPoller.poll(),
    onPendingChanged: () => {
      activityFeed.updateOperations();
      for (const collection of collections.all()) if (collection.family.standsFor) collection.notifyAnnotations();
      eventPoller.reschedule();
    },
    onCarriedOut(family, isNew) {
      queries.invalidateFamily(family);
      if (isNew) accountInfo.onCreated();
    },
    invalidateFacts: family => noticeCount.onInvalidated(family),
    isClosed: () => isClosed,
  });
  const finder = createFinder(() => collections.all(), lookup);
  const snapshotSaver =
    options.snapshots &&
    new SnapshotSaver({
      clock,
      snapshots: options.snapshots,
      collections: () => collections.all(),
      lists: () =>
        listsToSave(
          collections.all(),
          lookup,
          family => lazyConnection.connection?.operation(collections.family(family).source)?.spec.page,
        ),
    });
  const eventPoller: EventPoller = new EventPoller({
    clock,
    random,
    eventLog,
    connect,
    isFocused,
    rateLimit: () => lazyConnection.connection?.limits().general,
    onPollSent: lateAfterMs => connectionStatus.onPollSent(lateAfterMs),
    hasPendingChanges: () => changes.pendingChanges.list.length > 0,
    onEvents,
    onTooManyEvents: since => {
      if (since !== undefined) collections.find('account.events')?.markGap(since);
      for (const collection of collections.all()) void collection.invalidate();
    },
    onFailure: (error, retryAt) => {
      availability.onPoll(error);
      // A token that was changed in its source is read again at the next attempt.
      const failure = clientFailure(error);
      if (failure?.code === 'unauthorised' && failure.kind === 'token') lazyConnection.discard();
      // A missing permission to read events isn't an outage.
      if (!fallbackPoller.isActive || failure?.code === 'unreachable') connectionStatus.onFailure(error, retryAt);
      toasts.record(toFailure(error, retryAt).words);
    },
    onEventsForbidden: () => {
      fallbackPoller.start();
      retryAfterOutage();
      connectionStatus.onConfirmed();
    },
  });

  // A poll reports at once the events of the lost time; data without events may be out of date now.
  const clockJumps = new ClockJumpDetector(clock, by => {
    connectionStatus.onClockJump(by);
    if (by > 0) lazyConnection.connection?.dropKeptAlive();
    void eventPoller.poll();
    if (by < 0) return;
    for (const collection of collections.all()) collection.refetchIfStale();
    queries.refetchStale();
  });

  /**
   * Drops the data of this session, because its account was closed; the poll, which the API refuses like every request,
   * reports that.
   */
  function onAccountClosed(): void {
    const reason = new AccountClosed();
    lazyConnection.refuse(reason);
    availability.onPoll(reason);
    eventLog.remove(eventLog.running.map(({id}) => id));
    activityFeed.onEvents({fresh: [], transitioned: [], updated: []});
    for (const collection of collections.all()) collection.close(reason);
    connectionStatus.update('closed', {notices: undefined});
    void eventPoller.poll();
  }

  /** Starts work for the first listener of any source, and stops it when the last one leaves. */
  function activate(): () => void {
    if (++listeners === 1) {
      eventPoller.start();
      clockJumps.start();
      snapshotSaver?.start();
    }
    return () => {
      if (--listeners > 0) return;
      eventPoller.stop();
      clockJumps.stop();
      accountInfo.stop();
      snapshotSaver?.stop();
      followups.stop();
      fallbackPoller.stop();
    };
  }

  /** Logs a failure that blocks every read once, with the poll. */
  function recordFailure(title: string, {code, words}: Failure): void {
    if (code !== 'unreachable') toasts.record(`${title}: ${words}`);
  }

  /** Sends the waiting requests now that the API responds. Returns true if some were waiting. */
  function retryAfterOutage(): boolean {
    availability.onPoll();
    if (connectionStatus.source.get().failure === undefined) return false;
    for (const collection of collections.all()) collection.retryFailed();
    queries.retryFailed();
    samples.resume();
    return true;
  }

  function onEvents(news: EventDelta, first: boolean): void {
    const now = clock.now();
    fallbackPoller.deactivate();
    const recovered = retryAfterOutage();
    connectionStatus.onConfirmed();
    for (const collection of collections.all()) if (collection.family.entity) collection.confirm(now);
    // Events of the first poll are old, not new.
    if (!first) eventEffects.apply(news);
    if (news.updated.length > 0 || eventLog.all !== activityFeed.events.get()) activityFeed.onEvents(news);
    if (first || recovered) accountInfo.start();
  }

  /** Applies the list of events after it was read: events newer than the last poll count as new, older pages don't. */
  function onEventListFetched(rows: readonly EventRow[]): void {
    // In an account without events the first event is new.
    const newest = eventLog.newestId ?? (eventPoller.hasPolled ? 0 : undefined);
    const news = eventLog.add(rows);
    if (newest !== undefined) eventEffects.apply({...news, fresh: news.fresh.filter(({id}) => id > newest)});
    activityFeed.onEvents(news);
  }

  // The stored rows show until the list is read.
  for (const {family, params, rows} of options.cachedLists ?? [])
    if (collections.has(family)) collections.get(family, params).hydrate(rows);

  return {
    lookup,
    identifiers,
    whenSpelled(run) {
      if (!identifiers.hasPrefix || lazyConnection.connection) run();
      else void connect().then(run, run);
    },
    status: connectionStatus.source,
    pulse: connectionStatus.pulse,
    trafficVersion: trafficMeter.source,
    operations: activityFeed.operations,
    events: activityFeed.events,
    toasts: toasts.source,
    messages: toasts.messages,
    draftStore: drafts,
    recentChanges,
    batchJournals: options.runs ?? memoryBatchJournals(),
    lastLocalChange: (family, id, params) => recentChanges.lastOn(family, id, params),
    transfers: transfers.source,
    collection: (family, params) => collections.get(family, params),
    find: (text, atMost) => finder.find(text, atMost),
    samples,
    query: (operation, params, every) => queries.get(operation, params, every),
    history: (type, id) => queries.history(type, id),
    change: (family, action, row, params, options) => changes.start(family, action, row, params, options),
    undo: way => changes.undo(way),
    undoOf: way => changes.undoOf(way),
    unless: (family, action, row, params) => changes.unless(family, action, row, params),
    runDirectly: (family, action, row, params) => changes.runDirectly(family, action, row, params),
    showToast: (text, tone, here) => toasts.show(text, tone, here),
    dismissSeen: () => toasts.dismissSeen(),
    evictOldest: () => toasts.evictOldest(),
    traffic: () => trafficMeter.get(),
    limits: () => lazyConnection.connection?.limits() ?? {},
    unpermitted: operation => changes.unpermitted(operation),
    async permissionsKnown() {
      await accountInfo.user();
    },
    refetchAll() {
      for (const collection of collections.all()) if (collection.hasSubscribers) void collection.refetch();
      queries.refetchActive();
      void eventPoller.poll();
    },
    setFocused(on) {
      if (on === isLooking) return;
      isLooking = on;
      clockJumps.setFocused(on);
      connectionStatus.refresh();
      if (on) samples.resume();
      if (on && listeners > 0) void eventPoller.poll();
      else eventPoller.reschedule();
    },
    async close() {
      isClosed = true;
      transfers.close();
      eventPoller.stop();
      clockJumps.stop();
      followups.stop();
      accountInfo.stop();
      fallbackPoller.stop();
      snapshotSaver?.stop();
      await snapshotSaver?.save();
      await drafts.flush();
      await auditLog.flush();
      clock.dispose();
      await lazyConnection.close();
    },
  };
};
