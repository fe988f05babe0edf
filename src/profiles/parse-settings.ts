/** Parses the settings file: keeps every correct part, and reports every mistake with its place. */
import {LineCounter, parseDocument} from 'yaml';
import type {z} from 'zod';
import {errorMessage} from '../platform/text/error-message.ts';
import {intactYaml} from '../platform/text/intact-yaml.ts';
import {checkKeys} from './checks/check-keys.ts';
import {checkFilters, checkPlaceholders, checkSsh} from './checks/check-strictly.ts';
import {issueText, schemaMistakes} from './checks/schema-mistakes.ts';
import {positionAt, positionOf} from './checks/yaml-position.ts';
import {noGuards} from './guard-rules.ts';
import {concernsGuards, refuseChanges, toGuardRules, withUnknownGuards} from './guard-schema.ts';
import {demoProfileName, type LoginSettings, type Profile} from './profile.ts';
import type {KnownNames} from './settings.ts';
import {emptySettings, type HistorySettings, type Settings, type SettingsMistake} from './settings.ts';
import {type FileValue, ProfileEntry, type ReportMistake, SettingsFile, type SettingsPath} from './settings-schema.ts';
import {parseStyle, themeNames} from './themes.ts';

export interface ParsedSettings {
  readonly settings: Settings;
  readonly mistakes: SettingsMistake[];
  /** The valid settings, defaults filled in, as the file spells them. */
  readonly asInFile: Readonly<Record<string, unknown>>;
}

/**
 * Keeps the valid parts of the text: a mistake in one profile does not hide the others.
 * @param isStrict true to check filters and placeholders, too
 */
export function parseSettings(text: string, names?: KnownNames, {isStrict = false} = {}): ParsedSettings {
  const lines = new LineCounter();
  const document = parseDocument(text, {lineCounter: lines, prettyErrors: false, logLevel: 'error'});
  const mistakes: SettingsMistake[] = document.errors.map(({pos, message}) => ({
    ...positionAt(lines, pos[0]),
    message,
    hidesProfile: true,
  }));
  const [syntaxError] = document.errors;
  if (syntaxError) {
    const {settings, asInFile} = parseSettings(intactYaml(text, syntaxError.pos[0], 'profiles'), names);
    return {settings: withUnknownGuards(settings, text, mistakes[0]), mistakes, asInFile};
  }

  const report = ((path, message, {hidesProfile = false, unknownKey} = {}) => {
    const mistake = {...positionOf(document, lines, path, unknownKey), message, hidesProfile};
    mistakes.push(mistake);
    return mistake;
  }) satisfies ReportMistake;
  let value: unknown;
  try {
    value = document.toJS() ?? {};
  } catch (error) {
    // An alias in the YAML has no target, or expands too often.
    report([], errorMessage(error), {hidesProfile: true});
    return {settings: withUnknownGuards(emptySettings, text, mistakes[0]), mistakes, asInFile: {}};
  }
  const parsed = SettingsFile.safeParse(value, {error: issueText});
  const refused = parsed.error ? schemaMistakes(parsed.error) : [];
  let guardMistake: SettingsMistake | undefined;
  for (const {path, unknownKey, message, issue} of refused) {
    const mistake = report(path, message, {hidesProfile: hidesProfile(path), unknownKey});
    if (concernsGuards(issue)) guardMistake ??= mistake;
  }
  const file = parsed.success ? parsed.data : keepValidParts(value);
  checkProfiles(file, parsed.success, report);
  checkThemes(file, report);
  checkKeys(file, names, report);
  const resolvedFile = names && checkFamilies(file, names, report);
  if (names && isStrict) {
    checkFilters(file, names, report);
    checkPlaceholders(file, names, report);
    checkSsh(file, report);
  }
  mistakes.sort((a, b) => a.line - b.line || a.column - b.column);
  const settings = toSettings(file, resolvedFile ?? file);
  return {
    settings: guardMistake ? refuseChanges(settings, guardMistake) : settings,
    mistakes,
    asInFile: toFileSpelling(resolvedFile ?? file),
  };
}

/** A misspelled key at the top level may be `profiles`. */
const hidesProfile = ([top]: SettingsPath): boolean =>
  top === undefined || top === 'profiles' || top === 'default_profile';

function keepValidParts(value: unknown): FileValue {
  const empty = SettingsFile.parse({});
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return empty;
  const entries = Object.entries(SettingsFile.shape).flatMap(([name, field]): [string, unknown][] => {
    const part = (value as Record<string, unknown>)[name];
    if (name === 'profiles' && Array.isArray(part)) {
      return [[name, part.filter(entry => ProfileEntry.safeParse(entry).success)]];
    }
    return field.safeParse(part).success ? [[name, part]] : [];
  });
  return SettingsFile.parse(Object.fromEntries(entries));
}

/** @param isComplete true when no profile had to be left out */
function checkProfiles(
  {profiles, default_profile: defaultProfile}: FileValue,
  isComplete: boolean,
  report: ReportMistake,
): void {
  for (const [index, {name}] of profiles.entries()) {
    if (profiles.findIndex(profile => profile.name === name) !== index)
      report(['profiles', index, 'name'], `profiles.${index}.name "${name}" is taken`, {hidesProfile: true});
    else if (name === demoProfileName)
      report(['profiles', index, 'name'], `profiles.${index}.name demo is the embedded account`, {hidesProfile: true});
  }
  if (
    isComplete &&
    typeof defaultProfile === 'string' &&
    defaultProfile !== demoProfileName &&
    !profiles.some(({name}) => name === defaultProfile)
  )
    report(['default_profile'], `default_profile: no profile named ${defaultProfile}`, {hidesProfile: true});
}

function checkThemes({theme, themes, profiles}: FileValue, report: ReportMistake): void {
  const known = [...themeNames, ...Object.keys(themes)];
  const check = (path: SettingsPath, name: string | undefined) => {
    if (name !== undefined && !known.includes(name))
      report(path, `${path.join('.')}: unknown theme ${name}. Choose one of ${known.join(', ')}`);
  };
  check(['theme'], theme);
  for (const [index, profile] of profiles.entries()) check(['profiles', index, 'theme'], profile.theme);
  for (const name of themeNames) if (name in themes) report(['themes', name], `themes.${name} is built in`);
}

/** Names of families as their IDs; unknown families and columns are left out. */
function checkFamilies(file: FileValue, {family}: KnownNames, report: ReportMistake): FileValue {
  const resolveFamily = (path: SettingsPath, name: string) => {
    const resolved = family(name);
    if (!resolved) report(path, `${path.join('.')}: unknown resource type ${name}`);
    return resolved;
  };
  const columnsOf = (path: SettingsPath, columns: readonly string[], columnNames: readonly string[]) => {
    const validColumns = columns.filter((column, index) => {
      if (columnNames.includes(column)) return true;
      report([...path, index], `${path.join('.')}: unknown column ${column}. Columns: ${columnNames.join(', ')}`);
      return false;
    });
    return validColumns.length > 0 ? validColumns : undefined;
  };
  const sortOf = (path: SettingsPath, sort: FileValue['sort'][string], columnNames: readonly string[]) => {
    if (columnNames.includes(sort.column)) return sort;
    report(path, `${path.join('.')}: unknown column ${sort.column}. Columns: ${columnNames.join(', ')}`);
    return undefined;
  };
  const each = <T, U>(
    record: Record<string, T>,
    part: string,
    convert: (path: SettingsPath, name: string, value: T) => [string, U][],
  ) => Object.fromEntries(Object.entries(record).flatMap(([name, value]) => convert([part, name], name, value)));
  const views = each(file.views, 'views', (path, name, view): [string, FileValue['views'][string]][] => {
    const resolved = resolveFamily([...path, 'view'], view.view);
    if (!resolved) return [];
    const sort = view.sort && sortOf([...path, 'sort'], view.sort, resolved.columns);
    const columns = view.columns && columnsOf([...path, 'columns'], view.columns, resolved.columns);
    return [[name, {...view, view: resolved.id, sort, columns}]];
  });
  const {start} = file;
  if (start && !['overview', 'monitor'].includes(start) && !Object.hasOwn(file.views, start) && !family(start))
    report(['start'], `start: unknown view ${start}`);
  for (const [index, layout] of (file.monitor ?? []).entries())
    for (const [at, name] of (layout.families ?? []).entries()) resolveFamily(['monitor', index, 'families', at], name);
  return {
    ...file,
    views,
    columns: each(file.columns, 'columns', (path, name, columns): [string, string[]][] => {
      const resolved = resolveFamily(path, name);
      const validColumns = resolved && columnsOf(path, columns, resolved.columns);
      return resolved && validColumns ? [[resolved.id, validColumns]] : [];
    }),
    sort: each(file.sort, 'sort', (path, name, sort): [string, FileValue['sort'][string]][] => {
      const resolved = resolveFamily(path, name);
      const validSort = resolved && sortOf(path, sort, resolved.columns);
      return resolved && validSort ? [[resolved.id, validSort]] : [];
    }),
    commands: each(file.commands, 'commands', (path, name, command): [string, FileValue['commands'][string]][] => {
      const families = command.on.flatMap((word, index) => resolveFamily([...path, 'on', index], word)?.id ?? []);
      return families.length > 0 ? [[name, {...command, on: families}]] : [];
    }),
  };
}

const mapValues = <T, U>(record: Readonly<Record<string, T>>, convert: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, convert(value)]));

type SortSetting = FileValue['sort'][string];

const formatSort = ({column, descending}: SortSetting): string => `${descending ? '-' : ''}${column}`;

/** The file in its own spelling: reverses the conversions of the parser. */
function toFileSpelling({sort, views, ...file}: FileValue): Readonly<Record<string, unknown>> {
  return {
    ...file,
    sort: mapValues(sort, formatSort),
    views: mapValues(views, view => ({...view, sort: view.sort && formatSort(view.sort)})),
  };
}

const toLogin = ({
  client_id,
  ...login
}: {readonly client_id: string} & Omit<LoginSettings, 'clientId'>): LoginSettings => ({
  ...login,
  clientId: client_id,
});

const toProfile = (entry: z.output<typeof ProfileEntry>): Profile => ({
  name: entry.name,
  baseUrl: entry.base_url,
  metricsUrl: entry.metrics_url,
  brand: entry.brand,
  acronym: entry.acronym,
  token: entry.token && 'login' in entry.token ? {login: toLogin(entry.token.login)} : entry.token,
  production: entry.production,
  readOnly: entry.read_only,
  theme: entry.theme,
  guards: entry.guards && toGuardRules(entry.guards),
  guardsFile: entry.guards_file,
});

const toHistory = (history: NonNullable<FileValue['history']>): HistorySettings =>
  history === 'off' || history === false
    ? {isOff: true}
    : {isOff: false, maxMb: history.max_mb, maxDays: history.max_days};

/** @param resolvedFile the file with the names of families resolved */
function toSettings(file: FileValue, resolvedFile: FileValue): Settings {
  const profiles = file.profiles.map(toProfile).filter(({name}) => name !== demoProfileName);
  return {
    defaultProfile: file.default_profile,
    profiles: profiles.filter(({name}, index) => profiles.findIndex(profile => profile.name === name) === index),
    guards: file.guards ? toGuardRules(file.guards) : noGuards,
    guardsFile: file.guards_file,
    start: file.start,
    theme: file.theme,
    themes: mapValues(file.themes, ({base, ...parts}) => ({
      base,
      styles: mapValues(parts as Record<string, string>, style => parseStyle(style) ?? ''),
    })),
    keys: file.keys,
    columns: resolvedFile.columns,
    sorts: resolvedFile.sort,
    filters: file.filters,
    views: mapValues(resolvedFile.views, ({view, ...rest}) => ({family: view, ...rest})),
    commands: Object.entries(resolvedFile.commands).map(([name, command]) => ({
      ...command,
      name,
      title: command.title ?? name,
    })),
    ssh: Array.isArray(file.ssh) ? {command: file.ssh} : file.ssh,
    planSigners: file.plan_signers,
    history: file.history === undefined ? undefined : toHistory(file.history),
    editAs: file.edit_as,
    monitor: file.monitor,
  };
}
