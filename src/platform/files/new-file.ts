/** New files of the user's: each gets its name when it is complete, and never replaces another file. */
import {link, open, readdir, rename, rm, stat, unlink, writeFile} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {isProcessRunning} from '../process/process-alive.ts';
import {fittingName} from './file-name.ts';
import {isNotFound, isOlder, tempNameStart, tempPathBeside, touch} from './temp-files.ts';

/** A file that is being written beside its name. */
export interface NewFile {
  /** The file with the bytes so far. */
  readonly partPath: string;
  write(data: string | Uint8Array): Promise<void>;
  /**
   * Completes the file and gives it its name, or another one. Resolves with false when another file has that name: then
   * the part stays, for another name or until it is discarded.
   * @throws errors of the disk, some of which arrive only now; the part is deleted then
   */
  commit(path?: string): Promise<boolean>;
  /** Deletes the part. An error of this is not reported: it must not hide the error that led to it. */
  discard(): Promise<void>;
}

/** @param options `mode`: the permissions, from which the user's mask removes some */
export async function createExclusive(path: string, {mode}: {readonly mode: number}): Promise<NewFile> {
  const partPath = tempPathBeside(path, '.part');
  const file = await open(partPath, 'wx', mode);
  let isClosed = false;
  let hasWritten = false;
  // A download may wait for its next bytes for longer than an abandoned part counts as written.
  const heartbeat = setInterval(() => {
    if (!hasWritten) void touch(partPath).catch(() => {});
    hasWritten = false;
  }, partStaleMs / 4);
  async function discard(): Promise<void> {
    clearInterval(heartbeat);
    await file.close().catch(() => {});
    await rm(partPath, {force: true}).catch(() => {});
  }
  return {
    partPath,
    write(data) {
      hasWritten = true;
      return file.appendFile(data);
    },
    async commit(finalPath = path) {
      try {
        if (!isClosed) {
          await file.sync();
          await file.close();
          isClosed = true;
          clearInterval(heartbeat);
        }
        return await moveIfFree(partPath, finalPath);
      } catch (error) {
        await discard();
        throw error;
      }
    },
    discard,
  };
}

/** A part that was not written or touched for this time has no running writer, or one that is suspended. */
const partStaleMs = 2000;

const partPattern = /^(\d+)\.[0-9a-z]{8}\.part$/;

/**
 * Removes the parts of a file that killed processes left; resolves with their size in bytes, undefined without such
 * parts. A part stays while its process runs, even a suspended one. A process of another machine or of another
 * container is known only by the time of its part.
 */
export async function removeAbandonedParts(path: string): Promise<number | undefined> {
  const folder = dirname(path);
  const prefix = tempNameStart(path);
  let bytes: number | undefined;
  for (const name of await readdir(folder)) {
    const partPath = join(folder, name);
    const pid = name.startsWith(prefix) ? partPattern.exec(name.slice(prefix.length))?.[1] : undefined;
    if (pid === undefined) continue;
    // A container gives the same numbers at every start, so the number of this process may be that of an ended one.
    if (Number(pid) !== process.pid && isProcessRunning(Number(pid))) continue;
    if (!(await isOlder(partPath, partStaleMs))) continue;
    const size = await removeWithSize(partPath);
    if (size !== undefined) bytes = (bytes ?? 0) + size;
  }
  return bytes;
}

/** Removes a file; resolves with its size in bytes, undefined if another process removed it first. */
async function removeWithSize(path: string): Promise<number | undefined> {
  try {
    const {size} = await stat(path);
    await unlink(path);
    return size;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** A text, or the pieces of a text that is too long to build at once. */
export type TextOrPieces = string | Iterable<string>;

/**
 * Writes a new private file: if its name is taken, it gets a number. Resolves with its path.
 * @param name `report.json`, in the folder, which exists
 * @throws errors of writing, or the reason of an abort
 */
export async function writeNewFile(
  folder: string,
  name: string,
  text: TextOrPieces,
  signal?: AbortSignal,
): Promise<string> {
  const file = await createExclusive(join(folder, name), {mode: 0o600});
  try {
    for (const piece of typeof text === 'string' ? [text] : text) {
      await file.write(piece);
      signal?.throwIfAborted();
    }
    return await commitUnderFreeName(file, join(folder, name));
  } catch (error) {
    await file.discard();
    throw error;
  }
}

/**
 * Completes a file under its name, or under a numbered one if that is taken: `report-2.json`. Resolves with its path.
 * @throws errors of the disk
 */
export async function commitUnderFreeName(file: NewFile, path: string): Promise<string> {
  for (let number = 1; ; number++) {
    const name = fittingName(basename(path), number === 1 ? '' : `-${number}`);
    const freePath = join(dirname(path), name);
    if (await file.commit(freePath)) return freePath;
  }
}

/**
 * A link, unlike a rename, never replaces a file that appeared meanwhile; on a file system without links, an empty file
 * reserves the name.
 */
async function moveIfFree(partPath: string, path: string): Promise<boolean> {
  const linked = await createOutcome(link(partPath, path));
  if (linked === 'taken') return false;
  if (linked === 'made') {
    // The file is complete, so another name is not needed even if the second name can't be removed.
    await rm(partPath, {force: true}).catch(() => {});
    return true;
  }
  const reserved = await createOutcome(writeFile(path, '', {mode: 0o600, flag: 'wx'}));
  if (reserved === 'taken') return false;
  if (reserved !== 'made') throw reserved.error;
  try {
    await rename(partPath, path);
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
