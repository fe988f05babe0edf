/** New files of the user's: each gets its name when it is complete, and never replaces another file. */
import {link, open, rename, rm, writeFile} from 'node:fs/promises';
import {join, parse} from 'node:path';
import {tempPathBeside} from './temp-files.ts';

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
  const partPath = `${tempPathBeside(path)}.part`;
  const file = await open(partPath, 'wx', mode);
  let isClosed = false;
  async function discard(): Promise<void> {
    await file.close().catch(() => {});
    await rm(partPath, {force: true}).catch(() => {});
  }
  return {
    partPath,
    write: data => file.appendFile(data),
    async commit(finalPath = path) {
      try {
        if (!isClosed) {
          await file.sync();
          await file.close();
          isClosed = true;
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
    const {name: stem, ext} = parse(name);
    for (let number = 1; ; number++) {
      const path = join(folder, number === 1 ? name : `${stem}-${number}${ext}`);
      if (await file.commit(path)) return path;
    }
  } catch (error) {
    await file.discard();
    throw error;
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
