/** What can be typed at the main question, beside the words of the console's own command line. */
import {columnId} from '../../families/define.ts';
import {freshnessWords, limitWords, scarceLimit} from '../../store/freshness.ts';
import {runToEnd} from '../../store/steps.ts';
import {isListPlace} from '../place.ts';
import {startUndo} from '../screens/change/undo.ts';
import {openJson} from '../screens/json/json.ts';
import type {ListPlace} from '../screens/list/place.ts';
import {isWhole} from '../screens/list/whole.ts';
import {openActions} from '../screens/menu/actions.ts';
import {toggleBookmark} from '../screens/menu/bookmarks.ts';
import {openColumns} from '../screens/menu/columns.ts';
import {openSort, sortBy} from '../screens/menu/sort.ts';
import {openSsh} from '../screens/ssh.ts';
import {elsewhere, named, rowsNamed, subjectOf} from './acting.ts';
import {help} from './help.ts';
import {AT_ONCE, finished, numbered, placeOf, type Stand, type Talk} from './talk.ts';

/** Whether the place is to be read out again. */
type Again = boolean;

type Command = (talk: Talk, stand: Stand, words: string) => Again | Promise<Again>;

const inList =
  (run: (talk: Talk, place: ListPlace, stand: Stand, words: string) => Again): Command =>
  (talk, stand, words) => {
    const {place} = stand;
    if (!isListPlace(place) || place.inDetail.get()) {
      talk.say('That is for lists: back leads to one.');
      return false;
    }
    return run(talk, place, stand, words);
  };

const turn: (by: number) => Command = by => (talk, stand) => {
  const {place, at, shown} = stand;
  if (isListPlace(place) && place.inDetail.get()) return toTab(talk, stand, String(at.tab + by + 1));
  const pages = Math.ceil((shown.rows?.().length ?? 0) / AT_ONCE);
  if (at.page + by < 0 || at.page + by >= pages)
    talk.say(by > 0 ? 'This is the last page.' : 'This is the first page.');
  else {
    at.page += by;
    return true;
  }
  return false;
};

const toTab: Command = ({say}, {place, at}, words) => {
  if (!isListPlace(place) || !place.inDetail.get()) {
    say('There are no tabs here.');
    return false;
  }
  const titles = place.family.detail.map(({title}) => title);
  const wanted = words.toLowerCase();
  const tab = placeOf(words, titles.length) ?? titles.findIndex(title => title.toLowerCase().startsWith(wanted));
  if (wanted === '' || tab < 0) {
    say('Tabs, each opened by tab and its number or name:', ...numbered(titles));
    return false;
  }
  at.tab = tab;
  return true;
};

/** A tab by its whole name, in a detail. A family of that name comes first, and the tab is told of. */
export function toNamedTab({deck, say}: Talk, {place, at}: Stand, line: string): boolean {
  if (!isListPlace(place) || !place.inDetail.get()) return false;
  const wanted = line.toLowerCase();
  const tab = place.family.detail.findIndex(({title}) => title.toLowerCase() === wanted);
  if (tab < 0) return false;
  const isFamily = deck.families.some(({group, name, title}) => group && [name, title.toLowerCase()].includes(wanted));
  if (isFamily) say(`tab ${wanted} reads those here alone.`);
  else at.tab = tab;
  return !isFamily;
}

export const commands: Readonly<Record<string, Command>> = {
  help: (talk, stand) => {
    talk.say(...help(stand.place));
    return false;
  },
  list: () => true,
  next: turn(1),
  previous: turn(-1),
  tab: toTab,
  tabs: (talk, stand) => toTab(talk, stand, ''),
  filter: inList((_, {model}, {at}, words) => {
    at.page = 0;
    model.filter(words);
    return true;
  }),
  problems: inList((_, {model}, {at}) => {
    at.page = 0;
    model.problemsOnly(!model.get().problemsOnly);
    return true;
  }),
  sort: inList((talk, place, {at}, words) => {
    at.page = 0;
    const name = words.replace(/^-/, '').toLowerCase();
    const column = place.family.columns.find(one => columnId(one) === name || one.title.toLowerCase() === name);
    if (words === '') {
      at.known = true;
      openSort(place);
    }
    if (column) sortBy(place, {column: columnId(column), descending: words.startsWith('-')});
    else if (words !== '') talk.say(`There is no column ${name}: sort alone lists them.`);
    return words === '' || column !== undefined;
  }),
  columns: inList((_, place, {at}) => {
    at.known = true;
    openColumns(place);
    return true;
  }),
  select: inList((talk, place, {shown}, words) => {
    const {model, family} = place;
    if (words === 'all') {
      if (!isWhole(place)) return false;
      model.selectAll();
    }
    const rows = words === 'all' ? [] : rowsNamed(talk, shown.rows?.() ?? [], words, one => family.label(one));
    for (const row of rows) model.toggleSelected(family.key(row));
    const selected = model.selectedRows().map(row => family.label(row));
    talk.say(
      model.get().selection.size === 0
        ? 'Nothing is selected.'
        : `${selected.length} selected: ${selected.join(', ')}.`,
    );
    return false;
  }),
  deselect: inList((talk, {model}) => {
    model.clearSelection();
    talk.say('Nothing is selected.');
    return false;
  }),
  actions: (talk, {place, shown}, words) => {
    const subject = words === '' ? subjectOf(place) : named(talk, place, shown, words);
    if (subject && (words === '' || subject.rows.length > 0)) openActions(talk.deck, subject);
    else if (subject === undefined) talk.say('Nothing can be done here: go to a list first.');
    return false;
  },
  json: (talk, {place, shown}, words) => {
    const {family, rows: [row] = []} = (words === '' ? subjectOf(place) : named(talk, place, shown, words)) ?? {};
    if (row && family) openJson(talk.deck, family.spelled(row, talk.deck.session.look), 'The object');
    else talk.say('Say which one: json and its number.');
    return false;
  },
  bookmark: (talk, {place, shown}, words) => {
    const about = words === '' ? subjectOf(place) : named(talk, place, shown, words);
    if (about && about.rows.length > 0) toggleBookmark(talk.deck, about);
    else talk.say('Say which one: bookmark and its number.');
    return false;
  },
  profile: async (talk, stand, words) => {
    if (words === '') (await import('../screens/profiles.tsx')).openProfiles(talk.deck);
    else await elsewhere(talk, stand, `profile ${words}`);
    return false;
  },
  ssh: async (talk, {place, shown}, words) => {
    const [row] = (words === '' ? subjectOf(place) : named(talk, place, shown, words))?.rows ?? [];
    if (row) await finished(talk, openSsh(talk.deck, row));
    else talk.say('Say which one: ssh and its number.');
    return false;
  },
  reveal: (_, {at}) => {
    at.revealed = !at.revealed;
    return true;
  },
  back({deck, say}) {
    if (!deck.places.back()) say('This is where it began.');
    return false;
  },
  undo: async talk => {
    await undoInWords(talk, 'Undo');
    return false;
  },
  redo: async talk => {
    await undoInWords(talk, 'Redo');
    return false;
  },
  wait: async talk => {
    const {news} = talk;
    if (!news.busy()) talk.say('Nothing that was started here is running.');
    await talk.until(news.changes, () => {
      news.tell();
      return !news.busy();
    });
    return false;
  },
  families: ({deck, say}, stand) => {
    const shown = deck.families.filter(({group}) => group !== undefined);
    say('Families, opened by their number or name:', ...numbered(shown.map(({title, name}) => `${title}, ${name}`)));
    stand.choices = shown.map(
      ({id}) =>
        () =>
          deck.show(id),
    );
    return false;
  },
  find({deck, say}, stand, words) {
    const found = words === '' ? [] : runToEnd(deck.session.find(words, 20));
    if (found.length === 0)
      say(words === '' ? 'Say what: find and a label, ID, address or tag.' : `Nothing that was read has ${words}.`);
    say(...numbered(found.map(({family, label, detail}) => `${family.one} ${label}, ${detail}`)));
    stand.choices = found.map(
      ({ref}) =>
        () =>
          deck.open(ref),
    );
    return false;
  },
  refresh: async (talk, {shown}) => {
    talk.deck.session.refetchAll();
    await finished(talk, Promise.all(shown.from.map(collection => collection.refetch())));
    return true;
  },
  status({deck, say}) {
    const status = deck.session.status.get();
    const {account, user, failure, limits} = status;
    const now = deck.clock.now();
    const scarce = scarceLimit(limits, now);
    const {name, production, readOnly} = deck.profile;
    const facts = [
      `Profile ${name}${production ? ', production' : ''}${readOnly ? ', read-only' : ''}`,
      account === undefined ? '' : `account ${account}`,
      user === undefined ? '' : `user ${user}`,
      freshnessWords(status, now),
      scarce === undefined ? '' : limitWords(scarce, now),
      failure?.words ?? '',
    ];
    say(`${facts.filter(Boolean).join(', ')}.`);
    const running = deck.session.operations
      .get()
      .map(({label, word, percent}) => `${label}: ${word}${percent === undefined ? '' : ` ${percent}%`}`);
    say(running.length === 0 ? 'Nothing is running.' : 'Running:', ...running);
    return false;
  },
};

export const shortcuts: Readonly<Record<string, string>> = {
  '?': 'help',
  n: 'next',
  p: 'previous',
  a: 'actions',
  b: 'back',
  '..': 'back',
  home: 'families',
  v: 'reveal',
  '!': 'problems',
  mark: 'select',
  unmark: 'deselect',
  '@': 'profile',
  profiles: 'profile',
};

/** What has to end first is said once; the interrupt key leaves it. */
async function undoInWords(talk: Talk, way: 'Undo' | 'Redo'): Promise<void> {
  let leave: () => void = () => {};
  const work = startUndo(talk.deck, {
    way,
    show(_, wait) {
      ({leave} = wait);
      talk.say(`${wait.title}. ${wait.lines().join(' ')} The preview follows.`);
      return () => {};
    },
  });
  try {
    await finished(talk, work);
  } finally {
    leave();
  }
}
