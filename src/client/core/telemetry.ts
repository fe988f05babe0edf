/** Counts the client's requests, and estimates the difference between the server's clock and ours. */
import {MismatchLog} from './mismatch-log.ts';

export interface Stats {
  /** Sent, attempts counted each. */
  readonly requests: number;
  /** Calls that shared the response to an equal request. */
  readonly shared: number;
  /** Pages that had not changed. */
  readonly unchanged: number;
  readonly failures: number;
  /** Fields that broke the contract. */
  readonly mismatches: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  /** Moving average, milliseconds; undefined before the first response. */
  readonly latencyMs: number | undefined;
}

/** Weight of a new response in the averages. */
const averageWeight = 0.2;

export class Telemetry {
  requests = 0;
  shared = 0;
  unchanged = 0;
  failures = 0;
  readonly mismatches = new MismatchLog();
  bytesIn = 0;
  bytesOut = 0;
  latencyMs: number | undefined = undefined;
  #skew: {estimate: number; uncertainty: number} | undefined;

  /** Milliseconds that the server's clock is ahead of ours; undefined before its first date. */
  get clockSkewMs(): number | undefined {
    return this.#skew?.estimate;
  }

  get stats(): Stats {
    const {requests, shared, unchanged, failures, bytesIn, bytesOut, latencyMs} = this;
    const mismatches = this.mismatches.all.length;
    return {requests, shared, unchanged, failures, mismatches, bytesIn, bytesOut, latencyMs};
  }

  /** @param received time by our clock, which may have been set while the response was on its way */
  onResponse(durationMs: number, received: number, date: number | undefined): void {
    this.latencyMs =
      this.latencyMs === undefined ? durationMs : this.latencyMs + averageWeight * (durationMs - this.latencyMs);
    if (date === undefined) return;
    // The header is cut to whole seconds, and was written somewhere between sending and receiving.
    const sample = date + 500 - (received - durationMs / 2);
    const uncertainty = 500 + durationMs / 2;
    const skew = this.#skew;
    // A sample that cannot agree with the estimate means that a clock was set: start over with this sample.
    if (!skew || Math.abs(sample - skew.estimate) > uncertainty + skew.uncertainty)
      this.#skew = {estimate: sample, uncertainty};
    else
      this.#skew = {
        estimate: skew.estimate + averageWeight * (sample - skew.estimate),
        uncertainty: skew.uncertainty + averageWeight * (uncertainty - skew.uncertainty),
      };
  }
}
