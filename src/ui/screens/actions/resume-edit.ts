/** Resumes the interrupted batch of a text, with exactly the steps that were never sent. */

import type {TakenBatch} from '../../../store/changes/batch/batch-journal.ts';
import {editedTextAction, remainingRows} from '../../../store/changes/batch/interrupted-batch.ts';
import {type DraftSubject, draftKey} from '../../../store/changes/draft-store.ts';
import {prepareRemaining} from '../../../store/changes/text/list-diff.ts';
import type {ChangePorts} from '../../context/ports.ts';
import {allRows} from './edit-list.ts';
import {keptNotes, openEditSteps} from './edit-steps.ts';

/** Opens the remaining steps as a plan; returns false after a message if none is possible. */
export async function resumeText(context: ChangePorts, {batch, journal}: TakenBatch): Promise<boolean> {
  const {session} = context;
  const {params} = batch;
  const family = context.family(batch.family);
  const {text} = family;
  if (text === undefined) throw new Error(`${family.title} have no text`);
  const list = {family, text, params};
  const collection = session.collection(family.id, params);
  const stop = collection.subscribe(() => {});
  try {
    if ((await allRows(context, collection)) === undefined) return false;
    const {steps, skipped} = await prepareRemaining(session, batch, family);
    const kept = skipped.filter(({canResume}) => canResume).length;
    if (kept > 0) journal.keepUnsent();
    const {about: label = family.title} = batch;
    const about: DraftSubject = {kind: 'list', family: family.id, action: editedTextAction, params, label};
    const opened = openEditSteps(
      context,
      list,
      {steps, skipped},
      {
        about: label,
        notes: keptNotes(kept, family),
        journal,
        done() {
          // Only the text contains a step that failed.
          if (kept === 0 && remainingRows(batch).notRetried.length === 0)
            session.draftStore.put(draftKey(context.profile.name, about), undefined);
        },
      },
    );
    if (!opened) await journal.close();
    return opened;
  } finally {
    stop();
  }
}
