/** Undo of the last change: opens the preview of a single change, or all changes of a plan as one plan. */
import {withoutEllipsis} from '../../../families/format/format.ts';
import {countInSentence, nounInSentence} from '../../../families/format/nouns.ts';
import type {RowId} from '../../../families/shape/define-family.ts';
import type {Collection} from '../../../store/cache/collection-state.ts';
import type {BatchJournal, TakenBatch} from '../../../store/changes/batch/batch-journal.ts';
import type {BatchStep} from '../../../store/changes/batch/batch-plan.ts';
import {planSteps} from '../../../store/changes/batch/plan-batch.ts';
import {planChanges} from '../../../store/changes/batch/plan-changes.ts';
import type {Change, UndoBatch} from '../../../store/changes/change.ts';
import type {UndoneChange} from '../../../store/changes/change-subject.ts';
import {neededRowIds, prepareUndo, previewRefusal} from '../../../store/changes/resume-undo.ts';
import type {SkippedStep} from '../../../store/changes/text/list-diff.ts';
import type {Session} from '../../../store/session/session.ts';
import type {ChangePorts} from '../../context/ports.ts';
import {runOnce} from '../../context/run-once.ts';
import {keptNotes, skippedResults, skippedText} from './edit-steps.ts';
import {openChange} from './open-change.ts';
import {loadRows} from './required-rows.ts';
import {type ShowWait, waitUntilPossible} from './wait-until-possible.ts';

export interface UndoOptions {
  readonly kind?: UndoneChange['kind'];
  /** Shows a wait for another operation. */
  readonly show?: ShowWait;
}

/** Opens the preview of the change that undoes the last change, or redoes the last undo. */
export async function startUndo(context: ChangePorts, {kind = 'Undo', show}: UndoOptions = {}): Promise<void> {
  await runOnce(context, 'undo', () => openUndo(context, kind, show));
}

/** The maximum wait for rows that are read again before a preview, milliseconds. */
const maxRereadMs = 2000;

/**
 * Reads rows again, so that the preview of their undo names values of other programs. After the maximum wait the preview
 * shows the known values: each row is read once more before its request.
 */
export async function rereadRows({clock}: ChangePorts, collection: Collection, ids: readonly RowId[]): Promise<void> {
  const {promise: timeout, resolve} = Promise.withResolvers<void>();
  const cancel = clock.schedule(maxRereadMs, resolve);
  await Promise.race([collection.refetchRows?.(ids, 'user'), timeout]);
  cancel();
}

/** Prepares the undo with the current values of its rows. */
async function prepareFreshUndo(context: ChangePorts, kind: UndoneChange['kind']): Promise<UndoBatch> {
  const known = context.session.undo(kind);
  const [first] = known.changes;
  const ids = known.changes.flatMap(({family, row, undoneChange}) =>
    row === undefined || undoneChange?.valuesAfter === undefined ? [] : [family.key(row)],
  );
  if (first === undefined || ids.length === 0) return known;
  for (const change of known.changes) change.close();
  // All steps of a plan are in one list.
  await rereadRows(context, context.session.collection(first.family.id, first.params), ids);
  return context.session.undo(kind);
}

async function openUndo(context: ChangePorts, kind: UndoneChange['kind'], show: ShowWait | undefined): Promise<void> {
  const {changes, skipped, irreversible} = await prepareFreshUndo(context, kind);
  const [change] = changes;
  const report = [kind, ...irreversible.map(({title}) => title)].join('\n');
  if (irreversible[0] !== undefined && !(change && lastReport.get(context.session) === report)) {
    const {title, message} = irreversible[0];
    lastReport.set(context.session, report);
    const verb = kind === 'Undo' ? 'undone' : 'redone';
    const earlier = change ? ` ${kind} again for an earlier change: ${undoneTitle(changes)}.` : '';
    context.say(`The last change, ${title}, can’t be ${verb}. ${message}${earlier}`, 'attention');
    for (const other of changes) other.close();
  } else if (change === undefined) context.say(nothingText[kind], 'attention');
  else if (changes.length === 1 && skipped.length === 0)
    await openOne(context, change, () => context.session.undo(kind).changes[0] ?? notThere, show);
  else await openSeveral(context, {changes, skipped}, () => context.session.undo(kind), show);
}

type PreparedUndos = Pick<UndoBatch, 'changes'> & {readonly skipped: readonly SkippedStep[]};

/** @param recreate creates the changes again after the operation that they waited for has ended */
export async function openSeveral(
  context: ChangePorts,
  first: PreparedUndos,
  recreate: () => PreparedUndos,
  show: ShowWait | undefined,
): Promise<void> {
  const kind = first.changes[0]?.undoneChange?.kind ?? 'Undo';
  const result = await waitUntilPossible(context, first.changes, `${kind}: ${first.changes.length} changes`, show);
  const isStale = result === 'waited' || result === 'canceled';
  if (isStale) for (const change of first.changes) change.close();
  if (result === 'canceled') return;
  const {changes, skipped} = isStale ? recreate() : first;
  await openTogether(context, changes, skipped);
}

/** The changes that the user was last told about, as they can't be undone: the next undo of the session skips them. */
const lastReport = new WeakMap<Session, string>();

const nothingText: Readonly<Record<UndoneChange['kind'], string>> = {
  Undo: 'Nothing to undo in this session. Type :audit to undo an earlier change.',
  Redo: 'Nothing to redo',
};

const undoneTitle = (changes: readonly Change[]): string =>
  (changes.length === 1 ? changes[0]?.undoneChange?.title : undefined) ?? undoneText(changes);

const notThere = 'The resource was deleted meanwhile.';

/** @param recreate creates the change again after the operation that it waited for has ended */
export async function openOne(
  context: ChangePorts,
  first: Change,
  recreate: () => Change | string,
  show: ShowWait | undefined,
): Promise<void> {
  await first.whenReady;
  const title = `${first.title}: ${first.about ?? ''}`;
  let change = first;
  const isRefused = first.getState().step === 'outcome';
  const result = isRefused ? await waitUntilPossible(context, [first], title, show) : 'impossible';
  if (result === 'canceled') {
    first.close();
    return;
  }
  if (result !== 'impossible') {
    first.close();
    const next = recreate();
    if (typeof next === 'string') {
      context.say(`${title}: ${next}`, 'attention');
      return;
    }
    change = next;
    await change.whenReady;
  }
  const {step, outcome} = change.getState();
  if (step === 'outcome') {
    change.close();
    context.say(`${title}: ${outcome?.message ?? 'cannot be done now'}`, 'attention');
  } else openChange(context, planChanges(change), {hasForm: change.action.form !== undefined});
}

/** Opens all steps of a plan, a line for each, and names the steps that are not undone. */
async function openTogether(
  context: ChangePorts,
  changes: readonly Change[],
  left: readonly SkippedStep[],
): Promise<void> {
  const batchSteps: BatchStep[] = [];
  const skipped: SkippedStep[] = [...left];
  for (const [index, change] of changes.entries()) {
    await change.whenReady;
    await change.toPreview();
    const message = previewRefusal(change);
    const step = stepOf(change, String(index));
    if (message === undefined) batchSteps.push(step);
    else {
      skipped.push({label: step.label, message});
      change.close();
    }
  }
  openSteps(context, batchSteps, {about: undoneText(changes), skipped});
}

/** The undone changes as text: "Edit 5 instances"; "3 changes to records" if they differ. */
function undoneText(changes: readonly Change[]): string {
  const [first] = changes;
  if (first === undefined) return '';
  const count = countInSentence(changes.length, first.family);
  const titles = new Set(changes.map(({undoneChange}) => undoneChange?.actionTitle));
  const [title] = titles;
  if (titles.size > 1 || title === undefined)
    return `${changes.length} changes to ${nounInSentence(first.family.title)}`;
  return title.includes(' ') ? `${title} (${count})` : `${title} ${count}`;
}

/**
 * Resumes an interrupted undo, with exactly the steps that were never sent; returns false after a message if none is
 * possible.
 */
export async function resumeUndo(context: ChangePorts, {batch, journal}: TakenBatch): Promise<boolean> {
  const {session} = context;
  const {params} = batch;
  const collection = session.collection(batch.family, params);
  const rowIds = neededRowIds(batch)?.flatMap(id => id ?? []);
  if (!(await loadRows(context, collection, rowIds))) return false;
  const family = context.family(batch.family);
  const {steps, skipped} = await prepareUndo(session, batch, family);
  const changes = steps.map(({change}) => change);
  const batchSteps = steps.map(({change, key}) => stepOf(change, key));
  const kept = skipped.filter(({canResume}) => canResume).length;
  if (kept > 0) journal.keepUnsent();
  const notes = keptNotes(kept, family);
  const isOpen = openSteps(context, batchSteps, {about: batch.about ?? undoneText(changes), skipped, notes, journal});
  if (!isOpen) await journal.close();
  return isOpen;
}

interface UndoBatchFacts {
  readonly about: string;
  readonly skipped: readonly SkippedStep[];
  readonly notes?: readonly string[];
  readonly journal?: BatchJournal;
}

/** Shows the plan; returns false after a message if no step is possible. */
function openSteps(
  context: ChangePorts,
  batchSteps: readonly BatchStep[],
  {about, skipped, notes = [], journal}: UndoBatchFacts,
): boolean {
  // All steps of a plan are in one list, and so are the steps that undo them.
  const params = batchSteps[0]?.change.params;
  const title = batchSteps[0]?.change.undoneChange?.kind ?? 'Undo';
  const facts = {title, about, skipped: skippedResults(skipped), notes, context, params, journal};
  const plan = planSteps(batchSteps, facts);
  if (plan !== undefined) openChange(context, plan, {hasForm: false});
  else context.say(skippedText(skipped, notes), 'attention');
  return plan !== undefined;
}

/** @param key the step's key in the journal */
function stepOf(change: Change, key: string): BatchStep {
  const {family, action, row, undoneChange} = change;
  const {preview} = change.getState();
  const logEntry = undoneChange?.logEntry ?? undoneChange?.change?.logEntry;
  const mark = row === undefined ? '+' : preview?.isDeletion ? '-' : '~';
  const differences = (preview?.differences ?? []).filter(({before, after}) => before !== after);
  const side = (key: 'before' | 'after'): string | undefined =>
    differences.map(difference => `${difference.title} ${difference[key] ?? 'none'}`).join(', ') || undefined;
  const title = withoutEllipsis(action.title ?? '');
  const name = row === undefined ? family.one : family.label(row);
  const isEdit = preview?.method === 'PUT';
  const label = isEdit || mark === '+' ? name : `${title} ${name}`;
  return {
    change,
    from: {
      key,
      undoneChange: {
        kind: undoneChange?.kind ?? 'Undo',
        title: undoneChange?.title ?? label,
        actionTitle: undoneChange?.actionTitle,
        ...(undoneChange?.valuesAfter && {valuesAfter: undoneChange.valuesAfter}),
        ...(logEntry && {logEntry}),
      },
    },
    mark,
    label,
    before: mark === '~' ? side('before') : undefined,
    after: mark === '-' ? undefined : side('after'),
    isDependent: false,
  };
}
