/** Checks that an action on all shown rows doesn't apply to only some of them. */
import type {ListView} from './list-view-types.ts';

/** True if the shown rows are all that were requested; otherwise a message says so. */
export function isListComplete({context, family, model}: ListView): boolean {
  if (model.finish()) return true;
  context.say(`not all ${family.title} are in their place yet: once more in a moment`, 'attention');
  return false;
}
