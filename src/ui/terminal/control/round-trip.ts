/**
 * Measures the round trip of a byte to the terminal and back, with a query that the terminal itself answers at once.
 */

/** The status query, which every terminal since the VT100 answers with `ESC [ 0 n`, and a multiplexer by itself. */
const STATUS_QUERY = '\x1b[5n';

/**
 * The longest wait for a due answer before the terminal is lent to another program; longer than any connection takes.
 */
const maxWaitMs = 2000;

/** The part of the clock that is needed. Times are monotonic milliseconds. */
export interface RoundTripClock {
  now(): number;
  /** Returns the function that cancels it. */
  schedule(milliseconds: number, run: () => void): () => void;
}

const machineClock: RoundTripClock = {
  now: () => performance.now(),
  schedule(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

type ReportMs = (milliseconds: number) => void;

export class RoundTrip {
  readonly #send: (bytes: string) => void;
  readonly #clock: RoundTripClock;
  #asked: {readonly at: number; readonly tell: ReportMs} | undefined;
  /** True while the terminal is lent to another program, which must not receive an answer. */
  #isHeld = false;
  /** A measurement that was requested during that time. */
  #queued: ReportMs | undefined;
  #settled: (() => void) | undefined;

  constructor(send: (bytes: string) => void, clock: RoundTripClock = machineClock) {
    this.#send = send;
    this.#clock = clock;
  }

  /**
   * Calls back with milliseconds when the terminal answers; never if it doesn't. A second request replaces the first.
   */
  measure(tell: ReportMs): void {
    if (this.#isHeld) {
      this.#queued = tell;
      return;
    }
    this.#asked = {at: this.#clock.now(), tell};
    this.#send(STATUS_QUERY);
  }

  /** Handles the terminal's answer. */
  onAnswer(): void {
    const asked = this.#asked;
    this.#asked = undefined;
    asked?.tell(this.#clock.now() - asked.at);
    this.#settled?.();
  }

  /** Sends no query until `release`. Resolves when no answer is due, which is at once if nothing was asked. */
  async hold(): Promise<void> {
    this.#isHeld = true;
    if (this.#asked === undefined) return;
    const {promise, resolve} = Promise.withResolvers<void>();
    this.#settled = resolve;
    // A terminal that has not answered by then never will, so later calls don't wait again.
    const cancel = this.#clock.schedule(maxWaitMs, () => {
      this.#asked = undefined;
      resolve();
    });
    await promise;
    cancel();
    this.#settled = undefined;
  }

  release(): void {
    this.#isHeld = false;
    const tell = this.#queued;
    this.#queued = undefined;
    if (tell) this.measure(tell);
  }
}
