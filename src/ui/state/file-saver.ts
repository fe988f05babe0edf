/** Writes the files that users request; slow writes can be canceled. */
import {type TextOrPieces, writeNewFile} from '../../platform/files/private-files.ts';

export interface FileSaver {
  /**
   * Writes a new private file in the user's folder; resolves with its path.
   * @throws a write error, or an error after a cancellation
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
      const work = writeNewFile(folder ?? process.cwd(), name, text, ending.signal);
      running.set(work, name);
      try {
        return await work;
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
