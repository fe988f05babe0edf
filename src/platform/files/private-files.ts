/**
 * Private files: created 0600 in 0700 folders, written beside and renamed, so that a kill at any moment leaves the old
 * content or the new one, never half of it.
 */
import type {Stats} from 'node:fs';
import {type FileHandle, lstat, mkdir, open, rename, rm, stat} from 'node:fs/promises';
import {dirname, join, relative} from 'node:path';
import {shellQuote} from '../text/shell-quote.ts';
import {withLock} from './file-lock.ts';
import {quarantine} from './quarantine.ts';
import {openToAppend, type ReadLimits, readRegularFile, refuseDevice, UnusableFileError} from './regular-file.ts';
import {isNotFound, removeAbandoned, tempPathBeside} from './temp-files.ts';

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
  /** Runs work while no other process runs such work on the same file. The work must not call `update` for this file. */
  withLock<T>(path: string, work: () => Promise<T>): Promise<T>;
}

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
    const existing = await lstat(target).catch(error => {
      if (!isNotFound(error)) throw error;
    });
    if (existing) refuseDevice(existing);
    // Two consoles may write the same file: each writes its own neighbor, and the last rename wins whole.
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
      await withLock(target, async () => write(path, await change(await read(path))));
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
  const pending = new Map<string, Promise<unknown>>();
  function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
    const result = (pending.get(path) ?? Promise.resolve()).then(work);
    pending.set(
      path,
      result.catch(() => {}),
    );
    return result;
  }
  return {
    read: async path => texts.get(path),
    write: async (path, text) => void texts.set(path, text),
    update: (path, change) => withLock(path, async () => void texts.set(path, await change(texts.get(path)))),
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
    withLock,
  };
}

/** True when the last line lacks its newline. */
async function lacksFinalNewline(file: FileHandle): Promise<boolean> {
  const {size} = await file.stat();
  if (size === 0) return false;
  const {buffer} = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] !== 0x0a;
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
  const problem = permissionProblem(path, await stat(path));
  if (problem !== undefined) throw new Error(problem);
  return readRegularFile(path, {maxBytes: 2 ** 20}).catch(error => {
    throw error instanceof UnusableFileError ? new UnusableFileError(`${path} ${error.message}`) : error;
  });
}
