/** What the user has chosen about looks, from one session to the next. Failing to keep it is no reason to stop. */
import {filesIn} from '../platform/files.ts';
import {type Environment, stateFolder} from '../platform/paths.ts';
import type {Source} from '../store/types.ts';
import type {Bookmark, Preferences} from './deck.ts';
import {themeNames} from './theme/themes.ts';

const FILE = 'console.json';

/** Only what a session may take over from another: ascii, cursor and jump follow the terminal at hand. */
type Kept = Pick<Preferences, 'theme' | 'sorts' | 'columns' | 'bookmarks' | 'read'>;

export async function recall(env: Environment): Promise<Partial<Kept>> {
  try {
    const text = await filesIn(stateFolder(env)).read(FILE);
    return text === undefined ? {} : checked(JSON.parse(text) as unknown);
  } catch {
    // A damaged file is worth less than a start without it.
    return {};
  }
}

function checked(value: unknown): Partial<Kept> {
  if (typeof value !== 'object' || value === null) return {};
  const {theme, sorts, columns, bookmarks, read} = value as Partial<Record<keyof Kept, unknown>>;
  const known = themeNames.find(name => name === theme);
  return {
    ...(known && {theme: known}),
    ...(isRecord(sorts) && {sorts: pick(sorts, isSort)}),
    ...(isRecord(columns) && {columns: pick(columns, isColumns)}),
    ...(Array.isArray(bookmarks) && {bookmarks: bookmarks.filter(isBookmark)}),
    ...(isRecord(read) && {read: pick(read, date => typeof date === 'string')}),
  };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isSort = (value: unknown): value is NonNullable<Kept['sorts'][keyof Kept['sorts']]> =>
  isRecord(value) && typeof value.column === 'string' && typeof value.descending === 'boolean';
const isBookmark = (value: unknown): value is Bookmark =>
  isRecord(value) &&
  typeof value.family === 'string' &&
  (typeof value.id === 'string' || typeof value.id === 'number') &&
  typeof value.label === 'string' &&
  typeof value.word === 'string';
const isColumns = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(id => typeof id === 'string');
const pick = <T>(record: Readonly<Record<string, unknown>>, is: (value: unknown) => value is T): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter((entry): entry is [string, T] => is(entry[1])));

/** Writes what changes, one write after the other; returns how to stop, which waits for the last. */
export function keep(preferences: Source<Preferences>, env: Environment): () => Promise<void> {
  const files = filesIn(stateFolder(env));
  let written = Promise.resolve();
  let before = textOf(preferences.get());
  const stop = preferences.subscribe(() => {
    const text = textOf(preferences.get());
    if (text === before) return;
    before = text;
    // A full disk or a read-only home must not stop the console.
    written = written.then(() => files.write(FILE, text)).catch(() => undefined);
  });
  return () => {
    stop();
    return written;
  };
}

const textOf = ({theme, sorts, columns, bookmarks, read}: Preferences): string =>
  `${JSON.stringify({theme, sorts, columns, bookmarks, read}, null, 2)}\n`;
