/** Checks that an action on all shown rows doesn't apply to only some of them. */
import type {ListView} from './list-view-types.ts';

/** True if the shown rows are complete; otherwise a message states the reason. */
export function isListComplete({context, family, model}: ListView): boolean {
  if (model.finish()) return true;
  context.say(`${family.title} are still being sorted. Try again in a moment.`, 'attention');
  return false;
}

/** True if all shown rows can be selected at once; otherwise a message states the reason. */
export function canSelectAll(view: ListView): boolean {
  if (!isListComplete(view)) return false;
  const {isFuzzy, filter} = view.model.getState();
  if (!isFuzzy) return true;
  // The user did not name similar rows exactly, so one key must not apply an action to all of them.
  view.context.say(`No row matches “${filter}”, these are similar: select them one by one`, 'attention');
  return false;
}
