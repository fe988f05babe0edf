/** A clock for commands that wait. */
import type {Clock} from '../../src/store/core/clock.ts';
import {manualClock} from '../../src/store/testing/manual-clock.ts';

export interface LeapingClockOptions {
  /** Longer pauses are deadlines of requests, which would pass at once: they never end. Default: a minute. */
  readonly maxLeapMs?: number;
  /** Milliseconds by which each wait sets the time of day. */
  readonly setByMs?: number;
}

/**
 * A clock on which a wait takes no real time.
 * @param pass advances the account by the length of the wait, in seconds
 */
export function leapingClock(
  pass: (seconds: number) => void,
  {maxLeapMs = 60_000, setByMs = 0}: LeapingClockOptions = {},
): Clock {
  const clock = manualClock();
  return {
    ...clock,
    schedule(milliseconds, work) {
      if (milliseconds > maxLeapMs) return () => {};
      const turn = setImmediate(() => {
        pass(milliseconds / 1000);
        void clock.advance(milliseconds);
        clock.jumpBy(setByMs);
        work();
      });
      return () => clearImmediate(turn);
    },
  };
}
