/**
 * What columns draw beside their rows: one more request for each row that shows. They are read one after the other, far
 * below the limit that they share with the charts, behind everything else that wants to be sent, and only while somebody
 * looks.
 */
import type {PathParams} from '../../families/shape/define-family.ts';
import type {SampleValues} from '../../families/shape/views.ts';
import type {Connection} from '../api/connection.ts';
import {isTransient} from '../api/failure-text.ts';
import {listRequest} from '../api/list-request.ts';
import type {Clock} from '../core/clock.ts';

/** Milliseconds between two requests: 60 of the 100 that a minute allows, so that charts are never waited for. */
const REQUEST_INTERVAL_MS = 1000;
/** Milliseconds that an API which struggles is left alone. */
const FAILURE_PAUSE_MS = 30_000;
/** How long the cursor rests before the first: who scrolls by asks for nothing. */
const CURSOR_REST_MS = 300;
/** Milliseconds until one is read again: a point of statistics is five minutes long. */
const MAX_AGE_MS = 300_000;
/** Kept at most; the longest unread go first. */
const MAX_SAMPLES = 500;
/** As many as can be read before the first of them is old: an order by more would never be one of the same time. */
export const maxSortableRows = MAX_AGE_MS / REQUEST_INTERVAL_MS;

/** One answer that is wanted, and what is kept of it. */
export interface SampleRequest {
  readonly operation: string;
  readonly params: PathParams;
  readonly toSample: (answer: unknown) => SampleValues;
}

export interface RowSamplesHost {
  readonly clock: Clock;
  connect(): Promise<Connection>;
  isFocused(): boolean;
}

interface CachedSample {
  /** When it is read again. */
  readonly dueAt: number;
  readonly sample: SampleValues | undefined;
  /** The API answered, if only that there is none. */
  readonly isFetched: boolean;
}

const keyOf = (operation: string, params: PathParams): string => JSON.stringify([operation, params]);

export class RowSamples {
  readonly #host: RowSamplesHost;
  readonly #samples = new Map<string, CachedSample>();
  readonly #listeners = new Set<() => void>();
  #wishes: readonly SampleRequest[] = [];
  #cancelTimer: (() => void) | undefined;
  #reading = false;
  /** From when on the next may be sent. */
  #freeAt = Number.NEGATIVE_INFINITY;

  constructor(host: RowSamplesHost) {
    this.#host = host;
  }

  /** What was last read; undefined until it was, and where it could not be. */
  get(operation: string, params: PathParams): SampleValues | undefined {
    return this.#samples.get(keyOf(operation, params))?.sample;
  }

  /** Whether the API answered for this one. */
  isFetched(operation: string, params: PathParams): boolean {
    return this.#samples.get(keyOf(operation, params))?.isFetched ?? false;
  }

  /** What shows now, in its order; it replaces what was wanted before. */
  setVisible(requests: readonly SampleRequest[]): void {
    this.#wishes = requests;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#plan();
  }

  /** Somebody looks again: what fell due meanwhile is read now. */
  resume(): void {
    this.#plan();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #next(): {readonly request: SampleRequest; readonly at: number} | undefined {
    let next: {readonly request: SampleRequest; readonly at: number} | undefined;
    for (const request of this.#wishes) {
      const sample = this.#samples.get(keyOf(request.operation, request.params));
      const at = sample?.dueAt ?? Number.NEGATIVE_INFINITY;
      if (next === undefined || at < next.at) next = {request, at};
    }
    return next;
  }

  #plan(): void {
    if (this.#cancelTimer !== undefined || this.#reading) return;
    const next = this.#next();
    if (next === undefined) return;
    const now = this.#host.clock.monotonic();
    this.#cancelTimer = this.#host.clock.schedule(Math.max(CURSOR_REST_MS, this.#freeAt - now, next.at - now), () => {
      this.#cancelTimer = undefined;
      if (this.#host.isFocused()) void this.#fetch(next.request);
    });
  }

  async #fetch({operation, params, toSample}: SampleRequest): Promise<void> {
    this.#reading = true;
    this.#freeAt = this.#host.clock.monotonic() + REQUEST_INTERVAL_MS;
    try {
      const connection = await this.#host.connect();
      const endpoint = connection.operation(operation);
      if (!endpoint) throw new Error(`there is no operation ${operation}`);
      const answer = await connection.call(endpoint, {...listRequest(endpoint, params), priority: 'background'});
      this.#keep(operation, params, {sample: toSample(answer), isFetched: true}, MAX_AGE_MS);
    } catch (error) {
      // What was known stays. An instance without statistics yet has some when it would be old; one that fails for
      // itself must not keep the others from their turn.
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
    this.#reading = false;
    this.#plan();
  }

  #keep(operation: string, params: PathParams, sample: Omit<CachedSample, 'dueAt'>, lastsMs: number): void {
    const key = keyOf(operation, params);
    this.#samples.delete(key);
    this.#samples.set(key, {...sample, dueAt: this.#host.clock.monotonic() + lastsMs});
    for (const oldest of this.#samples.keys()) {
      if (this.#samples.size <= MAX_SAMPLES) break;
      this.#samples.delete(oldest);
    }
    for (const listener of this.#listeners) listener();
  }
}
