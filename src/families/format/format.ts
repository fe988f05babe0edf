/**
 * Values as people read them. Pure functions from text to text; an unreadable value gives `undefined`, never a guess.
 */

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365.25 * day;

const datePattern = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/;

/** Milliseconds since 1970. The API writes dates without a zone and means UTC (D1 §2.1). */
export function toMillis(date: string | null | undefined): number | undefined {
  const zone = typeof date === 'string' ? datePattern.exec(date.trim()) : null;
  if (!date || !zone) return undefined;
  const at = Date.parse(date.trim().replace(' ', 'T') + (zone[7] ? '' : 'Z'));
  return Number.isNaN(at) ? undefined : at;
}

/** "2026-03-01 14:05:09 UTC" */
export function utcTimestamp(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** The length of a time span in its largest whole unit: "12s", "2m", "9h", "41d", "3y". */
export function shortSpan(length: number): string {
  const size = Math.abs(length);
  if (size < minute) return `${Math.floor(size / second)}s`;
  if (size < hour) return `${Math.floor(size / minute)}m`;
  if (size < 2 * day) return `${Math.floor(size / hour)}h`;
  if (size < 2 * year) return `${Math.floor(size / day)}d`;
  return `${Math.floor(size / year)}y`;
}

/** A remaining time to the minute: "2h", also a second after it was set to 2 hours, "1h 42m", "41d". */
export function remainingSpan(length: number): string {
  const minutes = Math.round(length / minute);
  if (minutes < 60) return shortSpan(minutes === 0 ? length : minutes * minute);
  if (minutes >= (2 * day) / minute) return `${Math.round(length / day)}d`;
  const rest = minutes % 60;
  return rest === 0 ? `${minutes / 60}h` : `${Math.floor(minutes / 60)}h ${rest}m`;
}

/** The time since a given time: "3d". Clocks differ, so less than a minute in the future is "now". */
export function age(at: number, now: number): string {
  if (at > now && at - now < minute) return 'now';
  return at > now ? `in ${shortSpan(at - now)}` : shortSpan(now - at);
}

/** "3d ago", "in 2h", "now" */
export function ago(at: number, now: number): string {
  const text = age(at, now);
  return text === 'now' || at > now ? text : `${text} ago`;
}

/** Seconds as a clock: "0:14", "12:05", "1:02:03". */
export function clockDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = (n: number) => String(n).padStart(2, '0');
  const minutes = Math.floor(whole / 60) % 60;
  const hours = Math.floor(whole / 3600);
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

const durationPattern = /^(?:(\d{1,4}) days?, *)?(\d{1,4}):(\d{1,2}):(\d{1,2}(?:\.\d+)?)$/;

/** The seconds of a duration in the API's form: a number, or hours, minutes and seconds such as "0:2:51". */
export function parseSeconds(input: unknown): number | undefined {
  if (typeof input === 'number') return Number.isFinite(input) && input >= 0 ? input : undefined;
  const parts = typeof input === 'string' ? durationPattern.exec(input.trim()) : null;
  if (!parts) return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map(part => Number(part ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}

/** A duration of the API in the form of other durations. Unknown forms stay as received. */
export function clockText(input: string | number): string {
  const seconds = parseSeconds(input);
  return seconds === undefined ? String(input) : clockDuration(seconds);
}

/** A number with at most one decimal. */
const compactNumber = (value: number): number =>
  Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 10) / 10;

/** The text for a value that should be a number and isn't: rows keep the value that the API sent. */
const noNumber = '?';

function scaleText(value: number, units: readonly string[], step: number): string {
  if (!Number.isFinite(value)) return noNumber;
  let size = value;
  let unit = 0;
  // 1023.96 would round to "1024", so the next unit starts where this one would show that number.
  while (unit < units.length - 1 && Math.abs(compactNumber(size)) >= step) {
    size /= step;
    unit++;
  }
  return `${formatNumber(compactNumber(size))} ${units[unit]}`;
}

/** Memory and disks, which the API counts in MB of 1024 KB: "512 MB", "4 GB", "1.5 TB". */
export const megabytes = (value: number): string => scaleText(value, ['MB', 'GB', 'TB', 'PB'], 1024);
/** Volumes, which the API counts in GB of 1024 MB: "80 GB", "10 TB". */
export const gigabytes = (value: number): string => scaleText(value, ['GB', 'TB', 'PB'], 1024);
/** Traffic and objects: "0 bytes", "1.2 GB". */
export const bytes = (value: number): string => scaleText(value, ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB'], 1024);
/** Network transfer allotments, counted in thousands: "250 GB", "4 TB". */
export const allotment = (value: number): string => scaleText(value, ['GB', 'TB', 'PB'], 1000);
/** "40 Mbit/s", "4 Gbit/s" */
export const megabits = (value: number): string => scaleText(value, ['Mbit/s', 'Gbit/s', 'Tbit/s'], 1000);

export const percent = (value: number): string =>
  Number.isFinite(value) ? `${formatNumber(compactNumber(value))}%` : noNumber;

/** "1,410". Without Intl, whose data takes half as long to load as Node itself. */
export const formatNumber = (value: number | string): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

/** US dollars; prices below a cent keep their significant digits: "$12.00", "$0.0075". */
export function money(value: number): string {
  if (!Number.isFinite(value)) return noNumber;
  const size = Math.abs(value);
  const precise = size < 0.001 ? size.toFixed(6) : size.toFixed(4);
  const digits = size > 0 && size < 1 && Number(size.toFixed(2)) !== Number(precise) ? precise : size.toFixed(2);
  const [whole = '0', cents = '00'] = digits.split('.');
  return `${value < 0 ? '-' : ''}$${formatNumber(whole)}.${cents.replace(/(\d\d)0+$/, '$1')}`;
}
/** "$12.00/mo" */
export const monthly = (value: number): string => `${money(value)}/mo`;

const signedMonthly = (amount: number): string => `${amount > 0 ? '+' : ''}${monthly(amount)}`;

/** "+$4.00/mo", "+$20.00/mo now, up to $900.00/mo" */
export const costRangeText = (now: number, max = now): string =>
  max > now + 0.001 ? `${signedMonthly(now)} now, up to ${monthly(max)}` : signedMonthly(now);

/** "Cost: +$4.00/mo": the start of each sentence about the cost of a change. */
export const costText = (difference: number, max = difference): string => `Cost: ${costRangeText(difference, max)}`;
/** "$0.018/h" */
export const hourly = (value: number): string => `${money(value)}/h`;

/** A backup window as text: W10 is 10:00 to 12:00 UTC (D2 §2.2); other text is returned unchanged. */
export function backupWindow(window: string): string {
  const start = /^W(\d{1,2})$/.exec(window)?.[1];
  if (start === undefined || Number(start) > 22) return window;
  const clock = (hours: number) => `${String(hours % 24).padStart(2, '0')}:00`;
  return `${clock(Number(start))}–${clock(Number(start) + 2)} UTC`;
}

/** Identifiers as words: "shutting_down" → "shutting down". */
export const humanize = (name: string): string => name.replaceAll('_', ' ');

/** "us-east · 80 GB": joins the parts that exist. */
export const joinParts = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter(Boolean).join(' · ');

/** "1 Volume", "2,000 Volumes" */
export const countText = (n: number, singular: string, plural = `${singular}s`): string =>
  `${formatNumber(n)} ${n === 1 ? singular : plural}`;

/** Addresses that are not reachable from outside (RFC 1918). */
export const isPrivate = (address: string): boolean => /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(address);

let regionNames: Intl.DisplayNames | undefined;
const countries = new Map<string, string>();

/** The name of a country by its two letters; for unknown letters, the letters. */
export function countryName(code: string): string {
  const countryText = countries.get(code);
  if (countryText !== undefined) return countryText;
  regionNames ??= new Intl.DisplayNames(['en'], {type: 'region', fallback: 'code'});
  const name = /^[a-z]{2}$/i.test(code) ? (regionNames.of(code.toUpperCase()) ?? code) : code;
  // The world has a few hundred countries, so a longer list of codes is not worth caching.
  if (countries.size < 1000) countries.set(code, name);
  return name;
}

/** The title of an action without its ellipsis, which only shows that a form follows. */
export const withoutEllipsis = (title: string): string => title.replace(/…$/, '');
