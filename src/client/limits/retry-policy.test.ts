import {expect, test} from 'vitest';
import {
  MismatchError,
  type Outcome,
  RejectedError,
  ThrottledError,
  UnreachableError,
  type UnreachableReason,
} from '../core/errors.ts';
import {manualClock, passTurns, rejectionOf} from '../testing.ts';
import {backoff, defaultRetry, isRetryable, runWithRetries} from './retry-policy.ts';

const unreachable = (reason: UnreachableReason, outcome: Outcome = 'none', retryAfterMs?: number) =>
  new UnreachableError(reason, 'x', {outcome, retryAfterMs});

test('reads are repeated if the network or the server may recover', () => {
  for (const reason of ['dns', 'refused', 'network', 'timeout', 'reset', 'server', 'proxy'] as const)
    expect(isRetryable('GET', unreachable(reason)), reason).toBe(true);
  for (const reason of ['tls', 'not-api', 'redirect', 'too-large', 'address', 'insecure'] as const)
    expect(isRetryable('GET', unreachable(reason)), reason).toBe(false);
  expect(isRetryable('GET', new MismatchError('', 'no JSON'))).toBe(true);
  expect(isRetryable('GET', new MismatchError('data', 'no list'))).toBe(false);
  expect(isRetryable('GET', new RejectedError([], {status: 404}))).toBe(false);
});

test('a change is repeated only if it was certainly not carried out', () => {
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    expect(isRetryable(method, unreachable('refused')), method).toBe(true);
    expect(isRetryable(method, unreachable('dns')), method).toBe(true);
    expect(isRetryable(method, unreachable('reset', 'unknown')), method).toBe(false);
    expect(isRetryable(method, unreachable('timeout', 'unknown')), method).toBe(false);
    expect(isRetryable(method, unreachable('timeout', 'none')), method).toBe(false);
    expect(isRetryable(method, unreachable('server', 'unknown')), method).toBe(false);
    expect(isRetryable(method, new ThrottledError(0, {status: 429})), method).toBe(true);
    expect(isRetryable(method, new ThrottledError(0)), method).toBe(false);
    expect(isRetryable(method, new MismatchError('', 'no JSON')), method).toBe(false);
  }
});

test('a refusal by the local scheduler is not retried', () => {
  expect(isRetryable('GET', new ThrottledError(0))).toBe(false);
  expect(isRetryable('GET', new ThrottledError(0, {status: 429}))).toBe(true);
});

test('the delay is random between zero and a maximum that doubles', () => {
  const ceilings = [1, 2, 3, 4, 9].map(attempt => backoff(attempt, defaultRetry, () => 1));
  expect(ceilings).toEqual([300, 600, 1200, 2400, 10_000]);
  expect(backoff(3, defaultRetry, () => 0)).toBe(0);
  expect(backoff(3, defaultRetry, () => 0.5)).toBe(600);
});

const start = (clock: ReturnType<typeof manualClock>, attempt: (number: number) => Promise<string>, random = () => 1) =>
  runWithRetries({method: 'GET', policy: defaultRetry, clock, random}, attempt);

test('attempts are counted and end with the first success', async () => {
  const clock = manualClock();
  const numbers: number[] = [];
  const result = start(clock, async number => {
    numbers.push(number);
    if (number < 3) throw unreachable('reset');
    return 'done';
  });
  await passTurns();
  expect(numbers).toEqual([1]);
  clock.advance(300);
  await passTurns();
  expect(numbers).toEqual([1, 2]);
  clock.advance(599);
  await passTurns();
  expect(numbers).toEqual([1, 2]);
  clock.advance(1);
  expect(await result).toBe('done');
  expect(clock.timers).toBe(0);
});

test('a longer delay requested by the server takes precedence', async () => {
  const clock = manualClock();
  let attempts = 0;
  const result = start(
    clock,
    async () => {
      if (++attempts === 1) throw unreachable('server', 'none', 20_000);
      return 'done';
    },
    () => 0,
  );
  await passTurns();
  clock.advance(19_999);
  await passTurns();
  expect(attempts).toBe(1);
  clock.advance(1);
  expect(await result).toBe('done');
});

test('no attempt starts after the time limit for all attempts', async () => {
  const clock = manualClock();
  let attempts = 0;
  const failure = rejectionOf(
    start(clock, async () => {
      attempts++;
      clock.advance(59_900);
      throw unreachable('timeout');
    }),
  );
  expect(await failure).toBeInstanceOf(UnreachableError);
  expect(attempts).toBe(1);
});

test.each([-5, 5])('a clock set by %i hours does not change the time limit for all attempts', async hours => {
  const clock = manualClock();
  let attempts = 0;
  const failure = rejectionOf(
    start(clock, async () => {
      attempts++;
      clock.set(hours * 3_600_000);
      clock.advance(attempts === 1 ? 20_000 : 39_700);
      throw unreachable('timeout');
    }),
  );
  await passTurns();
  clock.advance(300);
  expect(await failure).toBeInstanceOf(UnreachableError);
  expect(attempts).toBe(2);
});

test('a requested delay beyond the time limit for all attempts ends them at once', async () => {
  const clock = manualClock();
  const failure = rejectionOf(start(clock, () => Promise.reject(unreachable('server', 'none', 3_600_000))));
  expect(await failure).toMatchObject({code: 'unreachable', retryAfterMs: 3_600_000});
});

test('an abort ends the wait between attempts', async () => {
  const clock = manualClock();
  const controller = new AbortController();
  const failure = rejectionOf(
    runWithRetries({method: 'GET', policy: defaultRetry, clock, random: () => 1, signal: controller.signal}, () =>
      Promise.reject(unreachable('reset')),
    ),
  );
  await passTurns();
  controller.abort(new Error('enough'));
  expect(await failure).toMatchObject({message: 'enough'});
  expect(clock.timers).toBe(0);
});
