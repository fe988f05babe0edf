/** The commands of the main prompt, besides the words of the console's own command line. */
import {columnId} from '../../families/shape/define-family.ts';
import {isListOffered} from '../../store/cache/collection-state.ts';
import {runToEnd} from '../../store/core/run-to-end.ts';
import {freshnessWords, limitWords, scarceLimit} from '../../store/sync/freshness-text.ts';
import {startUndo} from '../screens/actions/undo.ts';
import {openActions} from '../screens/menus/actions.ts';
import {toggleBookmark} from '../screens/menus/bookmarks.ts';
import {openColumns} from '../screens/menus/columns.ts';
import {openSort, sortBy} from '../screens/menus/sort.ts';
import {openJson} from '../screens/overlays/json-view.ts';
import {openSerial, openSsh} from '../screens/overlays/ssh.ts';
import {isListView} from '../screens/shared/is-list-view.ts';
import type {ListView} from '../screens/shared/list-view-types.ts';
import {canSelectAll} from '../screens/shared/whole-list-actions.ts';
import {findRows, findSubject, listAgainOrFiltered, runSuggestion, subjectOf} from './action-commands.ts';
import {commandHelp} from './command-help.ts';
import {
  type DialogueContext,
  MAX_LISTED,
  numberLines,
  parseListNumber,
  type ViewState,
  waitUntilDone,
} from './dialogue-context.ts';

/** True if the place is to be read out again. */
type ShowAgain = boolean;

type DialogueCommand = (dialogue: DialogueContext, state: ViewState, words: string) => ShowAgain | Promise<ShowAgain>;

const listCommand =
  (run: (dialogue: DialogueContext, view: ListView, state: ViewState, words: string) => ShowAgain): DialogueCommand =>
  (dialogue, state, words) => {
    const {view} = state;
    if (!isListView(view) || view.inDetail.getState()) {
      dialogue.say('Only for lists. Type back to return to one.');
      return false;
    }
    return run(dialogue, view, state, words);
  };

const turnPage: (by: number) => DialogueCommand = by => (dialogue, state) => {
  const {view, position, shown} = state;
  if (isListView(view) && view.inDetail.getState()) return openTab(dialogue, state, String(position.tab + by + 1));
  const pages = Math.ceil((shown.rows?.().length ?? 0) / MAX_LISTED);
  if (position.page + by < 0 || position.page + by >= pages)
    dialogue.say(by > 0 ? 'This is the last page.' : 'This is the first page.');
  else {
    position.page += by;
    return true;
  }
  return false;
};

const openTab: DialogueCommand = ({say}, {view, position}, words) => {
  if (!isListView(view) || !view.inDetail.getState()) {
    say('No tabs.');
    return false;
  }
  const titles = view.family.detail.map(({title}) => title);
  const wanted = words.toLowerCase();
  const tab =
    parseListNumber(words, titles.length) ?? titles.findIndex(title => title.toLowerCase().startsWith(wanted));
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
export function openNamedTab({context, say}: DialogueContext, {view, position}: ViewState, line: string): boolean {
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

export const dialogueCommands: Readonly<Record<string, DialogueCommand>> = {
  help: (dialogue, state) => {
    dialogue.say(...commandHelp(state.view));
    return false;
  },
  list: listAgainOrFiltered,
  next: turnPage(1),
  previous: turnPage(-1),
  tab: openTab,
  tabs: (dialogue, state) => openTab(dialogue, state, ''),
  filter: listCommand((_, {model}, {position}, words) => {
    position.page = 0;
    model.setFilter(words);
    return true;
  }),
  problems: listCommand((_, {model}, {position}) => {
    position.page = 0;
    model.setProblemsOnly(!model.getState().problemsOnly);
    return true;
  }),
  sort: listCommand((dialogue, view, {position}, words) => {
    position.page = 0;
    const name = words.replace(/^-/, '').toLowerCase();
    const column = view.family.columns.find(one => columnId(one) === name || one.title.toLowerCase() === name);
    if (words === '') {
      position.wasReadOut = true;
      openSort(view);
    }
    if (column) sortBy(view, {column: columnId(column), descending: words.startsWith('-')});
    else if (words !== '') dialogue.say(`Unknown column ${name}. Type sort to list the columns.`);
    return words === '' || column !== undefined;
  }),
  columns: listCommand((_, view, {position}) => {
    position.wasReadOut = true;
    openColumns(view);
    return true;
  }),
  select: listCommand((dialogue, view, {shown}, words) => {
    const {model, family} = view;
    if (words === 'all') {
      if (!canSelectAll(view)) return false;
      model.selectAll();
    }
    const rows = words === 'all' ? [] : findRows(dialogue, shown.rows?.() ?? [], words, one => family.label(one));
    for (const row of rows) model.toggleSelected(family.key(row));
    const selected = model.selectedRows().map(row => family.label(row));
    dialogue.say(
      model.getState().selection.size === 0
        ? 'Nothing is selected.'
        : `${selected.length} selected: ${selected.join(', ')}.`,
    );
    return false;
  }),
  deselect: listCommand((dialogue, {model}) => {
    model.clearSelection();
    dialogue.say('Nothing is selected.');
    return false;
  }),
  actions: (dialogue, {view, shown}, words) => {
    const subject = words === '' ? subjectOf(view) : findSubject(dialogue, view, shown, words);
    if (subject && (words === '' || subject.rows.length > 0)) openActions(dialogue.context, subject);
    else if (subject === undefined) dialogue.say('No actions in this view. Open a list first.');
    return false;
  },
  json: (dialogue, {view, shown}, words) => {
    const {family, rows: [row] = []} =
      (words === '' ? subjectOf(view) : findSubject(dialogue, view, shown, words)) ?? {};
    if (row && family) openJson(dialogue.context, family.spelled(row, dialogue.context.session.lookup), 'The object');
    else dialogue.say('Add a number: json 3.');
    return false;
  },
  bookmark: (dialogue, {view, shown}, words) => {
    const about = words === '' ? subjectOf(view) : findSubject(dialogue, view, shown, words);
    if (about && about.rows.length > 0) toggleBookmark(dialogue.context, about);
    else dialogue.say('Add a number: bookmark 3.');
    return false;
  },
  profile: async (dialogue, state, words) => {
    if (words === '') (await import('../screens/overlays/profiles.ts')).openProfiles(dialogue.context);
    else await runSuggestion(dialogue, state, `profile ${words}`);
    return false;
  },
  ssh: async (dialogue, {view, shown}, words) => {
    const [row] = (words === '' ? subjectOf(view) : findSubject(dialogue, view, shown, words))?.rows ?? [];
    if (row) await waitUntilDone(dialogue, openSsh(dialogue.context, row));
    else dialogue.say('Add a number: ssh 3.');
    return false;
  },
  serial: async (dialogue, {view, shown}, words) => {
    const [row] = (words === '' ? subjectOf(view) : findSubject(dialogue, view, shown, words))?.rows ?? [];
    if (row) await waitUntilDone(dialogue, openSerial(dialogue.context, row));
    else dialogue.say('Add a number: serial 3.');
    return false;
  },
  reveal: (_, {position}) => {
    position.isRevealed = !position.isRevealed;
    return true;
  },
  back({context, say}) {
    if (!context.navigation.back()) say('Start of history.');
    return false;
  },
  undo: async dialogue => {
    await undoInDialogue(dialogue, 'Undo');
    return false;
  },
  redo: async dialogue => {
    await undoInDialogue(dialogue, 'Redo');
    return false;
  },
  wait: async dialogue => {
    const {announcer} = dialogue;
    if (!announcer.isBusy()) dialogue.say('No running operations.');
    await dialogue.waitFor(announcer.changes, () => {
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
  find({context, say}, state, words) {
    const found = words === '' ? [] : runToEnd(context.session.find(words, 20));
    if (found.length === 0)
      say(words === '' ? 'Add a label, ID, address or tag: find web-01.' : `No loaded resource has ${words}.`);
    say(...numberLines(found.map(({family, label, detail}) => `${family.one} ${label}, ${detail}`)));
    state.choices = found.map(
      ({ref}) =>
        () =>
          context.openResource(ref),
    );
    return false;
  },
  refresh: async (dialogue, {shown}) => {
    dialogue.context.session.refetchAll();
    await waitUntilDone(dialogue, Promise.all(shown.sources.map(collection => collection.refetch())));
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
    if (failure !== undefined) say(failure.words);
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

/**
 * Undoes or redoes the last change. If an operation must end first, the wait is announced once; the interrupt key
 * cancels it.
 */
async function undoInDialogue(dialogue: DialogueContext, kind: 'Undo' | 'Redo'): Promise<void> {
  let leave: () => void = () => {};
  const work = startUndo(dialogue.context, {
    kind,
    show(_, wait) {
      ({cancel: leave} = wait);
      dialogue.say(`${wait.title}. ${wait.lines().join(' ')} The preview follows.`);
      return () => {};
    },
  });
  try {
    await waitUntilDone(dialogue, work);
  } finally {
    leave();
  }
}
