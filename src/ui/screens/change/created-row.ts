/** The resource that a change created. */
import type {AnyRow, Family} from '../../../families/shape/define-family.ts';
import {rowFromResponse} from '../../../store/changes/send/response-row.ts';
import type {ConsoleContext} from '../../context/console-context.ts';
import {isListView} from '../shared/is-list-view.ts';
import type {BatchPlan} from './batch/batch-plan.ts';
import type {ActionSubject} from './target/action-subject.ts';

/** The created row; undefined if there was one before, or if the response contains none. */
export const createdRow = (change: BatchPlan['lead'], answer: unknown): AnyRow | undefined =>
  change.row === undefined ? rowFromResponse(change, answer) : undefined;

/** Moves the cursor of the list behind the form to the created resource, which may be a thousand rows away. */
export function moveToCreated(context: ConsoleContext, family: Family, {lead}: BatchPlan): void {
  const row = createdRow(lead, lead.get().outcome?.answer);
  const view = context.navigation.current.get();
  if (row === undefined || !isListView(view)) return;
  const isIts = (list: Pick<ActionSubject, 'family' | 'params'> | undefined): boolean =>
    list?.family.id === family.id && Object.entries(lead.params).every(([name, id]) => list.params[name] === id);
  if (!view.inDetail.get()) {
    if (isIts(view)) view.model.moveToId(family.key(row));
  } else if (isIts(view.detail.creationSubject())) view.detail.moveToKey(String(family.key(row)));
}
