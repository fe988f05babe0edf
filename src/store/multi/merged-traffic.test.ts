import {expect, it} from 'vitest';
import type {RequestCounts, Traffic} from '../sync/traffic-meter.ts';
import {sumTraffic} from './merged-traffic.ts';

const counts = (requests: number): RequestCounts => ({
  requests,
  retries: 0,
  failures: 0,
  throttled: 0,
  unchanged: 0,
  bytesIn: requests * 10,
  bytesOut: requests,
});
const traffic = (facts: Partial<Traffic>): Traffic => ({
  milliseconds: 0,
  total: counts(0),
  classes: new Map(),
  operations: [],
  minutes: [],
  latency: {median: 5, slow: 9},
  failures: [],
  warnings: [],
  ...facts,
});

it('sums the traffic of several accounts, minute by minute up to now, without a common latency', () => {
  const sum = sumTraffic([
    traffic({
      milliseconds: 2000,
      total: counts(5),
      classes: new Map([['general', counts(5)]]),
      operations: [
        ['volumes.list', counts(3)],
        ['account.get', counts(2)],
      ],
      minutes: [
        {requests: 4, bytes: 40},
        {requests: 1, bytes: 10},
      ],
      failures: [{operation: 'volumes.list', message: 'first', at: 1}],
    }),
    traffic({
      milliseconds: 1000,
      total: counts(4),
      classes: new Map([
        ['general', counts(1)],
        ['transfer', counts(3)],
      ]),
      operations: [['account.get', counts(4)]],
      minutes: [{requests: 4, bytes: 30}],
      failures: [{operation: 'account.get', message: 'second', at: 2}],
    }),
  ]);
  expect(sum.milliseconds).toBe(2000);
  expect(sum.total).toEqual(counts(9));
  expect([...sum.classes]).toEqual([
    ['general', counts(6)],
    ['transfer', counts(3)],
  ]);
  expect(sum.operations).toEqual([
    ['account.get', counts(6)],
    ['volumes.list', counts(3)],
  ]);
  expect(sum.minutes).toEqual([
    {requests: 4, bytes: 40},
    {requests: 5, bytes: 40},
  ]);
  expect(sum.latency).toBeUndefined();
  expect(sum.failures.map(({message}) => message)).toEqual(['second', 'first']);
});
