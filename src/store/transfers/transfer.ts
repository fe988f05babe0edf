/** One file transfer, an upload or a download: its progress, its rate and its outcome. */

import {bytes, clockDuration} from '../../families/format/format.ts';
import type {Ref} from '../../families/shape/define-family.ts';
import {UserFileError} from '../../platform/files/user-files.ts';
import {errorMessage} from '../../platform/text/error-message.ts';
import {clientFailure, isCanceled} from '../api/failure-text.ts';
import type {Clock} from '../core/clock.ts';
import {createTracedStore, type ReadonlyStore, type Trace, type TracedStore} from '../core/traced-store.ts';

export interface TransferState {
  readonly phase: 'running' | 'done' | 'failed' | 'canceled';
  /** Bytes. */
  readonly done: number;
  /** The total number of bytes, if known. */
  readonly total: number | undefined;
  /** The outcome in one sentence; undefined while the transfer runs. */
  readonly message: string | undefined;
}

export interface Transfer extends ReadonlyStore<TransferState> {
  readonly id: number;
  readonly direction: 'up' | 'down';
  /** The name of the file. */
  readonly name: string;
  /** The resource that the bytes belong to. */
  readonly target: Ref | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** The time since the transfer was started or restarted. */
  readonly milliseconds: number;
  /** The time at which the presigned URL expires, milliseconds since 1970. */
  readonly deadline: number | undefined;
  /** Bytes per second over the last seconds; undefined before it can be computed. */
  readonly rate: number | undefined;
  /** Seconds remaining at the current rate. */
  readonly secondsLeft: number | undefined;
  /** The reason why the transfer can't be restarted; undefined if it can. */
  readonly restartRefusal: string | undefined;
  cancel(): void;
  /** Starts again from the first byte, with the same URL. */
  restart(): void;
}

/** The connection to a running transfer: a signal that stops it, and callbacks for its progress. */
export interface TransferControl {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: {readonly done: number; readonly total: number | undefined}) => void;
  /** Adds a sentence to the outcome. */
  readonly onNote: (text: string) => void;
}

/** The file to transfer. */
export interface TransferJob<T = unknown> {
  readonly direction: 'up' | 'down';
  readonly name: string;
  readonly target?: Ref | undefined;
  readonly total: number | undefined;
  readonly deadline?: number | undefined;
  /** True if the transfer is the request itself, so that it can't be restarted. */
  readonly isRequest?: true;
  /** Transfers the bytes; called again for a restart. */
  readonly run: (control: TransferControl) => Promise<T>;
}

export interface TransferHost {
  readonly clock: Clock;
  readonly trace: Trace | undefined;
  /** Called after progress and at the end; the error is the cause of a failed end. */
  onChange(transfer: LiveTransfer): void;
  onEnd(transfer: LiveTransfer, error: unknown): void;
}

/** The minimum time between two states that differ only in progress, milliseconds. */
const progressIntervalMs = 250;
/** The time over which the rate is measured, and the minimum time before it is shown, milliseconds. */
const rateWindowMs = 5000;
const minRateWindowMs = 900;

export class LiveTransfer<T = unknown> implements Transfer {
  readonly id: number;
  readonly direction: 'up' | 'down';
  readonly name: string;
  readonly target: Ref | undefined;
  readonly deadline: number | undefined;
  startedAt: number;
  /** The result of the transfer; rejects with its error. */
  result: Promise<T>;
  readonly #job: TransferJob<T>;
  readonly #host: TransferHost;
  readonly #state: TracedStore<TransferState>;
  #stop = new AbortController();
  #samples: {readonly at: number; readonly done: number}[] = [];
  #done = 0;
  #notes: string[] = [];
  #total: number | undefined;
  /** The time of the last notification by the monotonic clock. */
  #reportedAt = 0;
  #beganAt: number;

  constructor(id: number, job: TransferJob<T>, host: TransferHost) {
    this.id = id;
    this.direction = job.direction;
    this.name = job.name;
    this.target = job.target;
    this.deadline = job.deadline;
    this.startedAt = host.clock.now();
    this.#beganAt = host.clock.monotonic();
    this.#job = job;
    this.#host = host;
    this.#total = job.total;
    const state = {phase: 'running', done: 0, total: job.total, message: undefined} as const;
    this.#state = createTracedStore<TransferState>(`transfer ${id}`, state, {trace: host.trace});
    this.result = this.#run();
  }

  getState(): TransferState {
    return this.#state.getState();
  }
  getInitialState(): TransferState {
    return this.#state.getInitialState();
  }
  subscribe(listener: (state: TransferState, previous: TransferState) => void): () => void {
    return this.#state.subscribe(listener);
  }

  get rate(): number | undefined {
    const [first] = this.#samples;
    const elapsedMs = this.#host.clock.monotonic() - (first?.at ?? 0);
    if (!first || elapsedMs < minRateWindowMs || this.getState().phase !== 'running') return undefined;
    return ((this.#done - first.done) * 1000) / elapsedMs;
  }

  get secondsLeft(): number | undefined {
    const {rate} = this;
    if (!rate || this.#total === undefined) return undefined;
    return Math.ceil((this.#total - this.#done) / rate);
  }

  get milliseconds(): number {
    return Math.round(this.#host.clock.monotonic() - this.#beganAt);
  }

  get restartRefusal(): string | undefined {
    const {phase} = this.getState();
    if (phase === 'running') return 'still running';
    if (phase === 'done') return 'done';
    if (this.#job.isRequest) return 'retry it where it was started';
    if (this.deadline !== undefined && this.#host.clock.now() >= this.deadline)
      return 'its address has expired: ask for a new one';
    return undefined;
  }

  cancel(): void {
    this.#stop.abort();
  }

  restart(): void {
    if (this.restartRefusal !== undefined) return;
    this.#stop = new AbortController();
    this.#samples = [];
    this.#notes = [];
    this.#done = 0;
    this.startedAt = this.#host.clock.now();
    this.#beganAt = this.#host.clock.monotonic();
    this.result = this.#run();
    this.#setState('restart', {phase: 'running', message: undefined});
  }

  /** Updates the rate as time passes, so that it decreases while no bytes arrive. */
  tick(): void {
    if (this.getState().phase === 'running') this.#reportProgress('updateRate');
  }

  #run(): Promise<T> {
    const {signal} = this.#stop;
    this.#sample();
    const running = this.#job.run({
      signal,
      onNote: text => void this.#notes.push(text),
      onProgress: ({done, total}) => {
        this.#done = done;
        this.#total = total ?? this.#total;
        if (this.#host.clock.monotonic() - this.#reportedAt >= progressIntervalMs) this.#reportProgress('setProgress');
      },
    });
    // If a caller waits for the result, it receives the failure; otherwise the failure must not count as unhandled.
    running.then(
      () => this.#end('done', undefined),
      error => this.#end(signal.aborted && isAborted(error) ? 'canceled' : 'failed', error),
    );
    return running;
  }

  #end(phase: 'done' | 'failed' | 'canceled', error: unknown): void {
    const ending = phase === 'failed' ? failureText(error) : this.#ending(phase);
    this.#setState(phase, {phase, message: [ending, ...this.#notes].join('. ')});
    this.#host.onEnd(this, error);
  }

  #ending(phase: 'done' | 'canceled'): string {
    const {direction} = this;
    const verb = direction === 'up' ? 'uploaded' : 'downloaded';
    if (phase === 'canceled')
      return `canceled after ${this.#total === undefined ? bytes(this.#done) : `${bytes(this.#done)} of ${bytes(this.#total)}`}`;
    return `${verb}, ${bytes(this.#done)} in ${clockDuration(this.milliseconds / 1000)}`;
  }

  #reportProgress(change: string): void {
    this.#sample();
    this.#setState(change, {});
  }

  #sample(): void {
    const now = this.#host.clock.monotonic();
    this.#samples.push({at: now, done: this.#done});
    while ((this.#samples[1]?.at ?? now) < now - rateWindowMs) this.#samples.shift();
  }

  #setState(change: string, facts: Partial<TransferState>): void {
    this.#reportedAt = this.#host.clock.monotonic();
    this.#state.update(change, {...this.getState(), done: this.#done, total: this.#total, ...facts});
    this.#host.onChange(this);
  }
}

/** True if the transfer was canceled: by the client, or by the code that reads or writes the file. */
const isAborted = (error: unknown): boolean =>
  isCanceled(error) || (error instanceof Error && error.name === 'AbortError');

/** The error text without a retry time, because transfers are not retried automatically. */
function failureText(error: unknown): string {
  if (error instanceof UserFileError || clientFailure(error)) return (error as Error).message.replace(/[.\s]+$/, '');
  return `Skydeck hit a bug: ${errorMessage(error)}`;
}

export const transferWord = ({direction}: Pick<Transfer, 'direction'>): string =>
  direction === 'up' ? 'uploading' : 'downloading';

/** Whole percent; 100 only when all bytes are transferred. */
export const percentOf = (bytes: number, total: number | undefined): number | undefined =>
  total === undefined ? undefined : total === 0 ? 100 : Math.floor((bytes / total) * 100);
