/** From an action to the four steps that every change goes through. */
import type {Deck} from '../../deck.ts';
import {openChange} from './change.ts';
import {type PlanRequest, planFor} from './plan.ts';

export function startChange(deck: Deck, request: PlanRequest): void {
  const plan = planFor(deck, request);
  if (plan !== undefined) {
    openChange(deck, plan);
    return;
  }
  const [row] = request.rows;
  const reason = deck.session.unless(request.family.id, request.name, row, request.params);
  deck.say(reason ?? 'there is nothing to do it to', 'attention');
}
