/** Resumes an interrupted batch, with exactly the rows that were never sent. */

import {withoutEllipsis} from '../../../families/format/format.ts';
import type {AnyRow} from '../../../families/shape/define-family.ts';
import {alreadyDoneReason} from '../../../store/changes/batch/already-done.ts';
import type {TakenBatch} from '../../../store/changes/batch/batch-journal.ts';
import {type ChangeResult, deletedReason} from '../../../store/changes/batch/change-result.ts';
import {
  editedTextAction,
  type InterruptedBatch,
  interruptedText,
  newerBatchesText,
  remainingRows,
  takenText,
  undoAction,
} from '../../../store/changes/batch/interrupted-batch.ts';
import {planBatch} from '../../../store/changes/batch/plan-batch.ts';
import type {ChangePorts, NotificationPort, SessionPort} from '../../context/ports.ts';
import {openMenu} from '../../models/menu.ts';
import {sanitize} from '../../terminal/index.ts';
import {keptNotes, skippedText} from './edit-steps.ts';
import {openChange} from './open-change.ts';
import {loadRows} from './required-rows.ts';
import {resumeText} from './resume-edit.ts';
import {resumeUndo} from './undo.ts';

/** The reason why no batch can be resumed. */
const nothingToResumeText = async ({session}: SessionPort): Promise<string> =>
  (await session.batchJournals.countNewer()) > 0 ? newerBatchesText : 'nothing was interrupted';

/** Reports at the start that a batch can be resumed. */
export async function offerResume(context: NotificationPort & SessionPort): Promise<void> {
  const [batch] = await context.session.batchJournals.listInterrupted();
  if (batch) context.say(`${interruptedText(batch)}. Type :resume to continue.`, 'attention');
}

/** Discards an interrupted batch: the remaining rows stay unchanged. */
export async function discardBatch(context: NotificationPort & SessionPort): Promise<void> {
  const {session, say} = context;
  const [batch] = await session.batchJournals.listInterrupted();
  if (batch === undefined) {
    say(await nothingToResumeText(context), 'attention');
    return;
  }
  if (batch.otherHost !== undefined) {
    say(`${interruptedText(batch)}. Nothing was discarded`, 'attention');
    return;
  }
  const taken = await session.batchJournals.resume(batch.id);
  await taken?.journal.close();
  const text = taken
    ? `${interruptedText(taken.batch)}: discarded. The remaining resources are unchanged.`
    : `${interruptedText(batch)}. ${takenText} Nothing was discarded.`;
  say(text, 'attention');
}

export async function resumeBatch(context: ChangePorts): Promise<void> {
  const [batch] = await context.session.batchJournals.listInterrupted();
  if (batch === undefined) context.say(await nothingToResumeText(context), 'attention');
  else if (batch.otherHost === undefined) await continueBatch(context, batch);
  else
    openMenu(context, {
      title: `Has the Skydeck on ${sanitize(batch.otherHost)} ended?`,
      items: () => [
        {text: 'Close', detail: 'the batch may still be running', run: () => {}},
        {
          text: 'The batch has ended: resume it on this machine',
          run: () => continueBatch(context, batch),
        },
      ],
    });
}

async function continueBatch(context: ChangePorts, batch: InterruptedBatch): Promise<void> {
  const {session} = context;
  const {source, actions} = context.family(batch.family);
  const refusal = session.operationRefusal(actions[batch.action]?.operation ?? source, batch.params);
  if (refusal !== undefined) {
    context.say(`${interruptedText(batch)}. Not now: ${refusal}`, 'attention');
    return;
  }
  // From now on no other process sends rows of the batch, so the remaining rows are read only after this.
  const taken = await session.batchJournals.resume(batch.id, {takeOver: batch.otherHost !== undefined});
  if (taken === undefined) {
    context.say(`${interruptedText(batch)}. ${takenText}`, 'attention');
    return;
  }
  const open = {[editedTextAction]: resumeText, [undoAction]: resumeUndo}[batch.action] ?? resumeRows;
  let isOpen = false;
  try {
    isOpen = await open(context, taken);
  } finally {
    if (!isOpen) taken.journal.release();
  }
}

/** Opens the remaining rows as a plan; returns false after a message if none can be changed. */
async function resumeRows(context: ChangePorts, {batch, journal}: TakenBatch): Promise<boolean> {
  const {family: id, action: name, params, values, title} = batch;
  const {session} = context;
  const collection = session.collection(id, params);
  const {remaining, notRetried} = remainingRows(batch);
  const ids = remaining.map(({id}) => id);
  if (!(await loadRows(context, collection, ids))) return false;
  const {byId} = collection.getState();
  const rows: AnyRow[] = [];
  const skip = (label: string, message: string): ChangeResult => ({label, state: 'skipped', message, revealed: []});
  const left = notRetried.map(({label, message}) => skip(label, message));
  const kept: ChangeResult[] = [];
  const family = context.family(id);
  const action = family.actions[name];
  for (const {id: rowId, label} of remaining) {
    const row = byId.get(rowId);
    const doneReason = alreadyDoneReason(session, {action, row, params, values});
    const reason = row && session.unless({family: id, action: name, row, params});
    if (row === undefined || doneReason !== undefined) left.push(skip(label, doneReason ?? deletedReason));
    else if (reason === undefined) rows.push(row);
    else kept.push(skip(label, reason));
  }
  if (kept.length > 0) journal.keepUnsent();
  const notes = keptNotes(kept.length, family);
  const skipped = [...left, ...kept];
  const plan = planBatch(context, {family, name, rows, params, presetValues: values, skipped, notes, journal, title});
  if (plan === undefined) {
    const text = kept.length === 0 ? 'nothing remaining' : skippedText(kept, notes);
    context.say(`${withoutEllipsis(title)}: ${text}`, kept.length === 0 ? 'ok' : 'attention');
    await journal.close();
    return false;
  }
  // The journal doesn't contain secrets, so the form asks for them again.
  if (batch.secrets.length === 0 && plan.state().step === 'form')
    await plan.lead.whenReady.then(() => plan.lead.toPreview());
  openChange(context, plan, {hasForm: plan.lead.action.form !== undefined});
  return true;
}
