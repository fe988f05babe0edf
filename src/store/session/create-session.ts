/** A session: the data of one profile, its running operations, and how current both are. */
import {memoryBatchJournals} from '../changes/batch/batch-journal.ts';
import {memoryPastForecasts} from '../cost/past-forecasts.ts';
import type {HistoryFile} from '../history/history-file-port.ts';
import type {HistoryReader} from '../history/history-reader.ts';
import {createFinder} from '../list/finder.ts';
import {LiveSessionParts} from './live-session-parts.ts';
import type {Session} from './session.ts';
import type {SessionOptions} from './session-options.ts';

/**
 * The code of the reader is loaded when a page of the history is opened.
 * @throws Error after the end of the session
 */
async function openReader(file: HistoryFile, parts: LiveSessionParts): Promise<HistoryReader> {
  await parts.versionRecorder?.flush();
  if (parts.isClosed()) throw new Error('the session has ended');
  const [{HistoryReader}, database] = await Promise.all([import('../history/history-reader.ts'), file.open()]);
  return new HistoryReader(database);
}

export type CreateSession = (options: SessionOptions) => Session;

export const createSession: CreateSession = options => {
  const {history: file} = options;
  const parts = new LiveSessionParts(options);
  const {account, changes, collections, identifiers, lazyConnection, lookup, queries, recentChanges, toasts} = parts;
  const finder = createFinder(() => collections.all(), lookup);

  // The stored rows are shown until the list is read.
  for (const {family, params, rows} of options.cachedLists ?? [])
    if (collections.has(family)) collections.get(family, params).hydrate(rows);

  return {
    lookup,
    identifiers,
    whenSpelled(run) {
      if (!identifiers.hasPrefix || lazyConnection.connection) run();
      else void lazyConnection.connect().then(run, run);
    },
    account,
    draftStore: parts.drafts,
    forecasts: options.forecasts ?? memoryPastForecasts(),
    batchJournals: options.batchJournals ?? memoryBatchJournals(),
    plans: options.plans,
    loadRecentChanges: options => recentChanges.load(options),
    lastLocalChange: (family, id, params) => recentChanges.lastOn(family, id, params),
    unansweredChange: () => changes.pendingChanges.findUnanswered(),
    collection: (family, params) => collections.get(family, params),
    find: (text, atMost) => finder.find(text, atMost),
    samples: parts.samples,
    query: (operation, params, refreshSeconds) => queries.get(operation, params, refreshSeconds),
    history: (type, id) => queries.history(type, id),
    openHistory: file && (() => openReader(file, parts)),
    metric: options.profile.metricsUrl === undefined ? undefined : request => queries.metric(request),
    change: (request, options) => changes.start(request, options),
    undo: kind => changes.undo(kind),
    undoOf: (request, batch) => changes.undoOf(request, batch),
    unless: request => changes.unless(request),
    runDirectly: request => changes.runDirectly(request),
    showToast: (text, tone, options) => toasts.show(text, tone, options),
    dismissSeen: () => toasts.dismissSeen(),
    dismissForDialog: () => toasts.dismissForDialog(),
    traffic: () => parts.trafficMeter.get(),
    limits: () => lazyConnection.connection?.limits() ?? {},
    operationRefusal: (operation, params, lookup) => changes.operationRefusal(operation, params, lookup),
    async whenPermissionsLoaded() {
      await parts.accountInfo.user();
    },
    refetchAll() {
      for (const collection of collections.all()) if (collection.hasSubscribers) void collection.refetch();
      queries.refetchActive();
      void parts.eventPoller.poll();
    },
    setFocused: isFocused => parts.setFocused(isFocused),
    close: () => parts.close(),
  };
};
