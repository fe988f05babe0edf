/**
 * The settings file: found, read, checked; every mistake with its line and column. A damaged file never stops the
 * console: it runs on what it could understand, and says what it could not.
 */
import {stat} from 'node:fs/promises';
import {devNull} from 'node:os';
import {hideFromChildren} from '../platform/children.ts';
import {type Environment, settingsFile} from '../platform/paths.ts';
import {readRegularFile, UnusableFileError} from '../platform/regular-file.ts';
import type {MonitorLayout} from './monitor.ts';
import type {OwnCommand, SavedView, SshSettings} from './own.ts';
import type {Profile} from './profile.ts';
import {keepReading, recallReading} from './reading.ts';
import type {OwnTheme} from './themes.ts';
import type {Vocabulary} from './vocabulary.ts';

type Named<T> = Readonly<Record<string, T>>;

export interface Settings {
  readonly defaultProfile?: string | undefined;
  readonly profiles: readonly Profile[];
  /** The first view: a page, a family, or one of `views`. */
  readonly start?: string | undefined;
  readonly theme?: string | undefined;
  readonly themes: Named<OwnTheme>;
  /** Keys by command or action; an empty list switches them off. */
  readonly keys: Named<readonly string[]>;
  /** By ID of the family. */
  readonly columns: Named<readonly string[]>;
  readonly sorts: Named<{readonly column: string; readonly descending: boolean}>;
  readonly filters: Named<string>;
  readonly views: Named<SavedView>;
  readonly commands: readonly OwnCommand[];
  readonly ssh?: SshSettings | undefined;
  /** How an object is written for the editor. */
  readonly editAs?: 'yaml' | 'json' | undefined;
  /** Layouts of the wallboard. */
  readonly monitor?: readonly MonitorLayout[] | undefined;
}

export interface Mistake {
  readonly line: number;
  readonly column: number;
  readonly words: string;
  /** A profile, or which one is the default, may be lost by it. */
  readonly hidesProfile: boolean;
}

export interface Loaded {
  readonly path: string;
  /** Whether there is a file at all. */
  readonly found: boolean;
  /** When it was last changed before it was read, milliseconds since 1970; undefined when that is not known. */
  readonly changed: number | undefined;
  readonly settings: Settings;
  readonly mistakes: readonly Mistake[];
}

export const noSettings: Settings = {
  profiles: [],
  themes: {},
  keys: {},
  columns: {},
  sorts: {},
  filters: {},
  views: {},
  commands: [],
};

/** @param vocabulary names of families and their columns; without it they are taken as they stand */
export async function loadSettings(env: Environment, vocabulary?: Vocabulary): Promise<Loaded> {
  const path = settingsFile(env);
  const changed = await changedAt(path);
  let text: string;
  try {
    text = await settingsText(path);
  } catch (error) {
    const {code, message} = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {path, found: false, changed, settings: noSettings, mistakes: []};
    const words = error instanceof UnusableFileError ? message : `cannot be read: ${message}`;
    return {
      path,
      found: true,
      changed,
      settings: noSettings,
      mistakes: [{line: 1, column: 1, words, hidesProfile: true}],
    };
  }
  const read = await readOnce(text, env, vocabulary);
  for (const variable of tokenVariables(read.settings)) hideFromChildren(variable);
  if (read.mistakes.length > 0) concealNamedIn(text, env);
  return {path, found: true, changed, ...read};
}

/** Why the settings file can't be read or written, in words for the user. */
export class SettingsUnusable extends Error {}

/** Bytes: far more than a person writes. */
const maxBytes = 8 * 2 ** 20;

/** The text of a settings file; `/dev/null` is an empty one. @throws where there is none, or none that can be read */
export const settingsText = async (path: string): Promise<string> =>
  path === devNull ? '' : readRegularFile(path, {maxBytes});

/** When a file was last changed, milliseconds since 1970; undefined when there is none, or none that can be looked at. */
export const changedAt = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({mtimeMs}) => mtimeMs,
    () => undefined,
  );

/** The parser and the schema cost start-up time that is paid only when the file is another. */
async function readOnce(
  text: string,
  env: Environment,
  vocabulary: Vocabulary | undefined,
): Promise<Pick<Loaded, 'settings' | 'mistakes'>> {
  const options = {env, named: vocabulary !== undefined};
  const settings = await recallReading(text, options);
  if (settings) return {settings, mistakes: []};
  const {readSettings} = await import('./read.ts');
  const read = readSettings(text, vocabulary);
  if (read.mistakes.length === 0) void keepReading(text, read.settings, options);
  return read;
}

/** Variables that hold the secret of any profile: no child is given another account's token either. */
const tokenVariables = ({profiles}: Settings): readonly string[] =>
  profiles.flatMap(({token}) => {
    const source = token && 'login' in token ? token.login.secret : token;
    return source && 'env' in source ? [source.env] : [];
  });

/** What looks like the name of a secret. */
const secretName = /TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|API_?KEY/i;

/**
 * Of a file with mistakes, profiles may be missing: every variable that it names, and every one that looks as if it held
 * a secret, is kept from children.
 */
export function concealNamedIn(text: string, env: Environment): void {
  for (const [, name = ''] of text.matchAll(/\benv["']?\s*:\s*["']?([A-Za-z_]\w*)/g)) hideFromChildren(name);
  for (const name of Object.keys(env)) if (secretName.test(name)) hideFromChildren(name);
}

/** `config.yaml:3:5: profiles.0.base_url is required`, one line per mistake. */
export const mistakeLines = (loaded: Pick<Loaded, 'path' | 'mistakes'>): string[] =>
  loaded.mistakes.map(({line, column, words}) => `${loaded.path}:${line}:${column}: ${words}`);
