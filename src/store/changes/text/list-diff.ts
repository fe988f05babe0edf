/** The steps of an edited text: the steps that can be sent now, and the others with the reason. */
import type {AnyRow, Family, PathParams, RowId} from '../../../families/shape/define-family.ts';
import type {TextStep} from '../../../families/shape/list-text.ts';
import {valueAt} from '../../core/dotted-paths.ts';
import {fieldProblems} from '../../core/field-tree.ts';
import {jsonEqual} from '../../core/json-equal.ts';
import type {Session} from '../../session/session.ts';
import {deletedReason} from '../batch/change-result.ts';
import {type InterruptedBatch, remainingRows, skippedReason} from '../batch/interrupted-batch.ts';
import type {Change} from '../change.ts';
import type {LineProblem} from './text-problems.ts';

/** A step with its key in the journal. */
export interface KeyedStep {
  readonly key: string;
  readonly step: TextStep<AnyRow>;
}

export interface ReadyStep extends KeyedStep {
  readonly change: Change;
  /** True if the step is skipped after a failure of an earlier one. */
  readonly isDependent: boolean;
}

/** A step that is not sent, with the reason. */
export interface SkippedStep {
  readonly label: string;
  readonly message: string;
  /** True if the step may be possible later, so that its batch keeps it. */
  readonly canResume?: boolean | undefined;
}

export interface PreparedSteps {
  readonly steps: readonly ReadyStep[];
  readonly skipped: readonly SkippedStep[];
  readonly mistakes: readonly StepMistake[];
}

export const stepSigns = {create: '+', update: '~', delete: '-'} as const;

/** The reason for a skipped creation of a resource that now exists. */
export const alreadyExistsReason = 'already exists';

/** True if a row has these values, by path. */
export const hasEntry = (rows: readonly AnyRow[], values: Readonly<Record<string, unknown>>): boolean =>
  rows.some(row => Object.entries(values).every(([path, value]) => jsonEqual(valueAt(row, path), value)));

/** After a failed step, no row is deleted: the rows that replace it may not exist. */
const isDependentStep = ({action}: TextStep<AnyRow>): boolean => action === 'delete';

const toSkippedStep = ({action, label}: TextStep<AnyRow>, message: string): SkippedStep => ({
  label: `${action} ${label}`,
  message,
});

/** A step that was refused before its preview. */
type StepMistake = LineProblem & Pick<SkippedStep, 'canResume'>;

interface ListRef {
  readonly family: Family;
  readonly params: PathParams;
}

/** The rows of a list as they are now. */
interface CurrentRows {
  readonly family: Family;
  readonly byId: Pick<ReadonlyMap<RowId, AnyRow>, 'get'>;
  /** The rows that were added since the text was written; empty if its rows are unknown. */
  readonly added: readonly AnyRow[];
}

function currentRows(session: Session, {family, params}: ListRef, base: readonly AnyRow[] | undefined): CurrentRows {
  const {byId, rows} = session.collection(family.id, params).getState();
  const baseKeys = base && new Set(base.map(family.key));
  return {family, byId, added: baseKeys === undefined ? [] : rows.filter(row => !baseKeys.has(family.key(row)))};
}

/** The reason not to send a step, because its row or its entry changed since the text was written. */
function conflictReason({row: before, action, values}: TextStep<AnyRow>, now: CurrentRows): string | undefined {
  if (before === undefined) return hasEntry(now.added, values) ? alreadyExistsReason : undefined;
  const row = now.byId.get(now.family.key(before));
  if (row === undefined) return deletedReason;
  if (jsonEqual(before, row)) return undefined;
  return action === 'update' && hasEntry([row], values) ? 'already has these values' : 'changed meanwhile';
}

/**
 * The labels of steps that would overwrite a change of others.
 * @param base the rows that the text was written from
 */
export function conflictingSteps(
  session: Session,
  list: ListRef,
  steps: readonly Pick<ReadyStep, 'step'>[],
  base: readonly AnyRow[],
): readonly string[] {
  const now = currentRows(session, list, base);
  return steps.flatMap(({step}) => (conflictReason(step, now) === undefined ? [] : [step.label]));
}

/**
 * Prepares the preview of each step, and preserves changes that others made to its row meanwhile. All rows must be
 * loaded.
 * @param base the rows that the text was written from; an entry that was added to them since is not created again
 */
export async function prepareSteps(
  session: Session,
  {family, params}: ListRef,
  targets: readonly KeyedStep[],
  base?: readonly AnyRow[],
): Promise<PreparedSteps> {
  const steps: ReadyStep[] = [];
  const skipped: SkippedStep[] = [];
  const mistakes: StepMistake[] = [];
  /** True if a row that replaces a deleted one can't be written now. */
  let isReplacementRefused = false;
  const batch = Symbol(family.id);
  const now = currentRows(session, {family, params}, base);
  for (const {key, step} of targets) {
    const row = step.row && now.byId.get(family.key(step.row));
    const conflict = conflictReason(step, now);
    const reason = conflict ?? session.unless({family: family.id, action: step.action, row, params});
    if (reason !== undefined) {
      skipped.push({...toSkippedStep(step, reason), canResume: conflict === undefined});
      isReplacementRefused ||= conflict === undefined && !isDependentStep(step);
      continue;
    }
    const change = session.change({family: family.id, action: step.action, row, params}, {isDraftable: false, batch});
    await change.whenReady;
    for (const [path, value] of Object.entries(step.values)) change.set(path, value);
    await change.toPreview();
    const {step: reached, fields, outcome} = change.getState();
    const problems = fieldProblems(fields).map(({path, message}) => `${path} ${message}`);
    if (reached === 'preview') steps.push({key, step, change, isDependent: isDependentStep(step)});
    else {
      isReplacementRefused ||= !isDependentStep(step);
      for (const message of outcome ? [outcome.message] : problems)
        mistakes.push({line: step.line ?? 1, message: `${step.label}: ${message}`, canResume: outcome !== undefined});
    }
  }
  if (!isReplacementRefused) return {steps, skipped, mistakes};
  for (const {step, change, isDependent} of steps) {
    if (!isDependent) continue;
    change.close();
    skipped.push({...toSkippedStep(step, `is ${skippedReason}`), canResume: true});
  }
  return {steps: steps.filter(({isDependent}) => !isDependent), skipped, mistakes};
}

/**
 * Prepares the remaining steps of an interrupted batch from a text, and lists the steps that failed or whose outcome is
 * unknown.
 */
export async function prepareRemaining(
  session: Session,
  batch: InterruptedBatch,
  family: Family,
): Promise<PreparedSteps> {
  const {params} = batch;
  const {rows} = session.collection(family.id, params).getState();
  const {remaining, notRetried} = remainingRows(batch);
  const skipped: SkippedStep[] = [...notRetried];
  const targets: KeyedStep[] = [];
  for (const {id, step} of remaining) {
    if (step === undefined) continue;
    // Another user or process may have created the resource meanwhile.
    if (step.action === 'create' && hasEntry(rows, step.values)) skipped.push(toSkippedStep(step, alreadyExistsReason));
    else if (isDependentStep(step) && notRetried.length > 0) skipped.push(toSkippedStep(step, `is ${skippedReason}`));
    else targets.push({key: String(id), step});
  }
  const prepared = await prepareSteps(session, {family, params}, targets);
  const refusals = prepared.mistakes.map(
    ({message, canResume}): SkippedStep => ({label: family.one, message, canResume}),
  );
  return {steps: prepared.steps, skipped: [...skipped, ...prepared.skipped, ...refusals], mistakes: []};
}
