/** One clock for the store, the client and the emulator. It stands still until a test advances it. */
import type {EmulatedClock} from '../../src/emulator/engine/time/clock.ts';
import type {Clock} from '../../src/store/core/clock.ts';

export interface SharedClock extends Clock {
  /** The same clock, as the emulator takes it. */
  readonly emulator: EmulatedClock;
  /** Timers that are set. */
  readonly timers: number;
  /**
   * Lets time pass. Each timer runs at its own time, and `settle` follows each of them.
   * @param settle resolves when everything that a timer started is done
   */
  advance(milliseconds: number, settle: () => Promise<void>): Promise<void>;
  /** Lets time pass until the next timer runs; time stands still if no timer is set. */
  advanceToNext(settle: () => Promise<void>): Promise<void>;
  /** Sets the time of day. No timer runs: a person set the clock, or the machine slept. */
  jumpBy(milliseconds: number): void;
}

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** A Saturday at noon: no test depends on the day it runs on. */
export const testStart = Date.UTC(2026, 2, 14, 12);

export function sharedClock(start = testStart): SharedClock {
  const timers: Timer[] = [];
  let elapsedMs = 0;
  let offsetMs = start;

  const add = (timer: Timer): (() => void) => {
    // Timers of equal times keep the order in which they were set.
    const index = timers.findIndex(other => other.at > timer.at);
    timers.splice(index < 0 ? timers.length : index, 0, timer);
    return () => {
      const at = timers.indexOf(timer);
      if (at >= 0) timers.splice(at, 1);
    };
  };
  const takeUntil = (end: number): Timer | undefined => {
    const [first] = timers;
    return first && first.at <= end ? timers.shift() : undefined;
  };
  /** The emulator's own jumps, which run their timers at once. */
  const jump = (milliseconds: number): void => {
    const end = elapsedMs + milliseconds;
    for (let due = takeUntil(end); due; due = takeUntil(end)) {
      elapsedMs = Math.max(elapsedMs, due.at);
      due.run();
    }
    elapsedMs = end;
  };

  const emulator: EmulatedClock = {
    now: () => start + elapsedMs,
    advanceTarget: () => start + elapsedMs,
    speed: 1,
    runAt: (time, run) => add({at: time - start, run}),
    advance: jump,
    async advanceInTurns(milliseconds) {
      jump(milliseconds);
      return true;
    },
    stop() {},
  };

  const runTimer = async (due: Timer, settle: () => Promise<void>): Promise<void> => {
    elapsedMs = Math.max(elapsedMs, due.at);
    due.run();
    await settle();
  };

  return {
    now: () => offsetMs + elapsedMs,
    monotonic: () => elapsedMs,
    schedule: (milliseconds, run) => add({at: elapsedMs + Math.max(0, milliseconds), run}),
    yieldToLoop: () => new Promise(resolve => setImmediate(resolve)),
    emulator,
    get timers() {
      return timers.length;
    },
    async advance(milliseconds, settle) {
      const end = elapsedMs + milliseconds;
      await settle();
      for (let due = takeUntil(end); due; due = takeUntil(end)) await runTimer(due, settle);
      elapsedMs = end;
      await settle();
    },
    async advanceToNext(settle) {
      const due = takeUntil(Number.POSITIVE_INFINITY);
      if (due) await runTimer(due, settle);
    },
    jumpBy(milliseconds) {
      offsetMs += milliseconds;
    },
  };
}
