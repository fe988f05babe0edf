/** Resumes an interrupted batch, with exactly the rows that were never sent. */

import {withoutEllipsis} from '../../../families/format/format.ts';
import type {AnyRow} from '../../../families/shape/define-family.ts';
import {interruptedText, newerRunsText, remainingRows} from '../../../store/changes/batch/batch-journal.ts';
import type {ChangeResult} from '../../../store/changes/batch/change-result.ts';
import {editedTextAction, type InterruptedBatch, undoAction} from '../../../store/changes/batch/interrupted-batch.ts';
import {planBatch} from '../../../store/changes/batch/plan-batch.ts';
import type {ChangePorts, NotificationPort, SessionPort} from '../../context/ports.ts';
import {openMenu} from '../../models/menu.ts';
import {sanitize} from '../../terminal/index.ts';
import {openChange} from './open-change.ts';
import {loadRows} from './required-rows.ts';
import {resumeText} from './resume-edit.ts';
import {resumeUndo} from './undo.ts';

/** The reason why no batch can be resumed. */
const nothingToResumeText = async ({session}: SessionPort): Promise<string> =>
  (await session.batchJournals.countNewer()) > 0 ? newerRunsText : 'nothing was interrupted';

/** Reports at the start that a batch can be resumed. */
export async function offerResume(context: NotificationPort & SessionPort): Promise<void> {
  const [run] = await context.session.batchJournals.interrupted();
  if (run) context.say(`${interruptedText(run)}. Type :resume to continue.`, 'attention');
}

/** Discards an interrupted batch: the remaining rows stay unchanged. */
export async function discardBatch(context: NotificationPort & SessionPort): Promise<void> {
  const {session, say} = context;
  const [run] = await session.batchJournals.interrupted();
  if (run?.otherHost !== undefined) {
    say(`${interruptedText(run)}. Nothing was discarded`, 'attention');
    return;
  }
  const journal = run && (await session.batchJournals.resume(run.run));
  await journal?.close();
  say(run && journal ? `${interruptedText(run)}: forgotten` : await nothingToResumeText(context), 'attention');
}

export async function resumeBatch(context: ChangePorts): Promise<void> {
  const [run] = await context.session.batchJournals.interrupted();
  if (run === undefined) context.say(await nothingToResumeText(context), 'attention');
  else if (run.otherHost === undefined) await continueBatch(context, run);
  else
    openMenu(context, {
      title: `Has the Skydeck on ${sanitize(run.otherHost)} ended?`,
      items: () => [
        {text: 'Close', detail: 'the batch may still be running', run: () => {}},
        {text: 'The batch has ended: resume it on this machine', run: () => void continueBatch(context, run)},
      ],
    });
}

async function continueBatch(context: ChangePorts, run: InterruptedBatch): Promise<void> {
  const {session} = context;
  const {source, actions} = context.family(run.family);
  const refusal = session.unpermitted(actions[run.action]?.operation ?? source, run.params);
  if (refusal !== undefined) {
    context.say(`${interruptedText(run)}. Not now: ${refusal}`, 'attention');
    return;
  }
  if (run.action === editedTextAction) {
    await resumeText(context, run);
    return;
  }
  if (run.action === undoAction) {
    await resumeUndo(context, run);
    return;
  }
  const collection = session.collection(run.family, run.params);
  const {remaining, notRetried} = remainingRows(run);
  const ids = remaining.map(({id}) => id);
  if (!(await loadRows(context, collection, ids))) return;
  const {byId} = collection.getState();
  const rows: AnyRow[] = [];
  const skip = (label: string, message: string): ChangeResult => ({label, state: 'skipped', message, revealed: []});
  const left = notRetried.map(({label, message}) => skip(label, message));
  for (const {id, label} of remaining) {
    const row = byId.get(id);
    if (row) rows.push(row);
    else left.push(skip(label, 'deleted'));
  }
  const journal = await session.batchJournals.resume(run.run, {takeOver: run.otherHost !== undefined});
  if (journal === undefined) {
    context.say(`${interruptedText(run)}. Another console has resumed it.`, 'attention');
    return;
  }
  const {family: id, action: name, params, values, title} = run;
  const plan = planBatch(context, {
    family: context.family(id),
    name,
    rows,
    params,
    presetValues: values,
    skipped: left,
    journal,
    title,
  });
  if (plan === undefined) {
    context.say(`${withoutEllipsis(title)}: nothing remaining`, 'ok');
    await journal.close();
    return;
  }
  // The journal doesn't contain secrets, so the form asks for them again.
  if (run.secrets.length === 0 && plan.state().step === 'form')
    await plan.lead.whenReady.then(() => plan.lead.toPreview());
  openChange(context, plan, plan.lead.action.form !== undefined);
}
