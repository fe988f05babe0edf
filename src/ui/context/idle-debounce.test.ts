import {expect, test} from 'vitest';
import {manualClock} from '../../store/testing/manual-clock.ts';
import {createIdleDebounce} from './idle-debounce.ts';

function openDebounce() {
  const clock = manualClock();
  let runs = 0;
  const {touch, stop} = createIdleDebounce(clock, 100, () => runs++);
  return {clock, touch, stop, runs: () => runs};
}

test('runs once after a pause, with one timer for all touches', async () => {
  const {clock, touch, runs} = openDebounce();
  for (let key = 0; key < 30; key++) {
    touch();
    expect(clock.timers).toBe(1);
    await clock.advance(16);
    expect(runs()).toBe(0);
  }
  await clock.advance(200);
  expect(runs()).toBe(1);
  expect(clock.timers).toBe(0);
  touch();
  await clock.advance(100);
  expect(runs()).toBe(2);
});

test('a stopped debounce doesn’t run, and can start again', async () => {
  const {clock, touch, stop, runs} = openDebounce();
  touch();
  stop();
  await clock.advance(500);
  expect(runs()).toBe(0);
  touch();
  await clock.advance(200);
  expect(runs()).toBe(1);
});
