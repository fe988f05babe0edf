/** Undo of the change log's lines: of one line, or of the batch that it is part of. */
import type {AuditOutcome, AuditRecord} from './audit-log.ts';
import type {LogEntryRef} from './change-subject.ts';
import {isCarriedOut, logEntryRef} from './preview/log-entry.ts';
import type {UndoRequest} from './preview/undo.ts';
import type {SkippedStep} from './text/list-diff.ts';

const noUndoText = 'Skydeck has no undo for this change';
const alreadyUndoneText = 'already undone';
const notAppliedText = 'not applied';
const unknownOutcomeText = 'its outcome is unknown';

/** The reason why an entry of the change log can't be undone; undefined if it can. */
export function undoUnavailable(record: AuditRecord, records: readonly AuditRecord[]): string | undefined {
  if (!isCarriedOut(record.outcome)) return notAppliedText;
  if (record.undo === undefined) return noUndoText;
  return isUndone(record, records) ? alreadyUndoneText : undefined;
}

/** True if a later record undid the change, and the undo was not undone itself. */
function isUndone(record: AuditRecord, records: readonly AuditRecord[]): boolean {
  const undos = undosOf(records).get(refText(logEntryRef(record))) ?? [];
  return undos.some(other => other !== record && other.at >= record.at && !isUndone(other, records));
}

type UndosByEntry = ReadonlyMap<string, readonly AuditRecord[]>;

/** The undos that were carried out, by the entry that they undid; for each array of records, because keys ask often. */
const knownUndos = new WeakMap<readonly AuditRecord[], UndosByEntry>();

function undosOf(records: readonly AuditRecord[]): UndosByEntry {
  const known = knownUndos.get(records);
  if (known) return known;
  const undos = Map.groupBy(
    records.filter(({undoes, outcome}) => undoes !== undefined && isCarriedOut(outcome)),
    ({undoes}) => undoes && refText(undoes),
  ) as UndosByEntry;
  knownUndos.set(records, undos);
  return undos;
}

const refText = ({at, path}: LogEntryRef): string => `${at} ${path}`;

/** A batch of this or an earlier session, as far as it can still be undone. */
export interface LoggedBatch {
  /** The changes to undo, newest first. */
  readonly due: readonly AuditRecord[];
  /** Changes of the batch that were made, or may have been made, and have no undo. */
  readonly skipped: readonly SkippedStep[];
  /** True if at least one change of the batch was made. */
  readonly isApplied: boolean;
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
      skipped.push({label, message: unknownOutcomeText});
  }
  return {due, skipped, isApplied: members.some(({outcome}) => isCarriedOut(outcome))};
}

/** The reason why the batch of an entry can't be undone; undefined if a part of it can. */
export function batchUndoUnavailable(record: AuditRecord, records: readonly AuditRecord[]): string | undefined {
  const batch = loggedBatch(record, records);
  if (batch === undefined) return 'not part of a batch';
  const {due, skipped, isApplied} = batch;
  if (due.length > 0) return undefined;
  if (skipped.length === 0) return isApplied ? alreadyUndoneText : notAppliedText;
  return skipped.every(({message}) => message === unknownOutcomeText) ? unknownOutcomeText : noUndoText;
}

/** The undo request of a line, with its reference to the line; undefined if the line has none. */
export const loggedUndo = (record: AuditRecord): UndoRequest | undefined =>
  record.undo && {...record.undo, undoneChange: {...record.undo.undoneChange, logEntry: logEntryRef(record)}};
