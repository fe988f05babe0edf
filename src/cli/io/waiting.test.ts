import {expect, test, vi} from 'vitest';
import {createTracedStore} from '../../store/core/traced-store.ts';
import {manualClock} from '../../store/testing/manual-clock.ts';
import {type Reading, Waiting} from './waiting.ts';

test('reads again after each pause, until a reading is final', async () => {
  const clock = manualClock();
  const times: number[] = [];
  const waiting = new Waiting(10_000, {clock});
  const end = waiting.run(() =>
    waiting.untilRead(async (): Promise<Reading<string, string>> => {
      times.push(clock.monotonic());
      return times.length < 3 ? {pending: 'busy', pauseMs: 2000} : {result: 'active'};
    }),
  );
  await clock.advance(10_000);
  expect(await end).toEqual({result: 'active'});
  expect(times).toEqual([0, 2000, 4000]);
});

test('takes a last reading when the time is up, and returns it', async () => {
  const clock = manualClock();
  const waiting = new Waiting(5000, {clock});
  const read = async () => ({pending: clock.monotonic(), pauseMs: 2000});
  const end = waiting.run(() => waiting.untilRead(read));
  await clock.advance(20_000);
  expect(await end).toMatchObject({pending: 5000});
});

test('reads once even with a time limit of 0', async () => {
  const read = vi.fn(async () => ({pending: 'busy', pauseMs: 2000}));
  const waiting = new Waiting(0, {clock: manualClock()});
  expect(await waiting.run(() => waiting.untilRead(read))).toMatchObject({pending: 'busy'});
  expect(read).toHaveBeenCalledTimes(1);
});

test('waits for values and for readings share one time limit', async () => {
  const clock = manualClock();
  const source = createTracedStore<string>('state', 'starting');
  const waiting = new Waiting(5000, {clock});
  const end = waiting.run(async () => [
    await waiting.untilValue(source, value => value === 'ended', 3000),
    await waiting.untilValue(source, value => value === 'ended'),
    clock.monotonic(),
  ]);
  await clock.advance(20_000);
  expect(await end).toEqual([undefined, undefined, 5000]);
  source.update('ends', 'ended');
  const later = new Waiting(5000, {clock});
  expect(await later.run(() => later.untilValue(source, value => value === 'ended'))).toBe('ended');
});

test('an interruption ends the wait and its timers, and removes its handler', async () => {
  const clock = manualClock();
  const release = vi.fn();
  let interrupt = () => {};
  const waiting = new Waiting(60_000, {
    clock,
    onInterrupt(run) {
      interrupt = run;
      return release;
    },
  });
  const end = waiting.run(() => waiting.untilRead(async () => ({pending: 'busy', pauseMs: 2000})));
  await clock.settle();
  expect(clock.timers).toBe(1);
  interrupt();
  expect(await end).toBeUndefined();
  expect(clock.timers).toBe(0);
  expect(release).toHaveBeenCalledTimes(1);
});
