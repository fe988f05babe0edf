/** The bytes that turn one row of the screen into another. */

import {CONTINUED, glyphsToText, isSimple} from './cells.ts';
import type {Pen} from './style.ts';

/** As many units in both strings as the screen has columns. */
export interface Row {
  readonly glyphs: string;
  readonly styles: string;
}

/** Equal cells between two changed ones that are rewritten rather than jumped over: a jump costs about as much. */
const GAP = 5;

const BLANKS = ' '.repeat(8);
const DEFAULTS = '\0'.repeat(8);

export class Painter {
  readonly #pen: Pen;
  #columns = 0;
  #bytes = '';
  #style = 0;
  /** Where the terminal's cursor is; y is -1 when that cannot be known. */
  #x = 0;
  #y = -1;

  constructor(pen: Pen) {
    this.#pen = pen;
  }

  begin(columns: number): void {
    this.#columns = columns;
    this.#bytes = '';
    this.#style = 0;
    this.#y = -1;
  }

  /** Everything since `begin`, ending in the default style. */
  end(): string {
    this.#change(0);
    return this.#bytes;
  }

  /** Turns the cells `from` to `to` of row `y` into those of `next`; `screen` undefined means that they are unknown. */
  row(y: number, screen: Row | undefined, next: Row, from: number, to: number): void {
    const used = to === this.#columns ? lastUsed(next, from, to) : to;
    if (screen === undefined) this.#run(y, from, used, used, next);
    else {
      for (let x = from; x < used; ) {
        if (same(screen, next, x)) x++;
        else x = this.#run(y, x, runEnd(x, used, screen, next), used, next);
      }
    }
    if (used === to || (screen !== undefined && lastUsed(screen, used, to) === used)) return;
    this.#change(0);
    this.#moveTo(used, y);
    this.#bytes += '\x1b[K';
  }

  /** Writes the cells `from` to `to`, more where a cluster may have run over them; returns the cell after. */
  #run(y: number, from: number, to: number, limit: number, {glyphs, styles}: Row): number {
    let x = from;
    while (x > 0 && glyphs.charAt(x) === CONTINUED) x--;
    let end = to;
    while (x < end || glyphs.charAt(x) === CONTINUED) {
      const style = styles.charCodeAt(x);
      let after = x + 1;
      while ((after < end && styles.charCodeAt(after) === style) || glyphs.charAt(after) === CONTINUED) after++;
      const part = glyphs.slice(x, after);
      this.#change(style);
      if (isSimple(part)) this.#write(x, y, part, after);
      else end = Math.max(end, Math.min(limit, this.#writeClusters(x, y, part)));
      x = after;
    }
    return x;
  }

  #write(x: number, y: number, text: string, after: number): void {
    this.#moveTo(x, y);
    this.#bytes += text;
    this.#x = after;
    // A terminal waits at its last column with the wrap pending, and no two agree where that is.
    if (after >= this.#columns) this.#y = -1;
  }

  /** Writes cell by cell and returns how far a terminal may have drawn that counts clusters by their code points. */
  #writeClusters(from: number, y: number, glyphs: string): number {
    let reach = 0;
    for (let index = 0; index < glyphs.length; ) {
      let after = index + 1;
      while (glyphs.charAt(after) === CONTINUED) after++;
      const text = glyphsToText(glyphs.slice(index, after));
      this.#write(from + index, y, text, from + after);
      if (text.length > 1) {
        // Terminals disagree how wide a cluster is: address the next cell anew, and repaint what it may have run over.
        this.#y = -1;
        reach = Math.max(reach, from + index + 2 * text.length);
      }
      index = after;
    }
    return reach;
  }

  #moveTo(x: number, y: number): void {
    if (this.#x === x && this.#y === y) return;
    const address = `\x1b[${y + 1};${x + 1}H`;
    let bytes = address;
    if (this.#y === y && x > this.#x) bytes = x - this.#x === 1 ? '\x1b[C' : `\x1b[${x - this.#x}C`;
    else if (this.#y >= 0 && y === this.#y + 1 && x === 0) bytes = '\r\n';
    else if (this.#y >= 0 && y === this.#y + 1 && x === this.#x) bytes = '\x1b[B';
    this.#bytes += bytes.length < address.length ? bytes : address;
    this.#x = x;
    this.#y = y;
  }

  #change(style: number): void {
    if (style === this.#style) return;
    this.#bytes += this.#pen.change(this.#style, style);
    this.#style = style;
  }
}

function same(screen: Row, next: Row, x: number): boolean {
  return (
    screen.glyphs.charCodeAt(x) === next.glyphs.charCodeAt(x) &&
    screen.styles.charCodeAt(x) === next.styles.charCodeAt(x)
  );
}

/** The cell after the last one in the range that is not a plain blank. */
function lastUsed({glyphs, styles}: Row, from: number, to: number): number {
  let end = to;
  // Whole strings of blanks first: the loop below costs more than what it looks at.
  while (end - BLANKS.length >= from && glyphs.endsWith(BLANKS, end) && styles.endsWith(DEFAULTS, end))
    end -= BLANKS.length;
  while (end > from && glyphs.charCodeAt(end - 1) === 0x20 && styles.charCodeAt(end - 1) === 0) end--;
  return end;
}

function runEnd(from: number, to: number, screen: Row, next: Row): number {
  let end = from + 1;
  let equal = 0;
  for (let x = from + 1; x < to && equal < GAP; x++) {
    if (same(screen, next, x)) equal++;
    else {
      equal = 0;
      end = x + 1;
    }
  }
  return end;
}
