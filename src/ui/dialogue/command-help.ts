/** The commands for each place. */
import type {View} from '../context/navigation.ts';
import {isListView} from '../screens/shared/is-list-view.ts';

const globalHelp = [
  'A number opens that entry of the last list.',
  'A resource type opens its list: instances, volumes, tickets. families lists all types.',
  'families, overview, cost, waste, since, approvals, operations, status, bookmarks, drafts, audit, whoami, net: show that page.',
  'find WORDS: anything that was read, by label, ID, address or tag. open LABEL goes there.',
  'wait: waits for your operations. undo: undoes the last change. redo: redoes it.',
  'list or refresh: reads this place out again; refresh asks the account first.',
  'back: to the place before. profile lists the accounts there are, profile NAME goes to one. use-token: types another token. quit: leaves; so does the end of the input.',
  'Ctrl-c cancels a question. At this prompt, ctrl-c quits.',
];
const listHelp = [
  'next, previous: pages. filter WORDS, or a slash and the words; filter alone shows all. problems: only resources with problems.',
  'sort COLUMN, with a minus before it for descending; sort alone asks. columns: which are read out.',
  'new: makes one. edit 3, delete 3, or any action and a number or label: reboot 3. actions 3: all that can be done to it.',
  'select 1 3, select all, deselect: an action without a number is then done to the selection.',
  'json 3: the object as the API gives it. bookmark 3, ssh 3, serial 3.',
];
const detailHelp = [
  'tab NAME or tab NUMBER: another tab, or its name alone where no family is called so; tabs lists them; next and previous go through them.',
  'actions: all that can be done to it. edit, delete, or any action by its name. new: one more of what this tab lists.',
  'json: the object as the API gives it. reveal: shows secrets, or hides them. bookmark, ssh.',
];

export function commandHelp(view: View): readonly string[] {
  if (!isListView(view)) return globalHelp;
  return [...(view.inDetail.getState() ? detailHelp : listHelp), ...globalHelp];
}
