/**
 * Reads rows that broke the contract again, at increasing intervals: an API may recover while its data stays the same
 * for weeks, so that no event and no regular read would bring the correct value.
 */
import type {Clock} from './clock.ts';

/** The first delay, which doubles each time. Milliseconds. */
export const firstRecheckMs = 30_000;

export class RepairRechecks {
  readonly #clock: Clock;
  readonly #intervalMs: number;
  readonly #run: () => void;
  #attempts = 0;
  #cancel: (() => void) | undefined;

  /** @param everyMs the interval of regular reads: a longer delay needs no recheck */
  constructor(clock: Clock, everyMs: number, run: () => void) {
    this.#clock = clock;
    this.#intervalMs = everyMs;
    this.#run = run;
  }

  /** Records a read and schedules a recheck if the data is broken. */
  schedule(isBroken: boolean): void {
    if (!isBroken) {
      this.stop();
      this.#attempts = 0;
    } else if (this.#cancel === undefined) this.#schedule(firstRecheckMs * 2 ** this.#attempts);
  }

  /** Rechecks at once, because the API is available again. */
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
    if (delayMs >= this.#intervalMs) return;
    this.#cancel = this.#clock.schedule(delayMs, () => {
      this.#cancel = undefined;
      this.#attempts++;
      this.#run();
    });
  }
}
