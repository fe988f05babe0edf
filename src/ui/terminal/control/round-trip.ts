/**
 * Measures the round trip of a byte to the terminal and back, with a query that the terminal itself answers at once.
 */

/** "Are you there?", which every terminal since the VT100 answers with `ESC [ 0 n`, and a multiplexer for itself. */
const STATUS_QUERY = '\x1b[5n';

/**
 * The longest wait for a due answer before the terminal is lent to another program; longer than any connection takes.
 */
const maxWaitMs = 2000;

/** The part of the clock that is needed. Times are monotonic milliseconds. */
export interface RoundTripClock {
  now(): number;
  /** Returns how to call it off. */
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
  /** The terminal is about to be another program's, which must not be given an answer. */
  #isHeld = false;
  /** Asked for while it was. */
  #queued: ReportMs | undefined;
  #settled: (() => void) | undefined;

  constructor(send: (bytes: string) => void, clock: RoundTripClock = machineClock) {
    this.#send = send;
    this.#clock = clock;
  }

  /** Calls back with milliseconds when the terminal answers; never, when it does not. A second question replaces the first. */
  measure(tell: ReportMs): void {
    if (this.#isHeld) {
      this.#queued = tell;
      return;
    }
    this.#asked = {at: this.#clock.now(), tell};
    this.#send(STATUS_QUERY);
  }

  /** The terminal answered. */
  onAnswer(): void {
    const asked = this.#asked;
    this.#asked = undefined;
    asked?.tell(this.#clock.now() - asked.at);
    this.#settled?.();
  }

  /** Asks nothing until `release`. Resolves when no answer is due, which is at once where nothing was asked. */
  async hold(): Promise<void> {
    this.#isHeld = true;
    if (this.#asked === undefined) return;
    const {promise, resolve} = Promise.withResolvers<void>();
    this.#settled = resolve;
    // A terminal that has not answered by then never will: nothing waits for it again.
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
