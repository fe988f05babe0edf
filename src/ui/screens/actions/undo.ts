/** Taking back what was done last: one change as its preview, a plan as one plan again. */
import {withoutEllipsis} from '../../../families/format/format.ts';
import type {AuditRecord} from '../../../store/changes/audit-log.ts';
import {type BatchJournal, type InterruptedBatch, interruptedText} from '../../../store/changes/batch/batch-journal.ts';
import {neededRowIds, prepareUndo, previewRefusal} from '../../../store/changes/resume-undo.ts';
import type {SkippedStep} from '../../../store/changes/text/list-diff.ts';
import type {Change, UndoBatch, UndoneChange} from '../../../store/changes/types.ts';
import type {Session} from '../../../store/session/session.ts';
import type {ConsoleContext} from '../../context/console-context.ts';
import {type BatchStep, lastBatchLabel, planChanges, planSteps} from '../change/batch/batch-plan.ts';
import {openChange} from '../change/change-overlay.ts';
import {loadRows} from '../change/form/required-rows.ts';
import {skippedResults} from './edit-steps.ts';
import {type ShowWait, waitUntilPossible} from './wait-until-possible.ts';

/** Where it is still being put together: asked for again, the same would be taken back twice. */
const opening = new WeakSet<Session>();

export interface UndoOptions {
  readonly way?: UndoneChange['way'];
  /** How it is shown that something has to end first. */
  readonly show?: ShowWait;
}

/** Opens the preview of what takes back the last change, or the last undo. */
export async function startUndo(context: ConsoleContext, {way = 'Undo', show}: UndoOptions = {}): Promise<void> {
  await runOnce(context, () => openUndo(context, way, show));
}

/** Opens the preview of what takes back a change of the change log. */
export async function undoRecord(context: ConsoleContext, {back, label}: AuditRecord, show?: ShowWait): Promise<void> {
  await runOnce(context, async () => {
    if (back === undefined) return;
    const {family, params, of} = back;
    const collection = context.session.collection(family, params);
    if (of !== undefined && !(await loadRows(context, collection, [of]))) return;
    const begin = (): Change | string => context.session.undoOf(back);
    const change = begin();
    if (typeof change === 'string') context.say(`${label}: ${change}`, 'attention');
    else await openOne(context, change, begin, show);
  });
}

/** Why a record of the change log cannot be undone; undefined where it can. */
export const undoUnavailable = ({back, outcome}: AuditRecord): string | undefined =>
  outcome !== 'done' && outcome !== 'found done'
    ? 'it was not carried out'
    : back === undefined
      ? 'no way back is known of it'
      : undefined;

async function runOnce(context: ConsoleContext, work: () => Promise<void>): Promise<void> {
  const {session} = context;
  if (opening.has(session)) {
    context.say('the undo is still being put together', 'attention');
    return;
  }
  opening.add(session);
  try {
    await work();
  } finally {
    opening.delete(session);
  }
}

async function openUndo(context: ConsoleContext, way: UndoneChange['way'], show: ShowWait | undefined): Promise<void> {
  const {changes, left, passed} = context.session.undo(way);
  const [change] = changes;
  // What cannot be undone is passed over, and that is said: the change before it is another one.
  for (const {label, words} of passed.slice(0, 1))
    context.say(`The last change to ${label} can’t be undone. ${words}`, 'attention');
  if (change === undefined) {
    if (passed.length === 0) context.say(way === 'Undo' ? 'Nothing to undo' : 'Nothing to redo', 'attention');
  } else if (changes.length === 1 && left.length === 0)
    await openOne(context, change, () => context.session.undo(way).changes[0] ?? notThere, show);
  else if (await waitUntilPossible(context, changes, `${way}: ${changes.length} changes`, show))
    await openTogether(context, context.session.undo(way).changes, left);
  else await openTogether(context, changes, left);
}

const notThere = 'it no longer exists';

/** @param recreate begins it anew, when what had to end first has ended */
async function openOne(
  context: ConsoleContext,
  first: Change,
  recreate: () => Change | string,
  show: ShowWait | undefined,
): Promise<void> {
  await first.ready;
  const title = `${first.title}: ${first.about ?? ''}`;
  let change = first;
  if (first.get().step === 'outcome' && (await waitUntilPossible(context, [first], title, show))) {
    first.close();
    const next = recreate();
    if (typeof next === 'string') {
      context.say(`${title}: ${next}`, 'attention');
      return;
    }
    change = next;
    await change.ready;
  }
  const {step, outcome} = change.get();
  if (step === 'outcome') {
    change.close();
    context.say(`${title}: ${outcome?.words ?? 'cannot be done now'}`, 'attention');
  } else openChange(context, planChanges(change), change.action.form !== undefined);
}

/** All of a plan, a line for each, and what is not taken back of it. */
async function openTogether(
  context: ConsoleContext,
  changes: readonly Change[],
  left: UndoBatch['left'],
): Promise<void> {
  const batchSteps: BatchStep[] = [];
  const skipped: SkippedStep[] = [...left];
  for (const [index, change] of changes.entries()) {
    await change.ready;
    await change.toPreview();
    const words = previewRefusal(change);
    const stage = stepOf(change, String(index));
    if (words === undefined) batchSteps.push(stage);
    else {
      skipped.push({label: stage.label, words});
      change.close();
    }
  }
  openSteps(context, batchSteps, {about: lastBatchLabel, skipped});
}

/** Goes on with one that was interrupted: with exactly what was never sent. */
export async function resumeUndo(context: ConsoleContext, run: InterruptedBatch): Promise<void> {
  const {session} = context;
  const {params} = run;
  const collection = session.collection(run.family, params);
  const rowIds = neededRowIds(run)?.flatMap(id => id ?? []);
  if (!(await loadRows(context, collection, rowIds))) return;
  const {steps, skipped} = await prepareUndo(session, run, context.family(run.family));
  const journal = await session.batchJournals.resume(run.run, {takeOver: run.elsewhere !== undefined});
  if (journal === undefined) {
    for (const {change} of steps) change.close();
    context.say(`${interruptedText(run)}. Another console has resumed it.`, 'attention');
    return;
  }
  const batchSteps = steps.map(({change, key}) => stepOf(change, key));
  if (!openSteps(context, batchSteps, {about: run.about ?? lastBatchLabel, skipped, journal})) await journal.close();
}

interface UndoBatchFacts {
  readonly about: string;
  readonly skipped: readonly SkippedStep[];
  readonly journal?: BatchJournal;
}

/** Shows the plan; false where nothing of it can be done, which is said. */
function openSteps(
  context: ConsoleContext,
  batchSteps: readonly BatchStep[],
  {about, skipped, journal}: UndoBatchFacts,
): boolean {
  // What a plan did is in one list: so is what takes it back.
  const params = batchSteps[0]?.change.params;
  const facts = {title: 'Undo', about, skipped: skippedResults(skipped), context, params, journal};
  const plan = planSteps(batchSteps, facts);
  if (plan !== undefined) openChange(context, plan, false);
  else context.say(skipped.map(({label, words}) => `${label}: ${words}`).join('; '), 'attention');
  return plan !== undefined;
}

/** @param key what it is known by in the journal */
function stepOf(change: Change, key: string): BatchStep {
  const {family, action, row, about} = change;
  const {preview} = change.get();
  const mark = row === undefined ? '+' : preview?.deletes ? '-' : '~';
  const differences = (preview?.differences ?? []).filter(({before, after}) => before !== after);
  const side = (key: 'before' | 'after'): string | undefined =>
    differences.map(difference => `${difference.title} ${difference[key] ?? 'none'}`).join(', ') || undefined;
  const title = withoutEllipsis(action.title ?? '');
  const name = row === undefined ? family.one : family.label(row);
  const isEdit = preview?.method === 'PUT';
  const label = isEdit || mark === '+' ? name : `${title} ${name}`;
  return {
    change,
    from: {key, takesBack: {way: change.title === 'Redo' ? 'Redo' : 'Undo', what: about ?? label}},
    mark,
    label,
    before: mark === '~' ? side('before') : undefined,
    after: mark === '-' ? undefined : side('after'),
    last: false,
  };
}
