/**
 * Files of the user's own machine, as bytes: checked before one of them leaves, streamed so that memory stays flat, and
 * never half written under their name.
 */
import {constants} from 'node:fs';
import {access, type FileHandle, lstat, open, stat} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {fittingName} from './file-name.ts';
import {commitUnderFreeName, createExclusive} from './new-file.ts';
import {resolveTypedPath} from './xdg-paths.ts';

/** Problem of a file, in one sentence that names it. */
export class UserFileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UserFileError';
  }
}

/** A file as it was when it was checked. */
export interface LocalFile {
  /** Absolute. */
  readonly path: string;
  /** The last part of the path. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** The first bytes, which identify the file's type. */
  readonly firstBytes: Uint8Array;
}

/** Bytes per piece. */
const chunkBytes = 256 * 1024;
const firstBytesLength = 16;

/** @throws UserFileError when the file is missing, isn't a regular file, or can't be read */
export async function inspectFile(input: string): Promise<LocalFile> {
  const path = resolveTypedPath(input);
  const name = basename(path);
  // The type is checked before opening: opening a pipe would wait for a writer.
  const stats = await stat(path).catch((error: unknown) => {
    throw toUserFileError(error, name, {typedPath: input.trim()});
  });
  if (stats.isDirectory()) throw new UserFileError(`${name} is a folder`);
  if (!stats.isFile()) throw new UserFileError(`${name} isn’t a regular file`);
  const file = await openForRead(path, name);
  try {
    const {buffer, bytesRead} = await file.read(Buffer.alloc(firstBytesLength), 0, firstBytesLength, 0);
    return {path, name, size: stats.size, firstBytes: buffer.subarray(0, bytesRead)};
  } finally {
    await file.close();
  }
}

/** Content of a text file of the user's, or of a pipe. @throws UserFileError */
export const readUserText = (input: string): Promise<string> =>
  decodeText(readChunks(resolveTypedPath(input), input), input);

/** MB; many times the size of any text that the API accepts. */
const maxTextMegabytes = 16;

/** Decodes bytes that must be text; the byte order mark that some editors write is dropped. @throws UserFileError */
export async function decodeText(bytes: AsyncIterable<Uint8Array>, name: string): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > maxTextMegabytes * 1024 ** 2)
      throw new UserFileError(`${name} is too long: a text has ${maxTextMegabytes} MB at most`);
    pieces.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', {fatal: true}).decode(Buffer.concat(pieces));
  } catch {
    throw new UserFileError(`${name} isn’t UTF-8 text`);
  }
}

/** The bytes of a file, piece by piece; opened with the first one. @throws UserFileError */
export async function* readChunks(path: string, name = basename(path)): AsyncGenerator<Uint8Array> {
  const file = await openForRead(path, name);
  try {
    for (;;) {
      // A buffer of its own for each piece: the connection may still hold the one before.
      const {buffer, bytesRead} = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } catch (error) {
    throw toUserFileError(error, name);
  } finally {
    await file.close();
  }
}

/** A file that is being written; it has its name when it is whole. */
export interface FileWriter {
  /** Absolute. */
  readonly path: string;
  write(data: string | Uint8Array): Promise<void>;
  /**
   * Completes the file: it gets its name. @throws UserFileError when the disk refuses it; when the name was taken
   * meanwhile, the content gets a numbered name, which the error names
   */
  commit(): Promise<void>;
  /** Deletes the file with everything written so far; after `commit` it does nothing. */
  discard(): Promise<void>;
}

/**
 * Checks that a file can be saved here: no file has this name yet, and the folder can be written to. Resolves with its
 * absolute path, whose name is shortened if it's too long.
 * @throws UserFileError
 */
export async function assertWritable(input: string): Promise<string> {
  const typedPath = resolveTypedPath(input);
  const folder = dirname(typedPath);
  const path = join(folder, fittingName(basename(typedPath)));
  const problem = await takenNameProblem(path);
  if (problem !== undefined) throw new UserFileError(`${basename(path)} ${problem}`);
  const parent = await stat(folder).catch(() => undefined);
  if (!parent?.isDirectory()) throw new UserFileError(`no such folder: ${folder}`);
  await access(folder, constants.W_OK).catch(() => {
    throw new UserFileError(`${folder} is not writable`);
  });
  return path;
}

/** The reason why a new file can't have this name; undefined if it can. */
async function takenNameProblem(path: string): Promise<string | undefined> {
  const [target, entry] = await Promise.all([stat, lstat].map(read => read(path).catch(() => undefined)));
  if (target?.isDirectory()) return 'is a folder. Add the name of a file';
  if (target) return 'exists. Choose another name';
  // A link without a target takes the name as well, so that the file would get another one.
  return entry?.isSymbolicLink() ? 'is a link to a missing file. Choose another name' : undefined;
}

/**
 * Writes beside the name, so that a download that was cut short is never taken for the whole.
 * @param options `mode`: the permissions, from which the user's mask removes some
 * @throws UserFileError
 */
export async function openFileWriter(
  input: string,
  {mode = 0o666}: {readonly mode?: number} = {},
): Promise<FileWriter> {
  const path = await assertWritable(input);
  const name = basename(path);
  const fail = (error: unknown): never => {
    throw toUserFileError(error, name, {isWrite: true});
  };
  const file = await createExclusive(path, {mode}).catch(fail);
  let isEnded = false;
  return {
    path,
    write: data => file.write(data).catch(fail),
    async commit() {
      isEnded = true;
      const savedPath = await commitUnderFreeName(file, path).catch(fail);
      if (savedPath !== path)
        throw new UserFileError(`${name} was created by another program; the content is in ${savedPath}`);
    },
    async discard() {
      if (!isEnded) await file.discard();
    },
  };
}

const openForRead = (path: string, name: string): Promise<FileHandle> =>
  open(path, 'r').catch((error: unknown) => {
    throw toUserFileError(error, name);
  });

/** Codes of a path that leads nowhere: the mistake may be in any part of it, so it is shown as it was typed. */
const missingCodes: readonly string[] = ['ENOENT', 'ENOTDIR'];

/** @param verb the participle after “can’t be” */
const reasonTexts: Readonly<Record<string, (name: string, verb: 'read' | 'written') => string>> = {
  EACCES: (name, verb) => `${name} can’t be ${verb}: permission denied`,
  EPERM: (name, verb) => `${name} can’t be ${verb}: permission denied`,
  EISDIR: name => `${name} is a folder`,
  ENOSPC: name => `disk full: can’t write ${name}`,
  EDQUOT: name => `disk full: can’t write ${name}`,
  EROFS: name => `${name} can’t be written: the disk is read-only`,
  EFBIG: name => `${name} is larger than the disk takes`,
};

function toUserFileError(
  error: unknown,
  name: string,
  {typedPath = name, isWrite = false}: {readonly typedPath?: string; readonly isWrite?: boolean} = {},
): unknown {
  const {code, message} = error as NodeJS.ErrnoException;
  if (error instanceof UserFileError || code === undefined) return error;
  if (missingCodes.includes(code)) return new UserFileError(`no such file: ${typedPath}`);
  return new UserFileError(reasonTexts[code]?.(name, isWrite ? 'written' : 'read') ?? `${name}: ${message}`);
}
