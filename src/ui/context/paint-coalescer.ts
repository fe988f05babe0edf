/**
 * Background paints: arriving rows, counts, ages. While keys follow each other quickly, such paints wait for the next
 * key's frame: a frame of their own would come between the keys and send as many bytes as both together.
 */
import type {ConsoleClock} from './console-types.ts';

export interface PaintCoalescer {
  /**
   * Runs at once, with the next key, or after a moment without one. The same function runs once, even if it is
   * requested several times.
   */
  paint(run: () => void): void;
  /** Runs the work of a key and then the paints that waited for it. */
  runKey(work: () => void): void;
  /** Stops painting, because the screen is closed. */
  stop(): void;
}

/** Keys that follow each other faster than this count as one movement, milliseconds; no paint waits longer. */
const MAX_PAINT_DELAY_MS = 40;

/** Paints everything at once, for use without keys. */
export const immediate: PaintCoalescer = {
  paint: run => run(),
  runKey: work => work(),
  stop() {},
};

/** @param batch puts several paints into one frame */
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
      // A paint that a key causes runs at once, and so does a paint without a recent key to wait for.
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
