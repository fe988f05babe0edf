import {expect, test} from 'vitest';
import {createAccountStore} from '../../store/session/account-store.ts';
import type {Status} from '../../store/sync/status.ts';
import {manualClock} from '../../store/testing/manual-clock.ts';
import {TestAccount} from '../../store/testing/test-account.ts';
import {createTestSession} from '../../store/testing/test-session.ts';
import {createAnnouncer} from './announcer.ts';

test('a change of the connection status is announced once, in the words of the header', () => {
  const now = Date.UTC(2026, 2, 14, 12);
  const real = createTestSession({account: new TestAccount(), clock: manualClock(now)}, {families: []});
  const account = createAccountStore();
  const setStatus = (facts: Partial<Status>) =>
    account.update('status', 'refresh', {...account.getState().status, ...facts});
  setStatus({liveness: 'live'});
  const session = {...real, account};
  const lines: string[] = [];
  const announcer = createAnnouncer({session, clock: {now: () => now, schedule: () => () => {}}}, line =>
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
