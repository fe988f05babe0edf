import {describe, expect, it, vi} from 'vitest';
import {
  CanceledError,
  MismatchError,
  ReadOnlyError,
  RejectedError,
  ThrottledError,
  UnauthorizedError,
  UnreachableError,
} from '../../client/core/errors.ts';
import {clientFailure, isNotFound, isOutcomeUnknown, isTransient, toFailure} from './failure-text.ts';

const rejected = new RejectedError([{field: 'label', reason: 'is taken'}], {status: 400});

/** The failures that can end a command. */
const failures = [
  ...(['dns', 'refused', 'network', 'timeout', 'reset', 'server', 'proxy', 'tls', 'not-api', 'redirect'] as const).map(
    reason => new UnreachableError(reason, 'api.example.com failed.'),
  ),
  new ThrottledError(5000),
  new MismatchError('', 'not valid JSON'),
  new MismatchError('data', 'there is no list'),
];

it('bug: failed commands promised a retry, or an answer in a log', () => {
  for (const failure of failures)
    expect(toFailure(failure).message).not.toMatch(/again|by itself|goes on|\blog\b|retr(?:y|ies)/i);
});

describe('the text of a failure', () => {
  it.each([
    [rejected, 'label: is taken'],
    [new RejectedError([{field: null, reason: 'Not found'}], {status: 404}), 'Not found. It may be deleted.'],
    [
      new UnreachableError('dns', 'Can’t resolve api.example.com (ENOTFOUND).'),
      'Can’t resolve api.example.com (ENOTFOUND). Check the base URL and your network.',
    ],
    [
      new UnauthorizedError('scope', 'The token lacks volumes:read_write.', {status: 403}),
      'The token lacks volumes:read_write. Create a token with these scopes.',
    ],
    [new ThrottledError(5000), 'Rate limit reached. It resets at 00:00:05 UTC.'],
    [
      new UnreachableError('timeout', 'api.example.com did not answer within 30 s.'),
      'api.example.com did not answer within 30 s.',
    ],
    [
      new UnreachableError('server', 'api.example.com returned HTTP 503 (server error).', {status: 503}),
      'api.example.com returned HTTP 503 (server error). If this persists, check your provider’s status page.',
    ],
    [new MismatchError('', 'not valid JSON'), 'Unexpected API response: not valid JSON.'],
    [new ReadOnlyError('volumes.delete'), 'This profile is read-only: volumes.delete was not sent.'],
    [new TypeError('x is undefined'), 'Skydeck hit a bug: x is undefined. Run it with --log FILE and report it.'],
    ['odd', 'Skydeck hit a bug: odd. Run it with --log FILE and report it.'],
  ])('of the error "%s" is one line with its cause and its remedy', (error, message) => {
    expect(toFailure(error).message).toBe(message);
  });

  it('reports an update of the program if the file of one of its modules is missing', () => {
    const error = Object.assign(new Error("Cannot find module '/home/x/chunk.js'"), {code: 'ERR_MODULE_NOT_FOUND'});
    vi.stubEnv('SKYDECK_BUILD', 'b1');
    expect(toFailure(error).message).toBe('Skydeck was updated on disk. Quit and start it again');
    vi.unstubAllEnvs();
  });

  it('comes with a code, the errors of the fields and the time of a retry', () => {
    expect(toFailure(rejected)).toMatchObject({code: 'rejected', fieldErrors: [{field: 'label', reason: 'is taken'}]});
    expect(toFailure(new ThrottledError(5000), 1000)).toMatchObject({code: 'throttled', retryAt: 5000});
    expect(toFailure(new UnreachableError('reset', 'broke'), 1000).retryAt).toBe(1000);
    expect(toFailure(new Error('x')).code).toBe('internal');
  });
});

it('transient failures are distinguished from lasting ones', () => {
  expect(
    [new UnreachableError('reset', ''), new ThrottledError(0), new MismatchError('', 'no JSON')].map(isTransient),
  ).toEqual([true, true, true]);
  const lasting = new MismatchError('pages', 'no end', {isLasting: true});
  expect(
    [rejected, new UnauthorizedError('grant', ''), new CanceledError(), new Error('x'), lasting].map(isTransient),
  ).toEqual([false, false, false, false, false]);
});

it('an unknown outcome is distinguished from none, and not found from other rejections', () => {
  expect(isOutcomeUnknown(new UnreachableError('reset', '', {outcome: 'unknown'}))).toBe(true);
  expect(isOutcomeUnknown(new UnreachableError('refused', ''))).toBe(false);
  expect(isNotFound(new RejectedError([], {status: 404}))).toBe(true);
  expect(isNotFound(rejected)).toBe(false);
  expect(clientFailure(Object.assign(new Error('x'), {code: 'ENOENT'}))).toBeUndefined();
});
