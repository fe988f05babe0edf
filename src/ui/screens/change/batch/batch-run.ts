/** Sends the changes of a plan one after the other: with a pause, a stop, and a journal where there are several. */
import type {RowId} from '../../../../families/shape/define-family.ts';
import {errorMessage} from '../../../../platform/text/error-message.ts';
import type {BatchJournal, RowOutcome} from '../../../../store/changes/batch/batch-journal.ts';
import {skippedReason} from '../../../../store/changes/text/list-diff.ts';
import type {Change} from '../../../../store/changes/types.ts';
import {createObservable, type ObservableValue} from '../../../context/observable.ts';
import {type ChangeResult, resultOf} from './result-lines.ts';

/**
 * `failed`: it waits because one failed, and the others may fail too. `unkept`: it waits because it cannot be written down;
 * who says go on goes on without, if nothing of it was written, and tries again to write it otherwise.
 */
export type BatchStatus = 'idle' | 'running' | 'paused' | 'failed' | 'unkept' | 'stopped' | 'ended';

/** It goes on when somebody says so, and not before. */
export const isWaitingForUser = (pace: BatchStatus): boolean => ['paused', 'failed', 'unkept'].includes(pace);

interface BatchRunParts {
  readonly changes: readonly Change[];
  readonly results: ObservableValue<readonly ChangeResult[]>;
  settle(index: number, result: Partial<ChangeResult>): void;
  /** Of a run that is gone on with. */
  readonly journal: BatchJournal | undefined;
  /** Writes down what is about to be sent; undefined where nothing is written down. */
  begin(due: readonly Change[]): Promise<BatchJournal | undefined>;
  /** What a change is known by in the journal; undefined for what is not in it. */
  keyOf(index: number): RowId | undefined;
  /** Of different changes one that failed says nothing of the others: they go on, but for those that wait for it. */
  readonly waits?: (index: number) => boolean;
  /** Brings a change to its preview. */
  prepare(change: Change): Promise<void>;
}

export interface BatchRun {
  readonly status: ObservableValue<BatchStatus>;
  /** Why it cannot be written down. */
  journalProblem(): string | undefined;
  /** What was not sent of it is written down. */
  isJournaled(): boolean;
  /** Sends those in these states. Resolves when none is left, or it was stopped. */
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

  /** Resolves when it may go on; whether it may. */
  async function mayGoOn(): Promise<boolean> {
    while (isWaitingForUser(status.get())) {
      const {promise, resolve} = Promise.withResolvers<void>();
      const stop = status.subscribe(resolve);
      await promise;
      stop();
    }
    return status.get() === 'running';
  }

  /** Begins to write it down; whoever goes on although that is impossible goes on without. */
  async function open(changes: readonly Change[]): Promise<void> {
    try {
      journal ??= await begin(changes);
    } catch (error) {
      journalProblem = errorMessage(error);
      status.set('unkept');
      await mayGoOn();
    }
  }

  /** Notes something, as often as somebody says go on; whether it is written. A run half noted is worth less than none. */
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

  /** Undefined where it was not sent, because that could not be noted. */
  async function send(change: Change, index: number): Promise<RowOutcome | undefined> {
    const before = results.get()[index]?.state ?? 'waiting';
    settle(index, {state: 'sending', words: ''});
    // Tried before: its refusal is forgotten, and the request put together anew.
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
        // What failed for one fails for the next too, more often than not.
        if (waits === undefined && outcome === 'failed' && view < pending.length - 1 && status.get() === 'running')
          status.set('failed');
      }
      if (results.get().some(result => result.state === 'waiting')) {
        status.set('stopped');
        journal?.release();
        return;
      }
      status.set('ended');
      // Every row has its outcome in it: nothing is left to go on with, whether or not it says so.
      await journal?.close().catch(() => undefined);
      journal = undefined;
    },
  };
}
