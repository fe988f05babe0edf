/**
 * Turns of the event loop, one for each piece of work. Without them, eight pages that arrive together and the steps of
 * long work would run in a single turn, and a key that was pressed meanwhile would wait for them all.
 */

const turnQueue: (() => void)[] = [];

/** Resolves in a turn of its own, after keys, paints and sockets had theirs. First come, first served. */
export function yieldTurn(): Promise<void> {
  return new Promise(resolve => {
    if (turnQueue.push(resolve) === 1) setImmediate(runTurn);
  });
}

function runTurn(): void {
  turnQueue.shift()?.();
  // Work that this piece leads to at once comes before the next piece.
  if (turnQueue.length > 0) queueMicrotask(() => setImmediate(runTurn));
}

/** Bytes of an answer that is read in a tenth of a frame, and so at once. */
const maxImmediateBytes = 32 * 1024;

/** Resolves when an answer of so many bytes may be read; `undefined` for at once. */
export const yieldBeforeReading = (bytes: number): Promise<void> | undefined =>
  bytes <= maxImmediateBytes ? undefined : yieldTurn();

/** Milliseconds of such work that a key may have to wait for. */
const maxSliceMs = 1;

/**
 * Does work whose steps are short, and gives way to keys in between.
 * @param now milliseconds
 */
export async function runCooperatively<T>(work: Generator<void, T>, now: () => number): Promise<T> {
  for (let until = now() + maxSliceMs; ; ) {
    const {done, value} = work.next();
    if (done) return value;
    if (now() < until) continue;
    await yieldTurn();
    until = now() + maxSliceMs;
  }
}
