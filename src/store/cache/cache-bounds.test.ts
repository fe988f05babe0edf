/** The bounds of the caches of a session, while every cached entry is on screen. */
import {expect, test} from 'vitest';
import {manualClock} from '../testing/manual-clock.ts';
import {TestAccount} from '../testing/test-account.ts';
import {createTestSession} from '../testing/test-session.ts';

const openTestSession = () => createTestSession({account: new TestAccount(), clock: manualClock()});

test('bug: a response was dropped at once while 64 others were on screen', () => {
  const session = openTestSession();
  const query = (instanceId: number) => session.query('instances.get', {instanceId}, 60);
  for (let id = 0; id < 64; id++) query(id).subscribe(() => {});
  const first = query(0);
  expect(query(64)).toBe(query(64));
  expect(query(0)).toBe(first);
});

test('bug: a child list was dropped at once while 200 others were on screen', () => {
  const session = openTestSession();
  const list = (parentId: number) => session.collection('instances', {parentId});
  for (let id = 0; id < 200; id++) list(id).subscribe(() => {});
  expect(list(200)).toBe(list(200));
});
