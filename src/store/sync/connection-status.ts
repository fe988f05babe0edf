/**
 * The freshness of the data on screen: the API's last response, failures, the remaining rate limits, and the account.
 */
import type {Mismatch} from '../../client/core/mismatch-log.ts';
import type {LimitClass} from '../../contract/schema/endpoint.ts';
import {isAccountClosed} from '../api/account-closed.ts';
import type {Connection, RateLimitsByClass, RequestReport} from '../api/connection.ts';
import type {Failure} from '../api/failure.ts';
import {clientFailure, toFailure} from '../api/failure-text.ts';
import type {Clock} from '../core/clock.ts';
import type {AccountActions, AccountWriter} from '../session/account-state.ts';
import {scarceLimit} from './freshness-text.ts';
import type {Liveness, Status} from './status.ts';

export interface ConnectionStatusHost {
  readonly clock: Clock;
  readonly account: AccountWriter;
  isFocused(): boolean;
  /** The longest time without a response in normal operation, milliseconds. */
  maxSilenceMs(): number;
}

/** The number of poll intervals without a success after which data counts as stale, plus a fixed time. */
const staleAfterPolls = 2.5;
const staleGraceMs = 10_000;

/** Facts whose changes notify listeners; other facts are read at each paint. */
interface StatusFacts {
  readonly liveness: Liveness;
  readonly isLate: boolean;
  readonly failure: Failure | undefined;
  readonly account: string | undefined;
  readonly user: string | undefined;
  readonly notices: number | undefined;
  readonly mismatchCount: number;
  readonly scarceLimitClass: LimitClass | undefined;
}

/**
 * Facts that change with every response. They notify no listener; otherwise an idle console would repaint at every
 * poll.
 */
interface LiveFacts {
  lastResponseAt(): number | undefined;
  confirmedAt(): number | undefined;
  lateSince(): number | undefined;
  limits(): RateLimitsByClass;
  mismatches(): readonly Mismatch[];
}

class StatusSnapshot implements Status {
  readonly liveness: Liveness;
  readonly failure: Failure | undefined;
  readonly account: string | undefined;
  readonly user: string | undefined;
  readonly notices: number | undefined;
  readonly #liveFacts: LiveFacts;

  constructor(facts: StatusFacts, liveFacts: LiveFacts) {
    this.liveness = facts.liveness;
    this.failure = facts.failure;
    this.account = facts.account;
    this.user = facts.user;
    this.notices = facts.notices;
    this.#liveFacts = liveFacts;
  }
  get lastResponseAt(): number | undefined {
    return this.#liveFacts.lastResponseAt();
  }
  get confirmedAt(): number | undefined {
    return this.#liveFacts.confirmedAt();
  }
  get lateSince(): number | undefined {
    return this.#liveFacts.lateSince();
  }
  get limits(): RateLimitsByClass {
    return this.#liveFacts.limits();
  }
  get mismatches(): readonly Mismatch[] {
    return this.#liveFacts.mismatches();
  }
}

export class ConnectionStatus {
  readonly #host: ConnectionStatusHost;
  readonly #liveFacts: LiveFacts;
  #connection: Connection | undefined;
  #facts: StatusFacts = {
    liveness: 'connecting',
    isLate: false,
    failure: undefined,
    account: undefined,
    user: undefined,
    notices: undefined,
    mismatchCount: 0,
    scarceLimitClass: undefined,
  };
  /** The times of the last response and of the last confirmation of all data; by the monotonic clock. */
  #lastResponseAt: number | undefined;
  #confirmedAt: number | undefined;
  /** The poll that waits for its response: its start, and the time from which the response is late. */
  #request: {readonly at: number; readonly lateAt: number} | undefined;
  #error: unknown;
  #cancelTimer: (() => void) | undefined;

  constructor(host: ConnectionStatusHost) {
    this.#host = host;
    const {clock} = host;
    // The time by the machine's current clock; otherwise the age would change when the clock is set.
    const dateOf = (at: number | undefined) =>
      at === undefined ? undefined : Math.round(clock.now() - (clock.monotonic() - at));
    this.#liveFacts = {
      lastResponseAt: () => dateOf(this.#lastResponseAt),
      confirmedAt: () => dateOf(this.#confirmedAt),
      lateSince: () => (this.#isLate ? dateOf(this.#request?.at) : undefined),
      limits: () => this.#connection?.limits() ?? {},
      mismatches: () => this.#connection?.mismatches() ?? [],
    };
    host.account.update('status', 'refresh', new StatusSnapshot(this.#facts, this.#liveFacts));
  }

  get liveness(): Liveness {
    return this.#facts.liveness;
  }

  onConnected(connection: Connection): void {
    this.#connection = connection;
  }

  /** Any response of the API, including a refusal, shows that it is available. */
  onResponse({status}: RequestReport): void {
    const {clock} = this.#host;
    if (status !== undefined) this.#lastResponseAt = clock.monotonic();
    const mismatchCount = this.#liveFacts.mismatches().length;
    const scarce = scarceLimit(this.#liveFacts.limits(), clock.now())?.limitClass;
    if (mismatchCount !== this.#facts.mismatchCount || scarce !== this.#facts.scarceLimitClass)
      this.#setFacts('receiveResponse', {mismatchCount, scarceLimitClass: scarce});
  }

  /** Records that a poll was sent; undefined if it was canceled. */
  onPollSent(lateAfterMs: number | undefined): void {
    const at = this.#host.clock.monotonic();
    this.#request = lateAfterMs === undefined ? undefined : {at, lateAt: at + lateAfterMs};
    this.refresh();
  }

  /** Records a successful poll: the data on screen is correct as of now. */
  onConfirmed(): void {
    this.#confirmedAt = this.#host.clock.monotonic();
    this.#error = undefined;
    this.#request = undefined;
    this.#setFacts('confirmPoll', {failure: undefined});
    const {account, clock} = this.#host;
    account.update('pulse', 'countPoll', {beats: account.getState().pulse.beats + 1, at: clock.now()});
  }

  onFailure(error: unknown, retryAt: number | undefined): void {
    this.#error = error;
    this.#request = undefined;
    this.#setFacts('recordFailure', {failure: toFailure(error, retryAt)});
  }

  update(action: AccountActions['status'], facts: Partial<StatusFacts>): void {
    this.#setFacts(action, facts);
  }

  /** Handles a jump of the machine's clock: after a jump forward, all data is older by that amount. */
  onClockJump(by: number): void {
    const forwardMs = Math.max(0, by);
    if (this.#lastResponseAt !== undefined) this.#lastResponseAt -= forwardMs;
    if (this.#confirmedAt !== undefined) this.#confirmedAt -= forwardMs;
    this.refresh();
  }

  /** Stops watching the time, because the last subscriber left. */
  stop(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  /** Updates the status after a listener subscribed or unsubscribed, or after time has passed. */
  refresh(): void {
    this.#setFacts('refresh', {});
  }

  #setFacts(action: AccountActions['status'], facts: Partial<StatusFacts>): void {
    const next = {...this.#facts, ...facts, liveness: this.#livenessNow(), isLate: this.#isLate};
    this.#watchTime();
    const names = Object.keys(next) as (keyof StatusFacts)[];
    if (names.every(name => next[name] === this.#facts[name])) return;
    this.#facts = next;
    this.#host.account.update('status', action, new StatusSnapshot(next, this.#liveFacts));
  }

  get #isLate(): boolean {
    return this.#request !== undefined && this.#host.clock.monotonic() >= this.#request.lateAt;
  }

  #livenessNow(): Liveness {
    if (isAccountClosed(this.#error)) return 'closed';
    const failure = clientFailure(this.#error);
    if (failure?.code === 'unauthorized' && failure.kind === 'token') return 'unauthorized';
    if (failure?.code === 'unreachable' && failure.status === undefined) return 'offline';
    if (this.#confirmedAt === undefined) return this.#error === undefined ? 'connecting' : 'stale';
    if (this.#error !== undefined || this.#isLate) return 'stale';
    if (this.#host.clock.monotonic() >= this.#confirmedAt + this.#staleAfterMs()) return 'stale';
    return this.#host.isFocused() ? 'live' : 'paused';
  }

  #staleAfterMs(): number {
    return this.#host.maxSilenceMs() * staleAfterPolls + staleGraceMs;
  }

  /** Marks the status as stale without a response, because a request that hangs reports no failure. */
  #watchTime(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (!this.#host.account.hasSubscribers) return;
    const now = this.#host.clock.monotonic();
    const dueTimes = [
      this.#request?.lateAt,
      this.#confirmedAt === undefined ? undefined : this.#confirmedAt + this.#staleAfterMs(),
    ];
    const delayMs = Math.min(...dueTimes.flatMap(at => (at !== undefined && at > now ? [at - now] : [])));
    if (delayMs < Number.POSITIVE_INFINITY)
      this.#cancelTimer = this.#host.clock.schedule(delayMs, () => this.refresh());
  }
}
