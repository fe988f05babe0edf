/**
 * One rate limit: as the server announces it, or else as the documents state it, counted over a sliding window. Every
 * estimate errs towards fewer requests: a 429 that we cause costs more than a short wait.
 */
import type {LimitHeaders} from '../http/response-headers.ts';

/**
 * A limit is learned only if at least this many requests passed before a refusal, and is never estimated lower: an
 * immediate refusal means that other programs have used up the limit, which tells nothing about its size.
 */
const minEstimatedLimit = 10;
const minPenaltyMs = 1000;
const maxPenaltyMs = 60_000;
/**
 * The longest wait that a server may ask for, more than twice the longest documented window. A wrong clock or header would
 * otherwise stop every request for years; a server that means it refuses the one request that asks again.
 */
export const maxServerWaitMs = 5 * 60_000;

export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/** End of a request, as far as its limit is concerned. Times are milliseconds of the monotonic clock. */
export interface RequestEnd {
  readonly headers: LimitHeaders | undefined;
  /** The response was a 429, with the wait that it requested. */
  readonly throttled?: {readonly waitMs: number | undefined} | undefined;
}

export class RateLimitBucket {
  inFlight = 0;
  readonly #size: RateLimit;
  readonly #random: () => number;
  /** Times when requests of the window were answered: the server counted them no later than that. */
  #log: number[] = [];
  /** Those times of `#log` at which the server refused. */
  #refusalTimes: number[] = [];
  #window: {limit: number; remaining: number; endsAt: number; isGuessed: boolean} | undefined;
  /** `since`: the end of the pause after the last refusal. */
  #estimate: {limit: number; since: number} | undefined;
  #pauseEndsAt = 0;
  #refusals = 0;
  /** The server requested a longer wait than the client allows. */
  #isCapped = false;

  constructor(size: RateLimit, random: () => number) {
    this.#size = size;
    this.#random = random;
  }

  limit(now: number): number {
    return this.#window?.limit ?? this.#estimatedLimit(now) ?? this.#size.requests;
  }

  /** The server announced its limit; it then wins over the documents. */
  get isAnnounced(): boolean {
    return this.#window !== undefined;
  }

  /** Requests that may be sent now, those in flight taken off. */
  remaining(now: number): number {
    if (now < this.#pauseEndsAt) return 0;
    if (this.#isProbing) return this.inFlight === 0 ? this.limit(now) : 0;
    const window = this.#current(now);
    if (window) return Math.max(0, window.remaining - this.inFlight);
    this.#removeOldTimes(now);
    return Math.max(0, this.limit(now) - this.#log.length - this.inFlight);
  }

  /** Earliest time when `count` requests may be sent, as an estimate; `now` for at once. */
  readyAt(now: number, count: number): number {
    if (now < this.#pauseEndsAt) return this.#pauseEndsAt;
    const short = count - this.remaining(now);
    if (short <= 0) return now;
    const window = this.#isProbing ? undefined : this.#current(now);
    if (window) return window.endsAt;
    const oldest = this.#isProbing ? undefined : this.#log[Math.min(short, this.#log.length) - 1];
    // Only responses in flight block the limit, and they wake the waiting requests when they arrive.
    return oldest === undefined ? now + 1000 : oldest + this.#size.seconds * 1000;
  }

  /** Time when the limit is fresh again: the end of the window, or of a refusal. */
  resetAt(now: number): number {
    if (now < this.#pauseEndsAt) return this.#pauseEndsAt;
    const window = this.#current(now);
    if (window) return window.endsAt;
    this.#removeOldTimes(now);
    return (this.#log[0] ?? now) + this.#size.seconds * 1000;
  }

  /** After a refusal that named no limit, or too long a wait, a single request probes the limit. */
  get #isProbing(): boolean {
    return this.#isCapped || (this.#refusals > 0 && !this.#window);
  }

  start(): void {
    this.inFlight++;
  }

  end(now: number, {headers, throttled}: RequestEnd): void {
    this.inFlight--;
    if (now >= this.#pauseEndsAt) this.#isCapped = false;
    if (headers?.limit !== undefined || headers?.remaining !== undefined) this.#applyHeaders(headers, now);
    else if (this.#window) this.#window.remaining--;
    else this.#log.push(now);
    if (throttled) this.#refuse(now, throttled.waitMs, headers);
    else this.#refusals = 0;
  }

  /** A request that never reached the server. */
  abandon(): void {
    this.inFlight--;
  }

  #applyHeaders({limit, remaining, renewsInMs}: LimitHeaders, now: number): void {
    const window = this.#current(now);
    const total = limit ?? Math.max(window?.limit ?? this.#size.requests, remaining ?? 0);
    const available = remaining ?? Math.max(0, (window?.remaining ?? total) - 1);
    const endsAt =
      renewsInMs === undefined
        ? (window?.endsAt ?? now + this.#size.seconds * 1000)
        : now + Math.min(renewsInMs, maxServerWaitMs);
    if (available === 0 && renewsInMs !== undefined && renewsInMs > maxServerWaitMs) this.#cap(now);
    // Responses overtake one another; within one window the count only falls.
    const isSameWindow = window && !window.isGuessed && Math.abs(window.endsAt - endsAt) <= 1500;
    this.#window = {
      limit: total,
      remaining: isSameWindow ? Math.min(window.remaining, available) : available,
      endsAt,
      isGuessed: false,
    };
    this.#estimate = undefined;
    // From now on the server counts.
    this.#log = [];
    this.#refusalTimes = [];
  }

  #refuse(now: number, requestedWaitMs: number | undefined, headers: LimitHeaders | undefined): void {
    const waitMs = requestedWaitMs ?? headers?.renewsInMs;
    // Requests that were in flight together are refused together; that is one refusal.
    const isFirst = now >= this.#pauseEndsAt;
    if (isFirst) this.#refusals++;
    const ceilingMs = Math.min(maxPenaltyMs, minPenaltyMs * 2 ** Math.max(0, this.#refusals - 1));
    const penaltyMs = ceilingMs / 2 + (this.#random() * ceilingMs) / 2;
    // A repeated `retry-after` of almost zero is ignored.
    const pauseMs = waitMs === undefined || (waitMs < minPenaltyMs && this.#refusals > 1) ? penaltyMs : waitMs;
    if (pauseMs > maxServerWaitMs) this.#cap(now);
    const obeyedMs = Math.min(pauseMs, maxServerWaitMs);
    this.#pauseEndsAt = Math.max(this.#pauseEndsAt, now + obeyedMs);
    // Another limit than the announced one refused the request: its wait is the requested one.
    if (requestedWaitMs !== undefined && (headers?.remaining ?? 0) > 0) {
      this.#window = undefined;
      return;
    }
    if (this.#window) {
      this.#window.remaining = 0;
      this.#window.endsAt = Math.max(this.#window.endsAt, this.#pauseEndsAt);
      return;
    }
    this.#removeOldTimes(now);
    this.#refusalTimes.push(now);
    const acceptedCount = this.#log.length - this.#refusalTimes.length;
    if (isFirst && this.#refusals === 1 && acceptedCount >= minEstimatedLimit)
      this.#estimate = {limit: Math.max(minEstimatedLimit, Math.floor(acceptedCount * 0.9)), since: now};
    if (this.#estimate) this.#estimate.since = this.#pauseEndsAt;
  }

  #cap(now: number): void {
    this.#isCapped = true;
    this.#pauseEndsAt = Math.max(this.#pauseEndsAt, now + maxServerWaitMs);
  }

  /** The announced window; a new one, guessed full, when the last has ended. */
  #current(now: number) {
    const window = this.#window;
    if (window && now >= window.endsAt) {
      window.remaining = window.limit;
      window.endsAt = now + this.#size.seconds * 1000;
      window.isGuessed = true;
    }
    return window;
  }

  /** After each quiet window, a limit found by refusal is raised by half: another program may have used it up. */
  #estimatedLimit(now: number): number | undefined {
    const estimate = this.#estimate;
    if (!estimate) return undefined;
    const quiet = Math.max(0, Math.floor((now - estimate.since) / (this.#size.seconds * 1000)));
    const limit = Math.floor(estimate.limit * 1.5 ** quiet);
    if (limit < this.#size.requests) return limit;
    this.#estimate = undefined;
    return undefined;
  }

  #removeOldTimes(now: number): void {
    const from = now - this.#size.seconds * 1000;
    this.#log = timesAfter(from, this.#log);
    this.#refusalTimes = timesAfter(from, this.#refusalTimes);
  }
}

/** The same list if all of its times are after `from`. */
function timesAfter(from: number, times: number[]): number[] {
  const first = times.findIndex(time => time > from);
  return first === 0 || times.length === 0 ? times : first < 0 ? [] : times.slice(first);
}
