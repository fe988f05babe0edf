/** A clock for commands that wait. */
import type {Clock} from '../../src/store/core/clock.ts';
import {manualClock} from '../../src/store/testing/manual-clock.ts';

/** Longer pauses are deadlines of requests, which would pass at once: they never end. */
const maxLeapMs = 60_000;

/**
 * A clock on which a wait takes no real time.
 * @param pass advances the account by the length of the wait, in seconds
 */
export function leapingClock(pass: (seconds: number) => void): Clock {
  const clock = manualClock();
  return {
    ...clock,
    schedule(milliseconds, work) {
      if (milliseconds > maxLeapMs) return () => {};
      const turn = setImmediate(() => {
        pass(milliseconds / 1000);
        void clock.advance(milliseconds);
        work();
      });
      return () => clearImmediate(turn);
    },
  };
}
