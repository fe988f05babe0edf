import fc from 'fast-check';
import {afterEach, describe, expect, it, vi} from 'vitest';
import {formatTimestamp, manualClock, minutes, parseTimestamp, realClock} from './clock.ts';

describe('a manual clock', () => {
  it('runs timers in the order of their due times, each at its own time', () => {
    const clock = manualClock(0);
    const runs: [string, number][] = [];
    const note = (name: string) => () => runs.push([name, clock.now()]);
    clock.runAt(300, note('late'));
    clock.runAt(100, note('first'));
    clock.runAt(100, note('second'));
    clock.runAt(200, () => clock.runAt(250, note('inserted')));
    clock.advance(299);
    expect(runs).toEqual([
      ['first', 100],
      ['second', 100],
      ['inserted', 250],
    ]);
    expect(clock.now()).toBe(299);
    clock.advance(1);
    expect(runs.at(-1)).toEqual(['late', 300]);
  });

  it("doesn't run a canceled timer", () => {
    const clock = manualClock(0);
    const run = vi.fn();
    clock.runAt(10, run)();
    clock.advance(20);
    expect(run).not.toHaveBeenCalled();
  });
});

describe.each([
  ['manual', () => manualClock(1000)],
  ['real', () => realClock()],
] as const)('a %s clock with advanceInTurns', (_, make) => {
  /** Three timers, 10 ms apart. */
  function prepare() {
    const clock = make();
    const origin = clock.now();
    const runs: number[] = [];
    for (const after of [10, 20, 30]) clock.runAt(origin + after, () => runs.push(clock.now() - origin));
    return {clock, origin, ran: runs};
  }
  const never = new AbortController().signal;

  it("pauses after each timer, and doesn't move during the pause", async () => {
    const {clock, origin, ran} = prepare();
    const paused: number[] = [];
    const pause = async () => {
      paused.push(clock.now() - origin);
      await new Promise(resolve => setImmediate(resolve));
      paused.push(clock.now() - origin);
    };
    const advanced = clock.advanceInTurns(86_400_000, pause, never);
    expect(clock.advanceTarget() - origin).toBeGreaterThanOrEqual(86_400_000);
    expect(await advanced).toBe(true);
    const delays = ran.map((time, index) => time - 10 * (index + 1));
    // Time passes on a real clock before the jump.
    expect(delays.every(time => time >= 0 && time < 60_000)).toBe(true);
    expect(paused).toEqual(ran.flatMap(time => [time, time]));
    expect(clock.now() - origin).toBeGreaterThanOrEqual(86_400_000);
    expect(clock.advanceTarget()).toBe(clock.now());
    clock.stop();
  });

  it('stops before its target when it is stopped or aborted', async () => {
    for (const end of ['stop', 'signal'] as const) {
      const {clock, origin, ran} = prepare();
      const aborted = new AbortController();
      const pause = async () => {
        if (ran.length === 2) end === 'stop' ? clock.stop() : aborted.abort();
      };
      expect(await clock.advanceInTurns(86_400_000, pause, aborted.signal)).toBe(false);
      expect(ran).toHaveLength(2);
      expect(clock.now() - origin).toBeLessThan(86_400_000);
      clock.stop();
    }
  });
});

describe('a real clock', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('continues to run after a timer throws an error', () => {
    vi.useFakeTimers();
    const clock = realClock();
    const startTime = clock.now();
    clock.runAt(startTime + 10, () => {
      throw new Error('the disk is full');
    });
    expect(() => clock.advance(1000)).toThrow('the disk is full');
    expect(clock.now()).toBe(startTime + 1000);
    vi.advanceTimersByTime(500);
    expect(clock.now()).toBe(startTime + 1500);
  });

  it('runs faster with a speed factor', () => {
    vi.useFakeTimers();
    const clock = realClock({speed: 60});
    const start = clock.now();
    const run = vi.fn();
    clock.runAt(start + minutes, run);
    vi.advanceTimersByTime(900);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(150);
    expect(run).toHaveBeenCalledOnce();
    expect(clock.now() - start).toBeGreaterThanOrEqual(minutes);
    clock.stop();
  });

  it('never starts before a given time, and jumps ahead', () => {
    vi.useFakeTimers();
    const later = Date.now() + 1_000_000;
    const clock = realClock({notBefore: later});
    expect(clock.now()).toBe(later);
    const moments: number[] = [];
    clock.runAt(later + 500, () => moments.push(clock.now()));
    clock.advance(1000);
    expect(moments).toEqual([later + 500]);
    expect(clock.now()).toBe(later + 1000);
    clock.stop();
  });

  it('waits longer than the maximum of setTimeout', () => {
    vi.useFakeTimers();
    const clock = realClock();
    const run = vi.fn();
    clock.runAt(clock.now() + 2 ** 31 + 5000, run);
    vi.advanceTimersByTime(2 ** 31);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(6000);
    expect(run).toHaveBeenCalledOnce();
  });
});

it('formats timestamps without a time zone, and parses them with and without a time zone', () => {
  expect(formatTimestamp(Date.UTC(2026, 1, 3, 4, 5, 6, 789))).toBe('2026-02-03T04:05:06');
  for (const text of ['2026-02-03T04:05:06', '2026-02-03T04:05:06Z', '2026-02-03T05:05:06+01:00'])
    expect(parseTimestamp(text)).toBe(Date.UTC(2026, 1, 3, 4, 5, 6));
});

describe("a timestamp in the API's format", () => {
  it('equals the calendar date, regardless of the timestamps formatted before', () => {
    const moment = fc.date({noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31')});
    fc.assert(
      fc.property(fc.array(moment, {minLength: 1}), dates => {
        for (const date of dates) expect(formatTimestamp(date.getTime())).toBe(date.toISOString().slice(0, 19));
      }),
    );
  });

  it('throws a RangeError for an invalid time', () => expect(() => formatTimestamp(Number.NaN)).toThrow(RangeError));
});
