/** The commands of the main prompt, besides the words of the console's own command line. */
import {columnId} from '../../families/shape/define-family.ts';
import {isListOffered} from '../../store/cache/collection-state.ts';
import {runToEnd} from '../../store/core/run-to-end.ts';
import {freshnessWords, limitWords, scarceLimit} from '../../store/sync/freshness-text.ts';
import type {ActionSubject} from '../context/action-subject.ts';
import {openActions} from '../screens/menus/actions.ts';
import {toggleBookmark} from '../screens/menus/bookmarks.ts';
import {openColumns} from '../screens/menus/columns.ts';
import {openSort, sortBy} from '../screens/menus/sort.ts';
import {openJson} from '../screens/overlays/json-view.ts';
import {openSerial, openSsh} from '../screens/overlays/ssh.ts';
import {isListView} from '../screens/shared/is-list-view.ts';
import type {ListView} from '../screens/shared/list-view-types.ts';
import {canSelectAll} from '../screens/shared/whole-list-actions.ts';
import {
  findRows,
  findSubject,
  listAgainOrFiltered,
  runSuggestion,
  subjectOf,
  undoLast,
  undoListed,
} from './action-commands.ts';
import {commandHelp} from './command-help.ts';
import {listedChanges, turnLogPage} from './menus.ts';
import {
  MAX_LISTED,
  numberLines,
  type PlainContext,
  parseListNumber,
  type ViewState,
  waitUntilDone,
} from './plain-context.ts';

/** True if the place is to be read out again. */
type ShowAgain = boolean;

type PlainCommand = (plain: PlainContext, state: ViewState, text: string) => ShowAgain | Promise<ShowAgain>;

const listCommand =
  (run: (plain: PlainContext, view: ListView, state: ViewState, text: string) => ShowAgain): PlainCommand =>
  (plain, state, text) => {
    const {view} = state;
    if (!isListView(view) || view.inDetail.getState()) {
      plain.say('Only for lists. Type back to return to one.');
      return false;
    }
    return run(plain, view, state, text);
  };

/** The resources that a command names, or those of the current view. */
const subjectFor = (plain: PlainContext, {view, shown}: ViewState, text: string): ActionSubject | undefined =>
  text === '' ? subjectOf(view) : findSubject(plain, view, shown, text);

const connect =
  (name: string, open: typeof openSsh): PlainCommand =>
  async (plain, state, text) => {
    const [row] = subjectFor(plain, state, text)?.rows ?? [];
    if (row) await waitUntilDone(plain, open(plain.context, row));
    else plain.say(`Add a number: ${name} 3.`);
    return false;
  };

const turnPage: (by: number) => PlainCommand = by => (plain, state) => {
  const {view, position, shown} = state;
  if (listedChanges(state)) return turnLogPage(plain, state, by);
  if (isListView(view) && view.inDetail.getState()) return openTab(plain, state, String(position.tab + by + 1));
  const pages = Math.ceil((shown.rows?.().length ?? 0) / MAX_LISTED);
  if (position.page + by < 0 || position.page + by >= pages)
    plain.say(by > 0 ? 'This is the last page.' : 'This is the first page.');
  else {
    position.page += by;
    return true;
  }
  return false;
};

const openTab: PlainCommand = ({say}, {view, position}, text) => {
  if (!isListView(view) || !view.inDetail.getState()) {
    say('No tabs.');
    return false;
  }
  const titles = view.family.detail.map(({title}) => title);
  const wanted = text.toLowerCase();
  const tab = parseListNumber(text, titles.length) ?? titles.findIndex(title => title.toLowerCase().startsWith(wanted));
  if (wanted === '' || tab < 0) {
    say('Tabs, each opened by tab and its number or name:', ...numberLines(titles));
    return false;
  }
  position.tab = tab;
  return true;
};

/**
 * Opens a tab by its full name, in a detail. A family with the same name takes precedence, and the answer mentions the
 * tab.
 */
export function openNamedTab({context, say}: PlainContext, {view, position}: ViewState, line: string): boolean {
  if (!isListView(view) || !view.inDetail.getState()) return false;
  const wanted = line.toLowerCase();
  const tab = view.family.detail.findIndex(({title}) => title.toLowerCase() === wanted);
  if (tab < 0) return false;
  const isFamily = context.families.some(
    ({group, name, title}) => group && [name, title.toLowerCase()].includes(wanted),
  );
  if (isFamily) say(`tab ${wanted} reads only these.`);
  else position.tab = tab;
  return !isFamily;
}

export const plainCommands: Readonly<Record<string, PlainCommand>> = {
  help: (plain, state) => {
    plain.say(...commandHelp(state.view));
    return false;
  },
  list: listAgainOrFiltered,
  next: turnPage(1),
  previous: turnPage(-1),
  tab: openTab,
  tabs: (plain, state) => openTab(plain, state, ''),
  filter: listCommand((_, {model}, {position}, text) => {
    position.page = 0;
    model.setFilter(text);
    return true;
  }),
  problems: listCommand((_, {model}, {position}) => {
    position.page = 0;
    model.setProblemsOnly(!model.getState().problemsOnly);
    return true;
  }),
  sort: listCommand((plain, view, {position}, text) => {
    position.page = 0;
    const name = text.replace(/^-/, '').toLowerCase();
    const column = view.family.columns.find(one => columnId(one) === name || one.title.toLowerCase() === name);
    if (text === '') {
      position.wasReadOut = true;
      openSort(view);
    }
    if (column) sortBy(view, {column: columnId(column), descending: text.startsWith('-')});
    else if (text !== '') plain.say(`Unknown column ${name}. Type sort to list the columns.`);
    return text === '' || column !== undefined;
  }),
  columns: listCommand((_, view, {position}) => {
    position.wasReadOut = true;
    openColumns(view);
    return true;
  }),
  select: listCommand((plain, view, {shown}, text) => {
    const {model, family} = view;
    if (text === 'all') {
      if (!canSelectAll(view)) return false;
      model.selectAll();
    }
    const rows = text === 'all' ? [] : findRows(plain, shown.rows?.() ?? [], text, {labelOf: one => family.label(one)});
    for (const row of rows) model.toggleSelected(family.key(row));
    const selected = model.selectedRows().map(row => family.label(row));
    plain.say(
      model.getState().selection.size === 0
        ? 'Nothing is selected.'
        : `${selected.length} selected: ${selected.join(', ')}.`,
    );
    return false;
  }),
  deselect: listCommand((plain, {model}) => {
    model.clearSelection();
    plain.say('Nothing is selected.');
    return false;
  }),
  actions: (plain, state, text) => {
    const subject = subjectFor(plain, state, text);
    if (subject && (text === '' || subject.rows.length > 0)) openActions(plain.context, subject);
    else if (subject === undefined) plain.say('No actions in this view. Open a list first.');
    return false;
  },
  json: (plain, state, text) => {
    const {family, rows: [row] = []} = subjectFor(plain, state, text) ?? {};
    if (row && family) openJson(plain.context, family.spelled(row, plain.context.session.lookup), 'The object');
    else plain.say('Add a number: json 3.');
    return false;
  },
  bookmark: (plain, state, text) => {
    const subject = subjectFor(plain, state, text);
    if (subject && subject.rows.length > 0) toggleBookmark(plain.context, subject);
    else plain.say('Add a number: bookmark 3.');
    return false;
  },
  profile: async (plain, state, text) => {
    if (text === '') (await import('../screens/overlays/profiles.ts')).openProfiles(plain.context);
    else await runSuggestion(plain, state, `profile ${text}`);
    return false;
  },
  ssh: connect('ssh', openSsh),
  serial: connect('serial', openSerial),
  reveal: (_, {position}) => {
    position.isRevealed = !position.isRevealed;
    return true;
  },
  back({context, say}) {
    if (!context.navigation.back()) say('Start of history.');
    return false;
  },
  undo: async (plain, state, text) => {
    await (text === '' ? undoLast(plain, 'Undo') : undoListed(plain, state, text));
    return false;
  },
  redo: async plain => {
    await undoLast(plain, 'Redo');
    return false;
  },
  wait: async plain => {
    const {announcer} = plain;
    if (!announcer.isBusy()) plain.say('No running operations.');
    await plain.waitFor(announcer.changes, () => {
      announcer.announce();
      return !announcer.isBusy();
    });
    return false;
  },
  resources: ({context, say}, state) => {
    const shown = context.families.filter(
      family => family.group !== undefined && isListOffered(family, context.session.collection(family.id).getState()),
    );
    say('Resource types, opened by number or name:', ...numberLines(shown.map(({title, name}) => `${title}, ${name}`)));
    state.choices = shown.map(
      ({id}) =>
        () =>
          context.showList(id),
    );
    return false;
  },
  find({context, say}, state, text) {
    const found = text === '' ? [] : runToEnd(context.session.find(text, 20));
    if (found.length === 0)
      say(text === '' ? 'Add a label, ID, address or tag: find web-01.' : `No loaded resource has ${text}.`);
    say(...numberLines(found.map(({family, label, detail}) => `${family.one} ${label}, ${detail}`)));
    state.choices = found.map(
      ({ref}) =>
        () =>
          context.openResource(ref),
    );
    return false;
  },
  refresh: async (plain, {shown}) => {
    plain.context.session.refetchAll();
    await waitUntilDone(plain, Promise.all(shown.sources.map(collection => collection.refetch())));
    return true;
  },
  status({context, say}) {
    const status = context.session.account.getState().status;
    const {account, user, failure, limits} = status;
    const now = context.clock.now();
    const scarce = scarceLimit(limits, now);
    const {name, production, readOnly} = context.profile;
    const facts = [
      `Profile ${name}${production ? ', production' : ''}${readOnly ? ', read-only' : ''}`,
      account === undefined ? '' : `account ${account}`,
      user === undefined ? '' : `user ${user}`,
      freshnessWords(status, now),
      scarce === undefined ? '' : limitWords(scarce, now),
    ];
    say(`${facts.filter(Boolean).join(', ')}.`);
    if (failure !== undefined) say(failure.message);
    const running = context.session.account
      .getState()
      .operations.map(({label, word, percent}) => `${label}: ${word}${percent === undefined ? '' : ` ${percent}%`}`);
    say(running.length === 0 ? 'Nothing is running.' : 'Running:', ...running);
    return false;
  },
};

export const commandAliases: Readonly<Record<string, string>> = {
  '?': 'help',
  n: 'next',
  p: 'previous',
  a: 'actions',
  b: 'back',
  '..': 'back',
  home: 'resources',
  families: 'resources',
  v: 'reveal',
  '!': 'problems',
  mark: 'select',
  unmark: 'deselect',
  '@': 'profile',
  profiles: 'profile',
};
