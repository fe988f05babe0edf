/** The steps that a text asks for, as one plan: what of them can be done, and what cannot and why. */
import type {AnyRow, Family, PathParams} from '../../../families/define.ts';
import type {ListText, TextStep} from '../../../families/shape/text.ts';
import type {Change} from '../../../store/changes/types.ts';
import {equal} from '../../../store/equal.ts';
import type {Journal} from '../../../store/runs.ts';
import type {Mistake} from '../../../store/texts/mistakes.ts';
import type {Deck} from '../../deck.ts';
import {openChange} from '../change/change.ts';
import {stagedPlan} from '../change/plan.ts';
import type {Result} from '../change/result.ts';

export interface EditedList {
  readonly family: Family;
  readonly text: ListText<AnyRow, PathParams>;
  readonly params: PathParams;
}

/** A step with what it is known by in the journal. */
export interface NamedStep {
  readonly key: string;
  readonly step: TextStep<AnyRow>;
}

export interface Prepared {
  readonly steps: readonly (NamedStep & {readonly change: Change})[];
  readonly skipped: readonly Result[];
  readonly mistakes: readonly Mistake[];
}

export const skippedStep = ({does, label}: TextStep<AnyRow>, words: string): Result => ({
  label: `${does} ${label}`,
  state: 'skipped',
  words,
  revealed: [],
});

/** Brings each step to its preview; what others did to its row meanwhile is not undone by it. */
export async function prepareSteps(
  {session}: Deck,
  {family, text: spec, params}: EditedList,
  wanted: readonly NamedStep[],
): Promise<Prepared> {
  const steps: (NamedStep & {change: Change})[] = [];
  const skipped: Result[] = [];
  const mistakes: Mistake[] = [];
  const together = Symbol(spec.title);
  const {byId} = session.collection(family.id, params).get();
  for (const {key, step} of wanted) {
    const row = step.row && byId.get(family.key(step.row));
    const reason =
      step.row === undefined || equal(step.row, row)
        ? session.unless(family.id, step.does, row, params)
        : row === undefined
          ? 'somebody else deleted it meanwhile'
          : 'somebody else changed it meanwhile';
    if (reason !== undefined) {
      skipped.push(skippedStep(step, reason));
      continue;
    }
    const change = session.change(family.id, step.does, row, params, {drafted: false, plan: together});
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

const marks = {create: '+', update: '~', delete: '-'} as const;

export interface StagedHost {
  /** What the text is of: "example.org". */
  readonly about: string;
  readonly notes: readonly string[];
  readonly journal?: Journal | undefined;
  /** The first request is about to leave. */
  begun(): void;
  /** Nothing of it was sent. */
  untouched(): void;
  /** All of it was done. */
  done(): void;
}

/** Shows the plan; false where nothing of it can be done, which is said. */
export function openStaged(
  deck: Deck,
  {text: spec, params}: EditedList,
  {steps, skipped}: Pick<Prepared, 'steps' | 'skipped'>,
  {about, notes, journal, begun, untouched, done}: StagedHost,
): boolean {
  const staged = stagedPlan(
    steps.map(({key, step, change}) => ({
      change,
      from: {key, step},
      mark: marks[step.does],
      label: step.label,
      before: step.before,
      after: step.after,
      last: step.does === 'delete',
    })),
    {title: spec.title, about, skipped, notes, deck, params, journal},
  );
  if (staged === undefined) {
    deck.say(skipped.map(({label, words}) => `${label}: ${words}`).join('; '), 'attention');
    return false;
  }
  openChange(
    deck,
    {
      ...staged,
      send() {
        begun();
        return staged.send();
      },
      close() {
        const states = staged.results.get().map(({state}) => state);
        staged.close();
        if (states.every(state => state === 'ok')) done();
        else if (states.every(state => state === 'waiting')) untouched();
      },
    },
    false,
  );
  return true;
}
