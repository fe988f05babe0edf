/** Changes to the settings file that leave the rest of it, comments included, as the user wrote it. */
import {realpath, stat} from 'node:fs/promises';
import {basename, dirname} from 'node:path';
import {type Document, isMap, isSeq, parseDocument} from 'yaml';
import {withLock} from '../platform/files/file-lock.ts';
import {filesIn} from '../platform/files/private-files.ts';
import {UnusableFileError} from '../platform/files/regular-file.ts';
import {errorMessage} from '../platform/text/error-message.ts';
import {readSettingsFile, UnusableSettingsError} from './load-settings.ts';
import type {Profile, TokenSource} from './profile.ts';
import type {SettingsMistake} from './settings.ts';

/** The text with the change, or why it cannot be made. */
export type SettingsEdit = {readonly text: string} | {readonly refused: string};

/** @param asDefault opened when no profile is named */
export function addProfileEntry(text: string, profile: Profile, asDefault: boolean): SettingsEdit {
  return editDocument(text, document => {
    const profiles = document.get('profiles');
    if (profiles === undefined || profiles === null) document.set('profiles', document.createNode([]));
    else if (!isSeq(profiles)) return 'profiles isn’t a list in the settings file';
    if (profileIndex(document, profile.name) >= 0) return `profile ${profile.name} already exists`;
    document.addIn(['profiles'], document.createNode(profileEntry(profile)));
    if (asDefault) document.set('default_profile', profile.name);
    return undefined;
  });
}

/** Makes a profile the default. @param builtIn the profile that needs no entry */
export function setDefaultProfile(text: string, name: string, builtIn: string): SettingsEdit {
  return editDocument(text, document => {
    if (name !== builtIn && profileIndex(document, name) < 0) return `no profile named ${name} in the settings file`;
    document.set('default_profile', name);
    return undefined;
  });
}

/** Without the default, no other of several profiles becomes the default, because commands would change its account. */
export function removeProfileEntry(text: string, name: string): SettingsEdit {
  return editDocument(text, document => {
    const index = profileIndex(document, name);
    if (index < 0) return `no profile named ${name} in the settings file`;
    const isImplicit = !document.has('default_profile');
    const isDefault = isImplicit ? index === 0 : document.get('default_profile') === name;
    document.deleteIn(['profiles', index]);
    const profiles = document.get('profiles');
    const hasSeveral = isSeq(profiles) && profiles.items.length > 1;
    // `get` returns undefined for null as well.
    const hasNoDefault = !isImplicit && document.get('default_profile') === undefined;
    if (isDefault && hasSeveral) document.set('default_profile', null);
    else if (isDefault || (hasNoDefault && !hasSeveral)) document.delete('default_profile');
    return undefined;
  });
}

function editDocument(text: string, change: (document: Document) => string | undefined): SettingsEdit {
  const document: Document = parseDocument(text, {prettyErrors: false, logLevel: 'error'});
  if (document.errors.length > 0) return {refused: 'not valid YAML. Run "skydeck config check".'};
  if (document.contents === null) {
    // A file of comments alone keeps them.
    const {commentBefore, comment} = document;
    document.contents = document.createNode({});
    document.commentBefore = commentBefore ?? comment;
    document.comment = null;
  }
  if (!isMap(document.contents)) return {refused: 'not a map of settings. Run "skydeck config check".'};
  const refusal = change(document);
  if (refusal !== undefined) return {refused: refusal};
  return {
    text: document.toString({
      lineWidth: 0,
      flowCollectionPadding: false,
      // Lists keep their indentation.
      indentSeq: !/^\w+:[^\n]*\n(?:\s*(?:#[^\n]*)?\n)*-/m.test(text),
    }),
  };
}

function profileIndex(document: Document, name: string): number {
  const profiles = document.get('profiles');
  if (!isSeq(profiles)) return -1;
  return profiles.items.findIndex(item => isMap(item) && item.get('name') === name);
}

/** A profile as the settings file spells it; default values are left out. */
const profileEntry = ({name, baseUrl, metricsUrl, brand, acronym, token, production, readOnly, theme}: Profile) => ({
  name,
  base_url: baseUrl,
  ...(metricsUrl && {metrics_url: metricsUrl}),
  ...(brand && {brand}),
  ...(acronym && {acronym}),
  ...(token && {token: tokenEntry(token)}),
  ...(production && {production}),
  ...(readOnly && {read_only: readOnly}),
  ...(theme && {theme}),
});

function tokenEntry(token: TokenSource): object {
  if (!('login' in token)) return token;
  const {url, clientId, secret, scopes, redirect} = token.login;
  return {
    login: {url, client_id: clientId, ...(secret && {secret}), ...(scopes && {scopes}), ...(redirect && {redirect})},
  };
}

/** The text of the settings file; '' without the file. */
export async function readSettingsText(path: string): Promise<string> {
  try {
    return await readSettingsFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    if (error instanceof UnusableFileError) throw new UnusableSettingsError(`${path} ${error.message}.`);
    throw toSettingsError(path, 'read', error);
  }
}

/**
 * Replaces the file with the result of `change` on its text, while no other Skydeck process writes it, so that the
 * changes of both survive. Returns that result.
 * The file becomes private. A link to the file remains a link.
 * @param change returns undefined to leave the file unchanged
 */
export async function updateSettings<T extends string | undefined>(
  path: string,
  change: (text: string) => T | Promise<T>,
): Promise<T> {
  const target = await realpath(path).catch(() => path);
  try {
    return await withLock(target, async () => {
      const text = await change(await readSettingsText(path));
      if (text !== undefined) await writeSettings(path, target, text);
      return text;
    });
  } catch (error) {
    throw toSettingsError(path, 'written', error);
  }
}

/** The text for an error of the file system. The caller handles other errors. */
function toSettingsError(path: string, operation: 'read' | 'written', error: unknown): unknown {
  if ((error as NodeJS.ErrnoException).syscall === undefined) return error;
  return new UnusableSettingsError(
    `${path} can’t be ${operation}: ${errorMessage(error)}. Set SKYDECK_CONFIG to a file in a folder that you can write to.`,
  );
}

async function writeSettings(path: string, target: string, text: string): Promise<void> {
  // A write by root would replace a device with a file.
  const stats = await stat(target).catch(() => undefined);
  if (stats && !stats.isFile()) throw new UnusableSettingsError(`${path} is not a regular file.`);
  await filesIn(dirname(target)).write(basename(target), text);
}

/** The mistakes in `after` that are not in `before`. */
export function newMistakes(
  before: readonly SettingsMistake[],
  after: readonly SettingsMistake[],
): readonly SettingsMistake[] {
  const previousMessages = new Set(before.map(({message}) => message));
  return after.filter(({message}) => !previousMessages.has(message));
}
