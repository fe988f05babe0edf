import {expect, test} from 'vitest';
import {announced, retryAfter, serverDate} from './headers.ts';

const now = Date.UTC(2026, 0, 15, 12);
const date = 'Thu, 15 Jan 2026 12:00:00 GMT';

test('Retry-After is read in seconds and as a date', () => {
  expect(retryAfter({'retry-after': '7'}, now)).toBe(7000);
  expect(retryAfter({'retry-after': 'Thu, 15 Jan 2026 12:00:30 GMT'}, now)).toBe(30_000);
  expect(retryAfter({}, now)).toBeUndefined();
  expect(retryAfter({'retry-after': 'soon'}, now)).toBeUndefined();
  expect(retryAfter({'retry-after': '-5'}, now)).toBeUndefined();
});

test('dates are measured on the server’s clock, however far off ours is', () => {
  const headers = {date, 'retry-after': 'Thu, 15 Jan 2026 12:00:30 GMT'};
  expect(retryAfter(headers, now + 5 * 3_600_000)).toBe(30_000);
  expect(serverDate(headers)).toBe(now);
  const reset = {date, 'x-ratelimit-reset': String(now / 1000 + 60)};
  expect(announced(reset, now - 3_600_000).renews).toBe(61_000);
});

test('a date in the past asks for no wait', () => {
  expect(retryAfter({'retry-after': 'Thu, 15 Jan 2026 11:00:00 GMT'}, now)).toBe(0);
});

test('the reset may be a moment or a number of seconds', () => {
  expect(announced({'x-ratelimit-reset': '45'}, now).renews).toBe(45_000);
  expect(announced({'x-ratelimit-reset': String(now / 1000 + 45)}, now).renews).toBe(46_000);
});

test('nonsense announces nothing', () => {
  const nothing = {limit: undefined, remaining: undefined, renews: undefined};
  expect(announced({}, now)).toEqual(nothing);
  expect(
    announced({'x-ratelimit-limit': 'many', 'x-ratelimit-remaining': '-1', 'x-ratelimit-reset': 'NaN'}, now),
  ).toEqual(nothing);
  expect(announced({'x-ratelimit-limit': '0'}, now).limit).toBeUndefined();
});

test('of a repeated header the first one counts', () => {
  expect(announced({'x-ratelimit-limit': ['20', '99']}, now).limit).toBe(20);
});
