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
import {shellQuote} from '../text/shell-quote.ts';
import {openToAppend, type ReadLimits, readRegularFile, UnusableFileError} from './regular-file.ts';

/**
 * Writes a new private file: if its name is taken, it gets a number. It gets its name only when it is complete.
 * Resolves with its path.
 * @param name `report.json`, in the folder, which exists
 * @throws errors of writing, or the reason of an abort; the partial file is deleted then
 */
export async function writeNewFile(
  folder: string,
  name: string,
  text: TextOrPieces,
  signal?: AbortSignal,
): Promise<string> {
  const tempPath = tempPathBeside(join(folder, name));
  try {
    const file = await open(tempPath, 'wx', 0o600);
    try {
      for (const piece of typeof text === 'string' ? [text] : text) {
        await file.appendFile(piece);
        signal?.throwIfAborted();
      }
    } finally {
      await file.close();
    }
    return await moveToFreeName(tempPath, folder, name);
  } catch (error) {
    await rm(tempPath, {force: true});
    throw error;
  }
}

/** A text, or the pieces of a text that is too long to build at once. */
export type TextOrPieces = string | Iterable<string>;

/** Gives a file the first name that is free. */
async function moveToFreeName(source: string, folder: string, name: string): Promise<string> {
  const {name: stem, ext} = parse(name);
  for (let number = 1; ; number++) {
    const path = join(folder, number === 1 ? name : `${stem}-${number}${ext}`);
    if (await moveIfFree(source, path)) return path;
  }
}

/**
 * A link, unlike a rename, never replaces a file that appeared meanwhile; on a file system without links, an empty file
 * reserves the name.
 */
async function moveIfFree(tempPath: string, path: string): Promise<boolean> {
  const linked = await createOutcome(link(tempPath, path));
  if (linked === 'taken') return false;
  if (linked === 'made') {
    // The file is complete: a second name that can't be removed is no reason to pick another name.
    await rm(tempPath, {force: true}).catch(() => {});
    return true;
  }
  const reserved = await createOutcome(writeFile(path, '', {mode: 0o600, flag: 'wx'}));
  if (reserved === 'taken') return false;
  if (reserved !== 'made') throw reserved.error;
  try {
    await rename(tempPath, path);
  } catch (error) {
    await rm(path, {force: true});
    throw error;
  }
  return true;
}

async function createOutcome(work: Promise<void>): Promise<'made' | 'taken' | {readonly error: unknown}> {
  try {
    await work;
    return 'made';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST' ? 'taken' : {error};
  }
}

/** Size at which a file that only grows is set aside as `….1`, and the number of such files to keep. */
export interface Rotation {
  readonly maxBytes: number;
  readonly older: number;
}

export interface FilePort {
  /** The text of a file; undefined without the file. */
  read(path: string): Promise<string | undefined>;
  /** Replaces a file as a whole, or leaves it as it was. */
  write(path: string, text: string): Promise<void>;
  /**
   * Replaces a file with the result of `change` on its text, while no other Skydeck process writes it, so that the
   * changes of both survive.
   */
  update(path: string, change: (text: string | undefined) => string | Promise<string>): Promise<void>;
  /**
   * Adds lines to the end of a file; a last line that a crash or a full disk cut off is ended first. A file that
   * reached the limit is numbered, and a new one started. This takes the file's lock, so don't call it while you hold
   * that lock.
   */
  append(path: string, text: string, limit?: Rotation): Promise<void>;
  remove(path: string): Promise<void>;
  /** Renames an unusable file to a name beside it. Resolves with its new path; undefined without the file. */
  quarantine(path: string): Promise<string | undefined>;
  /** Runs work on a file with no other console in between that asks for this, too. It must not update the same one. */
  withLock<T>(path: string, work: () => Promise<T>): Promise<T>;
}

const isNotFound = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Files below one folder; paths are relative to it. */
export function filesIn(root: string, limits: ReadLimits = {}): FilePort {
  const sweptTargets = new Set<string>();
  async function prepare(target: string): Promise<void> {
    await mkdir(dirname(target), {recursive: true, mode: 0o700});
    if (sweptTargets.has(target)) return;
    sweptTargets.add(target);
    await removeAbandoned(target);
  }
  async function read(path: string): Promise<string | undefined> {
    try {
      return await readRegularFile(join(root, path), limits);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }
  async function write(path: string, text: string): Promise<void> {
    const target = join(root, path);
    await prepare(target);
    // Two consoles may write the same file: each writes its own neighbour, and the last rename wins whole.
    const tempPath = tempPathBeside(target);
    try {
      const file = await open(tempPath, 'wx', 0o600);
      try {
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(tempPath, target);
    } catch (error) {
      // On a full disk, the partial file would use up the space that the next one needs.
      await rm(tempPath, {force: true});
      throw error;
    }
  }
  return {
    read,
    write,
    async update(path, change) {
      const target = join(root, path);
      await prepare(target);
      const unlock = await acquireLock(target);
      try {
        await write(path, await change(await read(path)));
      } finally {
        await unlock();
      }
    },
    async append(path, text, limit) {
      const target = join(root, path);
      await prepare(target);
      if (limit) await rotateFile(target, limit);
      const file = await openToAppend(target, limits);
      try {
        await file.writeFile((await lacksFinalNewline(file)) ? `\n${text}` : text);
      } finally {
        await file.close();
      }
    },
    async remove(path) {
      await rm(join(root, path), {force: true});
    },
    async quarantine(path) {
      const newPath = await quarantine(join(root, path));
      return newPath && relative(root, newPath);
    },
    withLock: (path, work) => withLock(join(root, path), work),
  };
}

/** Files that end with the program. */
export function memoryFiles(): FilePort {
  const texts = new Map<string, string>();
  let pending: Promise<unknown> = Promise.resolve();
  return {
    read: async path => texts.get(path),
    write: async (path, text) => void texts.set(path, text),
    update: async (path, change) => void texts.set(path, await change(texts.get(path))),
    async append(path, text) {
      const before = texts.get(path) ?? '';
      texts.set(path, before === '' || before.endsWith('\n') ? before + text : `${before}\n${text}`);
    },
    remove: async path => void texts.delete(path),
    async quarantine(path) {
      const text = texts.get(path);
      if (text === undefined) return undefined;
      texts.delete(path);
      texts.set(`${path}.damaged`, text);
      return `${path}.damaged`;
    },
    withLock(_, work) {
      const result = pending.then(work);
      pending = result.catch(() => {});
      return result;
    },
  };
}

/** True when the last line lacks its newline. */
async function lacksFinalNewline(file: FileHandle): Promise<boolean> {
  const {size} = await file.stat();
  if (size === 0) return false;
  const {buffer} = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] !== 0x0a;
}

/** Maximum number of files set aside for one name. */
const maxQuarantined = 3;

/** @throws UnusableFileError in a folder of another user, who may own the file */
async function quarantine(target: string): Promise<string | undefined> {
  const folder = dirname(target);
  try {
    const [file, around] = [await lstat(target), await stat(folder)];
    const user = process.geteuid?.() ?? file.uid;
    if (file.uid !== user && around.uid !== user) throw new UnusableFileError('is in a folder of another user', true);
    const prefix = `${basename(target)}.damaged-`;
    const newPath = join(folder, `${prefix}${new Date().toISOString().replace(/[:.]/g, '-')}`);
    await rename(target, newPath);
    const all = (await readdir(folder)).filter(name => name.startsWith(prefix)).sort();
    // A folder is never emptied for that: its content is unknown.
    for (const name of all.slice(0, -maxQuarantined)) await unlink(join(folder, name)).catch(() => {});
    return newPath;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** A name that no other process writes to: process numbers repeat, in containers at every start. */
const tempPathBeside = (target: string): string =>
  `${target}.${process.pid}.${Math.random().toString(36).slice(2, 10).padEnd(8, '0')}`;

/** Age at which a temporary neighbor counts as abandoned by its writer, in milliseconds. */
const abandonedAfterMs = 3_600_000;

/** Names that `tempPathBeside` makes of a file's, of that of its lock, or of another such name. */
const tempNamePattern = /^(?:lock\.|\d+\.[0-9a-z]{8}\.)*\d+\.[0-9a-z]{1,8}$/;

/** Removes temporary files that killed writers left beside a file. */
async function removeAbandoned(target: string): Promise<void> {
  const folder = dirname(target);
  const prefix = `${basename(target)}.`;
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix) || !tempNamePattern.test(name.slice(prefix.length))) continue;
    if (await isOlder(join(folder, name), abandonedAfterMs)) await rm(join(folder, name), {force: true});
  }
}

/**
 * True when a file was not written for this time, in milliseconds. After a clock change, or with a clock that differs
 * from that of the file's server, a file may look too old or seem to come from the future: then the clock of the file
 * system decides.
 */
async function isOlder(path: string, ageMs: number): Promise<boolean> {
  try {
    const {mtimeMs} = await stat(path);
    const isWithin = (now: number): boolean => Math.abs(now - mtimeMs) <= ageMs;
    return !(isWithin(Date.now()) || isWithin(await fileSystemTime(path)));
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

/** Current time of the file system that holds a file, milliseconds since 1970. */
async function fileSystemTime(path: string): Promise<number> {
  const probe = tempPathBeside(path);
  try {
    await writeFile(probe, '', {mode: 0o600, flag: 'wx'});
    return (await stat(probe)).mtimeMs;
  } finally {
    await rm(probe, {force: true});
  }
}

/** An update takes milliseconds: a lock of this age was left by a process that was killed. */
const staleLockMs = 2000;

/** Waits until no other process changes the file; returns a function that releases the lock. */
async function acquireLock(target: string): Promise<() => Promise<void>> {
  const path = `${target}.lock`;
  const ownerId = randomUUID();
  for (;;) {
    const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return undefined;
      throw error;
    });
    if (file) {
      await writeOwner(file, path, ownerId);
      return () => releaseLock(path, ownerId);
    }
    if (await isStaleLock(path)) await breakLock(path);
    else await pause(2 + Math.random() * 8);
  }
}

/** A lock without an owner's name, as on a full disk, would never be removed by another process. */
async function writeOwner(file: FileHandle, path: string, name: string): Promise<void> {
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
 * After a sleep of the machine, or with a slow disk, a lock may have looked abandoned: then another process owns it
 * now, and it stays. An unreadable lock stays too, and is soon found abandoned.
 */
async function releaseLock(path: string, ownerId: string): Promise<void> {
  const found = await readRegularFile(path).catch(() => undefined);
  if (found === ownerId) await rm(path, {force: true});
}

const isStaleLock = (path: string): Promise<boolean> => isOlder(path, staleLockMs);

/**
 * Breaks a lock one process at a time, after a second check: otherwise a second process would remove the new lock of
 * the first.
 */
async function breakLock(path: string): Promise<void> {
  const release = await acquireLock(path);
  try {
    // A folder with the name of a lock can't be removed like a file.
    if (await isStaleLock(path)) await rm(path, {force: true}).catch(() => quarantine(path));
  } finally {
    await release();
  }
}

/**
 * Runs while no other Skydeck process does, however long it takes: a held lock is touched, so that no process takes it
 * for an abandoned one.
 * @param target the file that the work is about
 */
export async function withLock<T>(target: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(target), {recursive: true, mode: 0o700});
  const release = await acquireLock(target);
  // A cleanup may have removed the lock: the work is still completed.
  const heartbeat = setInterval(() => void refreshLock(`${target}.lock`).catch(() => {}), staleLockMs / 4);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    await release();
  }
}

async function refreshLock(path: string): Promise<void> {
  const now = new Date(await fileSystemTime(path));
  await utimes(path, now, now);
}

const fileExists = (path: string): Promise<boolean> => fileSizeOf(path).then(size => size !== undefined);

/** Size of a file, in bytes; undefined without the file. */
const fileSizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({size}) => size,
    error => {
      if (isNotFound(error)) return undefined;
      throw error;
    },
  );

async function rotateFile(target: string, {maxBytes, older}: Rotation): Promise<void> {
  const isFull = async () => ((await fileSizeOf(target)) ?? 0) >= maxBytes;
  if (!(await isFull())) return;
  await withLock(target, async () => {
    // Another console may have done it while this one waited.
    if (!(await isFull())) return;
    // A kill in the middle leaves a number free: files beyond that number stay, and the oldest is deleted only when no
    // number is free.
    let free = 1;
    while (free < older && (await fileExists(`${target}.${free}`))) free++;
    for (let number = free; number > 0; number--)
      await rename(number === 1 ? target : `${target}.${number - 1}`, `${target}.${number}`);
  });
}

/**
 * Reason why a file is not private enough to hold a secret, with the command that fixes it; undefined for a private
 * one.
 */
export function permissionProblem(path: string, stats: Pick<Stats, 'mode'>): string | undefined {
  if ((stats.mode & 0o077) === 0) return undefined;
  return `${path} can be read by others: run chmod 600 ${shellQuote(path)}`;
}

export async function readPrivateText(path: string): Promise<string> {
  const open = permissionProblem(path, await stat(path));
  if (open) throw new Error(open);
  return readRegularFile(path, {maxBytes: 2 ** 20}).catch(error => {
    throw error instanceof UnusableFileError ? new UnusableFileError(`${path} ${error.message}`) : error;
  });
}
