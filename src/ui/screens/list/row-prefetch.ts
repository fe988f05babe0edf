/**
 * Paints the rows that the next key may bring into the window, while the program is idle: a page down then costs as
 * much as a line down.
 */

/**
 * The number of rows per slice, with the row under the cursor in a slice of its own; a key that comes meanwhile waits
 * for one slice only.
 */
const MAX_ROWS_PER_SLICE = 6;

export interface RowPrefetch {
  /** Called after a paint: the window shows `height` of `count` rows from `top` on, with the cursor on this row. */
  onPainted(top: number, height: number, cursor: number, count: number): void;
}

export interface RowPrefetchOptions {
  /** Paints a row as it will look after scrolling: under the cursor or not. */
  readonly prepare: (index: number, cursor: boolean) => void;
  /** Runs a function after all pending keys are handled. */
  readonly whenFree: (run: () => void) => void;
}

export function createRowPrefetch({prepare, whenFree}: RowPrefetchOptions): RowPrefetch {
  let last = {top: 0, cursor: 0};
  const waiting: {readonly index: number; readonly cursor: boolean}[] = [];
  let running = false;
  let begun = false;

  function go(): void {
    for (const {index, cursor} of waiting.splice(0, waiting[0]?.cursor ? 1 : MAX_ROWS_PER_SLICE))
      prepare(index, cursor);
    running = waiting.length > 0;
    if (running) whenFree(go);
  }

  return {
    onPainted(top, height, cursor, count) {
      // The direction of the first key is unknown, but down is likely.
      const first = !begun && count > top + height;
      const step = first ? 1 : cursor - last.cursor;
      const scrolled = first ? height : top - last.top;
      begun ||= first;
      last = {top, cursor};
      if (step === 0) return;
      waiting.length = 0;
      waiting.push({index: cursor + step, cursor: true});
      // Only the rows of the next window that were not prepared for the last one.
      const fresh = Math.min(Math.abs(scrolled), height);
      const from = step > 0 ? top + 2 * height - fresh : top - height;
      for (let row = 0; row < fresh; row++) waiting.push({index: from + row, cursor: false});
      if (running) return;
      running = true;
      whenFree(go);
    },
  };
}
