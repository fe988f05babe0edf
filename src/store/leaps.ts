/**
 * Notices that the machine's clock was set, or that the machine slept: the time of day went on by another amount than time
 * did. Nobody can say which it was, so what is shown may be older than it looks.
 */
import type {Clock} from './clock.ts';

/** Between two looks at the clocks, milliseconds: nobody sees for longer what is no longer so. */
const lookEvery = 2000;
/** The same while nobody looks at the screen: each look wakes a program that is at rest. */
const unseenEvery = 5000;
/** Less than this between two looks is how a time server corrects a clock, and no leap. */
const least = 1000;

export class Leaps {
  readonly #clock: Clock;
  readonly #leapt: (by: number) => void;
  /** How far the time of day is ahead of the time that passed. */
  #ahead = 0;
  #every = lookEvery;
  #cancel: (() => void) | undefined;

  /** @param leapt hears by how many milliseconds; below zero when it was set back */
  constructor(clock: Clock, leapt: (by: number) => void) {
    this.#clock = clock;
    this.#leapt = leapt;
  }

  wake(): void {
    this.#ahead = this.#aheadNow();
    this.#plan();
  }

  sleep(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  /** Somebody looks at the screen now, or nobody any more; who comes back sees what is so. */
  focus(on: boolean): void {
    this.#every = on ? lookEvery : unseenEvery;
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
    if (Math.abs(by) >= least) this.#leapt(by);
  }

  #aheadNow(): number {
    return this.#clock.now() - this.#clock.monotonic();
  }
}
