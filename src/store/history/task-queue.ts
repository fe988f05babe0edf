/** The queue of writes to the history file. They are done in small steps, so that no key press waits for the file. */
import {errorMessage} from '../../platform/text/error-message.ts';
import type {Clock} from '../core/clock.ts';
import type {HistoryDatabase} from './history-database.ts';
import type {HistoryFile} from './history-file-port.ts';

/**
 * The maximum duration of one step, milliseconds, and the maximum number of versions that it writes. Versions that wait
 * through several collections of V8 count as old, and stay in memory much longer.
 */
const maxStepMs = 3;
const maxPartsPerStep = 250;
/**
 * The time for which a step waits for another console, milliseconds: no key is read meanwhile. The end of the program
 * may wait longer.
 */
const maxWaitMs = 50;
const maxLastWaitMs = 2000;
/** The maximum number of steps in a row that find the file locked, before this counts as a failure. */
const maxBusySteps = 30;
/** The delay from a change to its record, and between two steps, milliseconds. */
const writeDelayMs = 1000;
const stepIntervalMs = 40;
/** The interval at which the time up to which lists are followed is written. */
const spanIntervalMs = 30_000;
/** The delay after a failure before writing is retried. */
const retryMs = 60_000;
const pruneIntervalMs = 10 * 60_000;
/** The maximum number of waiting tasks while the file can't be written; a task may have many parts. A failed write drops all. */
const maxTasks = 50_000;

/** Work in one or more parts, each of which is short. */
export interface Task {
  /** The number of parts, which may grow; 1 if it is missing. */
  readonly length?: number;
  write(database: HistoryDatabase, part: number): void;
  /** True while a poll may still complete the version of this part. */
  isWaiting?(now: number, part: number): boolean;
}

export interface TaskQueueHost {
  readonly clock: Clock;
  readonly file: HistoryFile;
  hasSpans(): boolean;
  /** Writes the times up to which lists are followed; all earlier tasks are written. */
  saveSpans(database: HistoryDatabase): void;
  onFailure(): void;
  report(message: string): void;
}

/** True if a statement failed because another console kept the file locked for longer than the maximum wait. */
const isFileBusy = (error: unknown): boolean => (Number((error as {errcode?: unknown}).errcode) & 0xff) === 5;

export class TaskQueue {
  readonly #host: TaskQueueHost;
  #tasks: Task[] = [];
  /** The number of parts of the first task that are written. */
  #writtenParts = 0;
  /** True before the first write, and after the clock was set back. */
  #mustRewind = true;
  #spansSavedAt = 0;
  #prunedAt = 0;
  #cancel: (() => void) | undefined;
  #writing: Promise<void> | undefined;
  #isFailing = false;
  /** The number of last steps that found the file locked by another console. */
  #busySteps = 0;
  #isClosed = false;

  constructor(host: TaskQueueHost) {
    this.#host = host;
  }

  get isFull(): boolean {
    return this.#tasks.length >= maxTasks;
  }

  /** The newest waiting task. */
  get last(): Task | undefined {
    return this.#tasks.at(-1);
  }

  add(task: Task): void {
    this.#tasks.push(task);
    this.plan();
  }

  /**
   * Drops all waiting tasks.
   * @param isRewound true if the clock was set back
   */
  clear(isRewound: boolean): void {
    this.#tasks = [];
    this.#writtenParts = 0;
    this.#mustRewind ||= isRewound;
  }

  plan(delayMs = writeDelayMs): void {
    if (this.#cancel || this.#writing || this.#isClosed) return;
    this.#cancel = this.#host.clock.schedule(this.#isFailing ? retryMs : delayMs, () => {
      this.#cancel = undefined;
      this.#writing = this.#write({isLast: false}).finally(() => {
        this.#writing = undefined;
        if (this.#tasks.length > 0) this.plan(this.#busySteps > 0 || this.#isWaiting ? writeDelayMs : stepIntervalMs);
      });
    });
  }

  /**
   * Writes the waiting tasks, for a reader. Versions that wait for a poll stay in the queue, and so do times after
   * them.
   */
  async flush(): Promise<void> {
    await this.#writing;
    this.#spansSavedAt = 0;
    let before = Number.POSITIVE_INFINITY;
    while (this.#waitingParts < before && !this.#isClosed) {
      before = this.#waitingParts;
      await this.#write({isLast: false});
    }
  }

  /** Writes all waiting tasks. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel?.();
    await this.#writing;
    await this.#write({isLast: true});
  }

  get #waitingParts(): number {
    return this.#tasks.reduce((sum, {length = 1}) => sum + length, -this.#writtenParts);
  }

  get #isWaiting(): boolean {
    return this.#tasks[0]?.isWaiting?.(this.#host.clock.now(), this.#writtenParts) ?? false;
  }

  async #write({isLast}: {isLast: boolean}): Promise<void> {
    const {clock, file, hasSpans, saveSpans} = this.#host;
    const areSpansDue = hasSpans() && (isLast || clock.now() - this.#spansSavedAt >= spanIntervalMs);
    if (this.#tasks.length === 0 && !areSpansDue) return;
    try {
      const database = await file.open();
      database.setMaxWait(isLast ? maxLastWaitMs : maxWaitMs);
      if (this.#mustRewind) database.rewindTo(clock.now());
      this.#mustRewind = false;
      do this.#writeStep(database, isLast);
      while (isLast && this.#tasks.length > 0);
      if (areSpansDue && this.#tasks.length === 0) {
        database.transaction(() => saveSpans(database));
        this.#spansSavedAt = clock.now();
      }
      this.#prune(database);
      this.#isFailing = false;
      this.#busySteps = 0;
    } catch (error) {
      // The tasks stay, and a later step writes them.
      if (!isLast && isFileBusy(error) && ++this.#busySteps < maxBusySteps) return;
      this.#busySteps = 0;
      await this.#onFailure(error);
    }
  }

  #writeStep(database: HistoryDatabase, isLast: boolean): void {
    const {clock} = this.#host;
    const tasks = this.#tasks;
    let done = 0;
    let part = this.#writtenParts;
    try {
      database.transaction(() => {
        // The transaction may have waited for another console.
        const startedAt = clock.monotonic();
        for (let count = 0; count < maxPartsPerStep && clock.monotonic() - startedAt < maxStepMs; count++) {
          const task = tasks[done];
          if (task === undefined || (!isLast && task.isWaiting?.(clock.now(), part))) break;
          task.write(database, part);
          part++;
          if (part < (task.length ?? 1)) continue;
          done++;
          part = 0;
        }
      });
    } catch (error) {
      database.forgetLists();
      throw error;
    }
    // A task may have cleared the queue.
    if (this.#tasks !== tasks) return;
    tasks.splice(0, done);
    this.#writtenParts = part;
  }

  /** @throws if the latest versions alone exceed the limit */
  #prune(database: HistoryDatabase): void {
    const {limits} = this.#host.file;
    const now = this.#host.clock.now();
    const isLarge = database.usedBytes > limits.maxBytes;
    if (!isLarge && now - this.#prunedAt < pruneIntervalMs) return;
    const hasPruned = database.pruneStep(now, limits);
    if (!hasPruned) this.#prunedAt = now;
    if (isLarge && !hasPruned && database.usedBytes > limits.maxBytes)
      throw new Error('the rows alone need more than history.max_mb');
  }

  /** Reports the first failure; recording restarts when the file can be written again. */
  async #onFailure(error: unknown): Promise<void> {
    this.#host.onFailure();
    const message = await this.#host.file.onFailure(error).catch(errorMessage);
    if (!this.#isFailing) this.#host.report(message);
    this.#isFailing = true;
  }
}
