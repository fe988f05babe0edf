import {expect, test} from 'vitest';
import {parseLimitHeaders, parseRetryAfter, serverDate} from './response-headers.ts';

const now = Date.UTC(2026, 0, 15, 12);
const date = 'Thu, 15 Jan 2026 12:00:00 GMT';

test('Retry-After is read in seconds and as a date', () => {
  expect(parseRetryAfter({'retry-after': '7'}, now)).toBe(7000);
  expect(parseRetryAfter({'retry-after': 'Thu, 15 Jan 2026 12:00:30 GMT'}, now)).toBe(30_000);
  expect(parseRetryAfter({}, now)).toBeUndefined();
  expect(parseRetryAfter({'retry-after': 'soon'}, now)).toBeUndefined();
  expect(parseRetryAfter({'retry-after': '-5'}, now)).toBeUndefined();
});

test('dates are measured on the server’s clock, regardless of the local clock', () => {
  const headers = {date, 'retry-after': 'Thu, 15 Jan 2026 12:00:30 GMT'};
  expect(parseRetryAfter(headers, now + 5 * 3_600_000)).toBe(30_000);
  expect(serverDate(headers)).toBe(now);
  const reset = {date, 'x-ratelimit-reset': String(now / 1000 + 60)};
  expect(parseLimitHeaders(reset, now - 3_600_000).renewsInMs).toBe(61_000);
});

test('Retry-After with a date in the past means no wait', () => {
  expect(parseRetryAfter({'retry-after': 'Thu, 15 Jan 2026 11:00:00 GMT'}, now)).toBe(0);
});

test('the rate limit reset may be a time or a number of seconds', () => {
  expect(parseLimitHeaders({'x-ratelimit-reset': '45'}, now).renewsInMs).toBe(45_000);
  expect(parseLimitHeaders({'x-ratelimit-reset': String(now / 1000 + 45)}, now).renewsInMs).toBe(46_000);
});

test('invalid rate limit headers are ignored', () => {
  const empty = {limit: undefined, remaining: undefined, renewsInMs: undefined};
  expect(parseLimitHeaders({}, now)).toStrictEqual(empty);
  expect(
    parseLimitHeaders({'x-ratelimit-limit': 'many', 'x-ratelimit-remaining': '-1', 'x-ratelimit-reset': 'NaN'}, now),
  ).toStrictEqual(empty);
  expect(parseLimitHeaders({'x-ratelimit-limit': '0'}, now).limit).toBeUndefined();
});

test('the first of several equal headers counts', () => {
  expect(parseLimitHeaders({'x-ratelimit-limit': ['20', '99']}, now).limit).toBe(20);
});
