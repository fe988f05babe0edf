/** The steps of an edited text as one plan. */
import type {AnyRow, Family, PathParams} from '../../../families/shape/define-family.ts';
import type {ListText} from '../../../families/shape/list-text.ts';
import type {BatchJournal} from '../../../store/changes/batch/batch-journal.ts';
import {type ChangeResult, deletedReason} from '../../../store/changes/batch/change-result.ts';
import {keptText} from '../../../store/changes/batch/interrupted-batch.ts';
import {planSteps} from '../../../store/changes/batch/plan-batch.ts';
import type {Change} from '../../../store/changes/change.ts';
import {type SkippedRow, skippedRowSentence} from '../../../store/changes/preview/batch-facts.ts';
import {type PreparedSteps, type SkippedStep, stepSigns} from '../../../store/changes/text/list-diff.ts';
import type {ChangePorts} from '../../context/ports.ts';
import {openChange} from './open-change.ts';

export interface EditedList {
  readonly family: Family;
  readonly text: ListText<AnyRow, PathParams>;
  readonly params: PathParams;
}

/** Names the resources that can't be changed now, and can be resumed later. */
export const keptNotes = (count: number, family: Family): readonly string[] =>
  count === 0 ? [] : [`${keptText(count, family)}. Type :resume to continue later.`];

/** The reasons why no change of a batch is possible. */
export const skippedText = (skipped: readonly SkippedRow[], notes: readonly string[]): string =>
  [skipped.map(row => skippedRowSentence(row).replace(/\.$/, '')).join('; '), ...notes].join('. ');

/** The skipped steps, as the plan shows them. */
export const skippedResults = (skipped: readonly SkippedStep[]): readonly ChangeResult[] =>
  skipped.map(({label, message}) => ({label, state: 'skipped', message, revealed: []}));

export interface EditStepsHost {
  /** The subject of the text: "example.org". */
  readonly about: string;
  readonly notes: readonly string[];
  readonly journal?: BatchJournal | undefined;
  /**
   * Reads the list again before the first request: the reason not to send the plan that the user saw.
   * @param sent the changes of the plan, without those that were left out meanwhile
   */
  findConflict?(sent: readonly Change[]): Promise<string | undefined>;
  /** Called if no request was sent. */
  untouched?(): void;
  /** Called when all steps are done. */
  done(): void;
}

/** Shows the plan; returns false after a message if no step is possible. */
export function openEditSteps(
  context: ChangePorts,
  {text: spec, params}: EditedList,
  {steps, skipped}: Pick<PreparedSteps, 'steps' | 'skipped'>,
  {about, notes, journal, findConflict, untouched, done}: EditStepsHost,
): boolean {
  const plan = planSteps(
    steps.map(({key, step, change, isDependent}) => ({
      change,
      from: {key, step},
      mark: stepSigns[step.action],
      label: step.label,
      before: step.before,
      after: step.after,
      isDependent,
    })),
    {
      title: spec.title,
      about,
      skipped: skippedResults(skipped),
      notes,
      context,
      params,
      journal,
      async canSend() {
        const conflict = await findConflict?.(plan?.toSend() ?? []);
        if (conflict !== undefined) context.say(conflict, 'attention');
        return conflict === undefined;
      },
      onClosed(results) {
        const isDone = ({state, message}: ChangeResult): boolean =>
          state === 'ok' || (state === 'skipped' && message === deletedReason);
        if (results.every(isDone)) done();
        else if (results.every(({state}) => state === 'waiting')) untouched?.();
      },
    },
  );
  if (plan === undefined) {
    context.say(skippedText(skipped, notes), 'attention');
    return false;
  }
  openChange(context, plan, {hasForm: false});
  return true;
}
