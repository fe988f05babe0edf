/**
 * Paints that nobody asked for: rows that arrive, counts, ages. While keys follow upon each other they go along with the
 * next one, in its frame: one of their own would come between the keys, and cost the line what both together do.
 */
import type {DeckClock} from './deck.ts';

export interface Unasked {
  /** At once, with the next key, or after a moment without one. The same function runs once, however often it is asked for. */
  paint(run: () => void): void;
  /** Does what a key asks for, and then what has waited for it. */
  answer(work: () => void): void;
  /** Nobody sees it any more. */
  stop(): void;
}

/** Keys that come sooner than this after one another are one movement, milliseconds; nothing waits longer. */
const MOVEMENT = 40;

/** Everything at once, where nobody waits for anything. */
export const atOnce: Unasked = {
  paint: run => run(),
  answer: work => work(),
  stop() {},
};

/** @param batch folds what is painted into one frame */
export function createUnasked(clock: DeckClock, batch: (work: () => void) => void): Unasked {
  const waiting = new Set<() => void>();
  let answering = false;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | undefined;

  function stop(): void {
    cancel?.();
    cancel = undefined;
    waiting.clear();
  }
  function paintAll(): void {
    const all = [...waiting];
    stop();
    for (const run of all) run();
  }
  return {
    paint(run) {
      // What a key leads to is asked for, and what has nothing to wait for does not wait.
      if (answering || Math.abs(clock.now() - answeredAt) >= MOVEMENT) run();
      else {
        waiting.add(run);
        cancel ??= clock.schedule(MOVEMENT, () => batch(paintAll));
      }
    },
    answer(work) {
      answering = true;
      try {
        work();
      } finally {
        answering = false;
        answeredAt = clock.now();
      }
      if (waiting.size > 0) paintAll();
    },
    stop,
  };
}
