/** Past instants as users type them; times without a zone are UTC, as Skydeck shows them. */
import {durationUnitMs, parseDurationText} from '../../platform/text/duration.ts';

const dayMs = durationUnitMs.d;

export const instantExamples = "2h ago, 15:00, 'yesterday 15:00', 2026-11-26 or 2026-11-26T15:00:00Z";

/** `14h`, `90m`, `2d`, also with "ago"; milliseconds. Undefined for any other text. */
export function parseSpan(text: string): number | undefined {
  const [, count, unit] = /^(\d+(?:\.\d+)?)\s*(mo|[smhdwy])(?:\s+ago)?$/.exec(text.trim().toLowerCase()) ?? [];
  return count === undefined ? undefined : parseDurationText(`${count}${unit}`);
}

/** @returns milliseconds since 1970, or the reason why the text isn't a past instant */
export function parseInstant(text: string, now: number): number | {readonly refused: string} {
  const at = instantOf(text.trim().toLowerCase(), now);
  if (at === undefined || Number.isNaN(at)) return {refused: `"${text}" isn’t a time. Examples: ${instantExamples}`};
  return at > now ? {refused: `"${text}" is in the future. Times without a zone are UTC`} : at;
}

function instantOf(text: string, now: number): number | undefined {
  if (text === 'now') return now;
  const span = parseSpan(text);
  if (span !== undefined) return now - span;
  const today = Math.floor(now / dayMs) * dayMs;
  const [, day, clock] = /^(today|yesterday)?\s*(\d{1,2}:\d{2}(?::\d{2})?)?$/.exec(text) ?? [];
  if (day !== undefined || clock !== undefined) {
    const time = clock === undefined ? 0 : timeOfDay(clock);
    return time === undefined ? undefined : today - (day === 'yesterday' ? dayMs : 0) + time;
  }
  return dateTime(text);
}

/** `15:00` and `15:00:30`, milliseconds since midnight. */
function timeOfDay(clock: string): number | undefined {
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number);
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined;
  return ((hours * 60 + minutes) * 60 + seconds) * 1000;
}

function dateTime(text: string): number | undefined {
  const pattern = /^(\d{4}-\d{2}-\d{2})(?:[t ]+(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)\s*(z|utc|[+-]\d{2}:?\d{2})?)?$/;
  const [, date, time = '00:00', zone = 'z'] = pattern.exec(text) ?? [];
  if (date === undefined) return undefined;
  const at = Date.parse(`${date}T${time}${zone === 'utc' ? 'Z' : zone.toUpperCase()}`);
  // If the month doesn't have the day, the result is another day.
  const midnight = Date.parse(`${date}T00:00Z`);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(date) ? at : undefined;
}
