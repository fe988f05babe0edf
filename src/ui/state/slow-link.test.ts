import {expect, test} from 'vitest';
import {createStore} from 'zustand/vanilla';
import {manualClock} from '../../store/testing/manual-clock.ts';
import type {Preferences} from '../context/console-types.ts';
import {RoundTrip} from '../terminal/control/round-trip.ts';
import {detectSlowLink} from './slow-link.ts';

async function measureLink(times: readonly number[]) {
  const clock = manualClock();
  const messages: string[] = [];
  const preferences = createStore(() => ({lowBandwidth: false, jump: false, cursor: 'bar'}) as Preferences);
  const answers = [...times];
  let measurements = 0;
  detectSlowLink({
    clock,
    preferences: () => preferences,
    say: text => messages.push(text),
    roundTrip(report) {
      measurements++;
      const answer = answers.shift();
      if (answer !== undefined) clock.schedule(answer, () => report(answer));
    },
  });
  await clock.advance(20_000);
  return {measurements, messages, ...preferences.getState()};
}

test('a slow connection turns on low bandwidth mode, with a message', async () => {
  const {lowBandwidth, jump, cursor, messages, measurements} = await measureLink([260, 240, 310]);
  expect({lowBandwidth, jump, cursor}).toEqual({lowBandwidth: true, jump: true, cursor: 'gutter'});
  expect(measurements).toBe(3);
  expect(messages[0]).toContain('240 ms');
});

test('one fast answer keeps low bandwidth mode off', async () => {
  expect(await measureLink([400, 20])).toMatchObject({lowBandwidth: false, measurements: 2, messages: []});
});

test('a terminal that doesn’t answer keeps low bandwidth mode off', async () => {
  expect(await measureLink([])).toMatchObject({lowBandwidth: false, measurements: 1});
});

test('the round-trip time is reported once', () => {
  let now = 0;
  const sent: string[] = [];
  const reports: number[] = [];
  const trip = new RoundTrip(bytes => sent.push(bytes), {monotonic: () => now, schedule: () => () => {}});
  trip.onAnswer();
  trip.measure(milliseconds => reports.push(milliseconds));
  now = 180;
  trip.onAnswer();
  trip.onAnswer();
  expect({sent, reports}).toEqual({sent: ['\x1b[5n'], reports: [180]});
});
