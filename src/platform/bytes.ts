/**
 * Files of the user's own machine, as bytes: looked at before one of them leaves, streamed so that memory stays flat, and
 * never half written under their name.
 */
import {constants} from 'node:fs';
import {access, type FileHandle, link, open, rename, rm, stat} from 'node:fs/promises';
import {basename, dirname} from 'node:path';
import {typedPath} from './paths.ts';

/** What is wrong with a file, in one sentence that names it. */
export class FileProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FileProblem';
  }
}

/** A file as it was when it was looked at. */
export interface LocalFile {
  /** Absolute. */
  readonly path: string;
  /** The last part of the path. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** The first bytes, by which kinds of files are told apart. */
  readonly head: Uint8Array;
}

/** Bytes per piece. */
const piece = 256 * 1024;
const headSize = 16;

/** @throws FileProblem when there is no such file, it is no plain file, or it cannot be read */
export async function lookAt(typed: string): Promise<LocalFile> {
  const path = typedPath(typed);
  const name = basename(path);
  // Asked before it is opened: opening a pipe would wait for whoever writes to it.
  const found = await stat(path).catch((error: unknown) => {
    throw problemOf(error, name);
  });
  if (found.isDirectory()) throw new FileProblem(`${name} is a folder`);
  if (!found.isFile()) throw new FileProblem(`${name} is no plain file`);
  const file = await opened(path, name);
  try {
    const {buffer, bytesRead} = await file.read(Buffer.alloc(headSize), 0, headSize, 0);
    return {path, name, size: found.size, head: buffer.subarray(0, bytesRead)};
  } finally {
    await file.close();
  }
}

/** What is in a text of the user's, a pipe's too. @throws FileProblem */
export const textOf = (typed: string): Promise<string> => textIn(bytesOf(typedPath(typed), typed), typed);

/** MB; many times what the API takes of any text. */
const textAtMost = 16;

/** Bytes as the text that they must be; the mark that some editors put before it is no part of it. @throws FileProblem */
export async function textIn(bytes: AsyncIterable<Uint8Array>, name: string): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const one of bytes) {
    size += one.length;
    if (size > textAtMost * 1024 ** 2)
      throw new FileProblem(`${name} is too long: a text has ${textAtMost} MB at most`);
    pieces.push(one);
  }
  try {
    return new TextDecoder('utf-8', {fatal: true}).decode(Buffer.concat(pieces));
  } catch {
    throw new FileProblem(`${name} is no text in UTF-8`);
  }
}

/** The bytes of a file, piece by piece; opened with the first one. @throws FileProblem */
export async function* bytesOf(path: string, name = basename(path)): AsyncGenerator<Uint8Array> {
  const file = await opened(path, name);
  try {
    for (;;) {
      // A buffer of its own for each piece: the connection may still hold the one before.
      const {buffer, bytesRead} = await file.read(Buffer.allocUnsafe(piece), 0, piece, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } catch (error) {
    throw problemOf(error, name);
  } finally {
    await file.close();
  }
}

/** A file that is being written; it has its name when it is whole. */
export interface Sink {
  /** Absolute. */
  readonly path: string;
  write(bytes: Uint8Array): Promise<void>;
  /** All of it is there: it gets its name. @throws FileProblem when that was taken meanwhile */
  keep(): Promise<void>;
  /** Nothing of it stays. */
  discard(): Promise<void>;
}

/** Where something can be saved: nothing is there yet, and the folder can be written to. @throws FileProblem */
export async function freePlace(typed: string): Promise<string> {
  const path = typedPath(typed);
  const folder = dirname(path);
  const found = await stat(path).catch(() => undefined);
  if (found) throw new FileProblem(`${basename(path)} is there already: choose another name`);
  const parent = await stat(folder).catch(() => undefined);
  if (!parent?.isDirectory()) throw new FileProblem(`there is no folder ${folder}`);
  await access(folder, constants.W_OK).catch(() => {
    throw new FileProblem(`${folder} cannot be written to`);
  });
  return path;
}

/** Writes beside the name, so that a download that was cut short is never taken for the whole. @throws FileProblem */
export async function openSink(typed: string): Promise<Sink> {
  const path = await freePlace(typed);
  const beside = `${path}.${process.pid}.part`;
  const file = await open(beside, 'wx').catch((error: unknown) => {
    throw problemOf(error, basename(beside));
  });
  return {
    path,
    async write(bytes) {
      try {
        await file.writeFile(bytes);
      } catch (error) {
        throw problemOf(error, basename(path));
      }
    },
    async keep() {
      await file.sync();
      await file.close();
      await named(beside, path);
    },
    async discard() {
      await file.close().catch(() => {});
      await rm(beside, {force: true});
    },
  };
}

/** A link, unlike a rename, never replaces a file that came there meanwhile. */
async function named(beside: string, path: string): Promise<void> {
  try {
    await link(beside, path);
    await rm(beside, {force: true});
  } catch (error) {
    const {code} = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new FileProblem(`${basename(path)} came to be there meanwhile; see ${beside}`);
    // File systems without links: what stands there is looked for once more.
    await freePlace(path);
    await rename(beside, path);
  }
}

const opened = (path: string, name: string): Promise<FileHandle> =>
  open(path, 'r').catch((error: unknown) => {
    throw problemOf(error, name);
  });

const reasons: Readonly<Record<string, (name: string) => string>> = {
  ENOENT: name => `there is no file ${name}`,
  ENOTDIR: name => `there is no file ${name}`,
  EACCES: name => `${name} cannot be read: it is not allowed`,
  EPERM: name => `${name} cannot be read: it is not allowed`,
  EISDIR: name => `${name} is a folder`,
  ENOSPC: name => `there is no room for ${name} on the disk`,
  EDQUOT: name => `there is no room for ${name} on the disk`,
  EROFS: name => `${name} cannot be written: the disk is read-only`,
  EFBIG: name => `${name} is larger than the disk takes`,
};

function problemOf(error: unknown, name: string): unknown {
  const {code, message} = error as NodeJS.ErrnoException;
  if (error instanceof FileProblem || code === undefined) return error;
  return new FileProblem(reasons[code]?.(name) ?? `${name}: ${message}`);
}
