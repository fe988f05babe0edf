/** How long it takes to send many requests one after the other: what answers take, and what the rate limit makes of it. */
import type {LimitClass} from '../../../contract/schema/endpoint.ts';
import {rateLimitSizes as documented} from '../../../contract/schema/limits.ts';
import {countText, formatNumber, shortSpan} from '../../../families/format/format.ts';
import type {RateLimits} from '../../api/connection.ts';

export interface BatchLoad {
  readonly requests: number;
  readonly limitClass: LimitClass;
  /** As far as they are known; of a class that was not met so far, what the documents say. */
  readonly limits: RateLimits;
  /** What an answer took lately, milliseconds; undefined before the first. */
  readonly latency: number | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface BatchEstimate {
  /** Milliseconds in all. */
  readonly total: number;
  /** Of these, what is spent waiting for the limit to be fresh again. */
  readonly waiting: number;
}

/** At least so long: an event is awaited, an outcome is settled, and others use the same limit. Undefined: nobody knows. */
export function estimateBatch({requests, limitClass, limits, latency, now}: BatchLoad): BatchEstimate | undefined {
  if (latency === undefined) return undefined;
  const known = limits[limitClass];
  const {requests: usual, seconds} = documented[limitClass];
  const limit = Math.max(1, known?.limit ?? usual);
  const window = seconds * 1000;
  let left = known?.remaining ?? limit;
  let ends = known ? Math.max(0, known.resetAt - now) : window;
  let total = 0;
  let waiting = 0;
  for (let request = 0; request < requests; request++) {
    if (total >= ends) {
      left = limit;
      ends = total + window;
    }
    if (left <= 0) {
      waiting += ends - total;
      total = ends;
      left = limit;
      ends = total + window;
    }
    left--;
    total += latency;
  }
  return {total, waiting};
}

/** "8 requests, one after the other: about 2s" */
export function batchDurationText(load: BatchLoad): string {
  const {requests, limitClass, limits} = load;
  const sent = `${countText(requests, 'request')}, one after the other`;
  const time = estimateBatch(load);
  if (!time) return `${sent}; how long that takes is unknown`;
  const known = limits[limitClass];
  const about = time.total < 1000 ? 'a second at most' : `about ${shortSpan(time.total)}`;
  if (time.waiting === 0) {
    const spare =
      known === undefined
        ? ''
        : `; ${formatNumber(known.remaining)} of ${formatNumber(known.limit)} are left before it waits`;
    return `${sent}: ${about}${spare}`;
  }
  const {requests: usual, seconds} = documented[limitClass];
  const rule = `the limit is ${known?.limit ?? usual} in ${shortSpan(seconds * 1000)}, and ${known?.remaining ?? usual} are left`;
  return `${sent}: ${about}, of which ${shortSpan(time.waiting)} it waits: ${rule}`;
}
