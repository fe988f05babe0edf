/**
 * The schedule of retries: with increasing delays, randomized so that clients don't retry at the same time, and no
 * retry after it is stopped.
 */
import type {Clock} from './clock.ts';

const minDelayMs = 2000;
const maxDelayMs = 60_000;

export class Backoff {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #run: () => void;
  #attempts = 0;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, random: () => number, run: () => void) {
    this.#clock = clock;
    this.#random = random;
    this.#run = run;
  }

  /**
   * Schedules the next attempt, not before `notBefore`; returns its time, milliseconds since 1970.
   * @param atMost the maximum wait, milliseconds
   */
  schedule(notBefore = 0, atMost = maxDelayMs): number {
    this.#cancel?.();
    const ceiling = Math.min(atMost, minDelayMs * 2 ** this.#attempts++);
    const now = this.#clock.now();
    const at = Math.max(now + ceiling / 2 + (this.#random() * ceiling) / 2, notBefore);
    this.#cancel = this.#clock.schedule(at - now, () => {
      this.#cancel = undefined;
      this.#run();
    });
    return at;
  }

  /** Cancels the attempt; the next attempt waits as long as the canceled one would have. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  /** Resets the delay after a success. */
  reset(): void {
    this.stop();
    this.#attempts = 0;
  }
}
