/** Time and limits in response headers. The documents promise none of them, so all of them are optional. */

/** Header names in lower case. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

export function header(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

const parseCount = (text: string | undefined): number | undefined => {
  if (text === undefined || !/^\s*\d{1,15}(\.\d+)?\s*$/.test(text)) return undefined;
  return Math.floor(Number(text));
};

/** The server's clock, milliseconds since 1970; whole seconds. */
export function serverDate(headers: Headers): number | undefined {
  const parsed = Date.parse(header(headers, 'date') ?? '');
  return Number.isNaN(parsed) ? undefined : parsed;
}

/** Milliseconds to wait, from `Retry-After` in seconds or as a date. */
export function parseRetryAfter(headers: Headers, now: number): number | undefined {
  const text = header(headers, 'retry-after');
  const seconds = parseCount(text);
  if (seconds !== undefined) return seconds * 1000;
  // Date.parse accepts almost anything as a date; HTTP dates start with a weekday.
  const date = /^[A-Z][a-z]{2}/.test(text ?? '') ? Date.parse(text ?? '') : Number.NaN;
  // Measured on the server's clock, if it sends its time: ours may be hours off.
  return Number.isNaN(date) ? undefined : Math.max(0, date - (serverDate(headers) ?? now));
}

/** Rate limit that a server announces for a request. */
export interface LimitHeaders {
  readonly limit: number | undefined;
  readonly remaining: number | undefined;
  /** Milliseconds from now until the window renews. */
  readonly renewsInMs: number | undefined;
}

export function parseLimitHeaders(headers: Headers, now: number): LimitHeaders {
  const reset = parseCount(header(headers, 'x-ratelimit-reset'));
  const limit = parseCount(header(headers, 'x-ratelimit-limit'));
  return {
    // A limit of 0 would lock the client out forever.
    limit: limit === 0 ? undefined : limit,
    remaining: parseCount(header(headers, 'x-ratelimit-remaining')),
    renewsInMs: reset === undefined ? undefined : msUntilReset(reset, serverDate(headers) ?? now),
  };
}

function msUntilReset(reset: number, serverNow: number): number {
  // Some servers count seconds from now, most give the time in epoch seconds.
  if (reset < 1e9) return reset * 1000;
  // Both sides are cut to whole seconds: a second more is the price of never being early.
  return Math.max(0, reset * 1000 - serverNow + 1000);
}
