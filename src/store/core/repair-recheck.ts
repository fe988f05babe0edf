/**
 * Reads rows that broke the contract again soon, then at growing intervals: the API's fault may pass while its data
 * stays the same for weeks, so that no event and no regular read would bring the correct value.
 */
import type {Clock} from './clock.ts';

/** The first time; each further time twice as long after the one before. Milliseconds. */
export const firstRecheckMs = 30_000;

export class RepairRechecks {
  readonly #clock: Clock;
  readonly #everyMs: number;
  readonly #run: () => void;
  #attempts = 0;
  #cancel: (() => void) | undefined;

  /** @param everyMs how often it is read in any case: from there on nothing more is needed */
  constructor(clock: Clock, everyMs: number, run: () => void) {
    this.#clock = clock;
    this.#everyMs = everyMs;
    this.#run = run;
  }

  /** It was read, and is as it should be or is not. */
  schedule(isBroken: boolean): void {
    if (!isBroken) {
      this.stop();
      this.#attempts = 0;
    } else if (this.#cancel === undefined) this.#schedule(firstRecheckMs * 2 ** this.#attempts);
  }

  /** The API was away, and answers again. */
  runNow(): void {
    if (this.#cancel === undefined) return;
    this.stop();
    this.#schedule(0);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #schedule(delayMs: number): void {
    if (delayMs >= this.#everyMs) return;
    this.#cancel = this.#clock.schedule(delayMs, () => {
      this.#cancel = undefined;
      this.#attempts++;
      this.#run();
    });
  }
}
