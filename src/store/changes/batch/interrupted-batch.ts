/** A batch that was started, and the part that remains after its process ended. */
import {countText, withoutEllipsis} from '../../../families/format/format.ts';
import {countInSentence} from '../../../families/format/nouns.ts';
import type {Family} from '../../../families/shape/define-family.ts';
import type {TextStep} from '../../../families/shape/list-text.ts';
import type {AnyRow, FamilyId, PathParams, RowId} from '../../../families/shape/resource.ts';
import type {PidNamespace} from '../../../platform/process/process-alive.ts';
import type {UndoRequest} from '../preview/undo.ts';

export type RowOutcome = 'ok' | 'failed' | 'unknown';

/**
 * `sending`: the outcome was never written. `unreadable`: a damaged line may be about this row, so it may have been
 * sent.
 */
export type RowState = RowOutcome | 'sending' | 'unreadable';

/** The action of a batch and the rows that it applies to. */
export interface BatchRecord {
  /** The start of the batch, milliseconds since 1970. */
  readonly at: number;
  readonly family: FamilyId;
  /** The action's name in the family; `text` or `undo` if each row has a separate step. */
  readonly action: string;
  readonly title: string;
  /** The subject of the batch if it isn't a row: "example.org". */
  readonly about?: string | undefined;
  readonly params: PathParams;
  /** Form values by path, without secrets. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Paths of secrets, which must be typed again. */
  readonly secrets: readonly string[];
  readonly rows: readonly BatchRow[];
}

export interface BatchRow {
  /** The row's ID, or a step's index in the plan: a resource that is still to be created has no ID. */
  readonly id: RowId;
  readonly label: string;
  /** The change that an edited text asks for in this row. */
  readonly step?: TextStep<AnyRow> | undefined;
  /** The step that undoes a change of this row. */
  readonly undo?: UndoStep | undefined;
}

/** The undo of one row; its family and parameters are those of the batch. */
export type UndoStep = Omit<UndoRequest, 'family' | 'params'>;

/** The action of a batch with different steps, as an edited text asks for them. */
export const editedTextAction = 'text';

/** The action of a batch that undoes another. */
export const undoAction = 'undo';

/** The reason for a skipped deletion after a failure: a failed creation must not lead to a loss. */
export const skippedReason = 'left alone, because something before it failed';

/** "2 instances stay in the batch": they can't be changed now, and can be resumed later. */
export const keptText = (count: number, family: Family): string =>
  `${countInSentence(count, family)} ${count === 1 ? 'stays' : 'stay'} in the batch`;

/** A batch that has not ended. */
export interface InterruptedBatch extends BatchRecord {
  readonly id: string;
  /** The process that started the batch, then each process that resumed it. */
  readonly by: readonly JournalWriter[];
  /** The host of a process that may still be working on the batch; this machine can't check it. */
  readonly otherHost?: string | undefined;
  /** The states by row key. */
  readonly states: ReadonlyMap<string, RowState>;
  /** The number of damaged lines of the journal that may be about this batch. */
  readonly unreadableLines: number;
}

/** A process on its machine. */
export interface JournalWriter {
  readonly pid: number;
  readonly host: string;
  /**
   * The start time of the process, because the system may have given its ID to another process. Missing for batches of
   * older versions and on some systems.
   */
  readonly started?: string | undefined;
  readonly place?: PidNamespace | undefined;
}

/** The rows of a batch that are still to be sent, and the rows that failed or whose outcome is unknown. */
export interface RemainingRows {
  readonly remaining: readonly BatchRow[];
  readonly notRetried: readonly {readonly label: string; readonly message: string}[];
}

/** "Reboot: 12 of 40 remaining after the interruption" */
export function interruptedText(batch: InterruptedBatch): string {
  const {title, about, rows, otherHost, unreadableLines} = batch;
  const subject = [withoutEllipsis(title), about].filter(Boolean).join(' ');
  const facts = [
    `${remainingRows(batch).remaining.length} of ${rows.length} remaining after the interruption`,
    ...(unreadableLines === 0 ? [] : [`${countText(unreadableLines, 'line')} of its journal can’t be read`]),
    ...(otherHost === undefined ? [] : [`and it may still be running on ${otherHost}`]),
  ];
  return `${subject}: ${facts.join(', ')}`;
}

/** The reason why a listed batch can't be resumed or discarded. */
export const takenText = 'Another Skydeck is working on this batch, or has ended it.';

/** The reason why this version can't resume batches of a newer version. */
export const newerBatchesText =
  'An interrupted batch was written by a newer version of Skydeck. Resume it with that version.';

const unreadableText = 'may have been sent, but a line of the journal can’t be read; check its state before you retry';

export function remainingRows({rows, states}: InterruptedBatch): RemainingRows {
  const remaining: BatchRow[] = [];
  const notRetried: {label: string; message: string}[] = [];
  for (const row of rows) {
    const state = states.get(String(row.id));
    if (state === undefined) remaining.push(row);
    else if (state === 'failed') notRetried.push({label: row.label, message: 'failed before; not retried'});
    else if (state === 'unreadable') notRetried.push({label: row.label, message: unreadableText});
    else if (state !== 'ok')
      notRetried.push({label: row.label, message: 'was sent, but no response came; check its state before you retry'});
  }
  return {remaining, notRetried};
}
