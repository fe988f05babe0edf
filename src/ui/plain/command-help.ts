/** The commands for each place. */
import type {View} from '../context/navigation.ts';
import {isListView} from '../screens/shared/is-list-view.ts';

const globalHelp = [
  'A number opens that entry of the last list.',
  'A resource type opens its list: instances, volumes, tickets. resources lists all resource types.',
  'resources, overview, cost, waste, since, approvals, operations, status, bookmarks, drafts, audit, whoami, net: show that page.',
  'find WORDS: finds resources by label, ID, address or tag. open LABEL: opens one.',
  'wait: waits for your operations. undo: undoes the last change. redo: redoes it. After audit, undo 3 undoes entry 3 of the change log, and undo batch 3 its whole batch.',
  'list or refresh: reads this view out again; refresh asks the account first.',
  'back: returns to the previous view. profile lists your profiles, profile NAME opens one. use-token: types another token. quit or the end of the input: leaves Skydeck.',
  'Ctrl-c cancels a question. At this prompt, ctrl-c quits.',
];
const listHelp = [
  'next, previous: pages. filter WORDS, or a slash and the words; filter alone shows all. problems: only resources with problems.',
  'sort COLUMN, with a minus before it for descending; sort alone asks. columns: selects the columns that are read out.',
  'new: creates one. edit 3, delete 3, or any action and a number or label: reboot 3. actions 3: lists all actions of 3.',
  'select 1 3, select all, deselect: an action without a number then changes the selection.',
  'json 3: the object as the API returns it. bookmark 3, ssh 3, serial 3.',
];
const detailHelp = [
  'tab NAME or tab NUMBER: opens a tab. The name alone works unless it is a resource type. tabs lists all tabs; next and previous step through them.',
  'actions: lists all actions. edit, delete, or any action by its name. new: adds an entry to this tab.',
  'json: the object as the API returns it. reveal: shows secrets, or hides them. bookmark, ssh.',
];

export function commandHelp(view: View): readonly string[] {
  if (!isListView(view)) return globalHelp;
  return [...(view.inDetail.getState() ? detailHelp : listHelp), ...globalHelp];
}
