/**
 * Completions for the shell: IDs and labels of the account, values of flags. It prints no errors, and never takes long.
 */

import {familyOf} from '../../families/registry.ts';
import type {AnyRow, Family} from '../../families/shape/define-family.ts';
import {sanitize, withoutControls} from '../../platform/text/sanitize.ts';
import type {ProfileRequest} from '../../profiles/choose-profile.ts';
import {loadSettings} from '../../profiles/load-settings.ts';
import type {Connection} from '../../store/api/connection.ts';
import type {Identifiers} from '../../store/api/identifiers.ts';
import {realClock} from '../../store/core/clock.ts';
import {commandFlags, inputOf, lineFlagsOf} from '../args/action-flags.ts';
import {idNamesOf, type NamedAction, operations, resolveAction, takesManyRows} from '../args/action-names.ts';
import {doFormats} from '../args/do-format.ts';
import {resolveFamily, resolveReadable} from '../args/readable-names.ts';
import {maxPagesOf} from '../commands/get.ts';
import {columnNames, FieldNames} from '../io/column-flag.ts';
import type {CommandContext} from '../io/command-context.ts';
import {identifiersFor, openAccount} from '../io/open-account.ts';
import {formatFlags, formats} from '../io/print-rows.ts';
import {paramFamily} from '../read/param-family.ts';
import {resolveParams} from '../read/place-args.ts';
import {operationOf, readRows} from '../read/read-lists.ts';
import {fieldNamesOf} from '../read/row-filter.ts';

/** The user waits for the completion at the prompt, so this time is short, milliseconds. */
const maxWaitMs = 3000;
/** In a longer list, users type further letters to narrow the candidates. */
const maxPages = 3;

export interface Candidate {
  readonly value: string;
  readonly description?: string | undefined;
}

/** @param words all words after `skydeck`; the last one may be incomplete */
export async function completeWords(words: readonly string[], context: CommandContext): Promise<void> {
  const {clock = realClock, out} = context;
  const late = new Promise<readonly Candidate[]>(resolve => clock.schedule(maxWaitMs, () => resolve([])));
  const offers = await Promise.race([candidatesFor(words, {...context, err() {}}).catch(() => []), late]);
  // A tab ends a word, and a line break a candidate, so texts of the account must contain neither.
  out(offers.map(({value, description}) => `${value}\t${sanitize(description ?? '')}\n`).join(''));
}

interface TypedLine {
  readonly command: string;
  readonly name: string;
  /** The complete words after the name. */
  readonly ids: readonly string[];
  /** The flag whose value is being typed. */
  readonly flag: string | undefined;
  readonly request: ProfileRequest;
}

/** Flags without a value, of all commands. */
const booleanFlags: ReadonlySet<string> = new Set([
  ...Object.entries(commandFlags).flatMap(([name, {type}]) => (type === 'boolean' ? [name] : [])),
  ...formatFlags,
  ...['all', 'demo', 'dry-run', 'read-only', 'watch', 'yes'],
]);

function parseTyped(words: readonly string[]): TypedLine {
  const wordsBefore = words.slice(0, -1);
  const positionals: string[] = [];
  const flags = new Map<string, string>();
  let flag: string | undefined;
  for (const word of wordsBefore) {
    if (flag !== undefined) {
      flags.set(flag, word);
      flag = undefined;
    } else if (word === '-o') flag = 'output';
    else if (!word.startsWith('--')) positionals.push(word);
    else if (word.includes('=')) flags.set(word.slice(2, word.indexOf('=')), word.slice(word.indexOf('=') + 1));
    else if (!booleanFlags.has(word.slice(2)) && !word.startsWith('--no-')) flag = word.slice(2);
    else flags.set(word.slice(2), '');
  }
  const [command = '', name = '', ...ids] = positionals;
  const [profile, baseUrl] = [flags.get('profile'), flags.get('base-url')];
  const request = {
    ...(profile && {profile}),
    ...(baseUrl && {baseUrl}),
    ...(flags.has('demo') && {demo: true as const}),
  };
  return {command, name, ids, flag, request};
}

/**
 * The value after a flag is completed like any other word; in a comma-separated list only the last entry is completed.
 */
async function candidatesFor(words: readonly string[], context: CommandContext): Promise<readonly Candidate[]> {
  const last = words.at(-1) ?? '';
  const [, flag, value = ''] = /^(--[\w.-]+)=(.*)$/s.exec(last) ?? [];
  if (flag !== undefined) {
    const offers = await candidatesFor([...words.slice(0, -1), flag, value], context);
    return offers.map(offer => ({...offer, value: `${flag}=${offer.value}`}));
  }
  const line = parseTyped(words);
  const identifiers = await identifiersFor(line.request, context);
  const before = isListed(line, identifiers) ? last.slice(0, last.lastIndexOf(',') + 1) : '';
  const values = before.split(',');
  const offers = await wordCandidates(line, last.slice(before.length), identifiers, context);
  const others = offers.filter(offer => !values.includes(offer.value));
  return others.map(offer => ({...offer, value: `${before}${offer.value}`}));
}

/** True when the word is a comma-separated list. */
function isListed({command, name, flag}: TypedLine, identifiers: Identifiers): boolean {
  if (flag === undefined || command !== 'do') return flag === 'columns' || flag === 'profile';
  return findFlag(resolveAction(name, identifiers), flag)?.field.kind === 'list';
}

const findFlag = ({action, endpoint, identifiers}: NamedAction, name: string | undefined) =>
  lineFlagsOf(endpoint, action, identifiers).find(flag => flag.name === name || flag.alias === name);

/** True if the next word is a profile. */
const takesProfile = ({command, name, ids}: TypedLine): boolean =>
  command === 'profile'
    ? ['test', 'use', 'remove'].includes(name) && ids.length === 0
    : (command === 'login' || command === 'logout') && name === '';

async function wordCandidates(
  line: TypedLine,
  prefix: string,
  identifiers: Identifiers,
  context: CommandContext,
): Promise<readonly Candidate[]> {
  if (line.flag === 'profile' || (line.flag === undefined && takesProfile(line))) {
    const {settings} = await loadSettings(context.env);
    const profiles = settings.profiles.map(({name, baseUrl}) => ({value: name, description: baseUrl}));
    return startingWith(profiles, prefix);
  }
  const candidates = staticCandidates(line, identifiers);
  if (candidates) return startingWith(candidates, prefix);
  const account = await openAccount(line.request, context);
  try {
    const connection = await account.connect();
    try {
      return startingWith(await rowCandidates(connection, line, prefix), prefix);
    } finally {
      await connection.close();
    }
  } finally {
    await account.close();
  }
}

const startingWith = (offers: readonly Candidate[], prefix: string): readonly Candidate[] => {
  const lowerCase = prefix.toLowerCase();
  return offers.filter(({value}) => value.toLowerCase().startsWith(lowerCase) && !/[\t\n]/.test(value));
};

/** Candidates that need no account: columns, choices. */
function staticCandidates(
  {command, name, ids, flag}: TypedLine,
  identifiers: Identifiers,
): readonly Candidate[] | undefined {
  const isFilter = flag === 'filter' || (command === 'wait' && flag === undefined && isRowTyped(name, ids));
  if (flag === undefined && !isFilter) return undefined;
  if (flag === 'output') return (command === 'do' ? doFormats : formats).map(value => ({value}));
  if (command === 'do') {
    const {choices} = findFlag(resolveAction(name, identifiers), flag) ?? {};
    return choices?.map(value => ({value: String(value)}));
  }
  const readable = resolveReadable(name);
  if ('endpoint' in readable) return [];
  const {family} = readable;
  const source = operations.get(family.source);
  const fields = new FieldNames(source ? fieldNamesOf(family, source) : [], [identifiers]);
  const names = columnNames(family, fields).map(value => ({value}));
  if (flag === 'sort') return [...names, ...names.map(({value}) => ({value: `-${value}`}))];
  if (isFilter) return names.map(({value}) => ({value: `${value}:`}));
  if (flag === 'query') return Object.keys(source?.spec.query ?? {}).map(value => ({value: `${value}=`}));
  return flag === 'columns' ? names : [];
}

/** True if the earlier words already name the resource; the state to wait for follows it. */
const isRowTyped = (name: string, ids: readonly string[]): boolean =>
  ids.length >= idNamesOf(resolveFamily(name), 'row').length;

/** Rows of the account, for a word that names a row. */
async function rowCandidates(connection: Connection, line: TypedLine, prefix: string): Promise<readonly Candidate[]> {
  const {command, name, ids, flag} = line;
  if (command === 'do' && flag !== undefined) {
    const {action} = resolveAction(name);
    const fieldFlag = findFlag(resolveAction(name, connection.identifiers), flag);
    const input = fieldFlag && inputOf(fieldFlag, action);
    const from = input?.family ?? (input?.input === 'tags' ? 'tags' : undefined);
    if (flag === 'confirm' || !from || input?.params) return [];
    const family = familyOf(from);
    return candidatesOf(family, await rows(connection, family, {}), connection, /^\d/.test(prefix));
  }
  const namedAction = command === 'do' ? resolveAction(name) : undefined;
  if (namedAction && ids.length >= namedAction.idNames.length && !takesManyRows(namedAction)) return [];
  const readable = namedAction ?? resolveReadable(name);
  const endpoint = 'endpoint' in readable ? readable.endpoint : operationOf(connection, readable.family.source);
  const params = Object.keys(endpoint.params);
  const paramIndex = Math.min(ids.length, params.length);
  const family =
    paramIndex < params.length
      ? paramFamily(connection, endpoint, params[paramIndex] ?? '')
      : 'family' in readable && !readable.family.single
        ? readable.family
        : undefined;
  if (!family) return [];
  const listOperation = operationOf(connection, family.source);
  const parentCount = Object.keys(listOperation.params).length;
  const parentParams = await resolveParams(connection, listOperation, ids.slice(0, parentCount));
  const offers = candidatesOf(family, await rows(connection, family, parentParams), connection, /^\d/.test(prefix));
  // Each row is offered once in a list of rows.
  const usedNames = new Set(ids.slice(parentCount));
  return offers.filter(
    ({value, description}) => !usedNames.has(value) && !(description !== undefined && usedNames.has(description)),
  );
}

const rows = async (connection: Connection, family: Family, params: Readonly<Record<string, string | number>>) =>
  (await readRows(connection, family, {params, pagesAtMost: maxPages})).rows;

/**
 * Labels with their IDs, or IDs with their labels: the ID is also used for a row whose label isn't unique, or whose ID
 * is a text.
 */
function candidatesOf(
  family: Family,
  rows: readonly AnyRow[],
  {identifiers}: Connection,
  byKey: boolean,
): readonly Candidate[] {
  const count = new Map<string, number>();
  for (const row of rows) count.set(family.label(row), (count.get(family.label(row)) ?? 0) + 1);
  return rows.flatMap(row => {
    const label = family.label(row);
    const key = family.idText(row, identifiers);
    const isWord = typeof family.key(row) === 'string';
    // An endless list can't be searched for labels.
    if (
      byKey ||
      isWord ||
      maxPagesOf(family, {all: false}) !== undefined ||
      count.get(label) !== 1 ||
      !isArgument(label)
    )
      return isArgument(key) ? [{value: key, description: label === key ? '' : label}] : [];
    return [{value: label, description: key}];
  });
}

/**
 * True for a name that is safe as an argument: it can't be taken for a flag, and contains no control characters for the
 * terminal.
 */
const isArgument = (text: string): boolean => !text.startsWith('-') && withoutControls(text) === text;
