/**
 * When something that is shown is read again: before it is old, after a failure when trying again makes sense, and as long
 * as somebody looks. The same for lists and for single answers.
 */
import {type Clock, staleness} from './clock.ts';
import type {Priority} from './connection.ts';
import {Retry} from './retry.ts';
import {clientFailure, isCancelled, passes} from './words.ts';

export interface RenewalHost {
  readonly clock: Clock;
  readonly random: () => number;
  /** Somebody sits at the screen. */
  looking(): boolean;
  /** Why nobody should ask by themselves: the API is away, and `recover` tells when it is there again. */
  away(): unknown;
}

export interface Renewed {
  readonly watched: boolean;
  read(priority: Priority): Promise<void>;
}

export class Renewal {
  readonly #host: RenewalHost;
  readonly #of: Renewed;
  readonly #every: number;
  readonly #retry: Retry;
  #due: (() => void) | undefined;
  #readAt: number | undefined;
  #isOwed = false;

  /** @param seconds after which it is old */
  constructor(of: Renewed, seconds: number, host: RenewalHost) {
    this.#host = host;
    this.#of = of;
    this.#every = seconds * 1000;
    this.#retry = new Retry(host.clock, host.random, () => void of.read('screen'));
  }

  /** It was read, and nothing was heard since of its being otherwise. */
  get isKnown(): boolean {
    return this.#readAt !== undefined;
  }

  /** Should have been read, and was not: it is when the API answers again. */
  get isOwed(): boolean {
    return this.#isOwed;
  }

  owe(): void {
    this.#isOwed = true;
  }

  /** It is otherwise by now: whoever looks next has it read. */
  forget(): void {
    this.#readAt = undefined;
  }

  /** Somebody looks. Answers whether it is read for them, because it is old or has to be in any case. */
  wake(always = false): boolean {
    const age = staleness(this.#readAt, this.#host.clock.now());
    if (age < this.#every && !always) {
      this.#plan(this.#every - age);
      return false;
    }
    // Whoever wakes it is still subscribing: what is known already must not tell them in the middle of that.
    queueMicrotask(() => this.#of.watched && void this.#of.read('screen'));
    return true;
  }

  /** It is being read, or nobody looks any more. */
  stop(): void {
    this.#due?.();
    this.#retry.stop();
  }

  begin(): void {
    this.stop();
    this.#isOwed = false;
  }

  /** @param again when that is sooner than usual, milliseconds */
  succeed(again = this.#every): void {
    this.#readAt = this.#host.clock.now();
    this.#retry.succeed();
    if (this.#of.watched) this.#plan(again);
  }

  /** Answers when it is tried again by itself, milliseconds since 1970; undefined where that is no use. */
  fail(error: unknown): number | undefined {
    if (!this.#of.watched) return undefined;
    const failure = clientFailure(error);
    const notBefore = failure?.code === 'throttled' ? failure.retryAt : 0;
    if (passes(error) && this.#host.away() === undefined) return this.#retry.plan(notBefore);
    // Cancelled with its connection, it has no failure that tells of it.
    if (isCancelled(error)) this.#isOwed = true;
    // A refusal stays a refusal until somebody asks again, or the slow reading does.
    this.#plan(this.#every);
    return undefined;
  }

  #plan(milliseconds: number): void {
    this.#due?.();
    this.#due = this.#host.clock.schedule(milliseconds, () => {
      // Nobody looks: it can wait until somebody does.
      if (this.#host.looking()) void this.#of.read('background');
      else this.#plan(this.#every);
    });
  }
}
