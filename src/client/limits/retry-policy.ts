/** Retries of failed calls, and the delay before each. */
import type {Method} from '../../contract/schema/endpoint.ts';
import {type ClientClock, sleep} from '../core/clock.ts';
import {MismatchError, ThrottledError, UnreachableError} from '../core/errors.ts';

export interface RetryPolicy {
  /** Attempts in all. */
  readonly attempts: number;
  /** Full jitter between 0 and this, doubled with every attempt; milliseconds. */
  readonly baseMs: number;
  readonly maxDelayMs: number;
  /** No attempt starts later than this after the first; milliseconds. */
  readonly maxElapsedMs: number;
}

export const defaultRetry: RetryPolicy = {attempts: 4, baseMs: 300, maxDelayMs: 10_000, maxElapsedMs: 60_000};

/**
 * True when repeating is safe and can help. Reading is always safe; a change is repeated only if it was certainly not
 * carried out, because the API has no idempotency keys: it was not sent, or the rate limit refused it.
 */
export function isRetryable(method: Method, error: unknown): boolean {
  // The next attempt waits until the rate limit allows it. Without a status, the scheduler found that wait too long.
  if (error instanceof ThrottledError) return error.status !== undefined;
  if (error instanceof UnreachableError) {
    if (!error.isRetryable) return false;
    if (method === 'GET') return true;
    return error.outcome === 'none' && (error.reason === 'refused' || error.reason === 'dns');
  }
  // A broken body is as likely a broken connection as a broken API.
  return method === 'GET' && error instanceof MismatchError && error.path === '';
}

/** Full jitter: clients that failed together do not come back together. */
export const backoff = (attempt: number, policy: RetryPolicy, random: () => number): number =>
  random() * Math.min(policy.maxDelayMs, policy.baseMs * 2 ** (attempt - 1));

export interface RetryOptions {
  readonly method: Method;
  readonly policy: RetryPolicy;
  readonly clock: ClientClock;
  readonly random: () => number;
  readonly signal?: AbortSignal | undefined;
}

/** Runs attempts, counted from 1, until one succeeds or repeating stops making sense. */
export async function runWithRetries<T>(options: RetryOptions, attempt: (number: number) => Promise<T>): Promise<T> {
  const {method, policy, clock, random, signal} = options;
  const startTime = clock.monotonic();
  for (let number = 1; ; number++) {
    try {
      return await attempt(number);
    } catch (error) {
      if (number >= policy.attempts || signal?.aborted || !isRetryable(method, error)) throw error;
      const retryAfterMs = error instanceof UnreachableError ? error.retryAfterMs : undefined;
      const delayMs =
        error instanceof ThrottledError ? 0 : Math.max(retryAfterMs ?? 0, backoff(number, policy, random));
      if (clock.monotonic() - startTime + delayMs > policy.maxElapsedMs) throw error;
      if (delayMs > 0) await sleep(clock, delayMs, signal);
    }
  }
}
