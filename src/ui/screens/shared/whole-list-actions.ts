/** What is about all rows that are shown is not done to some of them. */
import type {ListView} from '../list/list-view.ts';

/** Whether what is shown is all that was asked for; says so where it is not. */
export function isListComplete({context, family, model}: ListView): boolean {
  if (model.finish()) return true;
  context.say(`not all ${family.title} are in their place yet: once more in a moment`, 'attention');
  return false;
}
