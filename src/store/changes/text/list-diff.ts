/** The steps that a text asks for: which of them can be done now, and which cannot and why. */
import type {AnyRow, Family, PathParams} from '../../../families/shape/define-family.ts';
import type {TextStep} from '../../../families/shape/list-text.ts';
import {valueAt} from '../../core/dotted-paths.ts';
import {jsonEqual} from '../../core/json-equal.ts';
import type {Session} from '../../session/session.ts';
import {type InterruptedBatch, remainingRows} from '../batch/batch-journal.ts';
import type {Change} from '../types.ts';
import type {LineProblem} from './text-problems.ts';

/** A step with what it is known by in the journal. */
export interface KeyedStep {
  readonly key: string;
  readonly step: TextStep<AnyRow>;
}

export interface ReadyStep extends KeyedStep {
  readonly change: Change;
}

/** What is not sent, and why. */
export interface SkippedStep {
  readonly label: string;
  readonly words: string;
}

export interface PreparedSteps {
  readonly steps: readonly ReadyStep[];
  readonly skipped: readonly SkippedStep[];
  readonly mistakes: readonly LineProblem[];
}

export const stepSigns = {create: '+', update: '~', delete: '-'} as const;

/** What becomes of a deletion where something failed: what did not come must not have taken anything away. */
export const skippedReason = 'left alone, because something before it failed';

/** What becomes of what is to be made where somebody made it meanwhile. */
export const alreadyExistsReason = 'it is there already';

/** Whether one of the rows is as these values, by path, would make one. */
export const hasEntry = (rows: readonly AnyRow[], values: Readonly<Record<string, unknown>>): boolean =>
  rows.some(row => Object.entries(values).every(([path, value]) => jsonEqual(valueAt(row, path), value)));

const toSkippedStep = ({does, label}: TextStep<AnyRow>, words: string): SkippedStep => ({
  label: `${does} ${label}`,
  words,
});

interface ListRef {
  readonly family: Family;
  readonly params: PathParams;
}

/** Brings each step to its preview; what others did to its row meanwhile is not undone by it. All rows are known by now. */
export async function prepareSteps(
  session: Session,
  {family, params}: ListRef,
  targets: readonly KeyedStep[],
): Promise<PreparedSteps> {
  const steps: ReadyStep[] = [];
  const skipped: SkippedStep[] = [];
  const mistakes: LineProblem[] = [];
  const batch = Symbol(family.id);
  const {byId} = session.collection(family.id, params).get();
  for (const {key, step} of targets) {
    const row = step.row && byId.get(family.key(step.row));
    const reason =
      step.row === undefined || jsonEqual(step.row, row)
        ? session.unless(family.id, step.does, row, params)
        : row === undefined
          ? 'deleted by someone else in the meantime'
          : 'changed by someone else in the meantime';
    if (reason !== undefined) {
      skipped.push(toSkippedStep(step, reason));
      continue;
    }
    const change = session.change(family.id, step.does, row, params, {drafted: false, batch});
    await change.ready;
    for (const [path, value] of Object.entries(step.values)) change.set(path, value);
    await change.toPreview();
    const {step: reached, fields, outcome} = change.get();
    const problems = fields.flatMap(({path, problems}) => problems.map(words => `${path} ${words}`));
    if (reached === 'preview') steps.push({key, step, change});
    else
      for (const words of outcome ? [outcome.words] : problems)
        mistakes.push({line: step.line ?? 1, words: `${step.label}: ${words}`});
  }
  return {steps, skipped, mistakes};
}

/** What is still to be sent of the plan of a text that was interrupted, and what is not although it did not come to a good end. */
export async function prepareRemaining(
  session: Session,
  run: InterruptedBatch,
  family: Family,
): Promise<PreparedSteps> {
  const {params} = run;
  const {rows} = session.collection(family.id, params).get();
  const {remaining, notRetried} = remainingRows(run);
  const skipped: SkippedStep[] = [...notRetried];
  const targets: KeyedStep[] = [];
  for (const {id, step} of remaining) {
    if (step === undefined) continue;
    // Whoever took up the text instead has made it meanwhile.
    if (step.does === 'create' && hasEntry(rows, step.values)) skipped.push(toSkippedStep(step, alreadyExistsReason));
    else if (step.does === 'delete' && notRetried.length > 0) skipped.push(toSkippedStep(step, `is ${skippedReason}`));
    else targets.push({key: String(id), step});
  }
  const prepared = await prepareSteps(session, {family, params}, targets);
  const refusals = prepared.mistakes.map(({words}): SkippedStep => ({label: family.one, words}));
  return {steps: prepared.steps, skipped: [...skipped, ...prepared.skipped, ...refusals], mistakes: []};
}
