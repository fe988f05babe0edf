/** Time and turns of the event loop, injected everywhere so that tests control them. */
import {type Clock as ClientClock, systemClock} from '../../client/core/clock.ts';
import {yieldTurn} from '../../client/core/cooperative-yield.ts';

export interface Clock extends ClientClock {
  /** Yields to keys, paints and sockets. */
  yieldToLoop(): Promise<void>;
}

/**
 * The age of data from the time `at`, milliseconds. Infinite without a time or with one in the future, because the
 * clock was set back.
 */
export const ageMs = (at: number | undefined, now: number): number =>
  at === undefined || at > now ? Number.POSITIVE_INFINITY : now - at;

export const realClock: Clock = {
  ...systemClock,
  yieldToLoop: yieldTurn,
};

export interface DisposableClock extends Clock {
  /** Cancels all scheduled timers and ignores later ones. */
  dispose(): void;
}

/** A clock for a part of the program that ends as a whole: no timer outlives it, so none delays the program's end. */
export function createDisposableClock(clock: Clock): DisposableClock {
  const scheduled = new Set<() => void>();
  let isDisposed = false;
  return {
    now: clock.now,
    monotonic: clock.monotonic,
    schedule(milliseconds, run) {
      if (isDisposed) return () => {};
      const stop = () => {
        scheduled.delete(stop);
        cancel();
      };
      const cancel = clock.schedule(milliseconds, () => {
        scheduled.delete(stop);
        run();
      });
      scheduled.add(stop);
      return stop;
    },
    yieldToLoop: clock.yieldToLoop,
    dispose() {
      isDisposed = true;
      for (const stop of scheduled) stop();
    },
  };
}

export interface ManualClock extends Clock {
  /** Advances the time; due timers run in order, each with all its consequences. */
  advance(milliseconds: number): Promise<void>;
  /** Runs all work that waits only for its turn. */
  settle(): Promise<void>;
  /** Sets the time without running timers, as a change of the system clock or a sleeping machine does. */
  jumpBy(by: number): void;
  /** The number of active timers. */
  readonly timers: number;
  /** The number of times that code yielded to the event loop. */
  readonly yields: number;
}

/** A clock that advances only on command, for tests. */
export function manualClock(start = Date.UTC(2026, 0, 15, 12)): ManualClock {
  const timers: {readonly at: number; readonly run: () => void}[] = [];
  /** The elapsed time that timers use. */
  let elapsedMs = 0;
  let offset = start;
  let yields = 0;
  // One turn of the loop runs every microtask; a few turns cover chains of them.
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
