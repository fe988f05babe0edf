import {expect, it} from 'vitest';
import type {RequestReport} from '../api/connection.ts';
import {createAccountStore} from '../session/account-store.ts';
import {manualClock} from '../testing/manual-clock.ts';
import {TestAccount} from '../testing/test-account.ts';
import {instancesOf} from '../testing/test-families.ts';
import {createTestSession} from '../testing/test-session.ts';
import {TrafficMeter} from './traffic-meter.ts';

const report = (facts: Partial<RequestReport> = {}): RequestReport => ({
  operation: 'instances.list',
  limitClass: 'general',
  status: 200,
  failure: undefined,
  milliseconds: 80,
  bytesIn: 1000,
  bytesOut: 0,
  attempt: 1,
  isUnchanged: false,
  warnings: [],
  ...facts,
});

it('counts requests by limit class, by operation and by minute', () => {
  let now = 0;
  const clock = {...manualClock(), monotonic: () => now};
  const meter = new TrafficMeter(clock, createAccountStore());
  meter.onResponse(report());
  meter.onResponse(report({attempt: 2, isUnchanged: true}));
  meter.onResponse(report({operation: 'instances.stats.get', limitClass: 'stats', status: 429, failure: 'throttled'}));
  now += 61_000;
  meter.onResponse(report({operation: 'upload', limitClass: undefined, status: undefined, failure: 'unreachable'}));
  meter.onResponse(report({failure: 'canceled', status: undefined}));
  const {total, classes, operations, minutes, latency, failures} = meter.get();
  expect(total).toEqual({
    requests: 5,
    retries: 1,
    failures: 2,
    throttled: 1,
    unchanged: 1,
    bytesIn: 5000,
    bytesOut: 0,
  });
  expect([...classes.keys()]).toEqual(['general', 'stats', 'transfer']);
  expect(operations[0]?.[0]).toBe('instances.list');
  expect(minutes.map(({requests}) => requests)).toEqual([3, 2]);
  expect(latency).toEqual({median: 80, slow: 80});
  expect(failures.map(({message}) => message)).toEqual(['unreachable', 'throttled (429)']);
  now += 3 * 3_600_000;
  meter.onResponse(report());
  expect(meter.get().minutes).toHaveLength(60);
  expect(meter.get().minutes.at(-1)).toEqual({requests: 1, bytes: 1000});
});

it('counts by elapsed time, regardless of changes to the clock', async () => {
  const clock = manualClock();
  const meter = new TrafficMeter(clock, createAccountStore());
  for (const hours of [0, -5, 5]) {
    clock.jumpBy(hours * 3_600_000);
    meter.onResponse(report());
    await clock.advance(60_000);
  }
  expect(meter.get().milliseconds).toBe(180_000);
  expect(meter.get().minutes.map(({requests}) => requests)).toEqual([1, 1, 1, 0]);
});

it('a warning of the API is shown once, and kept in the traffic statistics', async () => {
  const account = new TestAccount();
  const clock = manualClock();
  account.lists.set('instances.list', instancesOf(3));
  account.warnings = [{title: 'Deprecated', details: 'Use v5.'}];
  const session = createTestSession({account, clock});
  const texts = new Map<number, string>();
  session.account.subscribe(
    state => state.toasts,
    () => {
      for (const {id, text} of session.account.getState().toasts) texts.set(id, text);
    },
  );
  session.collection('instances').subscribe(() => {});
  await clock.advance(1000);
  session.collection('instances').refetch();
  await clock.advance(1000);
  expect(account.count('instances.list')).toBe(2);
  expect([...texts.values()]).toEqual(['The API reports: Deprecated: Use v5.']);
  const ofInstances = session.traffic().warnings.filter(({operation}) => operation === 'instances.list');
  expect(ofInstances).toMatchObject([{title: 'Deprecated', details: 'Use v5.'}]);
});
