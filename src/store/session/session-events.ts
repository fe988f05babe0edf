/**
 * The consequences of each event in a session, in their order. Add a consequence to the table rather than to the part of
 * the session that reports the event.
 */
import {AccountClosed, closeAccountOperation} from '../api/account-closed.ts';
import {clientFailure, toFailure} from '../api/failure-text.ts';
import type {EventRow} from '../sync/event-log.ts';
import type {SessionEvents, SessionParts} from './session-parts.ts';

type Handler<Event extends keyof SessionEvents> = (parts: SessionParts, facts: SessionEvents[Event]) => void;

export const sessionEvents: {readonly [Event in keyof SessionEvents]: readonly Handler<Event>[]} = {
  firstSubscriber: [startPolling, startClockWatch, startSnapshots],
  lastSubscriber: [stopPolling, stopClockWatch, stopAccountInfo, stopSnapshots, stopFollowups, stopTimers],
  connected: [showConnection, respellLists, followResponses],
  responded: [showResponse, pollAfterOutage, closeAccount, showWarnings],
  polled: [
    endFallback,
    retryAfterOutage,
    confirmStatus,
    confirmLists,
    refetchChangedRows,
    showActivity,
    readAccountInfo,
  ],
  pollFailed: [noteOutage, discardRejectedToken, showFailure, logPollFailure],
  eventsForbidden: [startFallback, retryAfterOutage, confirmStatus],
  tooManyEvents: [markGap, refetchAllLists],
  clockJumped: [ageStatus, dropKeptConnections, pollNow, refetchStaleData],
  accountClosed: [refuseRequests, dropOperations, closeLists, dropNoticeCount, pollNow],
  listFetched: [applyListedEvents, countNotices, followBusyRows],
  listFailed: [logListFailure],
  pendingChanged: [showOperations, markRepresentedRows, pollSooner],
  changeCarriedOut: [invalidateAnswers, readGrants],
  transferChanged: [markTransferRow, showTransferProgress],
  focusChanged: [adjustClockWatch, showPause, resumeSamples, pollForFocus],
};

// Subscribers -------------------------------------------------------------------------------------------------------

function startPolling({eventPoller}: SessionParts): void {
  eventPoller.start();
}

function startClockWatch({clockJumps}: SessionParts): void {
  clockJumps.start();
}

function startSnapshots({snapshotSaver}: SessionParts): void {
  snapshotSaver?.start();
}

function stopPolling({eventPoller, fallbackPoller}: SessionParts): void {
  eventPoller.stop();
  fallbackPoller.stop();
}

function stopClockWatch({clockJumps}: SessionParts): void {
  clockJumps.stop();
}

function stopAccountInfo({accountInfo}: SessionParts): void {
  accountInfo.stop();
}

function stopSnapshots({snapshotSaver}: SessionParts): void {
  snapshotSaver?.stop();
}

function stopFollowups({followups}: SessionParts): void {
  followups.stop();
}

function stopTimers({connectionStatus, trafficMeter}: SessionParts): void {
  connectionStatus.stop();
  trafficMeter.stop();
}

// Responses ---------------------------------------------------------------------------------------------------------

function showConnection({connectionStatus}: SessionParts, {connection}: SessionEvents['connected']): void {
  connectionStatus.onConnected(connection);
}

/** Rows of an earlier session were filtered by the contract's names; the provider's names are known only now. */
function respellLists({identifiers, collections}: SessionParts): void {
  if (identifiers.hasPrefix) for (const collection of collections.all()) collection.respell();
}

function followResponses({emit}: SessionParts, {connection}: SessionEvents['connected']): void {
  connection.subscribe(report => emit('responded', {report}));
}

function showResponse({connectionStatus}: SessionParts, {report}: SessionEvents['responded']): void {
  connectionStatus.onResponse(report);
}

function pollAfterOutage({availability, eventPoller}: SessionParts, {report}: SessionEvents['responded']): void {
  if (availability.onResponse(report)) void eventPoller.poll();
}

function closeAccount({emit}: SessionParts, {report}: SessionEvents['responded']): void {
  if (report.operation === closeAccountOperation && report.status === 200)
    emit('accountClosed', {reason: new AccountClosed()});
}

function showWarnings({trafficMeter, toasts}: SessionParts, {report}: SessionEvents['responded']): void {
  for (const {title, details} of trafficMeter.onResponse(report))
    toasts.show(`The API reports: ${[title, details].filter(Boolean).join(': ')}`, 'attention');
}

// Polls -------------------------------------------------------------------------------------------------------------

function endFallback({fallbackPoller}: SessionParts): void {
  fallbackPoller.deactivate();
}

function startFallback({fallbackPoller}: SessionParts): void {
  fallbackPoller.start();
}

/** Sends the requests that waited for the API. */
function retryAfterOutage(
  {availability, collections, queries, samples}: SessionParts,
  {isRecovery}: {readonly isRecovery: boolean},
): void {
  availability.onPoll();
  if (!isRecovery) return;
  for (const collection of collections.all()) collection.retryFailed();
  queries.retryFailed();
  samples.resume();
}

function confirmStatus({connectionStatus}: SessionParts): void {
  connectionStatus.onConfirmed();
}

function confirmLists({clock, collections}: SessionParts): void {
  const now = clock.now();
  for (const collection of collections.all()) if (collection.family.entity) collection.confirm(now);
}

/** Events of the first poll are old, not new. */
function refetchChangedRows({eventEffects}: SessionParts, {news, isFirst}: SessionEvents['polled']): void {
  if (!isFirst) eventEffects.apply(news);
}

function showActivity({account, activityFeed, eventLog}: SessionParts, {news}: SessionEvents['polled']): void {
  if (news.updated.length > 0 || eventLog.all !== account.getState().events) activityFeed.onEvents(news);
}

function readAccountInfo({accountInfo}: SessionParts, {isFirst, isRecovery}: SessionEvents['polled']): void {
  if (isFirst || isRecovery) accountInfo.start();
}

function noteOutage({availability}: SessionParts, {error}: SessionEvents['pollFailed']): void {
  availability.onPoll(error);
}

/** A token that was changed in its source is read again at the next attempt. */
function discardRejectedToken({lazyConnection}: SessionParts, {error}: SessionEvents['pollFailed']): void {
  const failure = clientFailure(error);
  if (failure?.code === 'unauthorised' && failure.kind === 'token') lazyConnection.discard();
}

/** A missing permission to read events isn't an outage. */
function showFailure(
  {fallbackPoller, connectionStatus}: SessionParts,
  {error, retryAt}: SessionEvents['pollFailed'],
): void {
  if (!fallbackPoller.isActive || clientFailure(error)?.code === 'unreachable')
    connectionStatus.onFailure(error, retryAt);
}

function logPollFailure({toasts}: SessionParts, {error, retryAt}: SessionEvents['pollFailed']): void {
  toasts.record(toFailure(error, retryAt).words);
}

function markGap({collections}: SessionParts, {since}: SessionEvents['tooManyEvents']): void {
  if (since !== undefined) collections.find('account.events')?.markGap(since);
}

function refetchAllLists({collections}: SessionParts): void {
  for (const collection of collections.all()) void collection.invalidate();
}

function pollNow({eventPoller}: SessionParts): void {
  void eventPoller.poll();
}

function pollSooner({eventPoller}: SessionParts): void {
  eventPoller.reschedule();
}

// The clock ---------------------------------------------------------------------------------------------------------

function ageStatus({connectionStatus}: SessionParts, {by}: SessionEvents['clockJumped']): void {
  connectionStatus.onClockJump(by);
}

function dropKeptConnections({lazyConnection}: SessionParts, {by}: SessionEvents['clockJumped']): void {
  if (by > 0) lazyConnection.connection?.dropKeptAlive();
}

/** The poll reports the events of the lost time; data without events may be out of date. */
function refetchStaleData({collections, queries}: SessionParts, {by}: SessionEvents['clockJumped']): void {
  if (by < 0) return;
  for (const collection of collections.all()) collection.refetchIfStale();
  queries.refetchStale();
}

// The account is closed ---------------------------------------------------------------------------------------------

function refuseRequests({lazyConnection, availability}: SessionParts, {reason}: SessionEvents['accountClosed']): void {
  lazyConnection.refuse(reason);
  availability.onPoll(reason);
}

function dropOperations({eventLog, activityFeed}: SessionParts): void {
  eventLog.remove(eventLog.running.map(({id}) => id));
  activityFeed.onEvents({fresh: [], transitioned: [], updated: []});
}

function closeLists({collections}: SessionParts, {reason}: SessionEvents['accountClosed']): void {
  for (const collection of collections.all()) collection.close(reason);
}

function dropNoticeCount({connectionStatus}: SessionParts): void {
  connectionStatus.update('closed', {notices: undefined});
}

// Lists -------------------------------------------------------------------------------------------------------------

/** Events newer than the last poll count as new, older pages don't. */
function applyListedEvents(
  {eventLog, eventPoller, eventEffects, activityFeed}: SessionParts,
  {collection}: SessionEvents['listFetched'],
): void {
  if (collection.family.id !== 'account.events') return;
  // In an account without events the first event is new.
  const newest = eventLog.newestId ?? (eventPoller.hasPolled ? 0 : undefined);
  const news = eventLog.add(collection.get().rows as readonly EventRow[]);
  if (newest !== undefined) eventEffects.apply({...news, fresh: news.fresh.filter(({id}) => id > newest)});
  activityFeed.onEvents(news);
}

function countNotices({noticeCount}: SessionParts, {collection}: SessionEvents['listFetched']): void {
  noticeCount.onListFetched(collection);
}

function followBusyRows({followups}: SessionParts, {collection}: SessionEvents['listFetched']): void {
  void followups.scheduleBusyRows(collection);
}

/** A failure that blocks every read is logged once, with the poll. */
function logListFailure({toasts}: SessionParts, {title, failure: {code, words}}: SessionEvents['listFailed']): void {
  if (code !== 'unreachable') toasts.record(`${title}: ${words}`);
}

// Changes and transfers ---------------------------------------------------------------------------------------------

function showOperations({activityFeed}: SessionParts): void {
  activityFeed.updateOperations();
}

function markRepresentedRows({collections}: SessionParts): void {
  for (const collection of collections.all()) if (collection.family.standsFor) collection.notifyAnnotations();
}

function invalidateAnswers({queries}: SessionParts, {family}: SessionEvents['changeCarriedOut']): void {
  queries.invalidateFamily(family);
}

/** A restricted user gets access to the resources that they create. */
function readGrants({accountInfo}: SessionParts, {isNew}: SessionEvents['changeCarriedOut']): void {
  if (isNew) accountInfo.onCreated();
}

function markTransferRow({collections}: SessionParts, {transfer: {target}}: SessionEvents['transferChanged']): void {
  const collection = target && collections.find(target.family, target.params);
  collection?.notifyAnnotations();
}

function showTransferProgress({activityFeed}: SessionParts): void {
  activityFeed.onTransferProgress();
}

// Focus -------------------------------------------------------------------------------------------------------------

function adjustClockWatch({clockJumps}: SessionParts, {isFocused}: SessionEvents['focusChanged']): void {
  clockJumps.setFocused(isFocused);
}

function showPause({connectionStatus}: SessionParts): void {
  connectionStatus.refresh();
}

function resumeSamples({samples}: SessionParts, {isFocused}: SessionEvents['focusChanged']): void {
  if (isFocused) samples.resume();
}

function pollForFocus({eventPoller, isActive}: SessionParts, {isFocused}: SessionEvents['focusChanged']): void {
  if (isFocused && isActive()) void eventPoller.poll();
  else eventPoller.reschedule();
}
