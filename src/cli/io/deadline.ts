/** Waiting on a clock, with a timeout. */
import {parseDurationText} from '../../platform/text/duration.ts';
import type {Clock} from '../../store/core/clock.ts';
import type {ReadonlyStore} from '../../store/core/traced-store.ts';
import {UsageError} from './command-errors.ts';

/**
 * Parses `90s`, `5m`, `1h`, `2d`; a number without a unit is seconds. Returns milliseconds.
 * @throws UsageError
 */
export function parseDuration(text: string): number {
  const durationMs = parseDurationText(text);
  if (durationMs === undefined) throw new UsageError(`Invalid duration "${text}". Examples: 90s, 5m, 1h, 2d.`);
  return durationMs;
}

/** The first value that passes the test; undefined after a timeout. */
export function until<T>(
  source: ReadonlyStore<T>,
  test: (value: T) => boolean,
  limit?: {readonly clock: Clock; readonly milliseconds: number},
): Promise<T | undefined> {
  return new Promise(resolve => {
    const end = (value: T | undefined) => {
      stop();
      cancel?.();
      resolve(value);
    };
    const check = () => {
      const value = source.getState();
      if (test(value)) end(value);
    };
    const stop = source.subscribe(check);
    const cancel = limit?.clock.schedule(Math.max(0, limit.milliseconds), () => end(undefined));
    check();
  });
}
