/**
 * Data of columns that need one more request for each visible row. The requests are sent one by one, far below the rate
 * limit that they share with the charts, with the lowest priority, and only while there are listeners.
 */
import type {PathParams} from '../../families/shape/define-family.ts';
import type {SampleValues} from '../../families/shape/resource.ts';
import type {Connection} from '../api/connection.ts';
import {isTransient} from '../api/failure-text.ts';
import {listRequest} from '../api/list-request.ts';
import type {Clock} from '../core/clock.ts';

/**
 * Milliseconds between two requests: 60 of the 100 requests that the limit allows per minute, so that charts never
 * wait.
 */
const REQUEST_INTERVAL_MS = 1000;
/** The pause after a failure of the API, milliseconds. */
const FAILURE_PAUSE_MS = 30_000;
/** The time that the cursor must rest before the first request, so that scrolling past a row sends no request. */
const CURSOR_REST_MS = 300;
/** The age at which a sample is read again, milliseconds: a point of statistics covers five minutes. */
const MAX_AGE_MS = 300_000;
/** The maximum number of samples; beyond it, the least recently used is dropped. */
const MAX_SAMPLES = 500;
/**
 * The number of samples that can be read before the first is out of date: sorting more rows would mix values of
 * different times.
 */
export const maxSortableRows = MAX_AGE_MS / REQUEST_INTERVAL_MS;

/** A request for one row's sample, and how to read its response. */
export interface SampleRequest {
  readonly operation: string;
  readonly params: PathParams;
  readonly toSample: (response: unknown) => SampleValues;
}

export interface RowSamplesHost {
  readonly clock: Clock;
  connect(): Promise<Connection>;
  isFocused(): boolean;
}

interface CachedSample {
  /** The time of the next read. */
  readonly dueAt: number;
  readonly sample: SampleValues | undefined;
  /** True if the API responded, even if it has no data. */
  readonly isFetched: boolean;
}

const keyOf = (operation: string, params: PathParams): string => JSON.stringify([operation, params]);

export class RowSamples {
  readonly #host: RowSamplesHost;
  readonly #samples = new Map<string, CachedSample>();
  readonly #listeners = new Set<() => void>();
  #visible: readonly SampleRequest[] = [];
  #cancelTimer: (() => void) | undefined;
  #isReading = false;
  /** The earliest time of the next request. */
  #freeAt = Number.NEGATIVE_INFINITY;

  constructor(host: RowSamplesHost) {
    this.#host = host;
  }

  /** The last sample; undefined before the first read and after a failed one. */
  get(operation: string, params: PathParams): SampleValues | undefined {
    return this.#samples.get(keyOf(operation, params))?.sample;
  }

  /** True if the API responded for this row. */
  isFetched(operation: string, params: PathParams): boolean {
    return this.#samples.get(keyOf(operation, params))?.isFetched ?? false;
  }

  /** Sets the visible rows in their order; replaces the previous set. */
  setVisible(requests: readonly SampleRequest[]): void {
    this.#visible = requests;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#plan();
  }

  /** Continues for a new listener: rows that became due meanwhile are read now. */
  resume(): void {
    this.#plan();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #next(): {readonly request: SampleRequest; readonly at: number} | undefined {
    let next: {readonly request: SampleRequest; readonly at: number} | undefined;
    for (const request of this.#visible) {
      const sample = this.#samples.get(keyOf(request.operation, request.params));
      const at = sample?.dueAt ?? Number.NEGATIVE_INFINITY;
      if (next === undefined || at < next.at) next = {request, at};
    }
    return next;
  }

  #plan(): void {
    if (this.#cancelTimer !== undefined || this.#isReading) return;
    const next = this.#next();
    if (next === undefined) return;
    const now = this.#host.clock.monotonic();
    this.#cancelTimer = this.#host.clock.schedule(Math.max(CURSOR_REST_MS, this.#freeAt - now, next.at - now), () => {
      this.#cancelTimer = undefined;
      if (this.#host.isFocused()) void this.#fetch(next.request);
    });
  }

  async #fetch({operation, params, toSample}: SampleRequest): Promise<void> {
    this.#isReading = true;
    this.#freeAt = this.#host.clock.monotonic() + REQUEST_INTERVAL_MS;
    try {
      const connection = await this.#host.connect();
      const endpoint = connection.operation(operation);
      if (!endpoint) throw new Error(`No operation ${operation}`);
      const response = await connection.call(endpoint, {...listRequest(endpoint, params), priority: 'background'});
      this.#keep(operation, params, {sample: toSample(response), isFetched: true}, MAX_AGE_MS);
    } catch (error) {
      // The previous sample stays. A new instance without statistics is tried again when a sample would be out of date;
      // if the request of one instance fails, it must not delay the others.
      const isPassing = isTransient(error);
      if (isPassing) this.#freeAt = this.#host.clock.monotonic() + FAILURE_PAUSE_MS;
      const isRead = !isPassing || this.isFetched(operation, params);
      this.#keep(
        operation,
        params,
        {sample: this.get(operation, params), isFetched: isRead},
        isPassing ? FAILURE_PAUSE_MS : MAX_AGE_MS,
      );
    }
    this.#isReading = false;
    this.#plan();
  }

  #keep(operation: string, params: PathParams, sample: Omit<CachedSample, 'dueAt'>, lifetimeMs: number): void {
    const key = keyOf(operation, params);
    this.#samples.delete(key);
    this.#samples.set(key, {...sample, dueAt: this.#host.clock.monotonic() + lifetimeMs});
    for (const oldest of this.#samples.keys()) {
      if (this.#samples.size <= MAX_SAMPLES) break;
      this.#samples.delete(oldest);
    }
    for (const listener of this.#listeners) listener();
  }
}
