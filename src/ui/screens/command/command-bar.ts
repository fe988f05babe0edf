/** The command bar: fuzzy search with completion for resource types, resources by name, tabs, actions and settings. */

import {withoutEllipsis} from '../../../families/format/format.ts';
import {countInSentence} from '../../../families/format/nouns.ts';
import type {Family} from '../../../families/shape/define-family.ts';
import {isOffered} from '../../../families/shape/offered-operations.ts';
import {keyText, pressText} from '../../../keymap/keymap.ts';
import {createLayer} from '../../../keymap/layer.ts';
import {splitFirstWord} from '../../../platform/text/split-first-word.ts';
import {isApiOfToday} from '../../../store/cache/collection-state.ts';
import type {FindResult} from '../../../store/list/finder.ts';
import type {ActionSubject} from '../../context/action-subject.ts';
import type {
  AccountPort,
  ActionPorts,
  CommandPorts,
  FrecencyPort,
  KeymapPort,
  NavigationPort,
} from '../../context/ports.ts';
import {openSelectList} from '../../models/select-list.ts';
import {rankMatches} from '../../widgets/fuzzy.ts';
import {availableActions} from '../actions/available-actions.ts';
import {type FinderChoicePorts, finderChoice, isNamedExactly, sortByFrecency} from '../overlays/finder.ts';
import {isListView} from '../shared/is-list-view.ts';
import {type BarCommand, barCommands} from './command-list.ts';
import {connectionByVerb, connections, connectionTo, isConnection} from './connections.ts';
import {withHint, withOwnName} from './other-names.ts';
import type {Suggestion} from './suggestion.ts';
import {argumentsOf, commandNamed, valuesText, wrongValueText} from './value-words.ts';

export function openCommandBar(context: CommandPorts, subject: () => ActionSubject | undefined, typed = ''): void {
  openSelectList(
    context,
    {
      title: 'Command',
      prompt: ':',
      typed,
      choices: text => withHint(context, text, suggestions(context, subject, text)),
      nothing: text =>
        text.trim() === ''
          ? 'a resource type, a resource, a tab, an action or a setting'
          : (wrongValueText(context, text) ?? `no match for ${text}`),
      onNoMatch: text =>
        context.say(
          wrongValueText(context, text) ??
            `No match for ${text}. ${pressText(context.keymap, 'everywhere.help', 'for the keys')}`.trimEnd(),
          'attention',
        ),
    },
    list =>
      createLayer('commandBar', {
        run: () => list.choose(),
        complete() {
          const chosen = list.chosen();
          if (chosen !== undefined) list.type(chosen.completion);
        },
        down: () => list.move(1),
        up: () => list.move(-1),
        pageDown: () => list.move(list.height() - 1),
        pageUp: () => list.move(1 - list.height()),
        close: () => list.close(),
      }),
  );
}

export function* suggestions(
  context: CommandPorts,
  subject: () => ActionSubject | undefined,
  typedText: string,
): Generator<void, readonly Suggestion[]> {
  const text = withOwnName(typedText);
  const [head = '', rest] = splitFirstWord(text.trimStart());
  if (rest !== undefined) {
    if (head === 'open') return resources(context, yield* sortByFrecency(context, rest, 50));
    const command = commandNamed(head);
    if (command?.values !== undefined) return argumentsOf(context, command, rest);
    if (rest.startsWith('/'))
      return familiesLike(context, head).map(family => filtered(context, family, rest.slice(1)));
  }
  const names = [
    ...openFamilies(context).map(family => whole(context, family)),
    ...singleAccountLists(context),
    ...barCommands.map(command => standalone(context, command)),
    ...actions(context, subject()),
  ];
  const tabs = tabsOnScreen(context);
  const typed = text.trim().toLowerCase();
  const called = [...names, ...tabs].filter(suggestion => suggestion.names.includes(typed) || suggestion.id === typed);
  // A suggestion may also match exactly by another name: `token` is a command and the label of a token.
  const isNamed = ({completion}: Suggestion): boolean => completion.trim() === typed;
  const exact = [...called.filter(isNamed), ...called.filter(suggestion => !isNamed(suggestion))];
  const similarTo = (all: readonly Suggestion[]) =>
    rankMatches(text, all, ({names}) => names.join(' ')).filter(suggestion => !exact.includes(suggestion));
  const close = [...context.frecency.sort(similarTo(names), keyOfUse), ...similarTo(tabs)];
  const found = typed === '' ? [] : yield* sortByFrecency(context, text, 10);
  const isExact = isNamedExactly(context.session, typed);
  const named = resources(context, found.filter(isExact));
  const rows = resources(
    context,
    found.filter(one => !isExact(one)),
  );
  // A verb with a name, or a resource type with a filter, unless the whole text is a name.
  const isPhrase = Boolean(rest) && exact.length === 0;
  const acts = isPhrase
    ? yield* actsByName(context, text.trim())
    : isConnection(typed)
      ? connectionByVerb(context, typed, subject())
      : [];
  const lists = isPhrase
    ? familiesCalled(context, head)
        .slice(0, 1)
        .map(family => filtered(context, family, rest ?? ''))
    : [];
  return [...exact, ...named, ...acts, ...lists, ...close, ...rows].map(one => withFrecency(context, one));
}

/** The key under which uses are counted; the finder counts rows, by resource. */
const keyOfUse = ({lead, completion, names}: Suggestion): string | undefined =>
  names.length === 0 ? undefined : `${lead} ${completion}`.trim();

function withFrecency(context: FrecencyPort, suggestion: Suggestion): Suggestion {
  const key = keyOfUse(suggestion);
  if (key === undefined) return suggestion;
  return {
    ...suggestion,
    run() {
      context.frecency.record(key);
      return suggestion.run();
    },
  };
}

/** True if a family has a top-level list to open; a child list has none. */
const canBeGoneTo = ({group, byName}: Family): boolean => group !== undefined || byName === true;

/** The families that can be opened, except those that the account doesn't offer. */
function openFamilies({families, session}: AccountPort): readonly Family[] {
  const stateOf = ({id}: Family) => session.collection(id).getState();
  const isToday = isApiOfToday(families, stateOf);
  return families.filter(
    family =>
      canBeGoneTo(family) &&
      isOffered(family.source, session.lookup) &&
      !(family.today && (!isToday || stateOf(family).isUnsupported)),
  );
}

const namesOf = ({name, title, one, aliases}: Family): readonly string[] => [
  ...new Set([name, title.toLowerCase(), one.toLowerCase(), ...aliases]),
];

const idOf = ({id}: Family): string => id.toLowerCase();

function familiesCalled(context: AccountPort, word: string): readonly Family[] {
  const typed = word.toLowerCase();
  return openFamilies(context).filter(family => namesOf(family).includes(typed) || idOf(family) === typed);
}

/**
 * `reboot db-01`, `shut down web`: the action that the first words name, on resources that the remaining words name.
 */
function* actsByName(context: ActionPorts & FrecencyPort, text: string): Generator<void, readonly Suggestion[]> {
  const typed = text.toLowerCase();
  const verbs = new Set(
    context.families.flatMap(({actions}) =>
      Object.entries(actions).flatMap(([name, {title, on}]) =>
        on === 'list'
          ? []
          : [name.toLowerCase(), ...(title === undefined ? [] : [withoutEllipsis(title).toLowerCase()])],
      ),
    ),
  );
  for (const verb of connections) verbs.add(verb);
  const verb = [...verbs]
    .filter(name => typed.startsWith(`${name} `))
    .sort((one, other) => other.length - one.length)[0];
  if (verb === undefined) return [];
  const found = yield* sortByFrecency(context, text.slice(verb.length).trim(), 50);
  return found.flatMap(({family, row, ref, label}): readonly Suggestion[] => {
    const completion = `${verb} ${label}`;
    if (isConnection(verb)) return connectionTo(context, verb, row, label);
    const subject: ActionSubject = {family, rows: [row], params: ref.params ?? {}};
    return availableActions(context, subject)
      .filter(
        ({on, name, title}) => on === 'row' && [name, withoutEllipsis(title)].some(one => one.toLowerCase() === verb),
      )
      .map(offer => {
        const off = offer.unless();
        return {
          lead: 'act',
          text: `${withoutEllipsis(offer.title)}: ${label}`,
          detail: family.one,
          completion,
          names: [],
          ...(off !== undefined && {unless: off}),
          run: () => offer.run(),
        };
      });
  });
}

function familiesLike(context: AccountPort, word: string): readonly Family[] {
  const shown = openFamilies(context);
  const exact = familiesCalled(context, word);
  return exact.length > 0 ? exact : rankMatches(word, shown, family => namesOf(family).join(' '));
}

const whole = (context: NavigationPort, family: Family): Suggestion => ({
  lead: 'go',
  text: family.title,
  detail: family.aliases.join(' '),
  completion: family.name,
  names: namesOf(family),
  id: idOf(family),
  run: () => context.showList(family.id),
});

/** The lists that can't be merged, for each of several accounts. */
function singleAccountLists({accounts, families}: CommandPorts): readonly Suggestion[] {
  const mergedIds = new Set(families.map(({id}) => id));
  return (accounts?.members ?? []).flatMap(({profile}) => {
    const member = accounts?.contextOf(profile.name);
    if (!member) return [];
    return openFamilies(member).flatMap(family => {
      if (mergedIds.has(family.id)) return [];
      const suggestion = whole(member, family);
      return [{...suggestion, text: `${family.title}: ${profile.name}`, completion: `${family.name} ${profile.name}`}];
    });
  });
}

const filtered = (context: NavigationPort, family: Family, filter: string): Suggestion => ({
  lead: 'go',
  text: `${family.title} /${filter}`,
  completion: `${family.name} /${filter}`,
  names: [],
  run: () => context.navigation.go({family: family.id, filter}),
});

const standalone = (context: CommandPorts, command: BarCommand): Suggestion => {
  const {name, aliases, help, values, run, isForOneAccount} = command;
  return {
    lead: 'do',
    text: name,
    detail: help,
    completion: values === undefined ? name : `${name} `,
    names: [name, ...(aliases ?? [])],
    ...(values !== undefined && {unless: `needs a value: ${valuesText(context, command)}`}),
    ...(isForOneAccount && context.accounts && {unless: oneAccountText(context)}),
    run: () => run(context, ''),
  };
};

/** The tabs of the opened resource; in a list, of the resource under the cursor. */
function tabsOnScreen({navigation}: NavigationPort): readonly Suggestion[] {
  const view = navigation.current.getState();
  const row = isListView(view) ? view.current() : undefined;
  const titles = isListView(view) ? view.detail.tabTitles() : [];
  if (!isListView(view) || row === undefined || titles.length < 2) return [];
  return titles.map((title, index) => ({
    lead: 'tab',
    text: `${title}: ${view.family.label(row)}`,
    completion: title.toLowerCase(),
    names: [title.toLowerCase()],
    run: () => view.enterDetail(index),
  }));
}

function actions(context: ActionPorts, subject: ActionSubject | undefined): readonly Suggestion[] {
  if (subject === undefined) return [];
  const [row] = subject.rows;
  const target =
    subject.rows.length === 1 && row ? subject.family.label(row) : countInSentence(subject.rows.length, subject.family);
  return availableActions(context, subject).map(offer => {
    const title = withoutEllipsis(offer.title);
    const off = offer.unless();
    return {
      lead: 'act',
      text: offer.on === 'row' ? `${title}: ${target}` : title,
      completion: title.toLowerCase(),
      names: [offer.name.toLowerCase(), title.toLowerCase()],
      ...(off !== undefined && {unless: off}),
      run: () => offer.run(),
    };
  });
}

function resources(context: FinderChoicePorts, found: readonly FindResult[]): readonly Suggestion[] {
  return found.map(one => {
    const choice = finderChoice(context, one);
    return {...choice, completion: `open ${choice.text}`, names: []};
  });
}

function oneAccountText({keymap}: KeymapPort): string {
  const key = keyText(keymap, 'everywhere.profile');
  return `needs one account; open a row${key === undefined ? '' : `, or press ${key}`}`;
}
