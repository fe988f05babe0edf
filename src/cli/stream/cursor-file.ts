/**
 * `--cursor FILE`: the position of a stream of changes. The file is replaced as a whole, so that after a kill it
 * contains the old position or the new one.
 */

import {stat} from 'node:fs/promises';
import {basename, dirname, resolve} from 'node:path';
import {isObject} from '../../families/shape/json-object.ts';
import {holdLock, LockTakenError, maxAbandonedLockMs} from '../../platform/files/file-lock.ts';
import {filesIn} from '../../platform/files/private-files.ts';
import {errorMessage} from '../../platform/text/error-message.ts';
import {parseJson} from '../../platform/text/parse-json.ts';
import type {Clock} from '../../store/core/clock.ts';
import {UsageError} from '../io/command-errors.ts';

/** The delay before a failed write is retried, for example on a full disk. */
const retryMs = 5000;
const formatVersion = 1;

export interface CursorOptions {
  /** Undefined keeps the position in memory. */
  readonly path: string | undefined;
  /** The command line that the position belongs to: another command line would produce other changes. */
  readonly subject: string;
  readonly clock: Pick<Clock, 'schedule'>;
  readonly err: (text: string) => void;
}

/** Writes the position of a stream; simultaneous writes are combined. */
export class CursorFile {
  /** The content of the file at the start; undefined for a new file. */
  readonly stored: unknown;
  readonly isPersistent: boolean;
  readonly #options: CursorOptions;
  readonly #release: () => Promise<void>;
  #getPoint: () => unknown = () => undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #isClosing = false;
  #hasFailed = false;
  #retryNow: (() => void) | undefined;

  private constructor(options: CursorOptions, stored: unknown, release: () => Promise<void>) {
    this.#options = options;
    this.stored = stored;
    this.isPersistent = options.path !== undefined;
    this.#release = release;
  }

  /** @throws UsageError for a file that isn't a cursor, belongs to another command line, or is in use */
  static async open(options: CursorOptions): Promise<CursorFile> {
    const {path} = options;
    if (path === undefined) return new CursorFile(options, undefined, async () => {});
    const release = await lock(path);
    try {
      return new CursorFile(options, readPoint(await readText(path), options), release);
    } catch (error) {
      await release();
      throw error;
    }
  }

  /** @param getPoint returns the position at the time of a write */
  follow(getPoint: () => unknown): void {
    this.#getPoint = getPoint;
  }

  /** Resolves when the current position, or a later one, is in the file. */
  save(): Promise<void> {
    if (!this.isPersistent) return Promise.resolve();
    if (!this.#running) return this.#start();
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      return this.#start();
    });
    return this.#next;
  }

  /** Stops retrying: after this call, a failed write is not retried. */
  giveUp(): void {
    this.#isClosing = true;
    this.#retryNow?.();
  }

  /** Writes the last position, and releases the file. False if the position could not be written. */
  async close(): Promise<boolean> {
    this.giveUp();
    await this.save();
    await this.#release();
    return !this.#hasFailed;
  }

  #start(): Promise<void> {
    this.#running = this.#write().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #write(): Promise<void> {
    const {path = '', subject, clock, err} = this.#options;
    const files = filesIn(dirname(resolve(path)));
    for (;;) {
      try {
        const point = {skydeck: 'cursor', version: formatVersion, subject, point: this.#getPoint()};
        await files.write(basename(path), `${JSON.stringify(point)}\n`);
        if (this.#hasFailed) err(`The cursor ${path} is written again.\n`);
        this.#hasFailed = false;
        return;
      } catch (error) {
        if (!this.#hasFailed) err(`skydeck: Can’t write the cursor ${path}: ${errorMessage(error)}. Changes wait.\n`);
        this.#hasFailed = true;
        if (this.#isClosing) return;
        await new Promise<void>(resolve => {
          const cancel = clock.schedule(retryMs, resolve);
          this.#retryNow = () => {
            cancel();
            resolve();
          };
        });
        this.#retryNow = undefined;
      }
    }
  }
}

async function lock(path: string): Promise<() => Promise<void>> {
  const folder = dirname(resolve(path));
  const isFolder = await stat(folder).then(
    stats => stats.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new UsageError(`--cursor: the folder ${folder} doesn’t exist`);
  try {
    return await holdLock(resolve(path), maxAbandonedLockMs);
  } catch (error) {
    if (error instanceof LockTakenError)
      throw new UsageError(`--cursor: another Skydeck uses ${path}. Use a file for each stream`);
    throw new UsageError(`--cursor: can’t write ${path}: ${errorMessage(error)}`);
  }
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await filesIn(dirname(resolve(path))).read(basename(path));
  } catch (error) {
    throw new UsageError(`--cursor: can’t read ${path}: ${errorMessage(error)}`);
  }
}

function readPoint(text: string | undefined, {path, subject}: CursorOptions): unknown {
  if (text === undefined || text === '') return undefined;
  const content = parseJson(text);
  if (!isObject(content) || content.skydeck !== 'cursor')
    throw new UsageError(`--cursor: ${path} is not a cursor of Skydeck. Use another file`);
  if (content.version !== formatVersion)
    throw new UsageError(`--cursor: another version of Skydeck has written ${path}. Use another file`);
  if (content.subject !== subject)
    throw new UsageError(`--cursor: ${path} belongs to "${content.subject}", not to "${subject}". Use another file`);
  return content.point;
}
