/** Finds the cells in which two rows differ, and the extent of a style. */

import {blankStyle} from './sgr-style.ts';

/** A row; both strings have one unit per cell. */
export interface StyledRow {
  readonly glyphs: string;
  readonly styles: string;
}

/** The minimum number of equal cells for a jump to be cheaper than rewriting them. */
const MIN_EQUAL_CELLS = 5;

/** The number of cells per comparison. Comparing strings is native code, so it is faster than a loop over cells. */
const STRIDE = 8;
const BLANKS = ' '.repeat(STRIDE);
const DEFAULTS = '\0'.repeat(STRIDE);
const strides: string[] = [];

function isSameCell(screen: StyledRow, next: StyledRow, x: number): boolean {
  return (
    screen.glyphs.charCodeAt(x) === next.glyphs.charCodeAt(x) &&
    screen.styles.charCodeAt(x) === next.styles.charCodeAt(x)
  );
}

/** The cell after the last one in the range that is not a plain blank. */
export function usedEnd({glyphs, styles}: StyledRow, from: number, to: number): number {
  let end = to;
  while (end - STRIDE >= from && glyphs.endsWith(BLANKS, end) && styles.endsWith(DEFAULTS, end)) end -= STRIDE;
  while (end > from && glyphs.charCodeAt(end - 1) === 0x20 && styles.charCodeAt(end - 1) === 0) end--;
  return end;
}

/** The first different cell from `from` on, or `to`. */
export function findDifference(screen: StyledRow, next: StyledRow, from: number, to: number): number {
  let x = from;
  while (
    x + STRIDE <= to &&
    screen.glyphs.startsWith(next.glyphs.slice(x, x + STRIDE), x) &&
    screen.styles.startsWith(next.styles.slice(x, x + STRIDE), x)
  ) {
    x += STRIDE;
  }
  while (x < to && isSameCell(screen, next, x)) x++;
  return x;
}

/**
 * The end of the changes that start at `from`: before the first `MIN_EQUAL_CELLS` equal cells, or after the last change.
 */
export function runEnd(screen: StyledRow, next: StyledRow, from: number, to: number): number {
  let end = from + 1;
  for (;;) {
    // The search starts at the end of a possible gap, because a changed cell at its end rules out the whole gap.
    let x = Math.min(end + MIN_EQUAL_CELLS, to) - 1;
    while (x >= end && isSameCell(screen, next, x)) x--;
    if (x < end) return end;
    end = x + 1;
  }
}

/** The end of the style of the cell `from`, including following blanks that look the same in it. */
export function styleEnd({glyphs, styles}: StyledRow, from: number, to: number): number {
  const style = styles.charCodeAt(from);
  const stride = strides[style] ?? String.fromCharCode(style).repeat(STRIDE);
  strides[style] = stride;
  let x = from + 1;
  while (x + STRIDE <= to && styles.startsWith(stride, x)) x += STRIDE;
  const blank = blankStyle(style);
  while (x < to) {
    const at = styles.charCodeAt(x);
    if (at !== style && (at !== blank || glyphs.charCodeAt(x) !== 0x20)) break;
    x++;
  }
  return x;
}
