/** What is about all rows that are shown is not done to some of them. */
import type {ListPlace} from './place.ts';

/** Whether what is shown is all that was asked for; says so where it is not. */
export function isWhole({deck, family, model}: ListPlace): boolean {
  if (model.finish()) return true;
  deck.say(`not all ${family.title} are in their place yet: once more in a moment`, 'attention');
  return false;
}
