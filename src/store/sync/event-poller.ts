/**
 * Reads the newest events; all other data is read again because of these events.
 *
 * It is fast while an operation is in progress, slow while none is, slower while the terminal isn't focused, and backs
 * off while the API fails. With a working filter an idle poll returns an empty page.
 */
import type {ClassLimitState} from '../../client/limits/request-scheduler.ts';
import type {Event} from '../../contract/account/events.ts';
import type {Endpoint} from '../../contract/schema/endpoint.ts';
import {isAccountClosed} from '../api/account-closed.ts';
import type {Connection} from '../api/connection.ts';
import {clientFailure, isRefusal} from '../api/failure-text.ts';
import {Backoff} from '../core/backoff.ts';
import type {Clock} from '../core/clock.ts';
import type {EventDelta, EventLog} from './event-log.ts';

/**
 * The maximum share of the remaining rate limit that polls use, so that enough remains for the reads that they cause;
 * and the maximum share of the time, so that a slow API isn't polled more often.
 */
const maxBudgetShare = 0.4;
const maxTimeShare = 0.2;

/** The intervals between two polls, milliseconds. */
export const busyIntervalMs = 2000;
export const idleIntervalMs = 15_000;
const unfocusedIntervalMs = 60_000;
/**
 * The maximum wait between two attempts to reach an unavailable API while there are listeners. Because half of the wait
 * is random, an unavailable API gets on average as many requests as an available, idle one.
 */
const maxRetryIntervalMs = 20_000;
/**
 * The maximum interval while the terminal is focused, at any rate limit: with a longer interval, data would count as
 * stale.
 */
const maxFocusedIntervalMs = 40_000;

/** The time after which a response counts as late; for an API that is always slow, twice its last response time. */
const lateAfterMs = 5000;
const maxLateAfterMs = 20_000;

const pageSize = 100;
/** With more pages of new events than this, all lists are read again instead. */
const maxPages = 3;
/** The maximum number of running events in one filter, because a header must stay short. */
const maxIdsInFilter = 80;
/** The maximum number of running events that are no longer on the page and are read one by one. */
const maxSingleFetches = 10;

export interface EventPollerHost {
  readonly clock: Clock;
  readonly random: () => number;
  readonly eventLog: EventLog;
  connect(): Promise<Connection>;
  isFocused(): boolean;
  /** The rate limit of polls, if known. */
  rateLimit(): ClassLimitState | undefined;
  /**
   * Called when a poll is sent, with the time after which its response is late, milliseconds; undefined if it was
   * canceled.
   */
  onPollSent(lateAfterMs: number | undefined): void;
  /** True while changes of this program wait for their event. */
  hasPendingChanges(): boolean;
  /** Called after a successful poll, which was sent at this time; `isFirst` is true if its events are old. */
  onEvents(news: EventDelta, isFirst: boolean, sentAt: number): void;
  /** Called if too many events followed this one to find the rows to read. */
  onTooManyEvents(since: number | undefined): void;
  /** `retryAt` is undefined if a retry doesn't help. */
  onFailure(error: unknown, retryAt: number | undefined): void;
  /** Called if this token has no permission to read events, so that changes must be found in another way. */
  onEventsForbidden(error: unknown): void;
}

type Filter = Readonly<Record<string, unknown>>;

/** The result of a poll: `forbidden` if this token has no permission to read events. */
export type PollResult = 'read' | 'failed' | 'forbidden';

export class EventPoller {
  readonly #host: EventPollerHost;
  readonly #retry: Backoff;
  #isActive = false;
  #polling: Promise<PollResult> | undefined;
  #isRepeated = false;
  #isStarted = false;
  #cancel: (() => void) | undefined;
  /** True after the API refused a filter on events: then the first page is read without one. */
  #isFilterRefused = false;
  #pollCount = 0;
  /** The duration of the last poll, including the wait for the rate limit; milliseconds. */
  #lastPollMs = 0;

  constructor(host: EventPollerHost) {
    this.#host = host;
    this.#retry = new Backoff(host.clock, host.random, () => void this.poll());
  }

  start(): void {
    this.#isActive = true;
    void this.poll();
  }

  stop(): void {
    this.#isActive = false;
    this.#cancel?.();
    this.#retry.stop();
  }

  /** True if the account's events were read, so that an empty log means an account without events. */
  get hasPolled(): boolean {
    return this.#isStarted;
  }

  /** The longest time without a response in normal operation, milliseconds; failures of the API don't extend it. */
  get maxSilenceMs(): number {
    return Math.max(this.#wantedIntervalMs, Math.min(this.#pace, idleIntervalMs));
  }

  /** The interval that suits the current activity, milliseconds. */
  get #wantedIntervalMs(): number {
    const {eventLog, isFocused, hasPendingChanges} = this.#host;
    if (!isFocused()) return unfocusedIntervalMs;
    return eventLog.running.length > 0 || hasPendingChanges() ? busyIntervalMs : idleIntervalMs;
  }

  /** The interval that the rate limit and the API allow. */
  get #pace(): number {
    const atMost = this.#host.isFocused() ? maxFocusedIntervalMs : unfocusedIntervalMs;
    return Math.min(atMost, Math.max(this.#wantedIntervalMs, this.#affordableMs(), this.#lastPollMs / maxTimeShare));
  }

  /** The interval between polls that leaves enough of the rate limit for the reads that they cause. */
  #affordableMs(): number {
    const {rateLimit, clock} = this.#host;
    const {remaining, resetAt} = rateLimit() ?? {};
    if (remaining === undefined || resetAt === undefined) return 0;
    const remainingMs = Math.max(0, resetAt - clock.now());
    const polls = Math.floor(remaining * maxBudgetShare);
    return polls === 0 ? remainingMs : remainingMs / polls;
  }

  /** Computes the interval again after a change of its inputs. */
  reschedule(): void {
    if (!this.#isActive || this.#polling || !this.#cancel) return;
    this.#plan();
  }

  /** Reads the newest events now, and again after a running poll; resolves after a read that started after the call. */
  poll(): Promise<PollResult> {
    if (this.#polling) this.#isRepeated = true;
    this.#polling ??= this.#pollUntilCurrent();
    return this.#polling;
  }

  async #pollUntilCurrent(): Promise<PollResult> {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#retry.stop();
    try {
      do {
        this.#isRepeated = false;
        await this.#poll();
      } while (this.#isRepeated);
      this.#retry.reset();
      if (this.#isActive) this.#plan();
      return 'read';
    } catch (error) {
      return this.#onFailure(error);
    } finally {
      this.#polling = undefined;
    }
  }

  #onFailure(error: unknown): PollResult {
    const failure = clientFailure(error);
    // The session was closed, or the connection is being replaced: the next poll determines the result.
    if (failure?.code === 'canceled') {
      this.#host.onPollSent(undefined);
      if (this.#isActive) this.#plan();
      return 'failed';
    }
    if (isAccountClosed(error)) {
      this.#host.onFailure(error, undefined);
      return 'failed';
    }
    const isForbidden = failure?.code === 'unauthorized' && failure.kind !== 'token';
    if (isForbidden) this.#host.onEventsForbidden(error);
    const notBefore = failure?.code === 'throttled' ? failure.retryAt : 0;
    const hasWaitingUser = failure?.code === 'unreachable' && this.#host.isFocused();
    const retryAt = this.#retry.schedule(notBefore, hasWaitingUser ? maxRetryIntervalMs : undefined);
    if (!this.#isActive) this.#retry.stop();
    this.#host.onFailure(error, retryAt);
    return isForbidden ? 'forbidden' : 'failed';
  }

  #plan(): void {
    this.#cancel?.();
    this.#cancel = this.#host.clock.schedule(this.#pace, () => {
      this.#cancel = undefined;
      void this.poll();
    });
  }

  async #poll(): Promise<void> {
    const {eventLog, clock} = this.#host;
    const connection = await this.#host.connect();
    // The time to load the client isn't part of the response time.
    const startedAt = clock.monotonic();
    const sentAt = clock.now();
    this.#host.onPollSent(Math.min(maxLateAfterMs, Math.max(lateAfterMs, 2 * this.#lastPollMs)));
    const list = connection.operation('account.events.list');
    if (!list) throw new Error('the contract has no events');
    const isFirst = !this.#isStarted;
    const since = eventLog.newestId;
    const running = this.#nextPart(eventLog.running);
    const filter = isFirst || since === undefined || this.#isFilterRefused ? undefined : eventFilter(since, running);
    const {events, reached} = await this.#pages(connection, list, {filter, since, running});
    // An event that was requested by ID and is on no page no longer exists. Without a filter, or with too many events,
    // it may be on a page that was not read.
    const canProveAbsence = reached && filter !== undefined && !this.#isFilterRefused;
    const returnedIds = new Set(events.map(event => event.id));
    const missing = isFirst ? [] : running.filter(event => !returnedIds.has(event.id));
    if (canProveAbsence) eventLog.remove(missing.map(event => event.id));
    else events.push(...(await this.#fetchSingly(connection, missing)));
    this.#lastPollMs = clock.monotonic() - startedAt;
    const news = eventLog.add(events);
    this.#isStarted = true;
    const ended = canProveAbsence ? missing : [];
    this.#host.onEvents({...news, transitionedEvents: [...news.transitionedEvents, ...ended]}, isFirst, sentAt);
    if (!reached && !isFirst) this.#host.onTooManyEvents(since);
  }

  /** The running events of one poll, up to the maximum; with more, a different part each time. */
  #nextPart(running: readonly Event[]): readonly Event[] {
    if (running.length <= maxIdsInFilter) return running;
    const from = (this.#pollCount++ * maxIdsInFilter) % running.length;
    return [...running.slice(from), ...running.slice(0, from)].slice(0, maxIdsInFilter);
  }

  /** Reads pages until one contains known events. */
  async #pages(
    connection: Connection,
    list: Endpoint,
    {filter, since, running}: {filter: Filter | undefined; since: number | undefined; running: readonly Event[]},
  ): Promise<{events: Event[]; reached: boolean}> {
    const events: Event[] = [];
    for (let page = 1; page <= maxPages; page++) {
      const request = {filter, size: pageSize, page, priority: 'events' as const, attempts: 1};
      const listPage = await connection.page(list, request).catch(error => {
        if (!filter || !isRefusal(error)) throw error;
        return undefined;
      });
      // If the API refused or ignored the filter, the first page is used as it is, and the absence of an event proves
      // nothing.
      if (!listPage || (filter && ignoresFilter(listPage.items as readonly Event[], since, running))) {
        this.#isFilterRefused = true;
        return this.#pages(connection, list, {filter: undefined, since, running});
      }
      events.push(...(listPage.items as readonly Event[]));
      const oldest = Math.min(...events.map(event => event.id));
      const isComplete = filter
        ? page >= listPage.pages
        : since === undefined || oldest <= since || page >= listPage.pages;
      if (isComplete) return {events, reached: true};
    }
    return {events, reached: false};
  }

  /** Reads running events that are no longer on the page, one by one. */
  async #fetchSingly(connection: Connection, missing: readonly Event[]): Promise<Event[]> {
    const get = connection.operation('account.events.get');
    if (!get) return [];
    const results = await Promise.all(
      missing.slice(0, maxSingleFetches).map(({id}) =>
        connection.call(get, {params: {eventId: id}, priority: 'events', attempts: 1}).catch(error => {
          if (!isRefusal(error)) throw error;
          this.#host.eventLog.remove([id]);
          return undefined;
        }),
      ),
    );
    return results.filter(event => event !== undefined) as Event[];
  }
}

/** True if the response contains events outside the filter, which shows that the API ignored it. */
function ignoresFilter(events: readonly Event[], since: number | undefined, running: readonly Event[]): boolean {
  const requestedIds = new Set(running.map(({id}) => id));
  return events.some(({id}) => id <= (since ?? 0) && !requestedIds.has(id));
}

/** The filter for events that are newer than the known ones, and for events that were running at the last poll. */
function eventFilter(since: number, running: readonly Event[]): Filter {
  const order = {'+order_by': 'id', '+order': 'desc'};
  const ids = running.map(event => event.id);
  if (ids.length === 0) return {id: {'+gt': since}, ...order};
  return {'+or': [{id: {'+gt': since}}, ...ids.map(id => ({id}))], ...order};
}
