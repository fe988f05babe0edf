/**
 * Private files: created 0600 in 0700 folders, written beside and renamed, so that a kill at any moment leaves the old
 * content or the new one, never half of it.
 */
import {randomUUID} from 'node:crypto';
import type {Stats} from 'node:fs';
import {
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import {basename, dirname, join, parse, relative} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {openToAppend, type ReadLimits, readRegularFile, UnusableFile} from './regular-file.ts';
import {quoted} from './text/quoted.ts';

/**
 * Writes a private file that was not there: a name that is taken gets a number. It has its name when it is whole, not before.
 * Resolves with its path.
 * @param name `report.json`, in the folder, which exists
 * @throws what writing throws, or why it was called off; nothing is left of the file then
 */
export async function saveNew(folder: string, name: string, text: Text, callOff?: AbortSignal): Promise<string> {
  const beside = neighbour(join(folder, name));
  try {
    const file = await open(beside, 'wx', 0o600);
    try {
      for (const piece of typeof text === 'string' ? [text] : text) {
        await file.appendFile(piece);
        callOff?.throwIfAborted();
      }
    } finally {
      await file.close();
    }
    return await named(beside, folder, name);
  } catch (error) {
    await rm(beside, {force: true});
    throw error;
  }
}

/** A text, or the pieces of one too long to be made in one go. */
export type Text = string | Iterable<string>;

/** Gives a file the first name that is free. */
async function named(beside: string, folder: string, name: string): Promise<string> {
  const {name: stem, ext} = parse(name);
  for (let number = 1; ; number++) {
    const path = join(folder, number === 1 ? name : `${stem}-${number}${ext}`);
    if (await takesPlace(beside, path)) return path;
  }
}

/** A link, unlike a rename, never replaces what came there meanwhile; where there are no links, an empty file keeps the place. */
async function takesPlace(beside: string, path: string): Promise<boolean> {
  const made = await isMade(link(beside, path));
  if (made === 'taken') return false;
  if (made === 'made') {
    // The file is there: a second name that cannot be removed is no reason to look for another place.
    await rm(beside, {force: true}).catch(() => {});
    return true;
  }
  const kept = await isMade(writeFile(path, '', {mode: 0o600, flag: 'wx'}));
  if (kept === 'taken') return false;
  if (kept !== 'made') throw kept.error;
  try {
    await rename(beside, path);
  } catch (error) {
    await rm(path, {force: true});
    throw error;
  }
  return true;
}

async function isMade(work: Promise<void>): Promise<'made' | 'taken' | {readonly error: unknown}> {
  try {
    await work;
    return 'made';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST' ? 'taken' : {error};
  }
}

/** When a file that only grows is set aside, as `….1`, and how many of those are kept. */
export interface Rotation {
  readonly bytesAtMost: number;
  readonly older: number;
}

export interface FilePort {
  /** The text of a file; undefined when there is none. */
  read(path: string): Promise<string | undefined>;
  /** Replaces a file as a whole, or leaves it as it was. */
  write(path: string, text: string): Promise<void>;
  /**
   * Replaces a file by what `change` makes of its text, with no other console in between: what each of them changed
   * is kept.
   */
  update(path: string, change: (text: string | undefined) => string | Promise<string>): Promise<void>;
  /**
   * Adds lines to the end of a file; a last line that a crash or a full disk cut off is ended first. A file that has
   * grown to the limit is numbered, and a new one begun: exclusively, so not from within such work on the same file.
   */
  append(path: string, text: string, limit?: Rotation): Promise<void>;
  remove(path: string): Promise<void>;
  /** Renames a file that is no use, beside itself. Resolves with its new path; undefined when there is none. */
  setAside(path: string): Promise<string | undefined>;
  /** Runs work on a file with no other console in between that asks for this, too. It must not update the same one. */
  exclusively<T>(path: string, work: () => Promise<T>): Promise<T>;
}

const missing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Files below one folder; paths are relative to it. */
export function filesIn(root: string, limits: ReadLimits = {}): FilePort {
  const swept = new Set<string>();
  async function prepare(target: string): Promise<void> {
    await mkdir(dirname(target), {recursive: true, mode: 0o700});
    if (swept.has(target)) return;
    swept.add(target);
    await sweep(target);
  }
  async function read(path: string): Promise<string | undefined> {
    try {
      return await readRegularFile(join(root, path), limits);
    } catch (error) {
      if (missing(error)) return undefined;
      throw error;
    }
  }
  async function write(path: string, text: string): Promise<void> {
    const target = join(root, path);
    await prepare(target);
    // Two consoles may write the same file: each writes its own neighbour, and the last rename wins whole.
    const beside = neighbour(target);
    try {
      const file = await open(beside, 'wx', 0o600);
      try {
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(beside, target);
    } catch (error) {
      // On a full disk, what is left of it would be in the way of the next.
      await rm(beside, {force: true});
      throw error;
    }
  }
  return {
    read,
    write,
    async update(path, change) {
      const target = join(root, path);
      await prepare(target);
      const unlock = await lock(target);
      try {
        await write(path, await change(await read(path)));
      } finally {
        await unlock();
      }
    },
    async append(path, text, limit) {
      const target = join(root, path);
      await prepare(target);
      if (limit) await rotate(target, limit);
      const file = await openToAppend(target, limits);
      try {
        await file.writeFile((await isTorn(file)) ? `\n${text}` : text);
      } finally {
        await file.close();
      }
    },
    async remove(path) {
      await rm(join(root, path), {force: true});
    },
    async setAside(path) {
      const aside = await setAside(join(root, path));
      return aside && relative(root, aside);
    },
    exclusively: (path, work) => exclusively(join(root, path), work),
  };
}

/** Files that end with the program. */
export function memoryFiles(): FilePort {
  const texts = new Map<string, string>();
  let working: Promise<unknown> = Promise.resolve();
  return {
    read: async path => texts.get(path),
    write: async (path, text) => void texts.set(path, text),
    update: async (path, change) => void texts.set(path, await change(texts.get(path))),
    async append(path, text) {
      const before = texts.get(path) ?? '';
      texts.set(path, before === '' || before.endsWith('\n') ? before + text : `${before}\n${text}`);
    },
    remove: async path => void texts.delete(path),
    async setAside(path) {
      const text = texts.get(path);
      if (text === undefined) return undefined;
      texts.delete(path);
      texts.set(`${path}.damaged`, text);
      return `${path}.damaged`;
    },
    exclusively(_, work) {
      const done = working.then(work);
      working = done.catch(() => {});
      return done;
    },
  };
}

/** Whether the last line has no end. */
async function isTorn(file: FileHandle): Promise<boolean> {
  const {size} = await file.stat();
  if (size === 0) return false;
  const {buffer} = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] !== 0x0a;
}

/** How many files that were set aside are kept of one name. */
const maxSetAside = 3;

/** @throws UnusableFile where it lies in a folder of another user, whose file it may be */
async function setAside(target: string): Promise<string | undefined> {
  const folder = dirname(target);
  try {
    const [file, around] = [await lstat(target), await stat(folder)];
    const user = process.geteuid?.() ?? file.uid;
    if (file.uid !== user && around.uid !== user) throw new UnusableFile('is in a folder of another user', true);
    const begin = `${basename(target)}.damaged-`;
    const aside = join(folder, `${begin}${new Date().toISOString().replace(/[:.]/g, '-')}`);
    await rename(target, aside);
    const all = (await readdir(folder)).filter(name => name.startsWith(begin)).sort();
    // A folder is never emptied for that: who knows what is in it.
    for (const name of all.slice(0, -maxSetAside)) await unlink(join(folder, name)).catch(() => {});
    return aside;
  } catch (error) {
    if (missing(error)) return undefined;
    throw error;
  }
}

/** A name that nobody else writes to: process numbers come again, in containers at every start. */
const neighbour = (target: string): string =>
  `${target}.${process.pid}.${Math.random().toString(36).slice(2, 10).padEnd(8, '0')}`;

/** A neighbour this old belongs to nobody who still writes; milliseconds. */
const ABANDONED = 3_600_000;

/** Names that `neighbour` makes of a file's, of that of its lock, or of another such name. */
const neighbours = /^(?:lock\.|\d+\.[0-9a-z]{8}\.)*\d+\.[0-9a-z]{1,8}$/;

/** Removes what writers that were killed left beside a file. */
async function sweep(target: string): Promise<void> {
  const folder = dirname(target);
  const begin = `${basename(target)}.`;
  for (const name of await readdir(folder)) {
    if (!name.startsWith(begin) || !neighbours.test(name.slice(begin.length))) continue;
    if (await isOlder(join(folder, name), ABANDONED)) await rm(join(folder, name), {force: true});
  }
}

/**
 * Whether nobody has written a file for so long, milliseconds. A clock that was set, or that is not the one of the machine
 * that has the file, makes any file look old, or yet to be written: then the file's own clock tells.
 */
async function isOlder(path: string, milliseconds: number): Promise<boolean> {
  try {
    const {mtimeMs} = await stat(path);
    const isWithin = (now: number): boolean => Math.abs(now - mtimeMs) <= milliseconds;
    return !(isWithin(Date.now()) || isWithin(await timeBeside(path)));
  } catch (error) {
    if (missing(error)) return false;
    throw error;
  }
}

/** What time it is where a file is kept, milliseconds since 1970. */
async function timeBeside(path: string): Promise<number> {
  const probe = neighbour(path);
  try {
    await writeFile(probe, '', {mode: 0o600, flag: 'wx'});
    return (await stat(probe)).mtimeMs;
  } finally {
    await rm(probe, {force: true});
  }
}

/** An update takes milliseconds: a lock this old was left by a console that was killed. */
const STALE = 2000;

/** Waits until nobody else changes the file; returns how to let the next one. */
async function lock(target: string): Promise<() => Promise<void>> {
  const path = `${target}.lock`;
  const mine = randomUUID();
  for (;;) {
    const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return undefined;
      throw error;
    });
    if (file) {
      await sign(file, path, mine);
      return () => unlock(path, mine);
    }
    if (await isStale(path)) await breakOpen(path);
    else await pause(2 + Math.random() * 8);
  }
}

/** Without a name in it, as on a full disk, nobody would take the lock away again. */
async function sign(file: FileHandle, path: string, name: string): Promise<void> {
  try {
    await file.writeFile(name);
  } catch (error) {
    await rm(path, {force: true}).catch(() => {});
    throw error;
  } finally {
    await file.close();
  }
}

/**
 * A machine that slept, or a disk that hung, makes a lock look left behind: then it is another's by now, and stays. So does
 * one that cannot be read, which is found to be left behind soon enough.
 */
async function unlock(path: string, mine: string): Promise<void> {
  const found = await readRegularFile(path).catch(() => undefined);
  if (found === mine) await rm(path, {force: true});
}

const isStale = (path: string): Promise<boolean> => isOlder(path, STALE);

/** One at a time, and looked at once more: whoever comes second would take away the lock of whoever came first. */
async function breakOpen(path: string): Promise<void> {
  const done = await lock(path);
  try {
    // What has the name of a lock and is a folder can't be removed as one.
    if (await isStale(path)) await rm(path, {force: true}).catch(() => setAside(path));
  } finally {
    await done();
  }
}

/**
 * Runs with no other console in between, however long it takes: a lock that is held is touched, so that nobody takes it
 * for one that was left.
 * @param target the file that the work is about
 */
export async function exclusively<T>(target: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(target), {recursive: true, mode: 0o700});
  const unlock = await lock(target);
  // Taken away by somebody who clears up: what was begun is still ended.
  const alive = setInterval(() => void touch(`${target}.lock`).catch(() => {}), STALE / 4);
  try {
    return await work();
  } finally {
    clearInterval(alive);
    await unlock();
  }
}

async function touch(path: string): Promise<void> {
  const now = new Date(await timeBeside(path));
  await utimes(path, now, now);
}

const isThere = (path: string): Promise<boolean> => sizeOf(path).then(size => size !== undefined);

/** Of a file, in bytes; undefined when there is none. */
const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({size}) => size,
    error => {
      if (missing(error)) return undefined;
      throw error;
    },
  );

async function rotate(target: string, {bytesAtMost, older}: Rotation): Promise<void> {
  const isFull = async () => ((await sizeOf(target)) ?? 0) >= bytesAtMost;
  if (!(await isFull())) return;
  await exclusively(target, async () => {
    // Another console may have done it while this one waited.
    if (!(await isFull())) return;
    // A kill in the middle leaves a number free: what is beyond it stays, and the oldest goes only where none is free.
    let free = 1;
    while (free < older && (await isThere(`${target}.${free}`))) free++;
    for (let number = free; number > 0; number--)
      await rename(number === 1 ? target : `${target}.${number - 1}`, `${target}.${number}`);
  });
}

/** Why a file is not private enough to hold a secret, with the command that mends it; undefined when it is. */
export function tooOpen(path: string, stats: Pick<Stats, 'mode'>): string | undefined {
  if ((stats.mode & 0o077) === 0) return undefined;
  return `${path} can be read by others: run chmod 600 ${quoted(path)}`;
}

export async function privateText(path: string): Promise<string> {
  const open = tooOpen(path, await stat(path));
  if (open) throw new Error(open);
  return readRegularFile(path, {maxBytes: 2 ** 20}).catch(error => {
    throw error instanceof UnusableFile ? new UnusableFile(`${path} ${error.message}`) : error;
  });
}
