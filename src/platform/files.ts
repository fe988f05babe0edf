/**
 * Private files: created 0600 in 0700 folders, written beside and renamed, so that a kill at any moment leaves the old
 * content or the new one, never half of it.
 */
import type {Stats} from 'node:fs';
import {appendFile, mkdir, open, readFile, rename, rm, stat} from 'node:fs/promises';
import {dirname, join} from 'node:path';

export interface FilePort {
  /** The text of a file; undefined when there is none. */
  read(path: string): Promise<string | undefined>;
  /** Replaces a file as a whole, or leaves it as it was. */
  write(path: string, text: string): Promise<void>;
  append(path: string, text: string): Promise<void>;
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
    async append(path, text) {
      const target = join(root, path);
      await prepare(target);
      await appendFile(target, text, {mode: 0o600});
    },
    async remove(path) {
      await rm(join(root, path), {force: true});
    },
  };
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
