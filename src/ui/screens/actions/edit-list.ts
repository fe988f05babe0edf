/** A whole list as one text in the user's editor: its changes become one plan with a request for each step. */
import {ago} from '../../../families/format/format.ts';
import type {AnyRow} from '../../../families/shape/define-family.ts';
import {type Collection, whenCollection} from '../../../store/cache/collection-state.ts';
import {editedTextAction} from '../../../store/changes/batch/interrupted-batch.ts';
import {type DraftSubject, draftKey} from '../../../store/changes/draft-store.ts';
import {conflictingSteps, type PreparedSteps, prepareSteps} from '../../../store/changes/text/list-diff.ts';
import type {LineProblem} from '../../../store/changes/text/text-problems.ts';
import type {ChangePorts, NotificationPort, SessionPort} from '../../context/ports.ts';
import {runOnce} from '../../context/run-once.ts';
import {editUntilValid} from '../shared/editor-loop.ts';
import {type EditedList, openEditSteps, skippedText} from './edit-steps.ts';

export const editList = (context: ChangePorts, list: EditedList): Promise<void> =>
  runOnce(context, 'editor', () => editInEditor(context, list));

async function editInEditor(context: ChangePorts, list: EditedList): Promise<void> {
  const {family, text: spec, params} = list;
  const {session} = context;
  const label = spec.about(session.lookup, params);
  const collection = session.collection(family.id, params);
  const stop = collection.subscribe(() => {});
  try {
    const current = await allRows(context, collection);
    if (current === undefined) return;
    const draftSubject: DraftSubject = {kind: 'list', family: family.id, action: editedTextAction, params, label};
    const key = draftKey(context.profile.name, draftSubject);
    const stored = session.draftStore.find(key);
    const storedDraft = stored?.values;
    const draft = typeof storedDraft?.text === 'string' ? storedDraft.text : undefined;
    // The changes are relative to the rows that the text was written from, so that changes by others are preserved.
    const base =
      draft !== undefined && Array.isArray(storedDraft?.base) ? (storedDraft.base as readonly AnyRow[]) : current;
    const outcome = await editUntilValid(context, {
      text:
        draft === undefined
          ? spec.write(base, session.lookup, params)
          : `${spec.comment} ${draftNote(ago(stored?.at ?? 0, context.clock.now()))}\n${draft}`,
      suffix: spec.suffix,
      comment: spec.comment,
      async check(edited, lineInEditor) {
        // Another program may have changed the list while the editor was open.
        await collection.refetch();
        return checkText(context, list, {text: edited, lineInEditor}, base);
      },
      isDraft: draft !== undefined,
    });
    const keep = (text: string): void =>
      session.draftStore.put(key, {text: withoutDraftNote(text), base}, {about: draftSubject});
    switch (outcome.kind) {
      case 'right':
        if (outcome.value.steps.length + outcome.value.skipped.length === 0) {
          session.draftStore.put(key, undefined);
          context.say('No changes in the text');
          return;
        }
        // Steps that are done are skipped the next time: their rows no longer are those of the text.
        keep(outcome.text);
        if (outcome.value.steps.length === 0) {
          const {skipped, notes} = outcome.value;
          const draftNotes = ['Draft saved', 'Delete all its lines to start with the current list.'];
          context.say(skippedText(skipped, [...notes, ...draftNotes]), 'attention');
          return;
        }
        openEditSteps(context, list, outcome.value, {
          about: label,
          notes: outcome.value.notes,
          async findConflict(sent) {
            await collection.refetch();
            const steps = outcome.value.steps.filter(({change}) => sent.includes(change));
            const labels = conflictingSteps(session, list, steps, base);
            return labels.length === 0 ? undefined : conflictText(labels);
          },
          untouched() {
            keep(outcome.text);
            context.say('Draft saved. Type :drafts for the list.');
          },
          done: () => session.draftStore.put(key, undefined),
        });
        return;
      case 'abandoned':
        keep(outcome.text);
        context.say(`Draft saved. ${outcome.message}`, 'attention');
        return;
      case 'failed':
        context.say(outcome.message, 'failed');
        return;
      default:
        if (outcome.kind === 'emptied') session.draftStore.put(key, undefined);
        context.say(outcome.kind === 'emptied' ? 'the text was emptied: nothing is changed' : 'nothing was changed');
    }
  } finally {
    stop();
  }
}

const draftNote = (age: string): string => `Your draft, last saved ${age}. Delete all lines to discard it.`;
const draftNoteLine = /^\S+ Your draft, last saved .*\. Delete all lines to discard it\.\n/;
const withoutDraftNote = (text: string): string => text.replace(draftNoteLine, '');

const conflictText = (labels: readonly string[]): string =>
  `Nothing was sent: ${labels.join(', ')} changed since this preview. Close the preview, and edit the text again.`;

/** Every row of the list with its current values; undefined after a failure, which is reported. */
export async function allRows(
  context: NotificationPort,
  collection: Collection,
): Promise<readonly AnyRow[] | undefined> {
  context.say(`reading the ${collection.family.title}…`);
  await collection.refetch();
  const {rows, failure} = await whenCollection(
    collection,
    state => state.failure !== undefined || (state.isComplete && !state.isFromSnapshot),
  );
  if (failure === undefined) return rows;
  context.say(failure.message, 'failed');
  return undefined;
}

interface PreparedEdit extends Pick<PreparedSteps, 'steps' | 'skipped'> {
  readonly notes: readonly string[];
}

/** The changes of a text, ready to be sent, or its problems. */
async function checkText(
  context: SessionPort,
  list: EditedList,
  {text, lineInEditor}: {readonly text: string; readonly lineInEditor: (line: number) => number},
  base: readonly AnyRow[],
): Promise<{right: PreparedEdit} | {mistakes: readonly LineProblem[]}> {
  const plan = list.text.read(text, base, context.session.lookup, list.params);
  if (plan.mistakes.length > 0) return {mistakes: plan.mistakes};
  const keyedSteps = plan.steps.map((step, index) => ({key: String(index), step}));
  const {mistakes, ...prepared} = await prepareSteps(context.session, list, keyedSteps, base);
  const notes = plan.notes.map(({line, message}) => `line ${lineInEditor(line)}: ${message}`);
  if (mistakes.length === 0) return {right: {...prepared, notes}};
  for (const {change} of prepared.steps) change.close();
  return {mistakes};
}
