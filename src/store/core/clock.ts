/** Time and turns of the event loop, injected so that tests control them. */
import {type ClientClock, systemClock} from '../../client/core/clock.ts';
import {yieldTurn} from '../../client/core/cooperative-yield.ts';

export interface Clock extends ClientClock {
  /** Yields to key presses, paints and sockets. */
  yieldToLoop(): Promise<void>;
}

/**
 * The age of data from the time `at`, milliseconds. Infinite without a time, or with a future time, because the clock
 * was set back.
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

/** A clock for a part of the program that ends as a whole: no timer outlives the part and delays the program's end. */
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
