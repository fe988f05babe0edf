/** An object in the user's editor; what was changed there becomes an ordinary change with its preview. */
import type {Deck} from '../../deck.ts';
import {openChange} from '../change/change.ts';
import {planFor} from '../change/plan.ts';
import {resolve, type Subject} from '../change/subject.ts';
import {editPlan} from './plan.ts';

/** Why the objects cannot be edited as a text; undefined when they can. */
export function noEditing(deck: Deck, subject: Subject): string | undefined {
  const {family, rows, params} = resolve(deck, subject);
  const [row] = rows;
  if (row === undefined) return 'there is nothing to edit here';
  if (rows.length > 1) return `one ${family.one} at a time goes into the editor: ${rows.length} are marked`;
  if (family.actions.update === undefined) return `a ${family.one} cannot be edited`;
  return deck.session.unless(family.id, 'update', row, params);
}

export async function editObject(deck: Deck, subject: Subject): Promise<void> {
  const {family, rows, params} = resolve(deck, subject);
  const reason = noEditing(deck, subject);
  const plan = reason === undefined ? planFor(deck, {family, name: 'update', rows, params}) : undefined;
  if (plan === undefined) {
    deck.say(reason ?? `a ${family.one} cannot be edited now`, 'attention');
    return;
  }
  await plan.lead.ready;
  if (plan.lead.get().outcome !== undefined) openChange(deck, plan, false);
  else if (await editPlan(deck, plan)) openChange(deck, plan, true);
  else plan.close();
}
