/**
 * Reads files that may have become anything: a pipe without a writer, a device without end, a folder, a file of another
 * user, a file that has grown without limit.
 */
import {constants, type Stats} from 'node:fs';
import {type FileHandle, open, stat} from 'node:fs/promises';
import {errorMessage} from '../text/error-message.ts';

/** Bytes. No file that Skydeck writes comes near this. */
const defaultMaxBytes = 64 * 2 ** 20;

/** Reason why a file can't be read, independent of its content. */
export class UnusableFileError extends Error {
  /** The file belongs to another user, who may want to keep it. */
  readonly isForeign: boolean;

  constructor(message: string, {isForeign = false}: {isForeign?: boolean} = {}) {
    super(message);
    this.isForeign = isForeign;
  }
}

/**
 * Keeps a device, such as `/dev/null`, from being renamed or replaced, which root could do.
 * @throws UnusableFileError
 */
export function refuseDevice(stats: Pick<Stats, 'isCharacterDevice' | 'isBlockDevice'>): void {
  if (stats.isCharacterDevice() || stats.isBlockDevice()) throw new UnusableFileError('is a device, not a file');
}

/** The reason why a file can't be read, as the end of a sentence about it: "doesn't exist". */
export function unreadableReason(error: unknown): string {
  if (error instanceof UnusableFileError) return error.message;
  const {code} = error as NodeJS.ErrnoException;
  return code === 'ENOENT' ? 'doesn’t exist' : `can’t be read (${code ?? errorMessage(error)})`;
}

export interface ReadLimits {
  readonly maxBytes?: number;
  /** True to refuse files of other users, except for root. */
  readonly isOwnOnly?: boolean;
}

/**
 * The text of a regular file. Never waits for a writer and never reads more than `maxBytes`.
 * @throws UnusableFileError, and errors of opening and reading
 */
export async function readRegularFile(path: string, limits: ReadLimits = {}): Promise<string> {
  // Opening a device may have an effect, so the name is checked first, and again once it is open.
  assertUsable(await stat(path), limits);
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    assertUsable(await file.stat(), limits);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/** Opens a regular file to add to its end; a missing file is created. */
export async function openToAppend(path: string, limits: ReadLimits): Promise<FileHandle> {
  const file = await open(
    path,
    constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0),
    0o600,
  );
  try {
    assertUsable(await file.stat(), {...limits, maxBytes: Number.POSITIVE_INFINITY});
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

function assertUsable(stats: Stats, {maxBytes = defaultMaxBytes, isOwnOnly = false}: ReadLimits): void {
  if (!stats.isFile()) throw new UnusableFileError('is not a regular file');
  if (stats.size > maxBytes) throw new UnusableFileError(`has ${stats.size} bytes, and at most ${maxBytes} are read`);
  if (isOwnOnly && isForeign(stats))
    throw new UnusableFileError(`belongs to another user (${stats.uid})`, {isForeign: true});
}

/** True when a user other than this one or root owns the file. */
function isForeign({uid}: Stats): boolean {
  const user = process.geteuid?.();
  return user !== undefined && uid !== user && uid !== 0;
}
