/** Writes the files that users request; slow writes can be canceled. */
import {basename, dirname} from 'node:path';
import {type TextOrPieces, writeNewFile} from '../../platform/files/new-file.ts';
import {isNotFound} from '../../platform/files/temp-files.ts';
import {resolveTypedPath} from '../../platform/files/xdg-paths.ts';

export interface FileSaver {
  /**
   * Writes a new private file in the user's folder, or in the folder of a path; resolves with its path.
   * @throws a write error, such as a missing folder, or an error after a cancellation
   */
  save(name: string, text: TextOrPieces): Promise<string>;
  /** Files that are being written, by the names the user gave. */
  names(): readonly string[];
  /** Cancels the files that are being written and resolves when their partial data is removed. */
  end(): Promise<void>;
}

/** @param folder default: the folder where the program was started */
export function createFileSaver(folder?: string): FileSaver {
  const ending = new AbortController();
  const running = new Map<Promise<string>, string>();
  return {
    async save(name, text) {
      const path = resolveTypedPath(name, folder);
      const work = writeNewFile(dirname(path), basename(path), text, ending.signal);
      running.set(work, name);
      try {
        return await work;
      } catch (error) {
        throw isNotFound(error) ? new Error(`no such folder: ${dirname(path)}`, {cause: error}) : error;
      } finally {
        running.delete(work);
      }
    },
    names: () => [...running.values()],
    async end() {
      ending.abort(new Error('the program ended'));
      await Promise.allSettled(running.keys());
    },
  };
}
