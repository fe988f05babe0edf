/** Dates as users type them in forms: as in filters, a date alone or a duration from now. */
import {toMillis, utcTimestamp} from './format.ts';
import {quantities} from './quantities.ts';

/** The direction in which a duration counts from now. */
type Direction = 'future' | 'past';

/** The form of the API's dates, which are sent as they were typed. */
const wholeDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;
const maxYear = 9999;

/** "2026-12-28T00:00:00" for "2026-12-28", or for "30d" at the time `now`; other texts are returned unchanged. */
export function withTime(text: string, now: number, direction: Direction): string {
  const {from, isSpan} = wholeDate.test(text) ? {} : (quantities.deadline.parse(text, {isShown: false}) ?? {});
  if (from === undefined) return text;
  const isPast = text.trim().endsWith(' ago') || (direction === 'past' && !text.trim().startsWith('in '));
  const at = new Date(isSpan === true ? now + (isPast ? -from : from) : from);
  return Number.isNaN(at.getTime()) || at.getUTCFullYear() > maxYear ? text : at.toISOString().slice(0, 19);
}

/** The instant that a typed text means; undefined for a date that is sent as it was typed. */
export function typedDateNote(text: unknown, now: number, direction: Direction): string | undefined {
  if (typeof text !== 'string') return undefined;
  const date = withTime(text, now, direction);
  const at = date === text ? undefined : toMillis(date);
  return at === undefined ? undefined : utcTimestamp(at);
}
