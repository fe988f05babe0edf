/** What a change made that was not there before. */
import type {AnyRow, Family} from '../../../families/define.ts';
import {rowFromResponse} from '../../../store/changes/made.ts';
import type {Deck} from '../../deck.ts';
import {isListPlace} from '../../place.ts';
import type {Plan} from './plan.ts';
import type {Subject} from './subject.ts';

/** The row that is new; undefined where there was one, or the answer is none. */
export const madeBy = (change: Plan['lead'], answer: unknown): AnyRow | undefined =>
  change.row === undefined ? rowFromResponse(change, answer) : undefined;

/** Puts the cursor of the list that was left for the form on what was made there: it may stand a thousand rows away. */
export function goToMade(deck: Deck, family: Family, {lead}: Plan): void {
  const made = madeBy(lead, lead.get().outcome?.answer);
  const place = deck.places.current.get();
  if (made === undefined || !isListPlace(place)) return;
  const isIts = (list: Pick<Subject, 'family' | 'params'> | undefined): boolean =>
    list?.family.id === family.id && Object.entries(lead.params).every(([name, id]) => list.params[name] === id);
  if (!place.inDetail.get()) {
    if (isIts(place)) place.model.moveToId(family.key(made));
  } else if (isIts(place.detail.among())) place.detail.follow(String(family.key(made)));
}
