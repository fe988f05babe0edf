import {expect, it} from 'vitest';
import {event, instanceEntity} from '../testing/test-account.ts';
import {Operations} from './operations.ts';

const created = Date.UTC(2026, 0, 15, 12);

/** The remaining seconds of a boot that usually takes `usual` seconds, `elapsed` seconds after its start. */
function secondsLeft(elapsed: number, percent: number, usual: number | null = 40): number | undefined {
  const operations = new Operations({
    now: () => created + elapsed * 1000,
    monotonic: () => elapsed * 1000,
    clockSkewMs: () => 0,
    usualSeconds: () => usual ?? undefined,
    meaning: () => undefined,
  });
  const boot = event({
    action: 'compute_boot',
    entity: instanceEntity(1),
    status: 'started',
    percent_complete: percent,
    created: '2026-01-15T12:00:00',
  });
  return operations.list([boot], [], [])[0]?.secondsLeft;
}

it('a running operation has at least one second left', () => {
  expect(secondsLeft(39.9, 2)).toBe(1);
  expect(secondsLeft(0.1, 25, null)).toBe(1);
});

it('the remaining time is the usual duration minus the elapsed time', () => {
  expect(secondsLeft(6, 2)).toBe(34);
  expect(secondsLeft(30, 60)).toBe(10);
  expect(secondsLeft(3, 2, null)).toBeUndefined();
});

it('the remaining time follows the progress if it is far from usual, even before the usual time is over', () => {
  expect(secondsLeft(20, 15)).toBe(114);
  expect(secondsLeft(50, 50)).toBe(50);
  expect(secondsLeft(20, 50, null)).toBe(20);
});

it("an operation that is nearly done is estimated by its progress: 94% isn't five minutes from its end", () => {
  expect(secondsLeft(47, 94, 345)).toBe(3);
  expect(secondsLeft(30, 50, 40)).toBe(10);
});

it('the remaining time follows the clock of the API although the local clock was set', () => {
  let set = 0;
  const operations = new Operations({
    now: () => created + 20_000 + set,
    monotonic: () => 20_000,
    clockSkewMs: () => -set,
    usualSeconds: () => 40,
    meaning: () => undefined,
  });
  const boot = event({action: 'compute_boot', status: 'started', percent_complete: 2, created: '2026-01-15T12:00:00'});
  const [operation] = operations.list([boot], [], []);
  expect(operation?.secondsLeft).toBe(20);
  set = 5 * 3_600_000;
  expect(operation?.secondsLeft).toBe(20);
  expect(operation?.startedAt).toBe(created + set);
});

it('the first percents are not used to estimate the remaining time', () => {
  expect(secondsLeft(20, 9)).toBe(20);
  // Beyond the usual duration there is no estimate, because the end isn't near.
  expect(secondsLeft(50, 9)).toBeUndefined();
});

/** The remaining seconds of an event with this `time_remaining`, `passed` seconds after the event was received. */
function announcedSecondsLeft(written: unknown, passed = 0, usual?: number): number | undefined {
  let monotonic = 5000;
  const operations = new Operations({
    now: () => created + monotonic,
    monotonic: () => monotonic,
    clockSkewMs: () => 0,
    usualSeconds: () => usual,
    meaning: () => undefined,
  });
  const boot = event({
    action: 'compute_boot',
    status: 'started',
    percent_complete: 5,
    time_remaining: written as string,
    created: '2026-01-15T12:00:00',
  });
  const [operation] = operations.list([boot], [], []);
  monotonic += passed * 1000;
  return operation?.secondsLeft;
}

it('bug: the time_remaining of the API, as a number or as h:m:s, did not count down', () => {
  for (const written of [171, '0:2:51', '00:02:51', '0:02:51.4'])
    expect([announcedSecondsLeft(written), announcedSecondsLeft(written, 71)], String(written)).toEqual(
      written === '0:02:51.4' ? [172, 101] : [171, 100],
    );
  expect(announcedSecondsLeft('1 day, 0:00:01')).toBe(86_401);
});

it('a missing or invalid time_remaining leaves the estimate from past operations', () => {
  for (const written of [null, undefined, 0, -3, Number.NaN, '0:00:00', 'soon', '-1:00:00', {}])
    expect(announcedSecondsLeft(written, 0, 40), String(written)).toBe(35);
  expect(announcedSecondsLeft(20, 21, 40)).toBe(14);
  expect(announcedSecondsLeft(20, 21)).toBeUndefined();
});

it('shows an operation whose event has no action, no entity type and no label', () => {
  const operations = new Operations({
    now: () => created,
    monotonic: () => 0,
    clockSkewMs: () => 0,
    usualSeconds: () => undefined,
    meaning: () => undefined,
  });
  const boot = event({action: 'compute_boot', status: 'started', percent_complete: 2, created: '2026-01-15T12:00:00'});
  const nameless = {
    ...boot,
    action: null,
    entity: {id: 7, label: null, type: null, url: null},
  } as unknown as typeof boot;
  expect(operations.list([nameless], [], [])[0]).toMatchObject({label: '7', word: 'changing'});
});
