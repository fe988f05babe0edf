/** Saved views of lists: users save them in this menu or in the settings, and open them by name. */
import {ownProperty} from '../../../platform/text/own-property.ts';
import type {SavedView} from '../../../profiles/custom-settings.ts';
import type {
  AccountPort,
  NavigationPort,
  NotificationPort,
  PreferencesPort,
  SettingsPort,
} from '../../context/ports.ts';
import {isListView} from '../shared/is-list-view.ts';
import type {ListView} from '../shared/list-view-types.ts';

type SavedViewsPorts = AccountPort & NavigationPort & NotificationPort & PreferencesPort & SettingsPort;

const all = (context: PreferencesPort & SettingsPort): Readonly<Record<string, SavedView>> => ({
  ...context.preferences.getState().views,
  ...context.settings.views,
});

export const viewWords = (context: PreferencesPort & SettingsPort): readonly string[] => [
  ...Object.keys(all(context)),
  ...Object.keys(context.preferences.getState().views).map(name => `forget ${name}`),
];

const listPlace = (context: NavigationPort): ListView | undefined => {
  const view = context.navigation.current.getState();
  return isListView(view) ? view : undefined;
};

/** `NAME` opens a view, `save NAME` saves the current one, `forget NAME` deletes it. */
export function runView(context: SavedViewsPorts, text: string): void {
  const [, verb = '', name = ''] = /^(\S*)\s*(.*)$/.exec(text.trim()) ?? [];
  if (verb === 'save') save(context, name);
  else if (verb === 'forget') forget(context, name);
  else show(context, text.trim());
}

function show(context: SavedViewsPorts, name: string): void {
  const view = ownProperty(all(context), name);
  const family = view && context.families.find(({id}) => id === view.family);
  if (view === undefined || family === undefined) {
    const names = Object.keys(all(context));
    const known =
      names.length > 0 ? `there are ${names.join(', ')}` : ':view save NAME keeps the list on screen as one';
    context.say(`Unknown view ${name}. ${known}`, 'attention');
    return;
  }
  const {filter = '', sort, columns} = view;
  if (columns)
    context.preferences.setState({columns: {...context.preferences.getState().columns, [family.id]: columns}});
  context.navigation.go({family: family.id, filter, ...(sort && {sort})});
}

function save(context: SavedViewsPorts, name: string): void {
  const list = listPlace(context);
  if (list === undefined || Object.keys(list.params).length > 0) {
    context.say('only a list that the sidebar or its name leads to can be saved as a view', 'attention');
    return;
  }
  if (/\s/.test(name)) {
    context.say('The name of a view has no spaces. Use letters, digits, . _ @ and -.', 'attention');
    return;
  }
  if (!/^[\w][\w.@-]*$/.test(name) || ['save', 'forget'].includes(name)) {
    context.say('a view needs a name: letters, digits, . _ @ and -', 'attention');
    return;
  }
  if (ownProperty(context.settings.views, name) !== undefined) {
    context.say(`${name} is a view of the settings file. Change it there`, 'attention');
    return;
  }
  const {preferences} = context;
  const {filter, sort} = list.model.getState();
  const columns = preferences.getState().columns[list.family.id];
  const view = {family: list.family.id, filter, ...(sort && {sort}), ...(columns && {columns})};
  preferences.setState({views: {...preferences.getState().views, [name]: view}});
  context.say(`:view ${name} opens this list`, 'ok');
}

function forget(context: NotificationPort & PreferencesPort, name: string): void {
  const {views} = context.preferences.getState();
  if (ownProperty(views, name) === undefined) context.say(`No saved view named ${name}`, 'attention');
  else {
    const {[name]: _, ...others} = views;
    context.preferences.setState({views: others});
    context.say(`View ${name} deleted`, 'ok');
  }
}

/** `:filter NAME`: applies a filter of the settings to the current list, or the typed text as a filter. */
export function runFilter(context: NavigationPort & NotificationPort & SettingsPort, text: string): void {
  const view = listPlace(context);
  if (view === undefined) context.say('No list on screen.', 'attention');
  else view.model.setFilter(ownProperty(context.settings.filters, text) ?? text);
}

export function filterWords({settings: {filters}}: SettingsPort): readonly string[] {
  return Object.keys(filters);
}
