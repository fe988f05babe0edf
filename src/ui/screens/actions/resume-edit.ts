/** Resumes the interrupted batch of a text, with exactly the steps that were never sent. */

import {interruptedText, remainingRows} from '../../../store/changes/batch/batch-journal.ts';
import {editedTextAction, type InterruptedBatch} from '../../../store/changes/batch/interrupted-batch.ts';
import {draftKey} from '../../../store/changes/draft-store.ts';
import {prepareRemaining} from '../../../store/changes/text/list-diff.ts';
import type {ChangePorts} from '../../context/ports.ts';
import {allRows} from './edit-list.ts';
import {openEditSteps} from './edit-steps.ts';

export async function resumeText(context: ChangePorts, run: InterruptedBatch): Promise<void> {
  const {session} = context;
  const {params} = run;
  const family = context.family(run.family);
  const {text} = family;
  if (text === undefined) throw new Error(`${family.title} have no text`);
  const list = {family, text, params};
  const collection = session.collection(family.id, params);
  const stop = collection.subscribe(() => {});
  try {
    if ((await allRows(context, collection)) === undefined) return;
    const {steps, skipped} = await prepareRemaining(session, run, family);
    const journal = await session.batchJournals.resume(run.run, {takeOver: run.otherHost !== undefined});
    if (journal === undefined) {
      for (const {change} of steps) change.close();
      context.say(`${interruptedText(run)}. Another console has resumed it.`, 'attention');
      return;
    }
    const {about: label = family.title} = run;
    const about = {family: family.id, action: editedTextAction, params, label};
    const opened = openEditSteps(
      context,
      list,
      {steps, skipped},
      {
        about: label,
        notes: [],
        journal,
        begun: () => {},
        untouched: () => {},
        done() {
          // Only the text contains a step that failed.
          if (remainingRows(run).notRetried.length === 0)
            session.draftStore.put(draftKey(context.profile.name, about), undefined);
        },
      },
    );
    if (!opened) await journal.close();
  } finally {
    stop();
  }
}
