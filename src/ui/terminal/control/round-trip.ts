/**
 * Measures the round trip of a byte to the terminal and back, with a query that the terminal itself answers at once.
 */

import {type Clock, realClock} from '../../../store/core/clock.ts';

/** The status query, which every terminal since the VT100 answers with `ESC [ 0 n`, and a multiplexer by itself. */
const STATUS_QUERY = '\x1b[5n';

/**
 * The longest wait for a due answer before the terminal is lent to another program; longer than any connection takes.
 */
const maxWaitMs = 2000;

type ReportMs = (milliseconds: number) => void;

export class RoundTrip {
  readonly #send: (bytes: string) => void;
  readonly #clock: Pick<Clock, 'monotonic' | 'schedule'>;
  #pending: {readonly at: number; readonly report: ReportMs} | undefined;
  /** True while the terminal is lent to another program, which must not receive an answer. */
  #isHeld = false;
  /** A measurement that was requested during that time. */
  #queued: ReportMs | undefined;
  #resolveHold: (() => void) | undefined;

  constructor(send: (bytes: string) => void, clock: Pick<Clock, 'monotonic' | 'schedule'> = realClock) {
    this.#send = send;
    this.#clock = clock;
  }

  /**
   * Calls back with milliseconds when the terminal answers; never if it doesn't. A second request replaces the first.
   */
  measure(report: ReportMs): void {
    if (this.#isHeld) {
      this.#queued = report;
      return;
    }
    this.#pending = {at: this.#clock.monotonic(), report};
    this.#send(STATUS_QUERY);
  }

  /** Handles the terminal's answer. */
  onAnswer(): void {
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.report(this.#clock.monotonic() - pending.at);
    this.#resolveHold?.();
  }

  /** Sends no query until `release`. Resolves when no answer is due, which is at once if no query is pending. */
  async hold(): Promise<void> {
    this.#isHeld = true;
    if (this.#pending === undefined) return;
    const {promise, resolve} = Promise.withResolvers<void>();
    this.#resolveHold = resolve;
    // A terminal that has not answered by then never will, so later calls don't wait again.
    const cancel = this.#clock.schedule(maxWaitMs, () => {
      this.#pending = undefined;
      resolve();
    });
    await promise;
    cancel();
    this.#resolveHold = undefined;
  }

  release(): void {
    this.#isHeld = false;
    const report = this.#queued;
    this.#queued = undefined;
    if (report) this.measure(report);
  }
}
