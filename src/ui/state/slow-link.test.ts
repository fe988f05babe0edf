import {expect, test} from 'vitest';
import {createStore} from 'zustand/vanilla';
import {manualClock} from '../../store/core/clock.ts';
import type {Preferences} from '../context/console-types.ts';
import {RoundTrip} from '../terminal/control/round-trip.ts';
import {detectSlowLink} from './slow-link.ts';

async function measured(times: readonly number[]) {
  const clock = manualClock();
  const said: string[] = [];
  const preferences = createStore(() => ({lowBandwidth: false, jump: false, cursor: 'bar'}) as Preferences);
  const answers = [...times];
  let asked = 0;
  detectSlowLink({
    clock,
    preferences: () => preferences,
    say: text => said.push(text),
    roundTrip(tell) {
      asked++;
      const answer = answers.shift();
      if (answer !== undefined) clock.schedule(answer, () => tell(answer));
    },
  });
  await clock.advance(20_000);
  return {asked, said, ...preferences.getState()};
}

test('a slow connection turns on low bandwidth mode, with a message', async () => {
  const {lowBandwidth, jump, cursor, said, asked} = await measured([260, 240, 310]);
  expect({lowBandwidth, jump, cursor}).toEqual({lowBandwidth: true, jump: true, cursor: 'gutter'});
  expect(asked).toBe(3);
  expect(said[0]).toContain('240 ms');
});

test('one fast answer keeps low bandwidth mode off', async () => {
  expect(await measured([400, 20])).toMatchObject({lowBandwidth: false, asked: 2, said: []});
});

test('a terminal that doesn’t answer keeps low bandwidth mode off', async () => {
  expect(await measured([])).toMatchObject({lowBandwidth: false, asked: 1});
});

test('the round-trip time is reported once', () => {
  let now = 0;
  const sent: string[] = [];
  const told: number[] = [];
  const trip = new RoundTrip(bytes => sent.push(bytes), {now: () => now, schedule: () => () => {}});
  trip.onAnswer();
  trip.measure(milliseconds => told.push(milliseconds));
  now = 180;
  trip.onAnswer();
  trip.onAnswer();
  expect({sent, told}).toEqual({sent: ['\x1b[5n'], told: [180]});
});
