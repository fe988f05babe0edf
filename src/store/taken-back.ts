/** Going on with an undo of several changes that was interrupted: what can still be taken back, and what cannot and why. */
import type {Family} from '../families/define.ts';
import {withValue} from './changes/paths.ts';
import type {Change} from './changes/types.ts';
import {type BackStep, type Interrupted, leftOf} from './runs.ts';
import {alreadyThere, isThere, type LeftOut} from './texts/steps.ts';
import type {Session} from './types.ts';

/** A step at its preview, with what it is known by in the journal. */
export interface ReadyBack {
  readonly key: string;
  readonly step: BackStep;
  readonly change: Change;
}

export interface PreparedBack {
  readonly steps: readonly ReadyBack[];
  readonly skipped: readonly LeftOut[];
}

/** The rows that have to be known for it; undefined where all of the list has to be, to tell what is there already. */
export function neededFor(run: Interrupted): readonly BackStep['of'][] | undefined {
  const ids = leftOf(run).due.map(({back}) => back?.of);
  return ids.includes(undefined) ? undefined : ids;
}

/** Brings each step to its preview that was never sent. What it is done to is known by now. */
export async function prepareBack(session: Session, run: Interrupted, family: Family): Promise<PreparedBack> {
  const {params} = run;
  const {byId, rows} = session.collection(family.id, params).get();
  const {due, told} = leftOf(run);
  const steps: ReadyBack[] = [];
  const skipped: LeftOut[] = [...told];
  const plan = Symbol(run.run);
  for (const {id, label, back} of due) {
    if (back === undefined) continue;
    const row = back.of === undefined ? undefined : byId.get(back.of);
    const reason =
      back.of !== undefined && row === undefined
        ? 'is gone'
        : back.of === undefined && isThere(rows, back.values)
          ? alreadyThere
          : session.unless(family.id, back.does, row, params);
    if (reason !== undefined) {
      skipped.push({label, words: reason});
      continue;
    }
    const {takesBack, does, values} = back;
    const change = session.change(family.id, does, row, params, {
      drafted: false,
      plan,
      takesBack,
      restores: nested(values),
    });
    await change.ready;
    for (const [path, value] of Object.entries(values)) change.set(path, value);
    await change.toPreview();
    const words = unpreviewed(change);
    if (words === undefined) steps.push({key: String(id), step: back, change});
    else {
      change.close();
      skipped.push({label, words});
    }
  }
  return {steps, skipped};
}

/** Values by path as an object. */
const nested = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.entries(values).reduce<Readonly<Record<string, unknown>>>(
    (all, [path, value]) => withValue(all, path, value),
    {},
  );

/** Why a change did not come to its preview; undefined where it did. */
export function unpreviewed(change: Change): string | undefined {
  const {step, outcome, fields} = change.get();
  if (step === 'preview') return undefined;
  const problem = fields.flatMap(({title, problems}) => problems.map(words => `${title} ${words}`))[0];
  return outcome?.words ?? problem ?? 'cannot be taken back';
}
