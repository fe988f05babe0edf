/**
 * When something that is shown is read again: before it is old, after a failure when trying again makes sense, and as long
 * as somebody looks. The same for lists and for single answers.
 */

import type {Priority} from '../api/connection.ts';
import {clientFailure, isCancelled, isTransient} from '../api/failure-text.ts';
import {Backoff} from '../core/backoff.ts';
import {ageMs, type Clock} from '../core/clock.ts';

export interface RefetchHost {
  readonly clock: Clock;
  readonly random: () => number;
  /** Somebody sits at the screen. */
  isFocused(): boolean;
  /** Why nobody should ask by themselves: the API is away, and `recover` tells when it is there again. */
  unavailableReason(): unknown;
}

export interface Refetchable {
  readonly hasSubscribers: boolean;
  fetch(priority: Priority): Promise<void>;
}

export class RefetchSchedule {
  readonly #host: RefetchHost;
  readonly #of: Refetchable;
  readonly #every: number;
  readonly #retry: Backoff;
  #cancelTimer: (() => void) | undefined;
  #readAt: number | undefined;
  #isOwed = false;

  /** @param seconds after which it is old */
  constructor(target: Refetchable, seconds: number, host: RefetchHost) {
    this.#host = host;
    this.#of = target;
    this.#every = seconds * 1000;
    this.#retry = new Backoff(host.clock, host.random, () => void target.fetch('screen'));
  }

  /** It was read, and nothing was heard since of its being otherwise. */
  get isFetched(): boolean {
    return this.#readAt !== undefined;
  }

  /** Should have been read, and was not: it is when the API answers again. */
  get isMissed(): boolean {
    return this.#isOwed;
  }

  markMissed(): void {
    this.#isOwed = true;
  }

  /** It is otherwise by now: whoever looks next has it read. */
  invalidate(): void {
    this.#readAt = undefined;
  }

  /** Somebody looks. Answers whether it is read for them, because it is old or has to be in any case. */
  start(always = false): boolean {
    const age = ageMs(this.#readAt, this.#host.clock.now());
    if (age < this.#every && !always) {
      this.#plan(this.#every - age);
      return false;
    }
    // Whoever wakes it is still subscribing: what is known already must not tell them in the middle of that.
    queueMicrotask(() => this.#of.hasSubscribers && void this.#of.fetch('screen'));
    return true;
  }

  /** It is being read, or nobody looks any more. */
  stop(): void {
    this.#cancelTimer?.();
    this.#retry.stop();
  }

  onFetchStart(): void {
    this.stop();
    this.#isOwed = false;
  }

  /** @param nextMs when that is sooner than usual, milliseconds */
  onSuccess(nextMs = this.#every): void {
    this.#readAt = this.#host.clock.now();
    this.#retry.reset();
    if (this.#of.hasSubscribers) this.#plan(nextMs);
  }

  /** Answers when it is tried again by itself, milliseconds since 1970; undefined where that is no use. */
  onFailure(error: unknown): number | undefined {
    if (!this.#of.hasSubscribers) return undefined;
    const failure = clientFailure(error);
    const notBefore = failure?.code === 'throttled' ? failure.retryAt : 0;
    if (isTransient(error) && this.#host.unavailableReason() === undefined) return this.#retry.schedule(notBefore);
    // Cancelled with its connection, it has no failure that tells of it.
    if (isCancelled(error)) this.#isOwed = true;
    // A refusal stays a refusal until somebody asks again, or the slow reading does.
    this.#plan(this.#every);
    return undefined;
  }

  #plan(milliseconds: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#host.clock.schedule(milliseconds, () => {
      // Nobody looks: it can wait until somebody does.
      if (this.#host.isFocused()) void this.#of.fetch('background');
      else this.#plan(this.#every);
    });
  }
}
