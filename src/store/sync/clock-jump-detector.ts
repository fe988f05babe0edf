/**
 * Notices that the machine's clock was set, or that the machine slept: the time of day went on by another amount than time
 * did. Nobody can say which it was, so what is shown may be older than it looks.
 */
import type {Clock} from '../core/clock.ts';

/** Between two looks at the clocks, milliseconds: nobody sees for longer what is no longer so. */
const checkIntervalMs = 2000;
/** The same while nobody looks at the screen: each look wakes a program that is at rest. */
const unfocusedCheckIntervalMs = 5000;
/** Less than this between two looks is how a time server corrects a clock, and no leap. */
const minJumpMs = 1000;

export class ClockJumpDetector {
  readonly #clock: Clock;
  readonly #leapt: (by: number) => void;
  /** How far the time of day is ahead of the time that passed. */
  #ahead = 0;
  #every = checkIntervalMs;
  #cancel: (() => void) | undefined;

  /** @param leapt hears by how many milliseconds; below zero when it was set back */
  constructor(clock: Clock, leapt: (by: number) => void) {
    this.#clock = clock;
    this.#leapt = leapt;
  }

  start(): void {
    this.#ahead = this.#aheadNow();
    this.#plan();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  /** Somebody looks at the screen now, or nobody any more; who comes back sees what is so. */
  setFocused(on: boolean): void {
    this.#every = on ? checkIntervalMs : unfocusedCheckIntervalMs;
    if (this.#cancel) this.#look();
  }

  #plan(): void {
    this.#cancel?.();
    this.#cancel = this.#clock.schedule(this.#every, () => this.#look());
  }

  #look(): void {
    this.#plan();
    const ahead = this.#aheadNow();
    const by = ahead - this.#ahead;
    this.#ahead = ahead;
    if (Math.abs(by) >= minJumpMs) this.#leapt(by);
  }

  #aheadNow(): number {
    return this.#clock.now() - this.#clock.monotonic();
  }
}
