/** Valid TTLs and intervals of a domain and its records; the API rounds values between them (D2 §2.9). */
import type {Cell} from '../format/cells.ts';
import {countText} from '../format/format.ts';

/** Values in seconds. */
export const ttlValues = [
  300, 3600, 7200, 14400, 28800, 57600, 86400, 172800, 345600, 604800, 1209600, 2419200,
] as const;

const units = [
  ['week', 604800],
  ['day', 86400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** "5 minutes", "2 weeks": in the largest unit without a remainder. */
export function ttlText(seconds: number): string {
  const [unit, size] = units.find(([, length]) => seconds >= length && seconds % length === 0) ?? ['second', 1];
  return countText(seconds / size, unit);
}

/** The meaning of 0, by field (D2 §2.9). */
export const defaultTtls = {expire_sec: 1209600, refresh_sec: 14400, retry_sec: 14400, ttl_sec: 86400} as const;

/** "1 day  by default": for 0 the service uses its default. */
export const ttlCell = (
  seconds: number | undefined,
  byDefault: number,
  suffix = 'by default',
): Cell | readonly Cell[] =>
  seconds === 0
    ? [ttlText(byDefault), {text: suffix, tone: 'dim'}]
    : typeof seconds === 'number' && Number.isFinite(seconds)
      ? ttlText(seconds)
      : {text: '?', tone: 'unknown'};

const ttlLabels = Object.fromEntries(ttlValues.map(seconds => [seconds, ttlText(seconds)]));

/** A choice of times, for a field in which 0 means a default. */
export const ttlChoice = (title: string, field: keyof typeof defaultTtls) =>
  ({
    title,
    input: 'choice',
    values: [0, ...ttlValues],
    labels: {...ttlLabels, 0: `by default: ${ttlText(defaultTtls[field])}`},
  }) as const;

/**
 * A choice of times without a default.
 * @param none text for an existing 0, which can't be chosen again
 */
export const ttlChoiceWithoutDefault = (title: string, help: string, none: string) =>
  ({title, help, input: 'choice', values: ttlValues, labels: ttlLabels, otherLabels: {0: none}}) as const;

/** The time that the API stores for a requested one; 0 stays 0, the domain's TTL. */
export const nearestTtl = (seconds: number): number =>
  seconds <= 0
    ? 0
    : ttlValues.reduce<number>(
        (best, ttl) => (Math.abs(ttl - seconds) < Math.abs(best - seconds) ? ttl : best),
        ttlValues[0],
      );
