import {expect, test} from 'vitest';
import {createAccountStore} from './account-store.ts';

function open() {
  const changes: string[] = [];
  let active = 0;
  const account = createAccountStore({
    trace: (part, action) => changes.push(`${part}: ${action}`),
    activate() {
      active++;
      return () => active--;
    },
  });
  return {account, changes, active: () => active};
}

test('work starts with the first subscriber of any part and stops with the last', () => {
  const {account, active} = open();
  expect([account.hasSubscribers, active()]).toEqual([false, 0]);
  const stopStatus = account.subscribe(
    ({status}) => status,
    () => {},
  );
  const stopToasts = account.subscribe(() => {});
  expect([account.hasSubscribers, active()]).toEqual([true, 1]);
  stopStatus();
  stopStatus();
  expect(active()).toBe(1);
  stopToasts();
  expect([account.hasSubscribers, active()]).toEqual([false, 0]);
});

test('a subscriber of one part is not notified of changes to another', () => {
  const {account} = open();
  const beats: number[] = [];
  account.subscribe(
    ({pulse}) => pulse,
    ({beats: count}) => beats.push(count),
  );
  account.update('trafficVersion', 'countRequest', 1);
  account.update('pulse', 'countPoll', {beats: 1, at: 0});
  expect(beats).toEqual([1]);
});

test('every change is traced with its name, and an identical value is skipped', () => {
  const {account, changes} = open();
  const {status} = account.getState();
  account.update('status', 'refresh', status);
  account.update('status', 'recordFailure', {...status, liveness: 'offline'});
  account.update('recentChanges', 'loadRecords', {records: [], isComplete: true, failure: undefined});
  account.update('trafficVersion', 'countRequest', 1);
  expect(changes).toEqual(['status: recordFailure', 'recentChanges: loadRecords', 'traffic: countRequest']);
});

test('data set by the first subscription does not notify its own subscriber', () => {
  const account = createAccountStore({
    activate() {
      account.update('trafficVersion', 'countRequest', 1);
      return () => {};
    },
  });
  let notified = 0;
  account.subscribe(
    ({trafficVersion}) => trafficVersion,
    () => notified++,
  );
  expect([account.getState().trafficVersion, notified]).toEqual([1, 0]);
});
