/**
 * The consequences of each event in a session, in order. Add a consequence to this table, not to the part of the
 * session that reports the event.
 */

import {refilterDependents, refilterForLabel, refilterLists} from './refilter-lists.ts';
import {notifyRepresentingRows, removeRepresentingRows, shareReadRow, shareReadRows} from './representing-rows.ts';
import {
  applyListedEvents,
  checkAvailability,
  closeLists,
  confirmLists,
  detectAccountClosure,
  discardRejectedToken,
  dropKeptConnections,
  dropOperations,
  logListFailure,
  logPollFailure,
  markGap,
  markTransferRow,
  pollForFocus,
  readAccountInfo,
  readGrants,
  refetchAllLists,
  refetchChangedRows,
  refetchStaleData,
  refuseRequests,
  resumeSamples,
  retryAfterOutage,
  showActivity,
  showFailure,
  showWarnings,
} from './session-handlers.ts';
import type {SessionEvents, SessionParts} from './session-parts.ts';

type Handler<Event extends keyof SessionEvents> = (parts: SessionParts, facts: SessionEvents[Event]) => void;

export const sessionEvents: {readonly [Event in keyof SessionEvents]: readonly Handler<Event>[]} = {
  firstSubscriber: [
    ({eventPoller}) => eventPoller.start(),
    ({clockJumps}) => clockJumps.start(),
    ({accountInfo}) => accountInfo.resume(),
    ({snapshotSaver}) => snapshotSaver?.start(),
  ],
  lastSubscriber: [
    ({eventPoller}) => eventPoller.stop(),
    ({fallbackPoller}) => fallbackPoller.stop(),
    ({clockJumps}) => clockJumps.stop(),
    ({accountInfo}) => accountInfo.stop(),
    ({snapshotSaver}) => snapshotSaver?.stop(),
    ({followups}) => followups.stop(),
    ({connectionStatus}) => connectionStatus.stop(),
    ({trafficMeter}) => trafficMeter.stop(),
  ],
  connected: [
    ({connectionStatus}, {connection}) => connectionStatus.onConnected(connection),
    refilterLists,
    ({emit}, {connection}) => connection.subscribe(report => emit('responded', {report})),
  ],
  responded: [
    ({connectionStatus}, {report}) => connectionStatus.onResponse(report),
    checkAvailability,
    detectAccountClosure,
    showWarnings,
  ],
  polled: [
    ({fallbackPoller}) => fallbackPoller.deactivate(),
    retryAfterOutage,
    ({connectionStatus}) => connectionStatus.onConfirmed(),
    confirmLists,
    // Rows that the events of a poll name are uncertain until they are read again.
    ({versionRecorder}, {news, sentAt, isFirst}) => versionRecorder?.onPolled(news, sentAt, isFirst),
    refetchChangedRows,
    showActivity,
    readAccountInfo,
  ],
  pollFailed: [
    ({availability}, {error}) => availability.onPoll(error),
    discardRejectedToken,
    showFailure,
    logPollFailure,
  ],
  eventsForbidden: [
    ({versionRecorder}) => versionRecorder?.onEventsForbidden(),
    ({fallbackPoller}) => fallbackPoller.start(),
    retryAfterOutage,
    ({connectionStatus}) => connectionStatus.onConfirmed(),
  ],
  tooManyEvents: [({versionRecorder}) => versionRecorder?.onTooManyEvents(), markGap, refetchAllLists],
  clockJumped: [
    ({versionRecorder}, {by}) => versionRecorder?.onClockJumped(by),
    ({connectionStatus}, {by}) => connectionStatus.onClockJump(by),
    dropKeptConnections,
    ({eventPoller}) => void eventPoller.poll(),
    refetchStaleData,
  ],
  accountClosed: [
    refuseRequests,
    dropOperations,
    closeLists,
    ({connectionStatus}) => connectionStatus.update('close', {notices: undefined}),
    ({eventPoller}) => void eventPoller.poll(),
  ],
  listOpened: [({followups}, {collection}) => void followups.scheduleBusyRows(collection)],
  listFetched: [
    ({versionRecorder}, {collection}) => void versionRecorder?.recordList(collection),
    shareReadRows,
    applyListedEvents,
    ({noticeCount}, {collection}) => noticeCount.onListFetched(collection),
    ({followups}, {collection}) => void followups.scheduleBusyRows(collection),
    refilterDependents,
  ],
  rowRead: [
    ({versionRecorder}, {collection, id}) => versionRecorder?.recordRow(collection, id),
    shareReadRow,
    ({followups}, {collection, id}) => followups.scheduleIfBusy(collection, id),
    refilterForLabel,
  ],
  rowDeleted: [
    removeRepresentingRows,
    ({versionRecorder}, {collection, id}) => versionRecorder?.recordDeletion(collection, id),
  ],
  listFailed: [logListFailure],
  pendingChanged: [
    ({activityFeed}) => activityFeed.updateOperations(),
    notifyRepresentingRows,
    ({eventPoller}) => eventPoller.reschedule(),
  ],
  changeMade: [({queries}, {family}) => queries.invalidateFamily(family), readGrants],
  transferChanged: [markTransferRow, ({activityFeed}) => activityFeed.onTransferProgress()],
  focusChanged: [
    ({clockJumps}, {isFocused}) => clockJumps.setFocused(isFocused),
    ({connectionStatus}) => connectionStatus.refresh(),
    resumeSamples,
    pollForFocus,
  ],
};
