/**
 * Resumes an interrupted undo of several changes: the steps that can still be undone, and the other steps with the
 * reason.
 */
import type {Family} from '../../families/shape/define-family.ts';
import {withValue} from '../core/dotted-paths.ts';
import {fieldProblems} from '../core/field-tree.ts';
import type {Session} from '../session/session.ts';
import {alreadyDoneReason} from './batch/already-done.ts';
import {deletedReason} from './batch/change-result.ts';
import {type InterruptedBatch, remainingRows, type UndoStep} from './batch/interrupted-batch.ts';
import type {Change} from './change.ts';
import {alreadyExistsReason, hasEntry, type SkippedStep} from './text/list-diff.ts';

/** A step at its preview, with its key in the journal. */
export interface ReadyUndoStep {
  readonly key: string;
  readonly step: UndoStep;
  readonly change: Change;
  /** Each step of an undo is independent of the others. */
  readonly isDependent: false;
}

export interface PreparedUndo {
  readonly steps: readonly ReadyUndoStep[];
  readonly skipped: readonly SkippedStep[];
}

/**
 * IDs of the rows that the undo needs; undefined if it needs the whole list to find out which resources exist already.
 */
export function neededRowIds(batch: InterruptedBatch): readonly UndoStep['id'][] | undefined {
  const ids = remainingRows(batch).remaining.map(({undo}) => undo?.id);
  return ids.includes(undefined) ? undefined : ids;
}

/** Prepares the preview of each step that was never sent. The step's row must be loaded. */
export async function prepareUndo(session: Session, batch: InterruptedBatch, family: Family): Promise<PreparedUndo> {
  const {params} = batch;
  const {byId, rows} = session.collection(family.id, params).getState();
  const {remaining, notRetried} = remainingRows(batch);
  const steps: ReadyUndoStep[] = [];
  const skipped: SkippedStep[] = [...notRetried];
  const batchKey = Symbol(batch.id);
  for (const {id, label, undo} of remaining) {
    if (undo === undefined) continue;
    const row = undo.id === undefined ? undefined : byId.get(undo.id);
    const finalReason =
      undo.id !== undefined && row === undefined
        ? deletedReason
        : undo.id === undefined && hasEntry(rows, undo.values)
          ? alreadyExistsReason
          : alreadyDoneReason(session, {action: family.actions[undo.action], row, params, values: undo.values});
    const reason = finalReason ?? session.unless({family: family.id, action: undo.action, row, params});
    if (reason !== undefined) {
      skipped.push({label, message: reason, canResume: finalReason === undefined});
      continue;
    }
    const {undoneChange, action, values} = undo;
    const change = session.change(
      {family: family.id, action, row, params},
      {
        isDraftable: false,
        batch: batchKey,
        undoneChange,
        restores: toNestedValues(values),
      },
    );
    await change.whenReady;
    for (const [path, value] of Object.entries(values)) change.set(path, value);
    await change.toPreview();
    const message = previewRefusal(change);
    if (message === undefined) steps.push({key: String(id), step: undo, change, isDependent: false});
    else {
      skipped.push({label, message, canResume: change.getState().outcome !== undefined});
      change.close();
    }
  }
  return {steps, skipped};
}

/** Converts values by path to a nested object. */
const toNestedValues = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.entries(values).reduce<Readonly<Record<string, unknown>>>(
    (all, [path, value]) => withValue(all, path, value),
    {},
  );

/** The reason why a change did not reach its preview; undefined if it did. */
export function previewRefusal(change: Change): string | undefined {
  const {step, outcome, fields} = change.getState();
  if (step === 'preview') return undefined;
  const [problem] = fieldProblems(fields);
  return outcome?.message ?? (problem && `${problem.title} ${problem.message}`) ?? 'can’t be undone';
}
