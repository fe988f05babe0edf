/**
 * Turns of the event loop, one for each piece of work. Without them, eight pages that arrive together and the steps of
 * long work would run in a single turn, and a key that was pressed meanwhile would wait for them all.
 */

const turnQueue: (() => void)[] = [];

/** Resolves in its own turn, after keys, paints and sockets. Callers resolve in the order of their calls. */
export function yieldTurn(): Promise<void> {
  return new Promise(resolve => {
    if (turnQueue.push(resolve) === 1) setImmediate(runTurn);
  });
}

function runTurn(): void {
  turnQueue.shift()?.();
  // Microtasks that this piece of work starts run before the next piece.
  if (turnQueue.length > 0) queueMicrotask(() => setImmediate(runTurn));
}

/** Maximum size of a response that is read at once; reading takes at most a tenth of a frame. */
const maxImmediateBytes = 32 * 1024;

/** Resolves when a response of this size may be read; `undefined` means at once. */
export const yieldBeforeReading = (bytes: number): Promise<void> | undefined =>
  bytes <= maxImmediateBytes ? undefined : yieldTurn();
