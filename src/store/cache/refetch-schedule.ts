/**
 * The schedule of repeated reads for lists and single responses: before the data is out of date, and after a failure
 * that a retry can fix, while there are listeners.
 */

import type {Priority} from '../api/connection.ts';
import {clientFailure, isCanceled, isTransient} from '../api/failure-text.ts';
import {Backoff} from '../core/backoff.ts';
import {ageMs, type Clock} from '../core/clock.ts';

export interface RefetchHost {
  readonly clock: Clock;
  readonly random: () => number;
  /** True while the user is at the screen. */
  isFocused(): boolean;
  /**
   * The reason not to send automatic requests while the API is unavailable. `Availability` reports when it is available
   * again.
   */
  unavailableReason(): unknown;
}

export interface Refetchable {
  readonly hasSubscribers: boolean;
  fetch(priority: Priority): Promise<void>;
}

export class RefetchSchedule {
  readonly #host: RefetchHost;
  readonly #target: Refetchable;
  readonly #intervalMs: number;
  readonly #retry: Backoff;
  #cancelTimer: (() => void) | undefined;
  #readAt: number | undefined;
  #isOutdated = false;
  #hasMissed = false;

  /** @param seconds the time after which the data is out of date */
  constructor(target: Refetchable, seconds: number, host: RefetchHost) {
    this.#host = host;
    this.#target = target;
    this.#intervalMs = seconds * 1000;
    this.#retry = new Backoff(host.clock, host.random, () => void target.fetch('screen'));
  }

  /** True if the data was read and no later change is known. */
  get isFetched(): boolean {
    return this.#readAt !== undefined;
  }

  /** True if a read was due but wasn't sent; it is sent when the API is available again. */
  get isMissed(): boolean {
    return this.#hasMissed;
  }

  markMissed(): void {
    this.#hasMissed = true;
  }

  /** True if the data changed after the last read was sent. */
  get isOutdated(): boolean {
    return this.#isOutdated;
  }

  /** Marks the data as out of date, also that of a running read: the next listener causes a read. */
  invalidate(): void {
    this.#isOutdated = true;
    this.#readAt = undefined;
  }

  /** Starts for a new listener. Returns true if the data is read now, because it is out of date or `always` is set. */
  start(always = false, maxAgeMs = this.#intervalMs): boolean {
    const age = ageMs(this.#readAt, this.#host.clock.now());
    if (age < maxAgeMs && !always) {
      this.#plan(this.#intervalMs - age);
      return false;
    }
    // The listener is still subscribing; it must not be notified before it has subscribed.
    queueMicrotask(() => this.#target.hasSubscribers && void this.#target.fetch('screen'));
    return true;
  }

  /** Stops the timer: a read has started, or the last listener left. */
  stop(): void {
    this.#cancelTimer?.();
    this.#retry.stop();
  }

  onFetchStart(): void {
    this.stop();
    this.#hasMissed = false;
    this.#isOutdated = false;
  }

  /** @param nextMs the time to the next read if it is shorter than usual, milliseconds */
  onSuccess(nextMs = this.#intervalMs): void {
    this.#readAt = this.#isOutdated ? undefined : this.#host.clock.now();
    this.#retry.reset();
    if (this.#target.hasSubscribers) this.#plan(nextMs);
  }

  /** Returns the time of the next automatic retry, milliseconds since 1970; undefined if a retry doesn't help. */
  onFailure(error: unknown): number | undefined {
    if (!this.#target.hasSubscribers) return undefined;
    const failure = clientFailure(error);
    const notBefore = failure?.code === 'throttled' ? failure.retryAt : 0;
    if (isTransient(error) && this.#host.unavailableReason() === undefined) return this.#retry.schedule(notBefore);
    // A read that was canceled because its connection closed didn't fail.
    if (isCanceled(error)) this.#hasMissed = true;
    // A refused request is sent again only at the user's request or by the slow periodic read.
    this.#plan(this.#intervalMs);
    return undefined;
  }

  #plan(milliseconds: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#host.clock.schedule(milliseconds, () => {
      // While the user is away from the screen, the read waits.
      if (this.#host.isFocused()) void this.#target.fetch('background');
      else this.#plan(this.#intervalMs);
    });
  }
}
