import {describe, expect, it, vi} from 'vitest';
import {
  Cancelled,
  Misread,
  ReadOnly,
  Rejected,
  Throttled,
  Unauthorised,
  Unreachable,
} from '../../client/core/errors.ts';
import {clientFailure, isNotFound, isOutcomeUnknown, isTransient, toFailure} from './failure-text.ts';

const rejected = new Rejected([{field: 'label', reason: 'is taken'}], {status: 400});

/** Every failure that a command may end with. */
const failures = [
  ...(['dns', 'refused', 'network', 'timeout', 'reset', 'server', 'proxy', 'tls', 'not-api', 'redirect'] as const).map(
    reason => new Unreachable(reason, 'api.example.com failed.'),
  ),
  new Throttled(5000),
  new Misread('', 'not valid JSON'),
  new Misread('data', 'there is no list'),
];

it('bug: commands that ended promise that they try again, or that a log has the answer', () => {
  for (const failure of failures)
    expect(toFailure(failure).words).not.toMatch(/again|by itself|goes on|\blog\b|retr(?:y|ies)/i);
});

describe('a failure in words', () => {
  it.each([
    [rejected, 'label: is taken'],
    [new Rejected([{field: null, reason: 'Not found'}], {status: 404}), 'Not found. It may be deleted.'],
    [
      new Unreachable('dns', 'Can’t resolve api.example.com (ENOTFOUND).'),
      'Can’t resolve api.example.com (ENOTFOUND). Check the base URL of the profile and your network.',
    ],
    [
      new Unauthorised('scope', 'The token lacks volumes:read_write.', {status: 403}),
      'The token lacks volumes:read_write. Create a token with these scopes.',
    ],
    [new Throttled(5000), 'Rate limit reached. It resets at 00:00:05 UTC.'],
    [
      new Unreachable('timeout', 'api.example.com did not answer within 30 s.'),
      'api.example.com did not answer within 30 s.',
    ],
    [
      new Unreachable('server', 'api.example.com returned HTTP 503 (server error).', {status: 503}),
      'api.example.com returned HTTP 503 (server error). If this persists, check your provider’s status page.',
    ],
    [new Misread('', 'not valid JSON'), 'Unexpected API response: not valid JSON.'],
    [new ReadOnly('volumes.delete'), 'This profile is read-only: volumes.delete was not sent.'],
    [new TypeError('x is undefined'), 'Skydeck hit a bug: x is undefined. Run it with --log FILE and report it.'],
    ['odd', 'Skydeck hit a bug: odd. Run it with --log FILE and report it.'],
  ])('%s', (error, words) => {
    expect(toFailure(error).words).toBe(words);
  });

  it('a part of the program that is no longer on disk was updated', () => {
    const error = Object.assign(new Error("Cannot find module '/home/x/chunk.js'"), {code: 'ERR_MODULE_NOT_FOUND'});
    vi.stubEnv('SKYDECK_BUILD', 'b1');
    expect(toFailure(error).words).toBe('Skydeck was updated on disk while it ran: leave it and start it again');
    vi.unstubAllEnvs();
  });

  it('has a code, the problems, and when it is tried again', () => {
    expect(toFailure(rejected)).toMatchObject({code: 'rejected', problems: [{field: 'label', reason: 'is taken'}]});
    expect(toFailure(new Throttled(5000), 1000)).toMatchObject({code: 'throttled', retryAt: 5000});
    expect(toFailure(new Unreachable('reset', 'broke'), 1000).retryAt).toBe(1000);
    expect(toFailure(new Error('x')).code).toBe('internal');
  });
});

it('tells what passes by itself from what does not', () => {
  expect([new Unreachable('reset', ''), new Throttled(0), new Misread('', 'no JSON')].map(isTransient)).toEqual([
    true,
    true,
    true,
  ]);
  const lasting = new Misread('pages', 'no end', {isLasting: true});
  expect([rejected, new Unauthorised('grant', ''), new Cancelled(), new Error('x'), lasting].map(isTransient)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});

it('tells an unknown outcome from none, and gone from refused', () => {
  expect(isOutcomeUnknown(new Unreachable('reset', '', {outcome: 'unknown'}))).toBe(true);
  expect(isOutcomeUnknown(new Unreachable('refused', ''))).toBe(false);
  expect(isNotFound(new Rejected([], {status: 404}))).toBe(true);
  expect(isNotFound(rejected)).toBe(false);
  expect(clientFailure(Object.assign(new Error('x'), {code: 'ENOENT'}))).toBeUndefined();
});
