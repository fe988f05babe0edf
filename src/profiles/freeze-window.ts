/**
 * Freeze windows: times without changes, each week or between two dates. They are compared with the local time of
 * their time zone, so that 18:00 is 18:00 on both sides of a change to summer time.
 */

export interface FreezeWindow {
  /** Minutes since Monday 00:00 for each week; `2026-12-24 18:00` for a single window. */
  readonly from: number | string;
  /** The first moment after the window. */
  readonly to: number | string;
  readonly timeZone: string;
  /** Both times as text, as in the settings. */
  readonly written: {readonly from: string; readonly to: string};
}

const days: readonly string[] = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const minutesPerDay = 24 * 60;

const weeklyPattern = /^(mon|tue|wed|thu|fri|sat|sun)([a-z]*) ([01]\d|2[0-3]):([0-5]\d)$/i;
const datePattern = /^(\d{4})-(\d{2})-(\d{2})(?: ([01]\d|2[0-3]):([0-5]\d))?$/;
const restsOfDays = ['', 'day', 'sday', 'nesday', 'rsday', 'urday'];

/** The reason why a text isn't a time zone of this machine's list. */
export function timeZoneProblem(zone: string): string | undefined {
  try {
    new Intl.DateTimeFormat('en', {timeZone: zone});
    return undefined;
  } catch {
    return 'must be a time zone, such as Europe/Berlin or UTC';
  }
}

/** @param isEnd true to end a date without a time with its day */
function parseMoment(text: string, {isEnd}: {isEnd: boolean}): number | string | undefined {
  const weekly = weeklyPattern.exec(text);
  if (weekly && restsOfDays.includes(weekly[2]?.toLowerCase() ?? '')) {
    const [, day = '', , hour, minute] = weekly;
    const index = days.findIndex(name => name.toLowerCase() === day.toLowerCase());
    return index * minutesPerDay + Number(hour) * 60 + Number(minute);
  }
  const date = datePattern.exec(text);
  if (!date) return undefined;
  const [, year, month, day, hour, minute] = date.map(Number);
  const moment = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day));
  const isReal = moment.getUTCMonth() + 1 === month && moment.getUTCDate() === day;
  if (!isReal) return undefined;
  if (date[4] !== undefined) moment.setUTCHours(hour ?? 0, minute);
  else if (isEnd) moment.setUTCDate((day ?? 0) + 1);
  return moment.toISOString().slice(0, 16).replace('T', ' ');
}

const momentWords = 'must be a day and a time, such as Fri 18:00, or a date, such as 2026-12-24 or 2026-12-24 18:00';

interface FreezeProblem {
  readonly field: 'from' | 'to';
  readonly message: string;
}

export function freezeProblem(from: string, to: string): FreezeProblem | undefined {
  const [start, end] = [parseMoment(from, {isEnd: false}), parseMoment(to, {isEnd: true})];
  if (start === undefined) return {field: 'from', message: momentWords};
  if (end === undefined) return {field: 'to', message: momentWords};
  if (typeof start !== typeof end) return {field: 'to', message: `must be ${kindOf(start)}, as from is`};
  if (start === end) return {field: 'to', message: 'must differ from from'};
  return typeof start === 'string' && end < start ? {field: 'to', message: 'must be after from'} : undefined;
}

const kindOf = (moment: number | string): string => (typeof moment === 'number' ? 'a day of the week' : 'a date');

/** Undefined for a window that `freezeProblem` or `timeZoneProblem` refuses. */
export function parseFreeze(from: string, to: string, timeZone: string): FreezeWindow | undefined {
  const [start, end] = [parseMoment(from, {isEnd: false}), parseMoment(to, {isEnd: true})];
  if (start === undefined || end === undefined || freezeProblem(from, to) || timeZoneProblem(timeZone))
    return undefined;
  return {from: start, to: end, timeZone, written: {from, to}};
}

/** "from Fri 18:00 to Mon 08:00 Europe/Berlin" */
export const freezeText = ({written: {from, to}, timeZone}: FreezeWindow): string =>
  `from ${from} to ${to} ${timeZone}`;

/** "Mon 08:00 Europe/Berlin", "the end of 2026-12-27 UTC" */
export const freezeEndText = ({written: {to}, timeZone}: FreezeWindow): string =>
  `${/^[\d-]+$/.test(to) ? 'the end of ' : ''}${to} ${timeZone}`;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The local time of a time zone: `Thu`, and `2026-12-24 18:00`. */
function wallClock(now: number, timeZone: string): {readonly day: string; readonly text: string} {
  let format = formats.get(timeZone);
  if (!format) {
    const digits = '2-digit';
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      weekday: 'short',
      year: 'numeric',
      month: digits,
      day: digits,
      hour: digits,
      minute: digits,
    });
    formats.set(timeZone, format);
  }
  const parts = new Map(format.formatToParts(now).map(({type, value}) => [type, value]));
  const part = (name: Intl.DateTimeFormatPartTypes): string => parts.get(name) ?? '';
  return {
    day: part('weekday'),
    text: `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`,
  };
}

/** True if changes are frozen at this time. @param now milliseconds since 1970 */
export function isFrozen({from, to, timeZone}: FreezeWindow, now: number): boolean {
  const {day, text} = wallClock(now, timeZone);
  if (typeof from === 'string' || typeof to === 'string') return String(from) <= text && text < String(to);
  const [hour, minute] = text.slice(11).split(':').map(Number);
  const moment = days.indexOf(day) * minutesPerDay + (hour ?? 0) * 60 + (minute ?? 0);
  return from < to ? from <= moment && moment < to : from <= moment || moment < to;
}
