import {beforeEach, expect, test} from 'vitest';
import {RoundTrip} from './round-trip.ts';

let sent: string[];
let now: number;
let timers: {readonly at: number; readonly run: () => void}[];
let trip: RoundTrip;
beforeEach(() => {
  sent = [];
  now = 0;
  timers = [];
  trip = new RoundTrip(bytes => sent.push(bytes), {
    monotonic: () => now,
    schedule(milliseconds, run) {
      const timer = {at: now + milliseconds, run};
      timers.push(timer);
      return () => {
        timers = timers.filter(one => one !== timer);
      };
    },
  });
});

/** True if the promise has settled by the end of this turn. */
async function isSettled(promise: Promise<void>): Promise<boolean> {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  await new Promise(resolve => setImmediate(resolve));
  return settled;
}

function pass(milliseconds: number): void {
  now += milliseconds;
  for (const timer of timers.filter(({at}) => at <= now)) timer.run();
}

test('another program gets the terminal only after a pending answer has arrived', async () => {
  const reports: number[] = [];
  trip.measure(milliseconds => reports.push(milliseconds));
  const holding = trip.hold();
  expect(await isSettled(holding)).toBe(false);
  now += 600;
  trip.onAnswer();
  expect(await isSettled(holding)).toBe(true);
  expect([reports, timers]).toEqual([[600], []]);
});

test('no request is sent while another program has the terminal, but afterwards', async () => {
  await trip.hold();
  trip.measure(() => {});
  expect(sent).toEqual([]);
  trip.release();
  expect(sent).toEqual(['\x1b[5n']);
});

test('a terminal that never answers delays another program once, for two seconds', async () => {
  trip.measure(() => {});
  const holding = trip.hold();
  pass(1999);
  expect(await isSettled(holding)).toBe(false);
  pass(1);
  expect(await isSettled(holding)).toBe(true);
  trip.release();
  expect(await isSettled(trip.hold())).toBe(true);
});
