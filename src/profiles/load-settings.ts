/**
 * The settings file: found, read, checked; every mistake with its line and column. A damaged file never stops the
 * console: Skydeck runs with the valid part, and reports the rest.
 */
import {stat} from 'node:fs/promises';
import {devNull} from 'node:os';
import {readRegularFile, UnusableFileError} from '../platform/files/regular-file.ts';
import {type Environment, settingsFile} from '../platform/files/xdg-paths.ts';
import {hideFromChildren} from '../platform/process/child-env.ts';
import {unreadableGuards} from './guard-rules.ts';
import {withTeamGuards} from './load-guards.ts';
import type {KnownNames} from './settings.ts';
import {emptySettings, type LoadedSettings, type Settings} from './settings.ts';
import {cacheSettings, loadCachedSettings} from './settings-cache.ts';

/**
 * @param names names of families and their columns; without it they are taken as they stand
 * @param isStrict true to check filters, placeholders and the file of signers, too
 */
export async function loadSettings(
  env: Environment,
  names?: KnownNames,
  {isStrict = false} = {},
): Promise<LoadedSettings> {
  const path = settingsFile(env);
  const changedAt = await fileChangedAt(path);
  let text: string;
  try {
    text = await readSettingsFile(path);
  } catch (error) {
    const {code, message} = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {path, isFound: false, changed: changedAt, settings: emptySettings, mistakes: []};
    const problem = error instanceof UnusableFileError ? message : `cannot be read: ${message}`;
    return {
      path,
      isFound: true,
      changed: changedAt,
      // The file may have guards.
      settings: {...emptySettings, guards: unreadableGuards('the settings file can’t be read')},
      mistakes: [{line: 1, column: 1, message: problem, hidesProfile: true}],
    };
  }
  const read = isStrict ? await parseStrictly(text, env, names) : await parseOrLoadCached(text, env, names);
  for (const variable of tokenVariables(read.settings)) hideFromChildren(variable);
  if (read.mistakes.length > 0) hideSettingsVariables(text, env);
  return withTeamGuards({path, isFound: true, changed: changedAt, ...read}, text, env);
}

/** Reason why the settings file can't be read or written, in words for the user. */
export class UnusableSettingsError extends Error {}

/** Bytes: far more than a person writes. */
const maxSettingsBytes = 8 * 2 ** 20;

/** The text of a settings file; `/dev/null` is an empty one. @throws when the file is missing or can't be read */
export const readSettingsFile = async (path: string): Promise<string> =>
  path === devNull ? '' : readRegularFile(path, {maxBytes: maxSettingsBytes});

/** Time of a file's last change, milliseconds since 1970; undefined when it is missing or can't be inspected. */
export const fileChangedAt = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({mtimeMs}) => mtimeMs,
    () => undefined,
  );

/** The parser and the schema take long to load, so they are loaded only if the file has changed. */
async function parseOrLoadCached(
  text: string,
  env: Environment,
  names: KnownNames | undefined,
): Promise<Pick<LoadedSettings, 'settings' | 'mistakes'>> {
  const options = {env, hasNames: names !== undefined};
  const settings = await loadCachedSettings(text, options);
  if (settings) return {settings, mistakes: []};
  const {parseSettings} = await import('./parse-settings.ts');
  const read = parseSettings(text, names);
  if (read.mistakes.length === 0) void cacheSettings(text, read.settings, options);
  return read;
}

async function parseStrictly(
  text: string,
  env: Environment,
  names: KnownNames | undefined,
): Promise<Pick<LoadedSettings, 'settings' | 'mistakes'>> {
  const {parseSettings} = await import('./parse-settings.ts');
  const {signersMistakes} = await import('./checks/check-signers.ts');
  const {settings, mistakes} = parseSettings(text, names, {isStrict: true});
  const all = [...mistakes, ...(await signersMistakes(settings, text, env))];
  return {settings, mistakes: all.toSorted((a, b) => a.line - b.line || a.column - b.column)};
}

/** Variables that hold the secret of any profile: no child is given another account's token either. */
const tokenVariables = ({profiles}: Settings): readonly string[] =>
  profiles.flatMap(({token}) => {
    const source = token && 'login' in token ? token.login.secret : token;
    return source && 'env' in source ? [source.env] : [];
  });

/** Names that look like the name of a secret. */
const secretNamePattern = /TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|API_?KEY/i;

/**
 * A file with mistakes may lack profiles: every variable that it names, and every variable whose name looks like a
 * secret, is kept from child processes.
 */
export function hideSettingsVariables(text: string, env: Environment): void {
  for (const [, name = ''] of text.matchAll(/\benv["']?\s*:\s*["']?([A-Za-z_]\w*)/g)) hideFromChildren(name);
  for (const name of Object.keys(env)) if (secretNamePattern.test(name)) hideFromChildren(name);
}

/** `config.yaml:3:5: profiles.0.base_url is required`, one line per mistake. */
export const mistakeLines = (loaded: Pick<LoadedSettings, 'path' | 'mistakes'>): string[] =>
  loaded.mistakes.map(({line, column, message}) => `${loaded.path}:${line}:${column}: ${message}`);
