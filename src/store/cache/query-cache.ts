/** Responses to single requests, for tabs: read while a tab shows them, and renewed before they are out of date. */
import {isRepaired} from '../../contract/reading/repair-marks.ts';
import type {EntityType, PathParams, Ref, RowId} from '../../families/shape/define-family.ts';
import type {Connection, Priority} from '../api/connection.ts';
import {isCanceled, toFailure} from '../api/failure-text.ts';
import {jsonEqual} from '../core/json-equal.ts';
import {ReadLoop} from '../core/read-loop.ts';
import {RepairRechecks} from '../core/repair-recheck.ts';
import {createTracedStore, type ReadonlyStore, type Trace, type TracedStore} from '../core/traced-store.ts';
import {historyQuery} from './event-history.ts';
import {type MetricRequest, metricQuery, operationQuery, type QuerySpec, type QueryState} from './query-spec.ts';
import {type RefetchHost, RefetchSchedule} from './refetch-schedule.ts';

export interface QueryCacheHost extends RefetchHost {
  readonly trace: Trace | undefined;
  connect(): Promise<Connection>;
  /** Starts the reads for the first listener; returns the function that stops them. */
  activate(): () => void;
}

/** The maximum number of stored responses; beyond it, the least recently used is dropped. */
const maxCachedQueries = 64;
/** The poller adds new events, and older history doesn't change. Seconds. */
const historyStaleSeconds = 600;
/** Metrics are measured every few minutes. Seconds. */
const metricStaleSeconds = 300;

const emptyState: QueryState = {value: undefined, phase: 'idle', validAt: undefined, failure: undefined};

class Query implements ReadonlyStore<QueryState> {
  readonly #host: QueryCacheHost;
  readonly spec: QuerySpec;
  readonly #state: TracedStore<QueryState>;
  readonly #refetchSchedule: RefetchSchedule;
  readonly #rechecks: RepairRechecks;
  readonly #readLoop: ReadLoop;

  constructor(spec: QuerySpec, staleSeconds: number, host: QueryCacheHost) {
    this.spec = spec;
    this.#host = host;
    this.#state = createTracedStore(spec.name, emptyState, {trace: host.trace, activate: () => this.#activate()});
    this.#refetchSchedule = new RefetchSchedule(this, staleSeconds, host);
    this.#readLoop = new ReadLoop({
      read: priority => this.#fetchOnce(priority),
      isOutdated: () => this.hasSubscribers && this.#refetchSchedule.isOutdated,
    });
    this.#rechecks = new RepairRechecks(host.clock, staleSeconds * 1000, () => void this.fetch('background'));
  }

  getState(): QueryState {
    return this.#state.getState();
  }
  getInitialState(): QueryState {
    return this.#state.getInitialState();
  }
  subscribe(listener: (state: QueryState, previous: QueryState) => void): () => void {
    return this.#state.subscribe(listener);
  }
  get hasSubscribers(): boolean {
    return this.#state.hasSubscribers;
  }

  /**
   * Marks the value as out of date, because the resource has changed. It is read again at once, or when a listener
   * subscribes.
   */
  invalidate(): void {
    this.#refetchSchedule.invalidate();
    const state = this.getState();
    if (this.hasSubscribers && state.value !== undefined)
      this.#state.update('markOutdated', {...state, isOutdated: true});
    else if (!this.#readLoop.isRunning) this.#drop();
    if (this.hasSubscribers) void this.fetch('background');
  }

  /** A value on screen before its next read would look current, such as a password that was replaced. */
  #drop(): void {
    if (this.getState().value !== undefined) this.#state.update('clear', emptyState);
  }

  /** Retries a failed read at once, because the API is available again. */
  refetchFailed(): void {
    if (this.hasSubscribers && (this.getState().failure || this.#refetchSchedule.isMissed)) void this.fetch('screen');
  }

  /** Reads if the data is out of date: while the machine slept, timers didn't run. */
  refetchStale(): void {
    if (this.hasSubscribers) this.#refetchSchedule.start();
  }

  fetch(priority: Priority): Promise<void> {
    return this.#readLoop.read(priority);
  }

  async #fetchOnce(priority: Priority): Promise<void> {
    // The last listener left while an earlier read was running: the next one reads.
    if (!this.hasSubscribers) return this.#refetchSchedule.invalidate();
    this.#refetchSchedule.onFetchStart();
    const unavailableReason = priority === 'user' ? undefined : this.#host.unavailableReason();
    if (unavailableReason !== undefined) {
      this.#onFailure(unavailableReason);
      return;
    }
    const before = this.getState();
    if (before.phase !== 'ready') this.#state.update('startFetch', {...before, phase: 'loading'});
    try {
      const response = await this.spec.fetch(await this.#host.connect(), priority);
      this.#refetchSchedule.onSuccess();
      if (this.hasSubscribers) this.#rechecks.schedule(isRepaired(response));
      // An equal value keeps its object; only its age is new.
      const value = jsonEqual(before.value, response) ? before.value : response;
      const state: QueryState = {value, phase: 'ready', validAt: this.#host.clock.now(), failure: undefined};
      this.#state.update('setAnswer', this.#refetchSchedule.isOutdated ? {...state, isOutdated: true} : state);
    } catch (error) {
      this.#onFailure(error);
    } finally {
      if (this.#refetchSchedule.isOutdated && !this.hasSubscribers) this.#drop();
    }
  }

  #onFailure(error: unknown): void {
    const retryAt = this.#refetchSchedule.onFailure(error);
    const before = this.getState();
    const phase = before.validAt === undefined ? 'failed' : 'ready';
    if (isCanceled(error)) {
      this.#state.update('cancelFetch', {...before, phase: phase === 'ready' ? 'ready' : 'idle'});
      return;
    }
    this.#state.update('recordFailure', {...before, phase: phase, failure: toFailure(error, retryAt)});
  }

  #activate(): () => void {
    const deactivate = this.#host.activate();
    this.#refetchSchedule.start();
    return () => {
      this.#refetchSchedule.stop();
      this.#rechecks.stop();
      deactivate();
    };
  }
}

export class QueryCache {
  readonly #host: QueryCacheHost;
  /** In order of use. */
  readonly #queries = new Map<string, Query>();

  constructor(host: QueryCacheHost) {
    this.#host = host;
  }

  get(operation: string, params: PathParams, staleSeconds: number): ReadonlyStore<QueryState> {
    const key = JSON.stringify([operation, staleSeconds, ...Object.entries(params).sort()]);
    return this.#cachedQuery(key, () => new Query(operationQuery(operation, params), staleSeconds, this.#host));
  }

  /** The events of one resource, as `EntityHistory`; undefined if they can't be requested. */
  history(type: EntityType, id: RowId): ReadonlyStore<QueryState> | undefined {
    const spec = historyQuery(type, id);
    return spec && this.#cachedQuery(spec.name, () => new Query(spec, historyStaleSeconds, this.#host));
  }

  /** The values of a metric over time. */
  metric(request: MetricRequest): ReadonlyStore<QueryState> {
    const spec = metricQuery(request);
    return this.#cachedQuery(spec.name, () => new Query(spec, metricStaleSeconds, this.#host));
  }

  #cachedQuery(key: string, make: () => Query): Query {
    const query = this.#queries.get(key) ?? make();
    this.#queries.delete(key);
    this.#queries.set(key, query);
    for (const [oldest, {hasSubscribers}] of this.#queries) {
      if (this.#queries.size <= maxCachedQueries) break;
      if (!hasSubscribers && oldest !== key) this.#queries.delete(oldest);
    }
    return query;
  }

  refetchActive(): void {
    for (const query of this.#queries.values()) if (query.hasSubscribers) void query.fetch('user');
  }

  /** Marks responses about a resource as out of date. */
  invalidate(ref: Ref): void {
    for (const query of this.#queries.values()) if (query.spec.isAbout(ref)) query.invalidate();
  }

  /** Marks responses about this family as out of date after a change to one of its resources. */
  invalidateFamily(family: string): void {
    for (const query of this.#queries.values()) if (query.spec.isOfFamily(family)) query.invalidate();
  }

  refetchStale(): void {
    for (const query of this.#queries.values()) query.refetchStale();
  }

  refetchFailed(): void {
    for (const query of this.#queries.values()) query.refetchFailed();
  }
}
