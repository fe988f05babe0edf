/**
 * The engine of every batch: sends changes one after another, with pause, stop and a journal. The console, plain mode
 * and the command line use it with different policies.
 */
import {randomUUID} from 'node:crypto';
import type {RowId} from '../../../families/shape/define-family.ts';
import {errorMessage} from '../../../platform/text/error-message.ts';
import {createTracedStore, type ReadonlyStore} from '../../core/traced-store.ts';
import type {BatchJournal} from './batch-journal.ts';
import type {ChangeResult, SettledResult} from './change-result.ts';
import {type RowOutcome, skippedReason} from './interrupted-batch.ts';

/**
 * `failed`: paused because a change failed and the others may fail, too. `unwritable`: paused because the journal can't
 * be written; the user may retry.
 */
export type BatchStatus = 'idle' | 'running' | 'paused' | 'failed' | 'unwritable' | 'stopped' | 'ended';

/** True while sending continues only at the user's command. */
export const isWaitingForUser = (status: BatchStatus): boolean => ['paused', 'failed', 'unwritable'].includes(status);

export interface BatchPolicy {
  /**
   * After a failure: `pause` until the user decides, because the other rows usually fail, too; or `continue` with the
   * remaining changes, if they differ or no user can be asked.
   */
  readonly onError: 'pause' | 'continue';
  /**
   * If the journal can't be written: `pause` until the user decides, or `stop`, because without a journal an
   * interrupted batch can't be resumed.
   */
  readonly onUnwritable: 'pause' | 'stop';
}

/** The journal of a batch. */
export interface JournalPort {
  /** The journal of a batch that is resumed. */
  readonly journal: BatchJournal | undefined;
  /** Writes the changes to send into a new journal; undefined if the batch has no journal. */
  begin(due: readonly number[]): Promise<BatchJournal | undefined>;
}

/** The changes of a batch, by their indexes. */
export interface BatchRunPorts extends JournalPort {
  readonly policy: BatchPolicy;
  readonly results: ReadonlyStore<readonly Pick<ChangeResult, 'state'>[]>;
  settle(index: number, result: Partial<ChangeResult>): void;
  /** The key of a change in the journal; undefined if the journal doesn't have it. */
  keyOf(index: number): RowId | undefined;
  /** The reason why a guard refuses these changes together: then none is sent. */
  readonly refusal?: ((due: readonly number[]) => string | undefined) | undefined;
  /** True if a change depends on earlier ones: it is skipped after a failure, so that no data is lost. */
  isDependent(index: number): boolean;
  /** Prepares the request of a change; resolves with a result if the change can't be sent. */
  prepare(index: number): Promise<SettledResult | undefined>;
  /** @param batchId for the change log and for reads that the changes share; undefined for a single change */
  send(index: number, batchId: string | undefined): Promise<SettledResult>;
  /**
   * Warns that a result or the end could not be written. No change is lost: a row without a result is not sent again.
   */
  warn(message: string): void;
}

export class BatchRun {
  readonly #status = createTracedStore<BatchStatus>('batch', 'idle');
  readonly status: ReadonlyStore<BatchStatus> = this.#status;
  #journalProblem: string | undefined;
  readonly #ports: BatchRunPorts;
  #journal: BatchJournal | undefined;
  /** The ID of the first journal, or one of its own: failed changes that are sent again belong to the same batch. */
  #batchId: string | undefined;

  constructor(ports: BatchRunPorts) {
    this.#ports = ports;
    this.#journal = ports.journal;
  }

  /** The reason why the journal can't be written. */
  journalProblem(): string | undefined {
    return this.#journalProblem;
  }

  /** True if the batch has a journal. */
  hasJournal(): boolean {
    return this.#journal !== undefined;
  }

  /** True if the journal contains the changes that were not sent. */
  isJournaled(): boolean {
    return this.hasJournal() && this.#journalProblem === undefined;
  }

  /** Waits for the running request and sends no further one before `resume`. */
  pause(): void {
    if (this.status.getState() === 'running') this.#setStatus('paused');
  }

  resume(): void {
    this.#setStatus('running');
  }

  /** Skips the changes that were not sent; a journal keeps them for later. */
  stop(): void {
    this.#setStatus('stopped');
  }

  /** Sends the changes in these states. Resolves when none remains, or after a stop. */
  async work(...states: readonly ('waiting' | 'failed')[]): Promise<void> {
    const {results, settle} = this.#ports;
    this.#setStatus('running');
    const due = [...results.getState().entries()].flatMap(([index, {state}]) =>
      states.some(candidate => candidate === state) ? [index] : [],
    );
    const refusal = this.#ports.refusal?.(due);
    if (refusal !== undefined) {
      for (const index of due) settle(index, {state: 'failed', message: refusal});
      this.#setStatus('ended');
      // The journal of a resumed batch keeps the remaining rows for later.
      this.#journal?.release();
      this.#journal = undefined;
      return;
    }
    try {
      if (results.getState().length > 1) await this.#open(due);
      await this.#sendAll(due);
    } catch (error) {
      // Changes that were not sent can be resumed.
      this.#setStatus('stopped');
      this.#journal?.release();
      throw error;
    }
    await this.#finish();
  }

  async #sendAll(due: readonly number[]): Promise<void> {
    const {policy, settle, isDependent} = this.#ports;
    for (const [position, index] of due.entries()) {
      if (!(await this.#canContinue())) break;
      if (isDependent(index) && this.#hasState('failed', 'unknown')) {
        settle(index, {state: 'failed', message: `was ${skippedReason}`});
        continue;
      }
      const outcome = await this.#send(index);
      const isLast = position === due.length - 1;
      if (policy.onError === 'pause' && outcome === 'failed' && !isLast && this.status.getState() === 'running')
        this.#setStatus('failed');
    }
  }

  async #finish(): Promise<void> {
    if (this.#hasState('waiting')) {
      this.#setStatus('stopped');
      this.#journal?.release();
      return;
    }
    this.#setStatus('ended');
    const journal = this.#journal;
    this.#journal = undefined;
    await journal?.close().catch(error => this.#ports.warn(`${errorMessage(error)}. Nothing remains to resume.`));
  }

  #setStatus(status: BatchStatus): void {
    this.#status.update(status, status);
  }

  #hasState(...states: ChangeResult['state'][]): boolean {
    return this.#ports.results.getState().some(({state}) => states.includes(state));
  }

  /** Waits until sending may continue; resolves with false after a stop. */
  async #canContinue(): Promise<boolean> {
    while (isWaitingForUser(this.status.getState())) {
      const {promise, resolve} = Promise.withResolvers<void>();
      const stop = this.status.subscribe(() => resolve());
      await promise;
      stop();
    }
    return this.status.getState() === 'running';
  }

  /** Starts the journal, and retries each time the user continues: a batch without a journal can't be resumed. */
  async #open(due: readonly number[]): Promise<void> {
    while (this.#journal === undefined) {
      try {
        this.#journal = await this.#ports.begin(due);
        this.#journalProblem = undefined;
        return;
      } catch (error) {
        if (!(await this.#onUnwritable(error))) return;
      }
    }
  }

  /** Resolves with true if the user wants to retry. */
  #onUnwritable(error: unknown): Promise<boolean> {
    this.#journalProblem = errorMessage(error);
    this.#setStatus(this.#ports.policy.onUnwritable === 'pause' ? 'unwritable' : 'stopped');
    return this.#canContinue();
  }

  /**
   * Writes a line, and repeats it each time the user continues; resolves with true if it was written. An incomplete
   * journal is worse than none.
   */
  async #note(write: (journal: BatchJournal) => Promise<void>): Promise<boolean> {
    while (this.#journal !== undefined) {
      try {
        await write(this.#journal);
        this.#journalProblem = undefined;
        return true;
      } catch (error) {
        if (!(await this.#onUnwritable(error))) return false;
      }
    }
    return true;
  }

  /** Sends a change; undefined if it was not sent because the journal couldn't be written. */
  async #send(index: number): Promise<RowOutcome | undefined> {
    const {results, settle, keyOf, prepare, send} = this.#ports;
    const before: Partial<ChangeResult> = results.getState()[index] ?? {state: 'waiting'};
    settle(index, {state: 'sending', message: ''});
    let hasBegun = false;
    try {
      const refusal = await prepare(index);
      const id = keyOf(index);
      if (refusal === undefined && id !== undefined && !(await this.#note(journal => journal.markSending(id)))) {
        settle(index, before);
        return undefined;
      }
      this.#batchId ??= this.#journal?.id ?? (results.getState().length > 1 ? randomUUID() : undefined);
      hasBegun = true;
      const result = refusal ?? (await send(index, this.#batchId));
      settle(index, result);
      if (id !== undefined) await this.#noteOutcome(id, result.state);
      return result.state;
    } catch (error) {
      if (results.getState()[index]?.state === 'sending')
        settle(index, hasBegun ? {state: 'unknown', message: errorMessage(error)} : before);
      throw error;
    }
  }

  /**
   * Writes the outcome of a row. If that fails, the batch pauses, or only warns where it can't: a row without an
   * outcome is not sent again.
   */
  async #noteOutcome(id: RowId, outcome: RowOutcome): Promise<void> {
    const {policy, warn} = this.#ports;
    const write = (journal: BatchJournal) => journal.markEnded(id, outcome);
    if (policy.onUnwritable === 'pause') await this.#note(write);
    else if (this.#journal)
      await write(this.#journal).catch(error =>
        warn(`Can’t write the results to the batch journal: ${errorMessage(error)}`),
      );
  }
}
