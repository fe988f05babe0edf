/** The user's choices about looks, stored between sessions. A failure to store them doesn't stop the console. */

import {isObject} from '../../families/shape/json-object.ts';
import {openStateFiles, type StateFiles} from '../../platform/files/state-files.ts';
import {type Environment, stateFolder} from '../../platform/files/xdg-paths.ts';
import {parseJson} from '../../platform/text/parse-json.ts';
import type {SavedView} from '../../profiles/custom-settings.ts';
import type {ReadonlyStore} from '../../store/core/traced-store.ts';
import type {Bookmark, Preferences, Usage} from '../context/console-types.ts';
import {trimUsage} from './frecency.ts';

const FILE_NAME = 'console.json';

/**
 * Only preferences that sessions share: isAscii, hasLightBackground, cursor, jump and lowBandwidth depend on the
 * terminal and its connection, and the settings name the notation of the editor.
 */
type StoredPreferences = Pick<Preferences, 'theme' | 'sorts' | 'columns' | 'bookmarks' | 'views' | 'read' | 'uses'>;

/** @param report called if the file was damaged and set aside */
export async function loadPreferences(
  env: Environment,
  report: (message: string) => void = () => {},
): Promise<Partial<StoredPreferences>> {
  const files = openStateFiles(stateFolder(env), report);
  // A file that can't be read at all is reported when it can't be written.
  return (
    (await files.read(FILE_NAME).then(
      text => parsePreferences(text, files),
      () => undefined,
    )) ?? {}
  );
}

async function parsePreferences(
  text: string | undefined,
  files: StateFiles,
): Promise<Partial<StoredPreferences> | undefined> {
  if (text === undefined) return undefined;
  const value = parseJson(text);
  if (isObject(value)) return validPreferences(value);
  await files.quarantineDamaged(FILE_NAME);
  return undefined;
}

function validPreferences(value: Readonly<Record<string, unknown>>): Partial<StoredPreferences> {
  const {theme, sorts, columns, bookmarks, views, read, uses}: Partial<Record<keyof StoredPreferences, unknown>> =
    value;
  return {
    ...(typeof theme === 'string' && {theme}),
    ...(isObject(sorts) && {sorts: pick(sorts, isSort)}),
    ...(isObject(columns) && {columns: pick(columns, isColumns)}),
    ...(Array.isArray(bookmarks) && {bookmarks: bookmarks.filter(isBookmark)}),
    ...(isObject(views) && {views: pick(views, isView)}),
    ...(isObject(read) && {read: pick(read, date => typeof date === 'string')}),
    ...(isObject(uses) && {uses: pick(uses, isUse)}),
  };
}

const isSort = (value: unknown): value is NonNullable<StoredPreferences['sorts'][keyof StoredPreferences['sorts']]> =>
  isObject(value) && typeof value.column === 'string' && typeof value.descending === 'boolean';
const isId = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';
const isBookmark = (value: unknown): value is Bookmark =>
  isObject(value) &&
  typeof value.family === 'string' &&
  isId(value.id) &&
  (value.params === undefined || (isObject(value.params) && Object.values(value.params).every(isId))) &&
  (value.profile === undefined || typeof value.profile === 'string') &&
  typeof value.label === 'string' &&
  typeof value.word === 'string';
const isView = (value: unknown): value is SavedView =>
  isObject(value) &&
  typeof value.family === 'string' &&
  (value.filter === undefined || typeof value.filter === 'string') &&
  (value.sort === undefined || isSort(value.sort)) &&
  (value.columns === undefined || isColumns(value.columns));
const isUse = (value: unknown): value is Usage =>
  isObject(value) && Number.isFinite(value.weight) && Number.isFinite(value.at);
const isColumns = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(id => typeof id === 'string');
const pick = <T>(record: Readonly<Record<string, unknown>>, is: (value: unknown) => value is T): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter((entry): entry is [string, T] => is(entry[1])));

export interface PersistHost {
  /** Called if a choice could not be stored: a full disk or a read-only home must not stop the console. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
  /** Called if the file was damaged and set aside. */
  readonly report?: ((message: string) => void) | undefined;
}

/**
 * Writes changes one after the other; changes of another console stay. Returns the function that stops, which waits for
 * the last write.
 */
export function persistPreferences(
  preferences: ReadonlyStore<Preferences>,
  env: Environment,
  {onFailure = () => {}, report = () => {}}: PersistHost = {},
): () => Promise<void> {
  const files = openStateFiles(stateFolder(env), report);
  let written = Promise.resolve();
  let before = storedPart(preferences.getState());
  const stop = preferences.subscribe(() => {
    const [from, to] = [before, storedPart(preferences.getState())];
    if (isSame(from, to)) return;
    before = to;
    written = written
      .then(() =>
        files.update(
          FILE_NAME,
          async text => `${JSON.stringify(mergePreferences(await parsePreferences(text, files), from, to), null, 2)}\n`,
        ),
      )
      .catch(onFailure);
  });
  return () => {
    stop();
    return written;
  };
}

const storedPart = ({theme, sorts, columns, bookmarks, views, read, uses}: Preferences): StoredPreferences => ({
  theme,
  sorts,
  columns,
  bookmarks,
  views,
  read,
  uses,
});

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Merges only this console's changes into the file. */
function mergePreferences(
  file: Partial<StoredPreferences> | undefined,
  from: StoredPreferences,
  to: StoredPreferences,
): StoredPreferences {
  if (file === undefined) return to;
  return {
    theme: to.theme === from.theme ? (file.theme ?? to.theme) : to.theme,
    sorts: mergeRecord(file.sorts, from.sorts, to.sorts),
    columns: mergeRecord(file.columns, from.columns, to.columns),
    views: mergeRecord(file.views, from.views, to.views),
    read: mergeRecord(file.read, from.read, to.read),
    uses: trimUsage(mergeRecord(file.uses, from.uses, to.uses), Date.now()),
    bookmarks: mergeBookmarks(file.bookmarks ?? [], from.bookmarks, to.bookmarks),
  };
}

type Entries<T> = Readonly<Record<string, T | undefined>>;

function mergeRecord<T>(file: Entries<T> = {}, from: Entries<T>, to: Entries<T>): Record<string, T> {
  const names = [...new Set([...Object.keys(file), ...Object.keys(to)])];
  return Object.fromEntries(
    names.flatMap((name): [string, T][] => {
      const value = isSame(from[name], to[name]) ? file[name] : to[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function mergeBookmarks(file: readonly Bookmark[], from: readonly Bookmark[], to: readonly Bookmark[]): Bookmark[] {
  const among = (bookmarks: readonly Bookmark[]) => {
    const keyOf = ({family, id, params = {}, profile}: Bookmark) => JSON.stringify([family, id, params, profile]);
    const keys = new Set(bookmarks.map(keyOf));
    return (bookmark: Bookmark) => keys.has(keyOf(bookmark));
  };
  const [inFile, wasHere, isHere] = [among(file), among(from), among(to)];
  const mine = to.filter(bookmark => inFile(bookmark) || !wasHere(bookmark));
  return [...mine, ...file.filter(bookmark => !wasHere(bookmark) && !isHere(bookmark))];
}
