/** Checks that an action on all shown rows doesn't apply to only some of them. */
import type {ListView} from './list-view-types.ts';

/** True if the shown rows are all that were requested; otherwise a message says so. */
export function isListComplete({context, family, model}: ListView): boolean {
  if (model.finish()) return true;
  context.say(`not all ${family.title} are in their place yet: once more in a moment`, 'attention');
  return false;
}

/** True if all shown rows can be selected at once; otherwise a message gives the reason. */
export function canSelectAll(view: ListView): boolean {
  if (!isListComplete(view)) return false;
  const {isFuzzy, filter} = view.model.getState();
  if (!isFuzzy) return true;
  // Rows that are only similar are others than the user named, so an action must not apply to all of them by one key.
  view.context.say(`No row matches “${filter}”, these are similar: select them one by one`, 'attention');
  return false;
}
