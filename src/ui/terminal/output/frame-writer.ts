/** Computes the bytes that turn one screen into another. */

import {type Cells, CONTINUED, glyphsToText, isSimple} from './cells.ts';
import {move, moveLength} from './cursor-moves.ts';
import {findDifference, runEnd, type StyledRow, styleEnd, usedEnd} from './diff-cells.ts';
import {CLEAR, type GlyphRun, type Patch, PatchCache, patchOf} from './line-patch.ts';
import type {Pen} from './sgr-style.ts';

/** The position of a hole in the frame; `lane` is its number in the row, from left to right. */
export interface HolePosition {
  readonly y: number;
  readonly x: number;
  readonly lane: number;
}

/** The runs of one row. Their cells are counted from cell `at`; the first `done` runs are written. */
interface PendingRuns {
  readonly y: number;
  readonly at: number;
  runs: Patch;
  doneCount: number;
}

export class FrameWriter {
  readonly #pen: Pen;
  readonly #patches: PatchCache;
  #columns = 0;
  #bytes = '';
  #style = 0;
  /** The position of the terminal's cursor; y is -1 if it is unknown. */
  #x = 0;
  #y = -1;
  /** The runs still to be written, row by row from the top. */
  #pending: PendingRuns[] = [];

  constructor(pen: Pen) {
    this.#pen = pen;
    this.#patches = new PatchCache(pen);
  }

  begin(columns: number): void {
    this.#columns = columns;
    this.#bytes = '';
    this.#style = 0;
    this.#y = -1;
    this.#pending = [];
    this.#patches.begin();
  }

  /** All bytes since `begin`, ending in the default style. */
  end(): string {
    this.#writePending();
    this.#setStyle(0);
    return this.#bytes;
  }

  /** Writes the cells `from` to `to` of row `y` as those of `next`. `screen` is undefined if the screen is unknown. */
  writeRow(y: number, screen: StyledRow | undefined, next: StyledRow, from: number, to: number): void {
    const isEdge = to === this.#columns;
    if (isSimple(next.glyphs)) this.#addPending(y, 0, patchOf(this.#pen, screen, next, from, to, isEdge));
    else this.#writeClusterRow(y, screen, next, from, isEdge ? usedEnd(next, from, to) : to, to);
  }

  /**
   * Writes the cells `from` to `to` of `shown`, which start at this position, as those of `next`.
   * @returns false if the whole row must be compared; then it has written nothing
   */
  writePiece(at: HolePosition, shown: Cells, next: Cells, from: number, to: number): boolean {
    if (shown === next) return true;
    const patch = this.#patches.patchBetween(at, shown, next, from, to, this.#isEdge(at, from, to));
    if (patch === undefined) return false;
    this.#addPending(at.y, at.x, patch);
    return true;
  }

  #isEdge({x}: HolePosition, from: number, to: number): boolean {
    return x + to - from === this.#columns;
  }

  #addPending(y: number, at: number, runs: Patch): void {
    if (runs.length === 0) return;
    const before = this.#pending.at(-1);
    if (before?.y !== y) this.#pending.push({y, at, runs, doneCount: 0});
    // Runs of one row stay in order from left to right.
    else before.runs = [...before.runs, ...runs.map(run => shiftRun(run, at - before.at))];
  }

  /**
   * Writes the run that the cursor reaches with the fewest bytes: the next one in the row, or the first one in the row
   * below. A column of short changes, such as numbered labels, is written downwards.
   */
  #writePending(): void {
    const rows = this.#pending;
    for (let top = 0; top < rows.length; ) {
      for (let index = top; ; ) {
        const row = rows[index];
        const run = row?.runs[row.doneCount];
        if (row === undefined || run === undefined) break;
        this.#writeRun(row, run);
        row.doneCount++;
        const nextRun = row.runs[row.doneCount];
        const below = rows[index + 1];
        const runBelow = below?.y === row.y + 1 ? below.runs[below.doneCount] : undefined;
        if (below === undefined || runBelow === undefined) continue;
        if (nextRun === undefined || this.#cost(below, runBelow) < this.#cost(row, nextRun)) index++;
      }
      while (top < rows.length && isDone(rows[top])) top++;
    }
  }

  #writeRun({y, at}: PendingRuns, {from, to, firstStyle, lastStyle, bytes}: GlyphRun): void {
    this.#setStyle(firstStyle);
    this.#write(at + from, y, bytes, at + to);
    this.#style = lastStyle;
  }

  #cost({y, at}: PendingRuns, {from, firstStyle}: GlyphRun): number {
    return this.#pen.change(this.#style, firstStyle).length + moveLength(this.#x, this.#y, at + from, y);
  }

  #clear(y: number, from: number): void {
    this.#setStyle(0);
    this.#moveTo(from, y);
    this.#bytes += CLEAR;
  }

  /** Writes a row with wide characters or clusters. */
  #writeClusterRow(
    y: number,
    screen: StyledRow | undefined,
    next: StyledRow,
    from: number,
    used: number,
    to: number,
  ): void {
    for (let x = from; x < used; ) {
      const start = screen === undefined ? x : findDifference(screen, next, x, used);
      if (start === used) break;
      const end = screen === undefined ? used : runEnd(screen, next, start, used);
      x = this.#writeClusterRun(y, start, end, used, next);
    }
    if (used < to && (screen === undefined || usedEnd(screen, used, to) !== used)) this.#clear(y, used);
  }

  /** Writes a run, and the cells after it that a cluster may have covered. */
  #writeClusterRun(y: number, from: number, to: number, limit: number, next: StyledRow): number {
    const {glyphs, styles} = next;
    let x = from;
    while (x > 0 && glyphs.charAt(x) === CONTINUED) x--;
    let end = to;
    while (x < end || glyphs.charAt(x) === CONTINUED) {
      let after = styleEnd(next, x, Math.max(end, x + 1));
      while (glyphs.charAt(after) === CONTINUED) after++;
      this.#setStyle(styles.charCodeAt(x));
      end = Math.max(end, Math.min(limit, this.#writeClusters(x, y, glyphs.slice(x, after))));
      x = after;
    }
    return x;
  }

  #write(x: number, y: number, text: string, after: number): void {
    this.#moveTo(x, y);
    this.#bytes += text;
    this.#x = after;
    // After the last column the wrap is pending, and terminals disagree on the cursor's position.
    if (after >= this.#columns) this.#y = -1;
  }

  /**
   * Writes cell by cell. Returns the end of the cells that a terminal may have changed if it draws each code point of a
   * cluster separately.
   */
  #writeClusters(from: number, y: number, glyphs: string): number {
    let reach = 0;
    for (let index = 0; index < glyphs.length; ) {
      let after = index + 1;
      while (glyphs.charAt(after) === CONTINUED) after++;
      const text = glyphsToText(glyphs.slice(index, after));
      this.#write(from + index, y, text, from + after);
      if (text.length > 1) {
        // Terminals disagree on the width of a cluster: the next cell is addressed explicitly, and the cells that it
        // may have covered are repainted.
        this.#y = -1;
        reach = Math.max(reach, from + index + 2 * text.length);
      }
      index = after;
    }
    return reach;
  }

  #moveTo(x: number, y: number): void {
    if (this.#x === x && this.#y === y) return;
    this.#bytes += move(this.#x, this.#y, x, y);
    this.#x = x;
    this.#y = y;
  }

  #setStyle(style: number): void {
    if (style === this.#style) return;
    this.#bytes += this.#pen.change(this.#style, style);
    this.#style = style;
  }
}

const shiftRun = (run: GlyphRun, by: number): GlyphRun => ({...run, from: run.from + by, to: run.to + by});

const isDone = (row: PendingRuns | undefined): boolean => row === undefined || row.doneCount === row.runs.length;
