/**
 * A wait of a command, for a value that arrives or for a read of the API, until a timeout or an interruption by the
 * user.
 */
import {sleep} from '../../client/core/clock.ts';
import {isTransient} from '../../store/api/failure-text.ts';
import {createDisposableClock, type DisposableClock, realClock} from '../../store/core/clock.ts';
import type {ReadonlyStore} from '../../store/core/traced-store.ts';
import type {CommandContext} from './command-context.ts';
import {until} from './deadline.ts';
import {failureText} from './exit-codes.ts';

/** The result, or a state that is not final, with the milliseconds until the next read. */
export type Reading<T, P> = {readonly result: T} | {readonly pending: P; readonly pauseMs: number};

/** The result, or the last state at the timeout. */
export type ReadingEnd<T, P> = {readonly result: T} | {readonly pending: P};

/** Runs a read; a failure that may pass is returned as its message, so that it doesn't end the wait. */
export async function tolerateOutages<T extends object>(
  run: () => Promise<T>,
): Promise<T | {readonly message: string}> {
  try {
    return await run();
  } catch (error) {
    if (!isTransient(error)) throw error;
    return {message: failureText(error)};
  }
}

/** Prints each message of an outage once in a row. */
export function printOnce(err: (text: string) => void): (message: string) => void {
  let last = '';
  return message => {
    if (message !== last) err(`${message}\n`);
    last = message;
  };
}

export class Waiting {
  readonly #clock: DisposableClock;
  readonly #endsAt: number;
  readonly #interrupted: CommandContext['onInterrupt'];

  /**
   * Starts the timeout.
   * @param timeoutMs the time for all waits together
   */
  constructor(
    timeoutMs: number,
    {clock = realClock, onInterrupt: interrupted}: Pick<CommandContext, 'clock' | 'onInterrupt'>,
  ) {
    this.#clock = createDisposableClock(clock);
    this.#endsAt = clock.monotonic() + timeoutMs;
    this.#interrupted = interrupted;
  }

  /** Runs the work of the wait, once. Undefined if the user interrupts, which ends only the wait. */
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

  /** The first value that passes the test; undefined if none does before the timeout, or within `maxMs`. */
  untilValue<T>(source: ReadonlyStore<T>, test: (value: T) => boolean, maxMs = Number.POSITIVE_INFINITY) {
    return until(source, test, {clock: this.#clock, milliseconds: Math.min(maxMs, this.#remainingMs())});
  }

  /** Reads, at least once, until a result is final. */
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
