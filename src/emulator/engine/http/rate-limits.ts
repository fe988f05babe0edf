/**
 * Rate limits: in the headers of every response, enforced with 429. The contract defines the sizes.
 * Each user and class has a fixed window; every request also counts as a general one.
 */
import type {LimitClass} from '../../../contract/schema/endpoint.ts';
import {rateLimitSizes as published} from '../../../contract/schema/limits.ts';
import type {EmulatedClock} from '../time/clock.ts';
import {Refusal} from './refusal.ts';

export type Limit = (typeof published)[LimitClass];
/** Sizes that replace those of the contract, by class; `none` disables all limits. */
export type LimitOptions = 'none' | Readonly<Partial<Record<LimitClass, Limit>>>;

interface Window {
  used: number;
  readonly ends: number;
}

export class RateLimits {
  readonly #clock: EmulatedClock;
  readonly #limits: Readonly<Record<LimitClass, Limit>> | undefined;
  readonly #windows = new Map<string, Window>();

  constructor(clock: EmulatedClock, options: LimitOptions = {}) {
    this.#clock = clock;
    this.#limits = options === 'none' ? undefined : {...published, ...options};
  }

  /**
   * Counts a request of this user and returns the headers with the number of remaining requests.
   * @throws Refusal 429 with `Retry-After` when none remain.
   */
  count(user: string, limitClass: LimitClass): Readonly<Record<string, string>> {
    if (!this.#limits) return {};
    const general = this.#windowOf(user, 'general');
    const classWindow = limitClass === 'general' ? general : this.#windowOf(user, limitClass);
    const {limit, window} =
      classWindow.window.used > classWindow.limit.requests
        ? classWindow
        : general.window.used > general.limit.requests
          ? general
          : classWindow;
    const headers = {
      'X-RateLimit-Limit': String(limit.requests),
      'X-RateLimit-Remaining': String(Math.max(0, limit.requests - window.used)),
      'X-RateLimit-Reset': String(Math.ceil(window.ends / 1000)),
    };
    if (window.used <= limit.requests) return headers;
    // The caller waits in real time, independent of the speed of the account. Time that stands still is advanced by
    // emulated seconds.
    const wait = Math.max(1, Math.ceil((window.ends - this.#clock.now()) / 1000 / (this.#clock.speed || 1)));
    throw new Refusal(429, [{field: null, reason: 'Too many requests'}], {...headers, 'Retry-After': String(wait)});
  }

  reset(): void {
    this.#windows.clear();
  }

  #windowOf(user: string, limitClass: LimitClass): {limit: Limit; window: Window} {
    const limit = (this.#limits ?? published)[limitClass];
    const key = `${limitClass} ${user}`;
    const now = this.#clock.now();
    let window = this.#windows.get(key);
    if (!window || window.ends <= now) {
      // Each user and class has one window; users are few, so old windows are never deleted.
      window = {used: 0, ends: now + limit.seconds * 1000};
      this.#windows.set(key, window);
    }
    window.used++;
    return {limit, window};
  }
}
