/** Temporary files beside their target. */
import {readdir, rm, stat, utimes, writeFile} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {fittingStart} from './file-name.ts';

export const isNotFound = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/**
 * A path that no other process writes to: process numbers repeat, in containers at every start.
 * @param ending of the name: `.part`
 */
export function tempPathBeside(target: string, ending = ''): string {
  const random = Math.random().toString(36).slice(2, 10).padEnd(8, '0');
  return join(dirname(target), `${tempNameStart(target)}${process.pid}.${random}${ending}`);
}

/** Bytes that the ending of a temporary name has at most: two numbers, one of them a process's, and `.part`. */
const maxTempEndingBytes = 32;

/** The start of all names that `tempPathBeside` makes for a file. */
export const tempNameStart = (target: string): string => `${fittingStart(basename(target), maxTempEndingBytes)}.`;

/** Age at which a temporary neighbor counts as abandoned by its writer, in milliseconds. */
const abandonedAfterMs = 3_600_000;

/** Names that `tempPathBeside` makes of a file's, of that of its lock, or of another such name. */
const tempNamePattern = /^(?:lock\.|\d+\.[0-9a-z]{8}\.)*\d+\.[0-9a-z]{1,8}$/;

/** Removes temporary files that killed writers left beside a file. */
export async function removeAbandoned(target: string): Promise<void> {
  const folder = dirname(target);
  const prefix = tempNameStart(target);
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
export async function isOlder(path: string, ageMs: number): Promise<boolean> {
  try {
    const {mtimeMs} = await stat(path);
    const isWithin = (now: number): boolean => Math.abs(now - mtimeMs) <= ageMs;
    return !(isWithin(Date.now()) || isWithin(await fileSystemTime(path)));
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

/** Sets the time of a file to now. */
export async function touch(path: string): Promise<void> {
  const now = new Date(await fileSystemTime(path));
  await utimes(path, now, now);
}

/** Current time of the file system that holds a file, milliseconds since 1970. */
export async function fileSystemTime(path: string): Promise<number> {
  const probe = tempPathBeside(path);
  try {
    await writeFile(probe, '', {mode: 0o600, flag: 'wx'});
    return (await stat(probe)).mtimeMs;
  } finally {
    await rm(probe, {force: true});
  }
}
