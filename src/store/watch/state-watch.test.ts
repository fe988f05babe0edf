import {expect, test} from 'vitest';
import type {State} from '../../families/format/cells.ts';
import type {AnyRow, Family, Lookup} from '../../families/shape/define-family.ts';
import {manualClock} from '../testing/manual-clock.ts';
import {offlineError, TestAccount} from '../testing/test-account.ts';
import {instance, instances, instancesOf} from '../testing/test-families.ts';
import {createTestSession} from '../testing/test-session.ts';
import type {StateChange} from './compare-states.ts';
import {StateWatch, stateSince} from './state-watch.ts';

test('a state that was unknown before is not reported as a change', async () => {
  const [account, clock] = [new TestAccount(), manualClock()];
  account.lists.set('instances.list', instancesOf(2));
  let isRead = false;
  const state = ({status}: AnyRow): State =>
    isRead
      ? {condition: status === 'running' ? 'ok' : 'failed', word: String(status)}
      : {condition: 'unknown', word: 'unknown'};
  const family: Family = {...instances, state};
  const session = createTestSession({account, clock}, {families: [family]});
  const changes: StateChange[] = [];
  new StateWatch(session, [family], clock.now).subscribe(found => changes.push(...found));
  const readAs = async (status: string) => {
    account.lists.set('instances.list', [
      {...instancesOf(2)[0], label: `${status}-1`, status},
      ...instancesOf(2).slice(1),
    ]);
    session.collection('instances').refetch();
    await clock.advance(1000);
  };
  await clock.advance(1000);
  isRead = true;
  await readAs('running');
  await readAs('booting');
  expect(changes).toMatchObject([{id: 1, before: {word: 'running'}, after: {word: 'booting'}}]);
});

test('a problem found only when another list was read is not reported as a change', async () => {
  const [account, clock] = [new TestAccount(), manualClock()];
  account.lists.set('instances.list', instancesOf(1));
  account.lists.set('volumes.list', [instance(7, {label: 'full'})]);
  const state = (_: AnyRow, lookup: Lookup): State =>
    lookup.rows('volumes').some(({label}) => label === 'full')
      ? {condition: 'attention', word: 'full'}
      : {condition: 'ok', word: 'ok'};
  const family: Family = {...instances, state};
  const volumes: Family = {...instances, id: 'volumes', source: 'volumes.list', entity: 'volume'};
  const session = createTestSession({account, clock}, {families: [family, volumes]});
  const changes: StateChange[] = [];
  const watch = new StateWatch(session, [family], clock.now);
  watch.subscribe(found => changes.push(...found));
  await clock.advance(1000);
  expect(watch.problems()).toMatchObject([{id: 1, since: Date.UTC(2026, 0, 1)}]);
  expect(changes).toEqual([]);
  account.lists.set('volumes.list', [instance(7, {label: 'empty'})]);
  void session.collection('volumes').refetch();
  await clock.advance(1000);
  expect(changes).toMatchObject([{id: 1, before: {word: 'full'}, after: {word: 'ok'}}]);
});

test('the age of a problem is correct although the clock was set since', async () => {
  const [account, clock] = [new TestAccount(), manualClock()];
  account.lists.set('instances.list', instancesOf(1));
  const state = ({status}: AnyRow): State => ({
    condition: status === 'running' ? 'ok' : 'failed',
    word: String(status),
  });
  const family: Family = {...instances, state};
  const session = createTestSession({account, clock}, {families: [family]});
  const watch = new StateWatch(session, [family], clock.now);
  watch.subscribe(() => {});
  await clock.advance(1000);
  account.lists.set('instances.list', [instance(1, {status: 'broken'})]);
  void session.collection('instances').refetch();
  await clock.settle();
  const age = () => watch.now - (watch.problems()[0]?.since ?? 0);
  await clock.advance(60_000);
  expect(age()).toBe(60_000);
  clock.jumpBy(5 * 3_600_000);
  account.clockSkewMs = -5 * 3_600_000;
  expect(age()).toBe(60_000);
});

test('a state without a time of update dates from the creation of the row', () => {
  const session = createTestSession({account: new TestAccount(), clock: manualClock()}, {families: [instances]});
  const since = (facts: AnyRow) => stateSince(session, instances, instance(1, facts));
  expect(since({created: '2026-02-03T00:00:00', updated: undefined})).toBe(Date.UTC(2026, 1, 3));
  expect(since({created: '2026-02-03T00:00:00', updated: '2026-02-04T00:00:00'})).toBe(Date.UTC(2026, 1, 4));
});

test('unreadable lists that a state depends on are reported', async () => {
  const [account, clock] = [new TestAccount(), manualClock()];
  account.lists.set('instances.list', instancesOf(1));
  account.beforeAnswer = ({operation}) => {
    if (operation === 'volumes.list') throw offlineError();
  };
  const state = (_: AnyRow, lookup: Lookup): State =>
    lookup.rows('volumes').length > 0 ? {condition: 'failed', word: 'full'} : {condition: 'ok', word: 'ok'};
  const family: Family = {...instances, state};
  const volumes: Family = {...instances, id: 'volumes', source: 'volumes.list', entity: 'volume'};
  const session = createTestSession({account, clock}, {families: [family, volumes]});
  const watch = new StateWatch(session, [family], clock.now);
  watch.subscribe(() => {});
  await clock.advance(1000);
  expect(watch.unreadLists().map(({family}) => family.id)).toEqual(['volumes']);
});
