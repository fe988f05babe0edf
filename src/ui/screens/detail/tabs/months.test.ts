import {expect, test} from 'vitest';
import {createStore} from 'zustand/vanilla';
import type {ReadOperation} from '../../../../families/shape/define-family.ts';
import type {QueryState} from '../../../../store/cache/query-spec.ts';
import type {Session} from '../../../../store/session/session.ts';
import {testDouble} from '../../../../store/testing/test-double.ts';
import {createMonths} from './months.ts';

test('the heading names the month of the data after the clock has entered the next month', () => {
  let now = Date.UTC(2026, 5, 30, 23, 59);
  const asked: unknown[] = [];
  const session = testDouble<Session>({
    query(_operation, params) {
      asked.push(params);
      return createStore<QueryState>(() => ({value: {}, phase: 'ready', validAt: 0, failure: undefined}));
    },
  });
  const operation: ReadOperation = 'instances.transfer.get';
  const months = createMonths(
    {session, clock: {now: () => now, schedule: () => () => {}}},
    {load: {operation, refreshSeconds: 60}, params: {}, month: operation, first: 1},
  );
  expect(months.title).toBeUndefined();
  months.step(-1);
  expect(asked.at(-1)).toEqual({year: 2026, month: 5});
  now = Date.UTC(2026, 6, 1);
  expect(months.title).toBe('2026-05');
  months.step(1);
  expect(months.title).toBeUndefined();
});
