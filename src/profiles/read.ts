/** How the text of the settings file becomes settings: as much of it as is right, and every mistake with its place. */
import {LineCounter, parseDocument} from 'yaml';
import type {z} from 'zod';
import {createKeymap} from '../keymap/keymap.ts';
import {errorMessage} from '../platform/reason.ts';
import {demo, type Login, type Profile} from './profile.ts';
import {File, ProfileEntry} from './schema.ts';
import {type Mistake, noSettings, type Settings} from './settings.ts';
import {styleOf, themeNames} from './themes.ts';
import type {Vocabulary} from './vocabulary.ts';

type FileValue = z.output<typeof File>;
type Path = readonly PropertyKey[];
/** @param hidesProfile see `Mistake` */
type Complain = (path: Path, words: string, hidesProfile?: boolean) => void;

export interface ReadSettings {
  readonly settings: Settings;
  readonly mistakes: Mistake[];
  /** What was understood, defaults filled in, as the file spells it. */
  readonly spelled: Readonly<Record<string, unknown>>;
}

/** Understands as much of the text as is right: one bad profile does not hide the others. */
export function readSettings(text: string, vocabulary?: Vocabulary): ReadSettings {
  const lines = new LineCounter();
  const document = parseDocument(text, {lineCounter: lines, prettyErrors: false, logLevel: 'error'});
  const mistakes: Mistake[] = document.errors.map(error => {
    const {line, col} = lines.linePos(error.pos[0]);
    return {line, column: col, words: error.message, hidesProfile: true};
  });
  if (mistakes.length > 0) return {settings: noSettings, mistakes, spelled: {}};

  const complain: Complain = (path, words, hidesProfile = false) =>
    mistakes.push({...positionOf(path), words, hidesProfile});
  let value: unknown;
  try {
    value = document.toJS() ?? {};
  } catch (error) {
    // An alias of nothing, or of itself a million times.
    complain([], errorMessage(error), true);
    return {settings: noSettings, mistakes, spelled: {}};
  }
  const whole = File.safeParse(value);
  if (!whole.success) {
    for (const {path, message} of whole.error.issues)
      complain(path, `${path.length > 0 ? `${path.join('.')} ` : ''}${message}`, hidesProfile(path));
  }
  const file = whole.success ? whole.data : salvage(value);
  checkProfiles(file, whole.success, complain);
  checkThemes(file, complain);
  checkKeys(file, vocabulary, complain);
  const known = vocabulary && checkFamilies(file, vocabulary, complain);
  mistakes.sort((a, b) => a.line - b.line || a.column - b.column);
  return {settings: settingsOf(file, known ?? file), mistakes, spelled: spelledOf(known ?? file)};

  function positionOf(path: Path): {line: number; column: number} {
    for (let length = path.length; length >= 0; length--) {
      const node = document.getIn(path.slice(0, length), true);
      const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
      if (Array.isArray(range) && typeof range[0] === 'number') {
        const {line, col} = lines.linePos(range[0]);
        return {line, column: col};
      }
    }
    return {line: 1, column: 1};
  }
}

/** A name at the top that is misspelled may be that of the profiles. */
const hidesProfile = ([top]: Path): boolean => top === undefined || top === 'profiles' || top === 'default_profile';

function salvage(value: unknown): FileValue {
  const empty = File.parse({});
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return empty;
  const entries = Object.entries(File.shape).flatMap(([name, field]): [string, unknown][] => {
    const part = (value as Record<string, unknown>)[name];
    if (name === 'profiles' && Array.isArray(part)) {
      return [[name, part.filter(entry => ProfileEntry.safeParse(entry).success)]];
    }
    return field.safeParse(part).success ? [[name, part]] : [];
  });
  return File.parse(Object.fromEntries(entries));
}

/** @param all whether none had to be left out */
function checkProfiles({profiles, default_profile: wanted}: FileValue, all: boolean, complain: Complain): void {
  for (const [index, {name}] of profiles.entries()) {
    if (profiles.findIndex(profile => profile.name === name) !== index)
      complain(['profiles', index, 'name'], `profiles.${index}.name "${name}" is taken`, true);
    else if (name === demo)
      complain(['profiles', index, 'name'], `profiles.${index}.name demo is the embedded account`, true);
  }
  if (all && wanted !== undefined && wanted !== demo && !profiles.some(({name}) => name === wanted))
    complain(['default_profile'], `default_profile there is no profile ${wanted}`, true);
}

function checkThemes({theme, themes, profiles}: FileValue, complain: Complain): void {
  const known = [...themeNames, ...Object.keys(themes)];
  const check = (path: Path, name: string | undefined) => {
    if (name !== undefined && !known.includes(name))
      complain(path, `${path.join('.')} there is no theme ${name}: ${known.join(', ')}`);
  };
  check(['theme'], theme);
  for (const [index, profile] of profiles.entries()) check(['profiles', index, 'theme'], profile.theme);
  for (const name of themeNames) if (name in themes) complain(['themes', name], `themes.${name} is built in`);
}

/** Layers whose keys go before those of a row's actions, in their order. */
const around = ['list', 'moving', 'everywhere'] as const;

function checkKeys({keys, commands}: FileValue, vocabulary: Vocabulary | undefined, complain: Complain): void {
  const keymap = createKeymap(keys);
  const actionOf = (id: string) => {
    const dot = id.lastIndexOf('.');
    const family = vocabulary?.family(id.slice(0, dot));
    return family?.id === id.slice(0, dot) && family.actions.some(({name}) => name === id.slice(dot + 1));
  };
  for (const {id, kind, words} of keymap.complaints) {
    if (kind === 'unknown' && (vocabulary === undefined || actionOf(id))) continue;
    complain(['keys', id], `keys: ${words}`);
  }
  /** Keys that rows bring along stand behind those of every layer around them. */
  const check = (path: Path, id: string, key: string | undefined) => {
    if (key === undefined) return;
    for (const layer of around) {
      const taken = keymap.command(layer, key);
      if (taken === undefined) continue;
      complain(path, `${key} is both ${layer}.${taken} and ${id}; ${layer}.${taken} has it now`);
      return;
    }
  };
  if (vocabulary) for (const [id, [key]] of Object.entries(keys)) if (actionOf(id)) check(['keys', id], id, key);
  for (const [name, {key, on}] of Object.entries(commands)) {
    check(['commands', name, 'key'], `commands.${name}`, key);
    for (const family of on) {
      const {id = '', actions = []} = vocabulary?.family(family) ?? {};
      const action = actions.find(
        action => key !== undefined && keymap.actionKey(`${id}.${action.name}`, action.key) === key,
      );
      if (action)
        complain(
          ['commands', name, 'key'],
          `${key} is both ${id}.${action.name} and commands.${name}; ${id}.${action.name} has it now`,
        );
    }
  }
}

/** Names of families as their IDs; what names none, or a column that is not there, is left out. */
function checkFamilies(file: FileValue, {family}: Vocabulary, complain: Complain): FileValue {
  const named = (path: Path, name: string) => {
    const found = family(name);
    if (!found) complain(path, `${path.join('.')} there is no family ${name}`);
    return found;
  };
  const columnsOf = (path: Path, columns: readonly string[], known: readonly string[]) => {
    const good = columns.filter((column, index) => {
      if (known.includes(column)) return true;
      complain([...path, index], `${path.join('.')} there is no column ${column}: ${known.join(', ')}`);
      return false;
    });
    return good.length > 0 ? good : undefined;
  };
  const sortOf = (path: Path, sort: FileValue['sort'][string], known: readonly string[]) => {
    if (known.includes(sort.column)) return sort;
    complain(path, `${path.join('.')} there is no column ${sort.column}: ${known.join(', ')}`);
    return undefined;
  };
  const each = <T, U>(
    record: Record<string, T>,
    part: string,
    of: (path: Path, name: string, value: T) => [string, U][],
  ) => Object.fromEntries(Object.entries(record).flatMap(([name, value]) => of([part, name], name, value)));
  const views = each(file.views, 'views', (path, name, view): [string, FileValue['views'][string]][] => {
    const found = named([...path, 'view'], view.view);
    if (!found) return [];
    const sort = view.sort && sortOf([...path, 'sort'], view.sort, found.columns);
    const columns = view.columns && columnsOf([...path, 'columns'], view.columns, found.columns);
    return [[name, {...view, view: found.id, sort, columns}]];
  });
  if (file.start && !['overview', 'monitor'].includes(file.start) && !(file.start in file.views) && !family(file.start))
    complain(['start'], `start there is no view ${file.start}`);
  return {
    ...file,
    views,
    columns: each(file.columns, 'columns', (path, name, columns): [string, string[]][] => {
      const found = named(path, name);
      const good = found && columnsOf(path, columns, found.columns);
      return found && good ? [[found.id, good]] : [];
    }),
    sort: each(file.sort, 'sort', (path, name, sort): [string, FileValue['sort'][string]][] => {
      const found = named(path, name);
      const good = found && sortOf(path, sort, found.columns);
      return found && good ? [[found.id, good]] : [];
    }),
    commands: each(file.commands, 'commands', (path, name, command): [string, FileValue['commands'][string]][] => {
      const on = command.on.flatMap((word, index) => named([...path, 'on', index], word)?.id ?? []);
      return on.length > 0 ? [[name, {...command, on}]] : [];
    }),
  };
}

type SortEntry = FileValue['sort'][string];

const spellSort = ({column, descending}: SortEntry): string => `${descending ? '-' : ''}${column}`;

/** The file as it could stand there: what was turned into something else by reading is turned back. */
function spelledOf({sort, views, ...file}: FileValue): Readonly<Record<string, unknown>> {
  const each = <T, U>(record: Record<string, T>, of: (value: T) => U) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, of(value)]));
  return {
    ...file,
    sort: each(sort, spellSort),
    views: each(views, view => ({...view, sort: view.sort && spellSort(view.sort)})),
  };
}

const toLogin = ({client_id, ...login}: {readonly client_id: string} & Omit<Login, 'clientId'>): Login => ({
  ...login,
  clientId: client_id,
});

const toProfile = (entry: z.output<typeof ProfileEntry>): Profile => ({
  name: entry.name,
  baseUrl: entry.base_url,
  brand: entry.brand,
  acronym: entry.acronym,
  token: entry.token && 'login' in entry.token ? {login: toLogin(entry.token.login)} : entry.token,
  production: entry.production,
  readOnly: entry.read_only,
  theme: entry.theme,
});

function settingsOf(file: FileValue, known: FileValue): Settings {
  const profiles = file.profiles.map(toProfile).filter(({name}) => name !== demo);
  const mapped = <T, U>(record: Record<string, T>, of: (value: T, name: string) => U): Record<string, U> =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, of(value, name)]));
  return {
    defaultProfile: file.default_profile,
    profiles: profiles.filter(({name}, index) => profiles.findIndex(profile => profile.name === name) === index),
    start: file.start,
    theme: file.theme,
    themes: mapped(file.themes, ({base, ...parts}) => ({
      base,
      styles: mapped(parts as Record<string, string>, words => styleOf(words) ?? ''),
    })),
    keys: file.keys,
    columns: known.columns,
    sorts: known.sort,
    filters: file.filters,
    views: mapped(known.views, ({view, ...rest}) => ({family: view, ...rest})),
    commands: Object.entries(known.commands).map(([name, command]) => ({
      ...command,
      name,
      title: command.title ?? name,
    })),
    ssh: Array.isArray(file.ssh) ? {command: file.ssh} : file.ssh,
    editAs: file.edit_as,
    monitor: file.monitor,
  };
}
