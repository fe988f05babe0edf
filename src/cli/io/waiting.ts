/** The wait of a command: for a value that arrives or a reading of the API, until its time is up or a person interrupts. */
import {sleep} from '../../client/core/clock.ts';
import {createDisposableClock, type DisposableClock, realClock} from '../../store/core/clock.ts';
import type {ReadonlyStore} from '../../store/core/traced-store.ts';
import type {CommandContext} from './command-context.ts';
import {until} from './deadline.ts';

/** The result, or the state that is not final, with the milliseconds until the next reading. */
export type Reading<T, P> = {readonly result: T} | {readonly pending: P; readonly pauseMs: number};

/** The result, or the last state when time was up. */
export type ReadingEnd<T, P> = {readonly result: T} | {readonly pending: P};

export class Waiting {
  readonly #clock: DisposableClock;
  readonly #endsAt: number;
  readonly #interrupted: CommandContext['onInterrupt'];

  /** The time starts now. @param timeoutMs for all that is waited for */
  constructor(
    timeoutMs: number,
    {clock = realClock, onInterrupt: interrupted}: Pick<CommandContext, 'clock' | 'onInterrupt'>,
  ) {
    this.#clock = createDisposableClock(clock);
    this.#endsAt = clock.monotonic() + timeoutMs;
    this.#interrupted = interrupted;
  }

  /** Does the work of the wait, once. Undefined when the person interrupts, which ends only the waiting. */
  async run<T>(work: () => Promise<T>): Promise<T | undefined> {
    const interruption = Promise.withResolvers<undefined>();
    const release = this.#interrupted?.(() => interruption.resolve(undefined));
    try {
      return await Promise.race([work(), interruption.promise]);
    } finally {
      release?.();
      this.#clock.dispose();
    }
  }

  /** The first value that passes; undefined if none did before the end, or within `maxMs`. */
  untilValue<T>(source: ReadonlyStore<T>, test: (value: T) => boolean, maxMs = Number.POSITIVE_INFINITY) {
    return until(source, test, {clock: this.#clock, milliseconds: Math.min(maxMs, this.#remainingMs())});
  }

  /** Reads, at least once, until a reading is final. */
  async untilRead<T, P>(read: () => Promise<Reading<T, P>>): Promise<ReadingEnd<T, P>> {
    for (;;) {
      const reading = await read();
      if ('result' in reading) return reading;
      const remainingMs = this.#remainingMs();
      if (remainingMs <= 0) return reading;
      await sleep(this.#clock, Math.min(remainingMs, reading.pauseMs));
    }
  }

  #remainingMs(): number {
    return this.#endsAt - this.#clock.monotonic();
  }
}
