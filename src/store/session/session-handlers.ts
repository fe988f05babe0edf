/** The handlers of events that do more than call a part; `session-events.ts` lists them all, in their order. */
import {AccountClosedError, closeAccountOperation} from '../api/account-closed.ts';
import {clientFailure, toFailure} from '../api/failure-text.ts';
import type {EventRow} from '../sync/event-log.ts';
import type {SessionEvents, SessionParts} from './session-parts.ts';

export function checkAvailability(
  {availability, eventPoller}: SessionParts,
  {report}: SessionEvents['responded'],
): void {
  if (availability.onResponse(report)) void eventPoller.poll();
}

export function detectAccountClosure({emit}: SessionParts, {report}: SessionEvents['responded']): void {
  if (report.operation === closeAccountOperation && report.status === 200)
    emit('accountClosed', {reason: new AccountClosedError()});
}

export function showWarnings({trafficMeter, toasts}: SessionParts, {report}: SessionEvents['responded']): void {
  for (const {title, details} of trafficMeter.onResponse(report))
    toasts.show(`The API reports: ${[title, details].filter(Boolean).join(': ')}`, 'attention');
}

/** Sends the requests that waited until the API was available. */
export function retryAfterOutage(
  {availability, collections, queries, samples}: SessionParts,
  {isRecovery}: {readonly isRecovery: boolean},
): void {
  availability.onPoll();
  if (!isRecovery) return;
  for (const collection of collections.all()) collection.refetchFailed();
  queries.refetchFailed();
  samples.resume();
}

export function confirmLists({clock, collections}: SessionParts): void {
  const now = clock.now();
  for (const collection of collections.all()) if (collection.family.entity) collection.confirm(now);
}

/** Events of the first poll are old, so they change no row. */
export function refetchChangedRows({eventEffects}: SessionParts, {news, isFirst}: SessionEvents['polled']): void {
  if (!isFirst) eventEffects.apply(news);
}

export function showActivity({account, activityFeed, eventLog}: SessionParts, {news}: SessionEvents['polled']): void {
  if (news.updatedEvents.length > 0 || eventLog.all !== account.getState().events) activityFeed.onEvents(news);
}

export function readAccountInfo({accountInfo}: SessionParts, {isFirst, isRecovery}: SessionEvents['polled']): void {
  if (isFirst || isRecovery) accountInfo.start();
}

/** The next attempt reads the token from its source again, because it may have been replaced. */
export function discardRejectedToken({lazyConnection}: SessionParts, {error}: SessionEvents['pollFailed']): void {
  const failure = clientFailure(error);
  if (failure?.code === 'unauthorized' && failure.kind === 'token') lazyConnection.discard();
}

/** A missing permission for events isn't an outage. */
export function showFailure(
  {fallbackPoller, connectionStatus}: SessionParts,
  {error, retryAt}: SessionEvents['pollFailed'],
): void {
  if (!fallbackPoller.isActive || clientFailure(error)?.code === 'unreachable')
    connectionStatus.onFailure(error, retryAt);
}

export function logPollFailure({toasts}: SessionParts, {error, retryAt}: SessionEvents['pollFailed']): void {
  toasts.record(toFailure(error, retryAt).message);
}

export function markGap({collections}: SessionParts, {since}: SessionEvents['tooManyEvents']): void {
  if (since !== undefined) collections.find('account.events')?.markGap(since);
}

export function refetchAllLists({collections}: SessionParts): void {
  for (const collection of collections.all()) void collection.invalidate();
}

export function dropKeptConnections({lazyConnection}: SessionParts, {by}: SessionEvents['clockJumped']): void {
  if (by > 0) lazyConnection.connection?.dropKeptAlive();
}

/** The poll reports the events of the lost time; data without events may be out of date. */
export function refetchStaleData({collections, queries}: SessionParts, {by}: SessionEvents['clockJumped']): void {
  if (by < 0) return;
  for (const collection of collections.all()) collection.refetchStale();
  queries.refetchStale();
}

export function refuseRequests(
  {lazyConnection, availability}: SessionParts,
  {reason}: SessionEvents['accountClosed'],
): void {
  lazyConnection.refuse(reason);
  availability.onPoll(reason);
}

export function dropOperations({eventLog, activityFeed}: SessionParts): void {
  eventLog.remove(eventLog.running.map(({id}) => id));
  activityFeed.onEvents({newEvents: [], transitionedEvents: [], updatedEvents: []});
}

export function closeLists({collections}: SessionParts, {reason}: SessionEvents['accountClosed']): void {
  for (const collection of collections.all()) collection.close(reason);
}

/** Events newer than the last poll count as new; events on older pages don't. */
export function applyListedEvents(
  {eventLog, eventPoller, eventEffects, activityFeed, versionRecorder}: SessionParts,
  {collection}: SessionEvents['listFetched'],
): void {
  if (collection.family.id !== 'account.events') return;
  // In an account without events, the first event is new.
  const newest = eventLog.newestId ?? (eventPoller.hasPolled ? 0 : undefined);
  const news = eventLog.add(collection.getState().rows as readonly EventRow[]);
  if (newest !== undefined) {
    const recent = {...news, newEvents: news.newEvents.filter(({id}) => id > newest)};
    versionRecorder?.onEvents([...recent.newEvents, ...recent.transitionedEvents]);
    eventEffects.apply(recent);
  }
  activityFeed.onEvents(news);
}

/** A failure that blocks every read is logged once, by the poll. */
export function logListFailure(
  {toasts}: SessionParts,
  {title, failure: {code, message}}: SessionEvents['listFailed'],
): void {
  if (code !== 'unreachable') toasts.record(`${title}: ${message}`);
}

/** A restricted user gets access to the resources that they create. */
export function readGrants({accountInfo}: SessionParts, {isNew}: SessionEvents['changeMade']): void {
  if (isNew) accountInfo.onCreated();
}

export function markTransferRow(
  {collections}: SessionParts,
  {transfer: {target}}: SessionEvents['transferChanged'],
): void {
  const collection = target && collections.find(target.family, target.params);
  collection?.notifyAnnotations();
}

export function resumeSamples({samples}: SessionParts, {isFocused}: SessionEvents['focusChanged']): void {
  if (isFocused) samples.resume();
}

export function pollForFocus({eventPoller, isActive}: SessionParts, {isFocused}: SessionEvents['focusChanged']): void {
  if (isFocused && isActive()) void eventPoller.poll();
  else eventPoller.reschedule();
}
