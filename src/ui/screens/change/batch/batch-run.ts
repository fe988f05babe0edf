/** Sends the changes of a plan one after the other: with pause, stop, and a journal if there are several. */
import type {RowId} from '../../../../families/shape/define-family.ts';
import {errorMessage} from '../../../../platform/text/error-message.ts';
import type {BatchJournal} from '../../../../store/changes/batch/batch-journal.ts';
import type {RowOutcome} from '../../../../store/changes/batch/interrupted-batch.ts';
import type {Change} from '../../../../store/changes/change.ts';
import {skippedReason} from '../../../../store/changes/text/list-diff.ts';
import {createObservable, type ObservableValue} from '../../../context/observable.ts';
import {type ChangeResult, resultOf} from './result-lines.ts';

/**
 * `failed`: paused because one failed, and the others may fail too. `unkept`: paused because the journal can't be
 * written; the user may continue without a journal if nothing of it was written, and otherwise try again to write it.
 */
export type BatchStatus = 'idle' | 'running' | 'paused' | 'failed' | 'unkept' | 'stopped' | 'ended';

/** True while sending continues only at the user's command. */
export const isWaitingForUser = (pace: BatchStatus): boolean => ['paused', 'failed', 'unkept'].includes(pace);

interface BatchRunParts {
  readonly changes: readonly Change[];
  readonly results: ObservableValue<readonly ChangeResult[]>;
  settle(index: number, result: Partial<ChangeResult>): void;
  /** The journal of a run that is resumed. */
  readonly journal: BatchJournal | undefined;
  /** Writes the steps to send into the journal; undefined if no journal is written. */
  begin(due: readonly Change[]): Promise<BatchJournal | undefined>;
  /** The key of a change in the journal; undefined if it isn't in it. */
  keyOf(index: number): RowId | undefined;
  /**
   * With different changes, a failure says nothing about the others: sending continues, except for steps that wait for
   * it.
   */
  readonly waits?: (index: number) => boolean;
  /** Brings a change to its preview. */
  prepare(change: Change): Promise<void>;
}

export interface BatchRun {
  readonly status: ObservableValue<BatchStatus>;
  /** The reason why the journal can't be written. */
  journalProblem(): string | undefined;
  /** True if the steps that were not sent are in the journal. */
  isJournaled(): boolean;
  /** Sends the changes in these states. Resolves when none remains, or after a stop. */
  work(...states: ('waiting' | 'failed')[]): Promise<void>;
}

export function createBatchRun({
  changes,
  results,
  settle,
  begin,
  keyOf,
  prepare,
  waits,
  ...parts
}: BatchRunParts): BatchRun {
  const status = createObservable<BatchStatus>('idle');
  let journal = parts.journal;
  let journalProblem: string | undefined;

  /** Waits until sending may continue; resolves with false after a stop. */
  async function mayGoOn(): Promise<boolean> {
    while (isWaitingForUser(status.get())) {
      const {promise, resolve} = Promise.withResolvers<void>();
      const stop = status.subscribe(resolve);
      await promise;
      stop();
    }
    return status.get() === 'running';
  }

  /** Starts the journal; a user who continues after a failure continues without one. */
  async function open(changes: readonly Change[]): Promise<void> {
    try {
      journal ??= await begin(changes);
    } catch (error) {
      journalProblem = errorMessage(error);
      status.set('unkept');
      await mayGoOn();
    }
  }

  /**
   * Writes a note and repeats it each time the user continues; returns true if it was written. A half-written run is
   * worse than none.
   */
  async function note(write: (journal: BatchJournal) => Promise<void>): Promise<boolean> {
    while (journal !== undefined) {
      try {
        await write(journal);
        journalProblem = undefined;
        return true;
      } catch (error) {
        journalProblem = errorMessage(error);
        status.set('unkept');
        if (!(await mayGoOn())) return false;
      }
    }
    return true;
  }

  /** Sends a change; undefined if it was not sent because the journal couldn't be written. */
  async function send(change: Change, index: number): Promise<RowOutcome | undefined> {
    const before = results.get()[index]?.state ?? 'waiting';
    settle(index, {state: 'sending', words: ''});
    // A second attempt drops the earlier refusal and builds the request again.
    if (change.get().step === 'outcome') change.back();
    await prepare(change);
    await change.toPreview();
    const id = keyOf(index);
    const isSendable = change.get().step === 'preview';
    if (isSendable && id !== undefined && !(await note(journal => journal.markSending(id)))) {
      settle(index, {state: before});
      return undefined;
    }
    if (isSendable) await change.send();
    const result = resultOf(change.get());
    const outcome = result.state === 'ok' || result.state === 'unknown' ? result.state : 'failed';
    settle(index, result);
    if (id !== undefined) await note(journal => journal.markEnded(id, outcome));
    return outcome;
  }

  return {
    status,
    journalProblem: () => journalProblem,
    isJournaled: () => journal !== undefined && journalProblem === undefined,
    async work(...states) {
      status.set('running');
      const pending = [...changes.entries()].filter(([index]) =>
        states.some(state => state === results.get()[index]?.state),
      );
      if (changes.length > 1) await open(pending.map(([, change]) => change));
      for (const [view, [index, change]] of pending.entries()) {
        if (!(await mayGoOn())) break;
        if (waits?.(index) && results.get().some(({state}) => state === 'failed' || state === 'unknown')) {
          settle(index, {state: 'failed', words: `was ${skippedReason}`});
          continue;
        }
        const outcome = await send(change, index);
        // A failure of one row usually means that the next row fails too.
        if (waits === undefined && outcome === 'failed' && view < pending.length - 1 && status.get() === 'running')
          status.set('failed');
      }
      if (results.get().some(result => result.state === 'waiting')) {
        status.set('stopped');
        journal?.release();
        return;
      }
      status.set('ended');
      // Every row has its outcome in the journal: nothing remains to resume, even if the end can't be written.
      await journal?.close().catch(() => undefined);
      journal = undefined;
    },
  };
}
