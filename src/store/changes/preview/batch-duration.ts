/** Estimates how long many sequential requests take, from recent response times and the rate limit. */
import type {LimitClass} from '../../../contract/schema/endpoint.ts';
import {rateLimitSizes as documented} from '../../../contract/schema/limits.ts';
import {countText, formatNumber, shortSpan} from '../../../families/format/format.ts';
import type {RateLimitsByClass} from '../../api/connection.ts';

export interface BatchLoad {
  readonly requests: number;
  readonly limitClass: LimitClass;
  /** The known rate limits; the documented limits for a class that no response has reported. */
  readonly limits: RateLimitsByClass;
  /** The recent response time, milliseconds; undefined before the first response. */
  readonly latencyMs: number | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface BatchEstimate {
  /** The duration, milliseconds. */
  readonly total: number;
  /** The part of the duration that is spent waiting for the rate limit to reset. */
  readonly waiting: number;
}

/**
 * A lower bound: waiting for events, resolving unknown outcomes and other programs that share the rate limit can take
 * more time. Undefined before the first response.
 */
export function estimateBatch({requests, limitClass, limits, latencyMs, now}: BatchLoad): BatchEstimate | undefined {
  if (latencyMs === undefined) return undefined;
  const rateLimit = limits[limitClass];
  const {requests: usual, seconds} = documented[limitClass];
  const limit = Math.max(1, rateLimit?.limit ?? usual);
  const window = seconds * 1000;
  let remaining = rateLimit?.remaining ?? limit;
  let windowEnd = rateLimit ? Math.max(0, rateLimit.resetAt - now) : window;
  let total = 0;
  let waiting = 0;
  for (let request = 0; request < requests; request++) {
    if (total >= windowEnd) {
      remaining = limit;
      windowEnd = total + window;
    }
    if (remaining <= 0) {
      waiting += windowEnd - total;
      total = windowEnd;
      remaining = limit;
      windowEnd = total + window;
    }
    remaining--;
    total += latencyMs;
  }
  return {total, waiting};
}

/** "8 requests, one after the other: about 2s" */
export function batchDurationText(load: BatchLoad): string {
  const {requests, limitClass, limits} = load;
  const requestsText = `${countText(requests, 'request')}, one after the other`;
  const time = estimateBatch(load);
  if (!time) return `${requestsText}; duration unknown`;
  const rateLimit = limits[limitClass];
  const durationText = time.total < 1000 ? 'a second at most' : `about ${shortSpan(time.total)}`;
  if (time.waiting === 0) {
    const remainingText =
      rateLimit === undefined
        ? ''
        : `; ${formatNumber(rateLimit.remaining)} of ${formatNumber(rateLimit.limit)} requests remain before a wait`;
    return `${requestsText}: ${durationText}${remainingText}`;
  }
  const {requests: usual, seconds} = documented[limitClass];
  const rule = `the limit is ${rateLimit?.limit ?? usual} in ${shortSpan(seconds * 1000)}, and ${rateLimit?.remaining ?? usual} remaining`;
  return `${requestsText}: ${durationText}, including ${shortSpan(time.waiting)} of waiting: ${rule}`;
}
