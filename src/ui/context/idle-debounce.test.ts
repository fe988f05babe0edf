import {expect, test} from 'vitest';
import {manualClock} from '../../store/core/clock.ts';
import {createIdleDebounce} from './idle-debounce.ts';

function lull() {
  const clock = manualClock();
  let runs = 0;
  const {touch, stop} = createIdleDebounce(clock, 100, () => runs++);
  return {clock, touch, stop, runs: () => runs};
}

test('it runs once nothing was touched for a while, with one timer for all touches', async () => {
  const {clock, touch, runs} = lull();
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

test('what is stopped does not run, and can be touched again', async () => {
  const {clock, touch, stop, runs} = lull();
  touch();
  stop();
  await clock.advance(500);
  expect(runs()).toBe(0);
  touch();
  await clock.advance(200);
  expect(runs()).toBe(1);
});
