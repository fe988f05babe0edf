import {expect, test} from 'vitest';
import type {Collection} from '../../store/cache/collection-state.ts';
import {createAccountStore} from '../../store/session/account-store.ts';
import type {Session} from '../../store/session/session.ts';
import type {Status} from '../../store/sync/status.ts';
import {manualClock} from '../../store/testing/manual-clock.ts';
import {TestAccount} from '../../store/testing/test-account.ts';
import {emptyState, januaryLookup} from '../../store/testing/test-collection.ts';
import {testDouble} from '../../store/testing/test-double.ts';
import {instances} from '../../store/testing/test-families.ts';
import {createTestSession} from '../../store/testing/test-session.ts';
import {SessionAnnouncer} from './announcer.ts';

test('a change of the connection status is announced once, in the words of the header', () => {
  const now = Date.UTC(2026, 2, 14, 12);
  const real = createTestSession({account: new TestAccount(), clock: manualClock(now)}, {families: []});
  const account = createAccountStore();
  const setStatus = (facts: Partial<Status>) =>
    account.update('status', 'refresh', {...account.getState().status, ...facts});
  setStatus({liveness: 'live'});
  const session = {...real, account};
  const lines: string[] = [];
  const announcer = new SessionAnnouncer({session, clock: {now: () => now, schedule: () => () => {}}}, line =>
    lines.push(line),
  );
  const announced = () => {
    announcer.announce();
    return lines.splice(0);
  };
  expect(announced()).toEqual([]);
  setStatus({liveness: 'stale', lateSince: now - 12_000});
  expect(announced()).toEqual(['Connection: no answer for 12s']);
  expect(announced()).toEqual([]);
  const failure = {code: 'unreachable', message: 'no', fieldErrors: [], retryAt: now + 8000};
  setStatus({liveness: 'offline', lateSince: undefined, confirmedAt: now - 300_000, failure});
  expect(announced()).toEqual(['Connection: offline 5m · retry 8s']);
  setStatus({liveness: 'paused', failure: undefined});
  expect(announced()).toEqual(['Connection: live']);
  // A missed poll that succeeded afterwards isn't announced.
  setStatus({liveness: 'stale'});
  setStatus({liveness: 'live'});
  expect(announced()).toEqual([]);
  announcer.close();
});

test('the list of a deleted resource is no longer followed after the deletion was announced', () => {
  let rows = [{id: 1, label: 'web-1', status: 'running'}];
  const followers = new Set<() => void>();
  const collection = testDouble<Collection>({
    getState: () => ({...emptyState, isComplete: true, rows, byId: new Map(rows.map(row => [row.id, row]))}),
    annotation: () => undefined,
    subscribe(follower) {
      const follow = (): void => follower(emptyState, emptyState);
      followers.add(follow);
      return () => followers.delete(follow);
    },
  });
  const session = testDouble<Session>({
    account: createAccountStore(),
    lookup: januaryLookup,
    collection: () => collection,
  });
  const lines: string[] = [];
  const announcer = new SessionAnnouncer({session, clock: manualClock()}, line => lines.push(line));
  announcer.follow({family: instances, id: 1, params: {}, label: 'web-1', isLeaving: true});
  expect(followers.size).toBe(1);
  rows = [];
  for (const follow of followers) follow();
  announcer.announce();
  expect(lines).toContain('web-1 was deleted');
  expect(followers.size).toBe(0);
  announcer.close();
});
