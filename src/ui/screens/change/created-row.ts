/** What a change made that was not there before. */
import type {AnyRow, Family} from '../../../families/shape/define-family.ts';
import {rowFromResponse} from '../../../store/changes/send/response-row.ts';
import type {ConsoleContext} from '../../context/console-context.ts';
import {isListView} from '../../context/navigation.ts';
import type {BatchPlan} from './batch/batch-plan.ts';
import type {ActionSubject} from './target/action-subject.ts';

/** The row that is new; undefined where there was one, or the answer is none. */
export const createdRow = (change: BatchPlan['lead'], answer: unknown): AnyRow | undefined =>
  change.row === undefined ? rowFromResponse(change, answer) : undefined;

/** Puts the cursor of the list that was left for the form on what was made there: it may stand a thousand rows away. */
export function moveToCreated(context: ConsoleContext, family: Family, {lead}: BatchPlan): void {
  const made = createdRow(lead, lead.get().outcome?.answer);
  const place = context.navigation.current.get();
  if (made === undefined || !isListView(place)) return;
  const isIts = (list: Pick<ActionSubject, 'family' | 'params'> | undefined): boolean =>
    list?.family.id === family.id && Object.entries(lead.params).every(([name, id]) => list.params[name] === id);
  if (!place.inDetail.get()) {
    if (isIts(place)) place.model.moveToId(family.key(made));
  } else if (isIts(place.detail.creationSubject())) place.detail.moveToKey(String(family.key(made)));
}
