/**
 * Private files: created 0600 in 0700 folders, written beside and renamed, so that a kill at any moment leaves the old
 * content or the new one, never half of it.
 */
import type {Stats} from 'node:fs';
import {appendFile, mkdir, open, readFile, rename, rm, stat, writeFile} from 'node:fs/promises';
import {dirname, join, parse} from 'node:path';

/**
 * Writes a private file that was not there: a name that is taken gets a number. Resolves with its path.
 * @param name `report.json`, in the folder, which exists
 */
export async function saveNew(folder: string, name: string, text: string): Promise<string> {
  const {name: stem, ext} = parse(name);
  for (let number = 1; ; number++) {
    const path = join(folder, number === 1 ? name : `${stem}-${number}${ext}`);
    try {
      await writeFile(path, text, {mode: 0o600, flag: 'wx'});
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
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
  /** Adds to the end of a file. A file that has grown to the limit is numbered first, and a new one begun. */
  append(path: string, text: string, limit?: Rotation): Promise<void>;
  remove(path: string): Promise<void>;
}

const missing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Files below one folder; paths are relative to it. */
export function filesIn(root: string): FilePort {
  let counter = 0;
  const prepare = (path: string) => mkdir(dirname(path), {recursive: true, mode: 0o700});
  return {
    async read(path) {
      try {
        return await readFile(join(root, path), 'utf8');
      } catch (error) {
        if (missing(error)) return undefined;
        throw error;
      }
    },
    async write(path, text) {
      const target = join(root, path);
      await prepare(target);
      // Two consoles may write the same file: each writes its own neighbour, and the last rename wins whole.
      const beside = `${target}.${process.pid}.${counter++}`;
      const file = await open(beside, 'wx', 0o600);
      try {
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      try {
        await rename(beside, target);
      } catch (error) {
        await rm(beside, {force: true});
        throw error;
      }
    },
    async append(path, text, limit) {
      const target = join(root, path);
      await prepare(target);
      if (limit) await rotate(target, limit);
      await appendFile(target, text, {mode: 0o600});
    },
    async remove(path) {
      await rm(join(root, path), {force: true});
    },
  };
}

async function rotate(target: string, {bytesAtMost, older}: Rotation): Promise<void> {
  const size = await stat(target).then(
    stats => stats.size,
    error => {
      if (missing(error)) return 0;
      throw error;
    },
  );
  if (size < bytesAtMost) return;
  for (let number = older; number > 0; number--) {
    const from = number === 1 ? target : `${target}.${number - 1}`;
    try {
      await rename(from, `${target}.${number}`);
    } catch (error) {
      // Not so many yet; or another console has just done it.
      if (!missing(error)) throw error;
    }
  }
}

/** Why a file is not private enough to hold a secret, with the command that mends it; undefined when it is. */
export function tooOpen(path: string, stats: Pick<Stats, 'mode'>): string | undefined {
  if ((stats.mode & 0o077) === 0) return undefined;
  return `${path} can be read by others: run chmod 600 '${path.replaceAll("'", `'\\''`)}'`;
}

export async function privateText(path: string): Promise<string> {
  const open = tooOpen(path, await stat(path));
  if (open) throw new Error(open);
  return readFile(path, 'utf8');
}
