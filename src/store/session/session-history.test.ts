/** The record of versions in a session: failures of the file, changes of the clock, and events that name rows. */
import {beforeEach, expect, test} from 'vitest';
import {memoryDraftStore} from '../changes/draft-store.ts';
import type {HistoryDatabase} from '../history/history-database.ts';
import {memoryHistoryFile} from '../history/history-file.ts';
import type {HistoryFile} from '../history/history-file-port.ts';
import {HistoryReader} from '../history/history-reader.ts';
import {defaultHistoryLimits} from '../history/history-types.ts';
import {manualClock} from '../testing/manual-clock.ts';
import {event, instanceEntity, TestAccount} from '../testing/test-account.ts';
import {instancesOf} from '../testing/test-families.ts';
import {createTestSession} from '../testing/test-session.ts';

const minute = 60_000;
let account: TestAccount;
let clock: ReturnType<typeof manualClock>;
let file: HistoryFile;
let database: HistoryDatabase;
beforeEach(async () => {
  account = new TestAccount();
  account.lists.set('instances.list', instancesOf(3));
  account.events = [event({action: 'compute_boot', entity: instanceEntity(9)})];
  clock = manualClock();
  file = memoryHistoryFile(defaultHistoryLimits);
  database = await file.open();
});

function open(history: HistoryFile = file) {
  const session = createTestSession({account, clock}, {history});
  const leaveList = session.collection('instances').subscribe(() => {});
  const reported = new Set<object>();
  const toasts: string[] = [];
  const leaveToasts = session.account.subscribe(
    state => state.toasts,
    shown => {
      for (const toast of shown.filter(one => !reported.has(one))) {
        reported.add(toast);
        toasts.push(toast.text);
      }
    },
  );
  const leave = () => {
    leaveList();
    leaveToasts();
  };
  return {session, leave, toasts};
}

const labelAt = (at: number) => {
  const {certainty, rows} = new HistoryReader(database).listAt('instances', {}, at);
  const row = rows.find(({id}) => id === 1);
  return [certainty, row?.certainty, row?.earlier?.label];
};

test('a change is recorded when its event is polled, and the state before it is exact', async () => {
  const {session} = open();
  await clock.advance(minute);
  const before = clock.now();
  await clock.advance(minute);
  account.setFacts('instances.list', 1, {label: 'renamed'});
  account.events.push(event({action: 'compute_update', entity: instanceEntity(1), username: 'intern'}));
  await clock.advance(minute);
  await session.close();
  expect(labelAt(before)).toEqual(['exact', 'exact', 'web-1']);
  expect(labelAt(clock.now() - 20_000)).toEqual(['exact', 'exact', 'renamed']);
  expect(new HistoryReader(database).changesSince(before)).toMatchObject([{id: 1, kind: 'changed'}]);
});

test('a change without an event is approximate since the last read of the list', async () => {
  const {session} = open();
  await clock.advance(minute);
  const before = clock.now();
  account.setFacts('instances.list', 1, {label: 'renamed'});
  await clock.advance(minute);
  await session.collection('instances').refetch();
  await session.close();
  expect(labelAt(before)[1]).toBe('approximate');
});

test('a full disk is reported once, the session continues, and recording resumes', async () => {
  let isFull = true;
  const full: HistoryFile = {
    ...file,
    async open() {
      if (isFull) throw Object.assign(new Error('database or disk is full'), {errcode: 13});
      return file.open();
    },
  };
  const {session, toasts} = open(full);
  await clock.advance(2 * minute);
  expect(toasts).toEqual([expect.stringContaining('the disk is full')]);
  expect(session.collection('instances').getState().rows).toHaveLength(3);
  expect(new HistoryReader(database).bounds).toBeUndefined();
  isFull = false;
  await session.collection('instances').refetch();
  await clock.advance(3 * minute);
  await session.close();
  expect(labelAt(clock.now() - minute)).toEqual(['exact', 'exact', 'web-1']);
});

test('after the clock was set back, no state at a later time is exact', async () => {
  const {session} = open();
  await clock.advance(10 * minute);
  const later = clock.now();
  clock.jumpBy(-5 * minute);
  await clock.advance(10_000);
  account.setFacts('instances.list', 1, {label: 'renamed'});
  await session.collection('instances').refetch();
  await clock.advance(minute);
  await session.close();
  expect(labelAt(later)[0]).toBe('unknown');
  expect(new HistoryReader(database).bounds?.end).toBeLessThanOrEqual(clock.now());
  expect(labelAt(clock.now() - 30_000)).toEqual(['exact', 'exact', 'renamed']);
});

test('a pause of the polls is a gap in the record', async () => {
  const {session, leave} = open();
  await clock.advance(2 * minute);
  leave();
  const away = clock.now() + 10 * minute;
  await clock.advance(20 * minute);
  session.collection('instances').subscribe(() => {});
  await clock.advance(2 * minute);
  await session.close();
  expect(labelAt(away)).toEqual(['approximate', 'approximate', 'web-1']);
});

test('no history is recorded without its setting', async () => {
  const session = createTestSession({account, clock});
  session.collection('instances').subscribe(() => {});
  await clock.advance(2 * minute);
  await session.close();
  expect(session.openHistory).toBeUndefined();
});

test('bug: drafts were not written and the connection stayed open if the history could not be closed', async () => {
  const closeFailing = {
    ...file,
    close() {
      throw new Error('disk I/O error');
    },
  };
  const written: string[] = [];
  const drafts = {...memoryDraftStore(clock.now), flush: async () => void written.push('drafts')};
  const session = createTestSession({account, clock}, {history: closeFailing, drafts});
  await expect(session.close()).rejects.toThrow('disk I/O error');
  expect(written).toEqual(['drafts']);
  // All timers are released.
  const before = account.calls.length;
  await clock.advance(10 * minute);
  expect(account.calls).toHaveLength(before);
});
