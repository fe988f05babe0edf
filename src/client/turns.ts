/**
 * Large answers are understood one at a time, each in a turn of the event loop of its own: eight pages that arrive
 * together would otherwise be read in a row, and a key that was pressed meanwhile waits for all of them.
 */

/** Bytes of an answer that is read in a tenth of a frame, and so at once. */
const small = 32 * 1024;

export class Turns {
  #last: Promise<void> | undefined;

  /** Resolves when an answer of so many bytes may be read; `undefined` for at once. */
  next(bytes: number): Promise<void> | undefined {
    if (bytes <= small) return undefined;
    const turn = (this.#last ?? Promise.resolve()).then(() => new Promise<void>(resolve => setImmediate(resolve)));
    this.#last = turn;
    return turn;
  }
}
