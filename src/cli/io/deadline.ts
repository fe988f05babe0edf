/** Waiting on a clock, for so long and no longer. */
import type {Clock} from '../../store/core/clock.ts';
import type {Source} from '../../store/session/session.ts';
import {UsageError} from './open-account.ts';

const unitMs: Readonly<Record<string, number>> = {ms: 1, s: 1000, m: 60_000, h: 3_600_000};

/** `90s`, `5m`, `1h`; seconds without a unit. Milliseconds. @throws Usage */
export function parseDuration(text: string): number {
  const [, count, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text.trim()) ?? [];
  if (count === undefined) throw new UsageError(`Invalid duration "${text}". Examples: 90s, 5m, 1h.`);
  return Number(count) * (unitMs[unit] ?? 1000);
}

/** The first value that passes; undefined when none did in this time. */
export function until<T>(
  source: Source<T>,
  test: (value: T) => boolean,
  limit?: {readonly clock: Clock; readonly milliseconds: number},
): Promise<T | undefined> {
  return new Promise(resolve => {
    const end = (value: T | undefined) => {
      stop();
      cancel?.();
      resolve(value);
    };
    const look = () => {
      const value = source.get();
      if (test(value)) end(value);
    };
    const stop = source.subscribe(look);
    const cancel = limit?.clock.schedule(Math.max(0, limit.milliseconds), () => end(undefined));
    look();
  });
}
