import {expect, test} from 'vitest';
import {AccountClosedError, closeAccountOperation} from '../api/account-closed.ts';
import type {Connection, RequestReport} from '../api/connection.ts';
import type {LiveCollection} from '../cache/collection.ts';
import type {Transfer} from '../transfers/transfer.ts';
import {sessionEvents} from './session-events.ts';
import type {SessionEvents, SessionParts} from './session-parts.ts';

/** Parts that record the calls of their methods, such as `eventPoller.poll`. */
function recordingParts(facts: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {}) {
  const calls: string[] = [];
  const partNamed = (part: string) =>
    new Proxy<Record<string, unknown>>(
      {},
      {
        get: (_, member: string) =>
          Object.hasOwn(facts[part] ?? {}, member)
            ? facts[part]?.[member]
            : (...args: unknown[]) => {
                calls.push([`${part}.${member}`, ...args.filter(arg => typeof arg === 'string')].join(' '));
              },
      },
    );
  const own: Record<string, unknown> = {
    emit: (event: string) => calls.push(`emit ${event}`),
    isActive: () => true,
    snapshotSaver: partNamed('snapshotSaver'),
    ...facts.parts,
  };
  const parts = new Proxy({}, {get: (_, name: string) => own[name] ?? partNamed(name)}) as unknown as SessionParts;
  return {parts, calls};
}

const recordingList = (id: string, calls: string[]) =>
  ({
    family: {id, entity: 'volume', represents: undefined},
    getState: () => ({rows: []}),
    ...Object.fromEntries(
      [
        'confirm',
        'refetchFailed',
        'invalidate',
        'refetchStale',
        'close',
        'refilter',
        'refilterAfter',
        'refilterForLabel',
        'notifyAnnotations',
        'markGap',
      ].map(name => [name, () => calls.push(`${id}.${name}`)]),
    ),
  }) as unknown as LiveCollection;

/** The calls that an event causes, in order, in a session with one list. */
function callsAfter<Event extends keyof SessionEvents>(
  event: Event,
  facts: SessionEvents[Event],
  members: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {},
): readonly string[] {
  const lists: LiveCollection[] = [];
  const {parts, calls} = recordingParts({
    collections: {all: () => lists, find: (id: string) => lists.find(({family}) => family.id === id) ?? lists[0]},
    clock: {now: () => 0},
    identifiers: {hasPrefix: true},
    account: {getState: () => ({events: []})},
    ...members,
  });
  lists.push(recordingList('volumes', calls));
  for (const handle of sessionEvents[event]) handle(parts, facts);
  return calls;
}

const news = {newEvents: [], transitionedEvents: [], updatedEvents: []};
const pollWorks = {eventLog: {all: [], running: [], newestId: 7}};

test('the first subscriber starts the polls, the detection of clock jumps, the notifications and the snapshots', () => {
  expect(callsAfter('firstSubscriber', undefined)).toEqual([
    'eventPoller.start',
    'clockJumps.start',
    'accountInfo.resume',
    'snapshotSaver.start',
  ]);
});

test('the last subscriber stops all timers', () => {
  expect(callsAfter('lastSubscriber', undefined)).toEqual([
    'eventPoller.stop',
    'fallbackPoller.stop',
    'clockJumps.stop',
    'accountInfo.stop',
    'snapshotSaver.stop',
    'followups.stop',
    'connectionStatus.stop',
    'trafficMeter.stop',
  ]);
});

test('a new connection shows its limits before lists are filtered again and responses are followed', () => {
  const calls: string[] = [];
  const connection = {subscribe: () => calls.push('subscribed')} as unknown as Connection;
  expect(callsAfter('connected', {connection})).toEqual(['connectionStatus.onConnected', 'volumes.refilter']);
  expect(calls).toEqual(['subscribed']);
});

test('a response updates the status, ends an outage, closes the account and shows its warnings', () => {
  const report = {operation: closeAccountOperation, status: 200} as RequestReport;
  const members = {
    availability: {onResponse: () => true},
    trafficMeter: {onResponse: () => [{title: 'Deprecated', details: 'Use v5.'}]},
  };
  expect(callsAfter('responded', {report}, members)).toEqual([
    'connectionStatus.onResponse',
    'eventPoller.poll',
    'emit accountClosed',
    'toasts.show The API reports: Deprecated: Use v5. attention',
  ]);
});

test('after the first poll, its events are shown and the account is read, but no rows are read again', () => {
  expect(callsAfter('polled', {news, isFirst: true, isRecovery: false, sentAt: 0}, pollWorks)).toEqual([
    'fallbackPoller.deactivate',
    'availability.onPoll',
    'connectionStatus.onConfirmed',
    'volumes.confirm',
    'versionRecorder.onPolled',
    'activityFeed.onEvents',
    'accountInfo.start',
  ]);
});

test('after a later poll, changed rows are read again before their activity is shown', () => {
  expect(callsAfter('polled', {news, isFirst: false, isRecovery: false, sentAt: 0}, pollWorks)).toEqual([
    'fallbackPoller.deactivate',
    'availability.onPoll',
    'connectionStatus.onConfirmed',
    'volumes.confirm',
    'versionRecorder.onPolled',
    'eventEffects.apply',
    'activityFeed.onEvents',
  ]);
});

test('a poll that ends an outage first sends waiting requests, and reads the account again', () => {
  expect(callsAfter('polled', {news, isFirst: false, isRecovery: true, sentAt: 0}, pollWorks)).toEqual([
    'fallbackPoller.deactivate',
    'availability.onPoll',
    'volumes.refetchFailed',
    'queries.refetchFailed',
    'samples.resume',
    'connectionStatus.onConfirmed',
    'volumes.confirm',
    'versionRecorder.onPolled',
    'eventEffects.apply',
    'activityFeed.onEvents',
    'accountInfo.start',
  ]);
});

test('a failed poll stops other requests before the failure is shown and logged', () => {
  const error = new Error('no');
  expect(callsAfter('pollFailed', {error, retryAt: undefined}, {fallbackPoller: {isActive: false}})).toEqual([
    'availability.onPoll',
    'connectionStatus.onFailure',
    expect.stringMatching(/^toasts\.record /),
  ]);
  expect(callsAfter('pollFailed', {error, retryAt: undefined}, {fallbackPoller: {isActive: true}})).toEqual([
    'availability.onPoll',
    expect.stringMatching(/^toasts\.record /),
  ]);
});

test('without permission for events the lists are polled, and the status is confirmed', () => {
  expect(callsAfter('eventsForbidden', {isRecovery: false})).toEqual([
    'versionRecorder.onEventsForbidden',
    'fallbackPoller.start',
    'availability.onPoll',
    'connectionStatus.onConfirmed',
  ]);
});

test('too many events mark the gap in the list of events before all lists are read again', () => {
  expect(callsAfter('tooManyEvents', {since: 7})).toEqual([
    'versionRecorder.onTooManyEvents',
    'volumes.markGap',
    'volumes.invalidate',
  ]);
  expect(callsAfter('tooManyEvents', {since: undefined})).toEqual([
    'versionRecorder.onTooManyEvents',
    'volumes.invalidate',
  ]);
});

test('a jump of the clock ages the status before the poll, and refetches only after a jump forward', () => {
  const forward = [
    'versionRecorder.onClockJumped',
    'connectionStatus.onClockJump',
    'eventPoller.poll',
    'volumes.refetchStale',
    'queries.refetchStale',
  ];
  const members = {lazyConnection: {connection: undefined}};
  expect(callsAfter('clockJumped', {by: 5000}, members)).toEqual(forward);
  expect(callsAfter('clockJumped', {by: -5000}, members)).toEqual(forward.slice(0, 3));
});

test('a closed account refuses requests before its data is dropped, and then polls a last time', () => {
  expect(
    callsAfter('accountClosed', {reason: new AccountClosedError()}, {eventLog: {running: [], remove: () => undefined}}),
  ).toEqual([
    'lazyConnection.refuse',
    'availability.onPoll',
    'activityFeed.onEvents',
    'volumes.close',
    'connectionStatus.update close',
    'eventPoller.poll',
  ]);
});

test('a list that was read is counted and its busy rows are followed, after events in it were applied', () => {
  const first = 'versionRecorder.recordList';
  const common = ['noticeCount.onListFetched', 'followups.scheduleBusyRows', 'volumes.refilterAfter'];
  expect(callsAfter('listFetched', {collection: recordingList('volumes', [])})).toEqual([first, ...common]);
  const members = {eventLog: {newestId: 7, add: () => news}};
  expect(callsAfter('listFetched', {collection: recordingList('account.events', [])}, members)).toEqual([
    first,
    'versionRecorder.onEvents',
    'eventEffects.apply',
    'activityFeed.onEvents',
    ...common,
  ]);
});

test('a row that was read or deleted individually is recorded', () => {
  const collection = recordingList('volumes', []);
  expect(callsAfter('rowRead', {collection, id: 7, hasNewLabel: false})).toEqual([
    'versionRecorder.recordRow',
    'followups.scheduleIfBusy',
  ]);
  expect(callsAfter('rowRead', {collection, id: 7, hasNewLabel: true})).toEqual([
    'versionRecorder.recordRow',
    'followups.scheduleIfBusy',
    'volumes.refilterForLabel',
  ]);
  expect(callsAfter('rowDeleted', {collection, id: 7})).toEqual(['versionRecorder.recordDeletion']);
});

test('an unreadable list is logged unless the poll logs the outage', () => {
  const facts = (code: string) => ({title: 'Volumes', failure: {code, message: 'No access.', fieldErrors: []}});
  expect(callsAfter('listFailed', facts('unauthorized'))).toEqual(['toasts.record Volumes: No access.']);
  expect(callsAfter('listFailed', facts('unreachable'))).toEqual([]);
});

test('a pending change is shown as an operation before the next poll is planned', () => {
  expect(callsAfter('pendingChanged', undefined)).toEqual(['activityFeed.updateOperations', 'eventPoller.reschedule']);
});

test('a completed change invalidates answers, and a new resource updates the grants', () => {
  expect(callsAfter('changeMade', {family: 'volumes', isNew: false})).toEqual(['queries.invalidateFamily volumes']);
  expect(callsAfter('changeMade', {family: 'volumes', isNew: true})).toEqual([
    'queries.invalidateFamily volumes',
    'accountInfo.onCreated',
  ]);
});

test('a transfer marks the row of its target before it shows progress', () => {
  const transfer = {target: {family: 'volumes', id: 7}} as Transfer;
  expect(callsAfter('transferChanged', {transfer})).toEqual([
    'volumes.notifyAnnotations',
    'activityFeed.onTransferProgress',
  ]);
});

test('focus updates the status before a poll, and without focus the next poll is planned later', () => {
  expect(callsAfter('focusChanged', {isFocused: true})).toEqual([
    'clockJumps.setFocused',
    'connectionStatus.refresh',
    'samples.resume',
    'eventPoller.poll',
  ]);
  expect(callsAfter('focusChanged', {isFocused: false})).toEqual([
    'clockJumps.setFocused',
    'connectionStatus.refresh',
    'eventPoller.reschedule',
  ]);
});
