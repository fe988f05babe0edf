/** Counts this session's requests and responses by rate limit class and per minute, with failures and retries. */
import type {LimitClass} from '../../contract/schema/endpoint.ts';
import type {RequestReport} from '../api/connection.ts';
import type {Clock} from '../core/clock.ts';
import type {AccountWriter} from '../session/account-state.ts';

/** The counts of one kind of requests since the session started. Bytes are bytes of bodies. */
export interface RequestCounts {
  readonly requests: number;
  /** Requests that were retried after a failure. */
  readonly retries: number;
  readonly failures: number;
  /** Responses with status 429. */
  readonly throttled: number;
  /** Responses with the same bytes as the previous one. */
  readonly unchanged: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

export interface MinuteTraffic {
  readonly requests: number;
  readonly bytes: number;
}

/** A warning in a response, newest first. */
export interface ApiWarning {
  readonly operation: string;
  readonly title: string;
  readonly details: string;
  readonly at: number;
}

export interface Traffic {
  /** Milliseconds since counting started. */
  readonly milliseconds: number;
  readonly total: RequestCounts;
  readonly classes: ReadonlyMap<LimitClass | 'transfer', RequestCounts>;
  /** The operations with the most requests first. */
  readonly operations: readonly (readonly [operation: string, tally: RequestCounts])[];
  /** Whole minutes up to now, newest last; the last minute is incomplete. */
  readonly minutes: readonly MinuteTraffic[];
  /**
   * The median of recent response times, and the time that the slowest 5% exceed, milliseconds; undefined before the
   * first response.
   */
  readonly latency: {readonly median: number; readonly slow: number} | undefined;
  /** The last failures, newest first. */
  readonly failures: readonly {readonly operation: string; readonly message: string; readonly at: number}[];
  readonly warnings: readonly ApiWarning[];
}

const minuteMs = 60_000;
const maxMinutes = 60;
const maxLatencies = 100;
const maxLines = 20;
/** The minimum interval between two notifications, milliseconds. */
const notifyIntervalMs = 1000;

const zero: RequestCounts = {requests: 0, retries: 0, failures: 0, throttled: 0, unchanged: 0, bytesIn: 0, bytesOut: 0};

export class TrafficMeter {
  readonly #clock: Clock;
  readonly #account: AccountWriter;
  readonly #beganAt: number;
  #total = zero;
  readonly #classes = new Map<LimitClass | 'transfer', RequestCounts>();
  readonly #operations = new Map<string, RequestCounts>();
  /** Counts by minute of the monotonic clock, which all accounts share. */
  readonly #minutes = new Map<number, MinuteTraffic>();
  readonly #latencies: number[] = [];
  #failures: Traffic['failures'] = [];
  #warnings: readonly ApiWarning[] = [];
  #version = 0;
  #notification: (() => void) | undefined;

  constructor(clock: Clock, account: AccountWriter) {
    this.#clock = clock;
    this.#account = account;
    this.#beganAt = clock.monotonic();
  }

  /** Cancels the next notification, because the last subscriber left. */
  stop(): void {
    this.#notification?.();
    this.#notification = undefined;
  }

  /** Counts a request. Returns its new warnings. */
  onResponse(report: RequestReport): readonly ApiWarning[] {
    const {operation, limitClass, milliseconds, status, failure, bytesIn, bytesOut} = report;
    const now = this.#clock.now();
    const name = limitClass ?? 'transfer';
    this.#total = addToTally(this.#total, report);
    this.#classes.set(name, addToTally(this.#classes.get(name) ?? zero, report));
    this.#operations.set(operation, addToTally(this.#operations.get(operation) ?? zero, report));
    const at = this.#minute;
    const {requests, bytes} = this.#minutes.get(at) ?? {requests: 0, bytes: 0};
    this.#minutes.set(at, {requests: requests + 1, bytes: bytes + bytesIn + bytesOut});
    for (const old of this.#minutes.keys()) if (old <= at - maxMinutes) this.#minutes.delete(old);
    if (status !== undefined) this.#latencies.push(milliseconds);
    if (this.#latencies.length > maxLatencies) this.#latencies.shift();
    if (failure !== undefined && failure !== 'canceled') {
      const message = status === undefined ? failure : `${failure} (${status})`;
      this.#failures = [{operation, message, at: now}, ...this.#failures].slice(0, maxLines);
    }
    const newWarnings = this.#learn(report, now);
    this.#notify();
    return newWarnings;
  }

  get(): Traffic {
    const now = this.#minute;
    const first = Math.max(Math.floor(this.#beganAt / minuteMs), now - maxMinutes + 1);
    const minutes = Array.from(
      {length: now - first + 1},
      (_, index) => this.#minutes.get(first + index) ?? emptyMinute,
    );
    const sorted = this.#latencies.toSorted((first, second) => first - second);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    return {
      milliseconds: this.#clock.monotonic() - this.#beganAt,
      total: this.#total,
      classes: this.#classes,
      operations: [...this.#operations].sort(([, first], [, second]) => second.requests - first.requests),
      minutes,
      latency: sorted.length === 0 ? undefined : {median: at(0.5), slow: at(0.95)},
      failures: this.#failures,
      warnings: this.#warnings,
    };
  }

  get #minute(): number {
    return Math.floor(this.#clock.monotonic() / minuteMs);
  }

  #learn({operation, warnings}: RequestReport, at: number): readonly ApiWarning[] {
    const isSame = (warning: ApiWarning, other: ApiWarning) =>
      warning.title === other.title && warning.details === other.details;
    const before = this.#warnings;
    const newWarnings = warnings
      .map(({title, details}) => ({operation, title, details, at}))
      .filter(warning => !before.some(other => other.operation === operation && isSame(warning, other)));
    if (newWarnings.length > 0) this.#warnings = [...newWarnings, ...before].slice(0, maxLines);
    // A warning that every operation returns is new only once.
    return newWarnings.filter(warning => !before.some(other => isSame(warning, other)));
  }

  #notify(): void {
    this.#version++;
    if (!this.#account.hasSubscribers || this.#notification) return;
    this.#notification = this.#clock.schedule(notifyIntervalMs, () => {
      this.#notification = undefined;
      this.#account.update('trafficVersion', 'countRequest', this.#version);
    });
  }
}

const emptyMinute: MinuteTraffic = {requests: 0, bytes: 0};

const addToTally = (
  tally: RequestCounts,
  {attempt, failure, status, isUnchanged, bytesIn, bytesOut}: RequestReport,
): RequestCounts => ({
  requests: tally.requests + 1,
  retries: tally.retries + (attempt > 1 ? 1 : 0),
  failures: tally.failures + (failure === undefined || failure === 'canceled' ? 0 : 1),
  throttled: tally.throttled + (status === 429 ? 1 : 0),
  unchanged: tally.unchanged + (isUnchanged ? 1 : 0),
  bytesIn: tally.bytesIn + bytesIn,
  bytesOut: tally.bytesOut + bytesOut,
});
