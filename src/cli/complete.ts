/** What the shell offers behind a cursor: IDs and labels of the account, values of flags. Silent, and never for long. */
import type {AnyRow, Family} from '../families/define.ts';
import {familyOf} from '../families/registry.ts';
import {sanitize, withoutControls} from '../platform/text/clean.ts';
import type {Wish} from '../profiles/choose.ts';
import {loadSettings} from '../profiles/settings.ts';
import {realClock} from '../store/clock.ts';
import type {Connection} from '../store/connection.ts';
import type {Identifiers} from '../store/identifiers.ts';
import {identifiersFor, openAccount, type Surroundings} from './account.ts';
import {actionNamed, idsOf, type NamedAction, operations, takesSeveral} from './actions.ts';
import {columnNames, FieldNames} from './columns.ts';
import {inputOf, lineFlagsOf, ownFlags} from './flags.ts';
import {endlessPages, fieldsIn} from './get.ts';
import {formats} from './output.ts';
import {keeperOf, paramsOf} from './place.ts';
import {operation, readRows} from './read.ts';
import {familyNamed, readingNamed} from './readings.ts';

/** A person waits for it with a finger on the key: milliseconds. */
const patience = 3000;
/** Whoever has more types a little more. */
const pagesAtMost = 3;

export interface Offer {
  readonly value: string;
  readonly about?: string | undefined;
}

/** @param words all behind `skydeck`, the last as far as it is typed */
export async function complete(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const {clock = realClock, out} = surroundings;
  const late = new Promise<readonly Offer[]>(resolve => clock.schedule(patience, () => resolve([])));
  const offers = await Promise.race([offersFor(words, {...surroundings, err() {}}).catch(() => []), late]);
  // A tab ends a word, a line break an offer: neither may come from the account.
  out(offers.map(({value, about}) => `${value}\t${sanitize(about ?? '')}\n`).join(''));
}

interface Typed {
  readonly command: string;
  readonly name: string;
  /** What is there already behind the name. */
  readonly ids: readonly string[];
  /** The flag whose value is typed. */
  readonly flag: string | undefined;
  readonly wish: Wish;
}

/** Flags without a value, of whichever command. */
const switches: ReadonlySet<string> = new Set([
  ...Object.entries(ownFlags).flatMap(([name, {type}]) => (type === 'boolean' ? [name] : [])),
  ...formats,
  ...['all', 'demo', 'read-only'],
]);

function read(words: readonly string[]): Typed {
  const done = words.slice(0, -1);
  const plain: string[] = [];
  const flags = new Map<string, string>();
  let flag: string | undefined;
  for (const word of done) {
    if (flag !== undefined) {
      flags.set(flag, word);
      flag = undefined;
    } else if (!word.startsWith('--')) plain.push(word);
    else if (word.includes('=')) flags.set(word.slice(2, word.indexOf('=')), word.slice(word.indexOf('=') + 1));
    else if (!switches.has(word.slice(2)) && !word.startsWith('--no-')) flag = word.slice(2);
    else flags.set(word.slice(2), '');
  }
  const [command = '', name = '', ...ids] = plain;
  const [profile, baseUrl] = [flags.get('profile'), flags.get('base-url')];
  const wish = {...(profile && {profile}), ...(baseUrl && {baseUrl}), ...(flags.has('demo') && {demo: true as const})};
  return {command, name, ids, flag, wish};
}

/** A value behind its flag is completed as one that stands for itself, and one of a list as the others are left alone. */
async function offersFor(words: readonly string[], surroundings: Surroundings): Promise<readonly Offer[]> {
  const last = words.at(-1) ?? '';
  const [, flag, value = ''] = /^(--[\w.-]+)=(.*)$/s.exec(last) ?? [];
  if (flag !== undefined) {
    const offers = await offersFor([...words.slice(0, -1), flag, value], surroundings);
    return offers.map(offer => ({...offer, value: `${flag}=${offer.value}`}));
  }
  const typed = read(words);
  const identifiers = await identifiersFor(typed.wish, surroundings);
  const before = isListed(typed, identifiers) ? last.slice(0, last.lastIndexOf(',') + 1) : '';
  const given = before.split(',');
  const offers = await wordsFor(typed, last.slice(before.length), identifiers, surroundings);
  const others = offers.filter(offer => !given.includes(offer.value));
  return others.map(offer => ({...offer, value: `${before}${offer.value}`}));
}

/** Whether what is typed are words with commas between them. */
function isListed({command, name, flag}: Typed, identifiers: Identifiers): boolean {
  if (flag === undefined || command !== 'do') return flag === 'columns' || flag === 'profile';
  return flagNamed(actionNamed(name, identifiers), flag)?.field.kind === 'list';
}

const flagNamed = ({action, endpoint, identifiers}: NamedAction, name: string | undefined) =>
  lineFlagsOf(endpoint, action, identifiers).find(flag => flag.name === name || flag.alias === name);

/** Commands whose words are profiles, with how many of their own stand before. */
const takesProfile = ({command, name, ids}: Typed): boolean =>
  command === 'profile'
    ? (name === 'test' || name === 'remove') && ids.length === 0
    : (command === 'login' || command === 'logout') && name === '';

async function wordsFor(
  typed: Typed,
  begun: string,
  identifiers: Identifiers,
  surroundings: Surroundings,
): Promise<readonly Offer[]> {
  if (typed.flag === 'profile' || (typed.flag === undefined && takesProfile(typed))) {
    const {settings} = await loadSettings(surroundings.env);
    const profiles = settings.profiles.map(({name, baseUrl}) => ({value: name, about: baseUrl}));
    return startingWith(profiles, begun);
  }
  const known = staticOffers(typed, identifiers);
  if (known) return startingWith(known, begun);
  const account = await openAccount(typed.wish, surroundings);
  try {
    const connection = await account.connect();
    try {
      return startingWith(await rowOffers(connection, typed, begun), begun);
    } finally {
      await connection.close();
    }
  } finally {
    await account.close();
  }
}

const startingWith = (offers: readonly Offer[], begun: string): readonly Offer[] => {
  const wanted = begun.toLowerCase();
  return offers.filter(({value}) => value.toLowerCase().startsWith(wanted) && !/[\t\n]/.test(value));
};

/** What is known without the account: columns, choices. */
function staticOffers({command, name, ids, flag}: Typed, identifiers: Identifiers): readonly Offer[] | undefined {
  const isFilter = flag === 'filter' || (command === 'wait' && flag === undefined && isNamed(name, ids));
  if (flag === undefined && !isFilter) return undefined;
  if (command === 'do') {
    const {choices} = flagNamed(actionNamed(name, identifiers), flag) ?? {};
    return choices?.map(value => ({value: String(value)}));
  }
  const reading = readingNamed(name);
  if ('endpoint' in reading) return [];
  const {family} = reading;
  const source = operations.get(family.source);
  const fields = new FieldNames(source ? fieldsIn(family, source) : [], [identifiers]);
  const names = columnNames(family, fields).map(value => ({value}));
  if (flag === 'sort') return [...names, ...names.map(({value}) => ({value: `-${value}`}))];
  if (isFilter) return names.map(({value}) => ({value: `${value}:`}));
  if (flag === 'query') return Object.keys(source?.spec.query ?? {}).map(value => ({value: `${value}=`}));
  return flag === 'columns' ? names : [];
}

/** Behind what is waited for stands what it is to become. */
const isNamed = (name: string, ids: readonly string[]): boolean => ids.length >= idsOf(familyNamed(name), true).length;

/** Rows of the account where one of them is meant. */
async function rowOffers(connection: Connection, typed: Typed, begun: string): Promise<readonly Offer[]> {
  const {command, name, ids, flag} = typed;
  if (command === 'do' && flag !== undefined) {
    const {action} = actionNamed(name);
    const wanted = flagNamed(actionNamed(name, connection.identifiers), flag);
    const input = wanted && inputOf(wanted, action);
    const from = input?.from ?? (input?.input === 'tags' ? 'tags' : undefined);
    if (flag === 'confirm' || !from || input?.params) return [];
    const family = familyOf(from);
    return offersOf(family, await rows(connection, family, {}), connection, /^\d/.test(begun));
  }
  const doing = command === 'do' ? actionNamed(name) : undefined;
  if (doing && ids.length >= doing.ids.length && !takesSeveral(doing)) return [];
  const reading = doing ?? readingNamed(name);
  const endpoint = 'endpoint' in reading ? reading.endpoint : operation(connection, reading.family.source);
  const params = Object.keys(endpoint.params);
  const place = Math.min(ids.length, params.length);
  const family =
    place < params.length
      ? keeperOf(connection, endpoint, params[place] ?? '')
      : 'family' in reading && !reading.family.single
        ? reading.family
        : undefined;
  if (!family) return [];
  const around = operation(connection, family.source);
  const keepers = Object.keys(around.params).length;
  const at = await paramsOf(connection, around, ids.slice(0, keepers));
  const offers = offersOf(family, await rows(connection, family, at), connection, /^\d/.test(begun));
  // Of several each is named once.
  const named = new Set(ids.slice(keepers));
  return offers.filter(({value, about}) => !named.has(value) && !(about !== undefined && named.has(about)));
}

const rows = async (connection: Connection, family: Family, params: Readonly<Record<string, string | number>>) =>
  (await readRows(connection, family, {params, pagesAtMost})).rows;

/** Labels with their IDs, or IDs with their labels: by ID too what shares its label, or has an ID that is a word. */
function offersOf(
  family: Family,
  found: readonly AnyRow[],
  {identifiers}: Connection,
  byKey: boolean,
): readonly Offer[] {
  const count = new Map<string, number>();
  for (const row of found) count.set(family.label(row), (count.get(family.label(row)) ?? 0) + 1);
  return found.flatMap(row => {
    const label = family.label(row);
    const key = family.idText(row, identifiers);
    const isWord = typeof family.key(row) === 'string';
    // Nothing is looked up by its label in a list without end.
    if (byKey || isWord || endlessPages(family, false) !== undefined || count.get(label) !== 1 || !isArgument(label))
      return isArgument(key) ? [{value: key, about: label === key ? '' : label}] : [];
    return [{value: label, about: key}];
  });
}

/** A name from the account that means itself on a line: a flag it would be taken for, and a terminal may obey the rest. */
const isArgument = (text: string): boolean => !text.startsWith('-') && withoutControls(text) === text;
