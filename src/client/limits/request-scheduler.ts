/**
 * Order of sending: a maximum of requests in flight, rate limits by class, and priorities among the waiting requests.
 *
 * User actions go first, then the screen, then events, then the rest; each but the first leaves a share of the limit
 * untouched. Waiting can be canceled at any time and costs nothing.
 */
import {type Endpoint, type LimitClass, limitOf} from '../../contract/schema/endpoint.ts';
import {rateLimitSizes as documented} from '../../contract/schema/limits.ts';
import type {ClientClock} from '../core/clock.ts';
import {CanceledError, ThrottledError} from '../core/errors.ts';
import {type RateLimit, RateLimitBucket, type RequestEnd} from './rate-limit-bucket.ts';

const priorities = ['user', 'screen', 'events', 'background'] as const;
export type Priority = (typeof priorities)[number];

/** The place of a priority in the order of sending; 0 is sent first. */
export const rankOf = (priority: Priority): number => priorities.indexOf(priority);

/**
 * The share of a limit that a priority leaves untouched. Events come after the screen but may use more of the limit:
 * after a long list took all that it may, a request every few seconds proves that the list is still true.
 */
const reservedShare: Readonly<Record<Priority, number>> = {user: 0, screen: 0.05, events: 0.02, background: 0.25};
/** Further requests in flight that only user actions may send, so that a slow list never holds up a key press. */
export const userReserve = 2;
const maxBuckets = 64;
/** Smallest difference of the machine's clock that counts as a clock change, in milliseconds. */
const clockChangeMs = 1000;

export interface ClassLimitState {
  readonly limit: number;
  readonly remaining: number;
  /** Time when the limit is fresh again, milliseconds since 1970. */
  readonly resetAt: number;
  /** Calls that wait for this limit; not those that wait for the end of another request. */
  readonly waiting: number;
  /** From response headers rather than from the documents. */
  readonly isAnnounced: boolean;
}
/** Classes that were used so far. */
export type RateLimitState = Readonly<Partial<Record<LimitClass, ClassLimitState>>>;

export interface SchedulerOptions {
  readonly clock: ClientClock;
  readonly random: () => number;
  /** Requests in flight at once, besides those reserved for the user. */
  readonly maxInFlight: number;
  /** The longest a call waits for its turn, milliseconds; then it fails as `ThrottledError`. */
  readonly maxWaitMs: number;
  readonly limits?: Partial<Readonly<Record<LimitClass, RateLimit>>> | undefined;
}

/** Permission of one request to use the rate limit. */
export interface Ticket {
  /** Resolves when it may be sent; rejects as `ThrottledError` or `CanceledError`. */
  readonly granted: Promise<void>;
  /** Moves up; never down. */
  raisePriority(priority: Priority): void;
  /** Lets another request start. `undefined` when the request surely never reached the server. */
  end(result: RequestEnd | undefined): void;
  cancel(): void;
}

interface QueuedRequest {
  readonly endpoint: Endpoint;
  readonly since: number;
  rank: number;
  readonly grant: (bucket: RateLimitBucket) => void;
  readonly reject: (error: Error) => void;
}

export class RequestScheduler {
  readonly #options: SchedulerOptions;
  readonly #waiting: QueuedRequest[] = [];
  /**
   * Buckets by class, and by announced limit within a class: a server may split a class more finely than the documents.
   */
  readonly #buckets = new Map<string, RateLimitBucket>();
  /** Limit of each operation, once the server announced it. */
  readonly #bucketsByEndpoint = new Map<string, RateLimitBucket>();
  #inFlight = 0;
  #stopTimer: (() => void) | undefined;
  #state: RateLimitState | undefined;
  /** Time when the first limit of the last snapshot renews, by the monotonic clock. */
  #stateExpiresAt = Number.POSITIVE_INFINITY;
  /** Start of the monotonic clock, by the machine's clock at the last snapshot. */
  #startTime = 0;

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  enqueue(endpoint: Endpoint, priority: Priority): Ticket {
    const {promise, resolve, reject} = Promise.withResolvers<void>();
    let bucket: RateLimitBucket | undefined;
    const entry: QueuedRequest = {
      endpoint,
      since: this.#options.clock.monotonic(),
      rank: rankOf(priority),
      grant: rateBucket => {
        bucket = rateBucket;
        resolve();
      },
      reject,
    };
    this.#waiting.push(entry);
    this.#startNext();
    return {
      granted: promise,
      raisePriority: to => {
        const rank = rankOf(to);
        if (rank >= entry.rank) return;
        entry.rank = rank;
        this.#startNext();
      },
      end: result => {
        if (!bucket) return;
        this.#end(endpoint, bucket, result);
        bucket = undefined;
      },
      cancel: () => {
        if (this.#removeEntry(entry)) reject(new CanceledError());
      },
    };
  }

  /** Time when a class is fresh again, on the wall clock. */
  resetAt(endpoint: Endpoint): number {
    return this.#dateOf(this.#bucketOf(endpoint).resetAt(this.#options.clock.monotonic()));
  }

  /** The same object until something changed: a request was sent, a limit renewed, or the machine's clock was set. */
  get(): RateLimitState {
    const setBy = this.#dateOf(0) - this.#startTime;
    const isOver = this.#options.clock.monotonic() >= this.#stateExpiresAt;
    if (!this.#state || isOver || Math.abs(setBy) >= clockChangeMs) {
      this.#startTime += setBy;
      this.#state = this.#snapshot();
    }
    return this.#state;
  }

  close(): void {
    this.#stopTimer?.();
    for (const entry of this.#waiting.splice(0)) entry.reject(new CanceledError());
  }

  #end(endpoint: Endpoint, bucket: RateLimitBucket, result: RequestEnd | undefined): void {
    this.#inFlight--;
    if (!result) bucket.abandon();
    else {
      const limit = result.headers?.limit;
      const right = limit === undefined ? bucket : this.#bucketFor(endpoint, limit, bucket);
      if (right !== bucket) {
        bucket.abandon();
        right.start();
      }
      right.end(this.#options.clock.monotonic(), result);
    }
    this.#startNext();
  }

  /** Starts the requests that may go, in order; fails those that would wait too long; sets the timer for the rest. */
  #startNext(): void {
    this.#changed();
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    if (this.#waiting.length === 0) return;
    const now = this.#options.clock.monotonic();
    let next = Number.POSITIVE_INFINITY;
    // Stable: first come, first served within a priority.
    for (const entry of this.#waiting.toSorted((a, b) => a.rank - b.rank)) {
      const maxInFlight = this.#options.maxInFlight + (entry.rank === 0 ? userReserve : 0);
      const bucket = this.#bucketOf(entry.endpoint);
      const ready = this.#readyAt(entry, bucket, now);
      if (ready - entry.since > this.#options.maxWaitMs) {
        this.#removeEntry(entry);
        entry.reject(new ThrottledError(this.#dateOf(ready)));
      } else if (ready > now) next = Math.min(next, ready);
      else if (this.#inFlight < maxInFlight) {
        this.#removeEntry(entry);
        this.#inFlight++;
        bucket.start();
        entry.grant(bucket);
      }
    }
    if (next < Number.POSITIVE_INFINITY)
      this.#stopTimer = this.#options.clock.schedule(next - now, () => this.#startNext());
  }

  /** Time when the limit lets a call go; `now` for at once, even if the call waits for the end of another request. */
  #readyAt({rank}: QueuedRequest, bucket: RateLimitBucket, now: number): number {
    return bucket.readyAt(now, 1 + Math.floor(bucket.limit(now) * reservedShare[priorities[rank] ?? 'user']));
  }

  #removeEntry(entry: QueuedRequest): boolean {
    const index = this.#waiting.indexOf(entry);
    if (index >= 0) this.#waiting.splice(index, 1);
    return index >= 0;
  }

  #bucketOf(endpoint: Endpoint): RateLimitBucket {
    const existing = this.#bucketsByEndpoint.get(endpoint.id);
    if (existing) return existing;
    // A limit that was announced for others of the class counts for newcomers too, the tightest first.
    const now = this.#options.clock.monotonic();
    return this.#tightestBucket(limitOf(endpoint), now) ?? this.#bucketAt(limitOf(endpoint), undefined);
  }

  #bucketFor(endpoint: Endpoint, limit: number, current: RateLimitBucket): RateLimitBucket {
    // The first announcement names the bucket that has been counted all along.
    const name = `${limitOf(endpoint)}/${limit}`;
    const existing = this.#buckets.get(name);
    // A limit that changes with every response is one limit all the same.
    if (!existing && this.#buckets.size >= maxBuckets) return current;
    const bucket = existing ?? (current.isAnnounced ? this.#bucketAt(limitOf(endpoint), limit) : current);
    this.#buckets.set(name, bucket);
    if (!existing && bucket === current) this.#buckets.delete(limitOf(endpoint));
    this.#bucketsByEndpoint.set(endpoint.id, bucket);
    return bucket;
  }

  #bucketAt(limitClass: LimitClass, limit: number | undefined): RateLimitBucket {
    const name = limit === undefined ? limitClass : `${limitClass}/${limit}`;
    const learnedBucket = this.#buckets.get(name);
    if (learnedBucket) return learnedBucket;
    const bucket = new RateLimitBucket(
      this.#options.limits?.[limitClass] ?? documented[limitClass],
      this.#options.random,
    );
    this.#buckets.set(name, bucket);
    return bucket;
  }

  #bucketsOf(limitClass: LimitClass): RateLimitBucket[] {
    return [...this.#buckets].flatMap(([name, bucket]) =>
      name === limitClass || name.startsWith(`${limitClass}/`) ? [bucket] : [],
    );
  }

  /** The bucket of a class with the smallest share of its requests remaining. */
  #tightestBucket(limitClass: LimitClass, now: number): RateLimitBucket | undefined {
    const share = (bucket: RateLimitBucket) => bucket.remaining(now) / bucket.limit(now);
    const [tightest] = this.#bucketsOf(limitClass).sort((a, b) => share(a) - share(b));
    return tightest;
  }

  #snapshot(): RateLimitState {
    const now = this.#options.clock.monotonic();
    const state: Partial<Record<LimitClass, ClassLimitState>> = {};
    this.#stateExpiresAt = Number.POSITIVE_INFINITY;
    for (const name of Object.keys(documented) as LimitClass[]) {
      const bucket = this.#tightestBucket(name, now);
      if (!bucket) continue;
      const resetsAt = bucket.resetAt(now);
      this.#stateExpiresAt = Math.min(this.#stateExpiresAt, resetsAt);
      state[name] = {
        limit: bucket.limit(now),
        remaining: bucket.remaining(now),
        resetAt: this.#dateOf(resetsAt),
        waiting: this.#waiting.filter(
          entry => limitOf(entry.endpoint) === name && this.#readyAt(entry, this.#bucketOf(entry.endpoint), now) > now,
        ).length,
        isAnnounced: bucket.isAnnounced,
      };
    }
    return state;
  }

  /** A moment of the monotonic clock as the machine's clock has it now. */
  #dateOf(moment: number): number {
    const {clock} = this.#options;
    return Math.round(clock.now() + moment - clock.monotonic());
  }

  #changed(): void {
    this.#state = undefined;
  }
}
