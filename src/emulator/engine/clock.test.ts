import fc from 'fast-check';
import {afterEach, describe, expect, it, vi} from 'vitest';
import {manualClock, minutes, realClock, stamp, unstamp} from './clock.ts';

describe('a manual clock', () => {
  it('runs what falls due in its order, each at its own time', () => {
    const clock = manualClock(0);
    const ran: [string, number][] = [];
    const note = (name: string) => () => ran.push([name, clock.now()]);
    clock.at(300, note('late'));
    clock.at(100, note('first'));
    clock.at(100, note('second'));
    clock.at(200, () => clock.at(250, note('inserted')));
    clock.advance(299);
    expect(ran).toEqual([
      ['first', 100],
      ['second', 100],
      ['inserted', 250],
    ]);
    expect(clock.now()).toBe(299);
    clock.advance(1);
    expect(ran.at(-1)).toEqual(['late', 300]);
  });

  it('forgets what was called off', () => {
    const clock = manualClock(0);
    const run = vi.fn();
    clock.at(10, run)();
    clock.advance(20);
    expect(run).not.toHaveBeenCalled();
  });
});

describe('a real clock', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('goes on where something that falls due fails', () => {
    vi.useFakeTimers();
    const clock = realClock();
    const begun = clock.now();
    clock.at(begun + 10, () => {
      throw new Error('the disk is full');
    });
    expect(() => clock.advance(1000)).toThrow('the disk is full');
    expect(clock.now()).toBe(begun + 1000);
    vi.advanceTimersByTime(500);
    expect(clock.now()).toBe(begun + 1500);
  });

  it('runs faster when asked', () => {
    vi.useFakeTimers();
    const clock = realClock({speed: 60});
    const start = clock.now();
    const run = vi.fn();
    clock.at(start + minutes, run);
    vi.advanceTimersByTime(900);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(150);
    expect(run).toHaveBeenCalledOnce();
    expect(clock.now() - start).toBeGreaterThanOrEqual(minutes);
    clock.stop();
  });

  it('never begins before a given moment, and jumps ahead', () => {
    vi.useFakeTimers();
    const later = Date.now() + 1_000_000;
    const clock = realClock({notBefore: later});
    expect(clock.now()).toBe(later);
    const moments: number[] = [];
    clock.at(later + 500, () => moments.push(clock.now()));
    clock.advance(1000);
    expect(moments).toEqual([later + 500]);
    expect(clock.now()).toBe(later + 1000);
    clock.stop();
  });

  it('waits longer than a timeout can', () => {
    vi.useFakeTimers();
    const clock = realClock();
    const run = vi.fn();
    clock.at(clock.now() + 2 ** 31 + 5000, run);
    vi.advanceTimersByTime(2 ** 31);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(6000);
    expect(run).toHaveBeenCalledOnce();
  });
});

it('writes moments as the wire does, and reads them with and without a zone', () => {
  expect(stamp(Date.UTC(2026, 1, 3, 4, 5, 6, 789))).toBe('2026-02-03T04:05:06');
  for (const text of ['2026-02-03T04:05:06', '2026-02-03T04:05:06Z', '2026-02-03T05:05:06+01:00'])
    expect(unstamp(text)).toBe(Date.UTC(2026, 1, 3, 4, 5, 6));
});

describe('a moment as the wire writes it', () => {
  it('is that of the calendar, whichever was written before', () => {
    const moment = fc.date({noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31')});
    fc.assert(
      fc.property(fc.array(moment, {minLength: 1}), dates => {
        for (const date of dates) expect(stamp(date.getTime())).toBe(date.toISOString().slice(0, 19));
      }),
    );
  });

  it('does not exist for what is none', () => expect(() => stamp(Number.NaN)).toThrow(RangeError));
});
