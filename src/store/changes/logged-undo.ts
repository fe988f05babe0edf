/** Undo of the change log's lines: of one line, or of the batch that it is part of. */
import type {AuditOutcome, AuditRecord} from './audit-log.ts';
import {isCarriedOut, logEntryRef} from './preview/log-entry.ts';
import type {UndoRequest} from './preview/undo.ts';
import type {SkippedStep} from './text/list-diff.ts';

const noUndoText = 'Skydeck has no undo for this change';
const alreadyUndoneText = 'already undone';

/** The reason why an entry of the change log can't be undone; undefined if it can. */
export function undoUnavailable(record: AuditRecord, records: readonly AuditRecord[]): string | undefined {
  if (!isCarriedOut(record.outcome)) return 'not applied';
  if (record.undo === undefined) return noUndoText;
  return isUndone(record, records) ? alreadyUndoneText : undefined;
}

/** True if a later record undid the change, and the undo was not undone itself. */
function isUndone(record: AuditRecord, records: readonly AuditRecord[]): boolean {
  const {at, path} = logEntryRef(record);
  return records.some(
    other =>
      other !== record &&
      other.at >= record.at &&
      other.undoes?.at === at &&
      other.undoes.path === path &&
      isCarriedOut(other.outcome) &&
      !isUndone(other, records),
  );
}

/** A batch of this or an earlier session, as far as it can still be undone. */
export interface LoggedBatch {
  /** The changes to undo, newest first. */
  readonly due: readonly AuditRecord[];
  /** Changes of the batch that were made, or may have been made, and have no undo. */
  readonly skipped: readonly SkippedStep[];
}

/** Outcomes of requests that the API may have carried out. */
const unknownOutcomes: ReadonlySet<AuditOutcome> = new Set(['sending', 'unknown', 'interrupted']);

/**
 * The batch of a line; undefined if the line has none, as lines of earlier versions.
 * @param records of the change log, newest first
 */
export function loggedBatch(record: AuditRecord, records: readonly AuditRecord[]): LoggedBatch | undefined {
  const {batch, profile} = record;
  if (batch === undefined) return undefined;
  const due: AuditRecord[] = [];
  const skipped: SkippedStep[] = [];
  const members = records.filter(other => other.batch === batch && other.profile === profile);
  for (const [index, member] of members.entries()) {
    const {outcome, label, at, path} = member;
    if (isCarriedOut(outcome)) {
      const reason = undoUnavailable(member, records);
      if (reason === undefined) due.push(member);
      else if (reason !== alreadyUndoneText) skipped.push({label, message: reason});
      // A later line may have the outcome that a read found.
    } else if (
      unknownOutcomes.has(outcome) &&
      !members.some((other, place) => place !== index && other.at === at && other.path === path)
    )
      skipped.push({label, message: 'its outcome is unknown'});
  }
  return {due, skipped};
}

/** The reason why the batch of an entry can't be undone; undefined if a part of it can. */
export function batchUndoUnavailable(record: AuditRecord, records: readonly AuditRecord[]): string | undefined {
  const batch = loggedBatch(record, records);
  if (batch === undefined) return 'not part of a batch';
  if (batch.due.length > 0) return undefined;
  return batch.skipped.length > 0 ? noUndoText : alreadyUndoneText;
}

/** The undo request of a line, with its reference to the line; undefined if the line has none. */
export const loggedUndo = (record: AuditRecord): UndoRequest | undefined =>
  record.undo && {...record.undo, undoneChange: {...record.undo.undoneChange, logEntry: logEntryRef(record)}};
