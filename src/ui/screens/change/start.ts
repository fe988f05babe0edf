/** From an action to the four steps that every change goes through. */
import type {Deck} from '../../deck.ts';
import {openChange} from './change.ts';
import {type PlanRequest, planFor} from './plan.ts';
import {tooMany} from './subject.ts';

export async function startChange(deck: Deck, request: PlanRequest): Promise<void> {
  const {family, name, rows, params} = request;
  const action = family.actions[name];
  const refused = tooMany(rows);
  if (refused !== undefined) {
    deck.say(refused, 'attention');
    return;
  }
  // Nothing to fill in and nothing to weigh: marking as read needs no four steps.
  if (action?.form === undefined && (action?.confirm ?? 'none') === 'none') {
    await act(deck, request);
    return;
  }
  const plan = planFor(deck, request);
  if (plan !== undefined) {
    openChange(deck, plan);
    return;
  }
  const [row] = rows;
  const reason = request.unless?.(row) ?? deck.session.unless(family.id, name, row, params);
  deck.say(reason ?? 'there is nothing to do it to', 'attention');
}

async function act(deck: Deck, {family, name, rows, params, sent}: PlanRequest): Promise<void> {
  sent?.(rows.filter(row => row !== undefined));
  for (const row of rows) {
    const reason = deck.session.unless(family.id, name, row, params);
    if (reason !== undefined) deck.say(reason, 'attention');
    else if (row !== undefined) await deck.session.runDirectly(family.id, name, row, params);
  }
}
