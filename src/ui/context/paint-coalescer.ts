/**
 * Paints that nobody asked for: rows that arrive, counts, ages. While keys follow upon each other they go along with the
 * next one, in its frame: one of their own would come between the keys, and cost the line what both together do.
 */
import type {ConsoleClock} from './console-context.ts';

export interface PaintCoalescer {
  /** At once, with the next key, or after a moment without one. The same function runs once, however often it is asked for. */
  paint(run: () => void): void;
  /** Does what a key asks for, and then what has waited for it. */
  runKey(work: () => void): void;
  /** Nobody sees it any more. */
  stop(): void;
}

/** Keys that come sooner than this after one another are one movement, milliseconds; nothing waits longer. */
const MAX_PAINT_DELAY_MS = 40;

/** Everything at once, where nobody waits for anything. */
export const immediate: PaintCoalescer = {
  paint: run => run(),
  runKey: work => work(),
  stop() {},
};

/** @param batch folds what is painted into one frame */
export function createPaintCoalescer(clock: ConsoleClock, batch: (work: () => void) => void): PaintCoalescer {
  const pending = new Set<() => void>();
  let isRunningKey = false;
  let lastKeyAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | undefined;

  function stop(): void {
    cancel?.();
    cancel = undefined;
    pending.clear();
  }
  function paintAll(): void {
    const all = [...pending];
    stop();
    for (const run of all) run();
  }
  return {
    paint(run) {
      // What a key leads to is asked for, and what has nothing to wait for does not wait.
      if (isRunningKey || Math.abs(clock.now() - lastKeyAt) >= MAX_PAINT_DELAY_MS) run();
      else {
        pending.add(run);
        cancel ??= clock.schedule(MAX_PAINT_DELAY_MS, () => batch(paintAll));
      }
    },
    runKey(work) {
      isRunningKey = true;
      try {
        work();
      } finally {
        isRunningKey = false;
        lastKeyAt = clock.now();
      }
      if (pending.size > 0) paintAll();
    },
    stop,
  };
}
