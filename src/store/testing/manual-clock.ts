/** A clock for tests. */
import type {Clock} from '../core/clock.ts';

export interface ManualClock extends Clock {
  /** Advances the time; due timers run in order, each with all its consequences. */
  advance(milliseconds: number): Promise<void>;
  /** Runs all work that only waits for its turn of the event loop. */
  settle(): Promise<void>;
  /** Sets the time without running timers, as setting the system clock or a sleeping machine does. */
  jumpBy(by: number): void;
  /** The number of active timers. */
  readonly timers: number;
  /** The number of times that code yielded to the event loop. */
  readonly yields: number;
}

/** A clock that advances only on command. */
export function manualClock(start = Date.UTC(2026, 0, 15, 12)): ManualClock {
  const timers: {readonly at: number; readonly run: () => void}[] = [];
  /** The elapsed time that timers use. */
  let elapsedMs = 0;
  let offset = start;
  let yields = 0;
  // One turn of the event loop runs every microtask; a few turns are enough for chains of them.
  const settle = async () => {
    for (let turn = 0; turn < 3; turn++) await new Promise(resolve => setImmediate(resolve));
  };
  return {
    now: () => offset + elapsedMs,
    monotonic: () => elapsedMs,
    schedule(milliseconds, run) {
      const timer = {at: elapsedMs + Math.max(0, milliseconds), run};
      const index = timers.findIndex(other => other.at > timer.at);
      timers.splice(index < 0 ? timers.length : index, 0, timer);
      return () => {
        const at = timers.indexOf(timer);
        if (at >= 0) timers.splice(at, 1);
      };
    },
    yieldToLoop() {
      yields++;
      return Promise.resolve();
    },
    async advance(milliseconds) {
      const end = elapsedMs + milliseconds;
      await settle();
      for (let timer = timers[0]; timer && timer.at <= end; timer = timers[0]) {
        timers.shift();
        elapsedMs = Math.max(elapsedMs, timer.at);
        timer.run();
        await settle();
      }
      elapsedMs = end;
    },
    settle,
    jumpBy(by) {
      offset += by;
    },
    get timers() {
      return timers.length;
    },
    get yields() {
      return yields;
    },
  };
}
