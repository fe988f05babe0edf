/** The bytes that turn one row of the screen into another. */

import {CONTINUED, glyphsToText, isSimple} from './cells.ts';
import {blankStyle, type Pen} from './style.ts';

/** As many units in both strings as the screen has columns. */
export interface Row {
  readonly glyphs: string;
  readonly styles: string;
}

/** Equal cells between two changed ones that are rewritten rather than jumped over: a jump costs about as much. */
const GAP = 5;

/** Cells looked at together: comparing strings is native code, a loop over their cells is not, least of all when cold. */
const STRIDE = 8;
const BLANKS = ' '.repeat(STRIDE);
const DEFAULTS = '\0'.repeat(STRIDE);
const strides: string[] = [];

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
    const simple = isSimple(next.glyphs);
    for (let x = from; x < used; ) {
      const start = screen === undefined ? x : difference(screen, next, x, used);
      if (start === used) break;
      const end = screen === undefined ? used : runEnd(screen, next, start, used);
      x = simple ? this.#plainRun(y, start, end, next) : this.#run(y, start, end, used, next);
    }
    if (used === to || (screen !== undefined && lastUsed(screen, used, to) === used)) return;
    this.#change(0);
    this.#moveTo(used, y);
    this.#bytes += '\x1b[K';
  }

  #plainRun(y: number, from: number, to: number, next: Row): number {
    const {glyphs, styles} = next;
    for (let x = from; x < to; ) {
      const after = styleEnd(next, x, to);
      this.#change(styles.charCodeAt(x));
      this.#write(x, y, glyphs.slice(x, after), after);
      x = after;
    }
    return to;
  }

  /** As above where some cells are halves or clusters; writes more where a cluster may have run over its cells. */
  #run(y: number, from: number, to: number, limit: number, next: Row): number {
    const {glyphs, styles} = next;
    let x = from;
    while (x > 0 && glyphs.charAt(x) === CONTINUED) x--;
    let end = to;
    while (x < end || glyphs.charAt(x) === CONTINUED) {
      let after = styleEnd(next, x, Math.max(end, x + 1));
      while (glyphs.charAt(after) === CONTINUED) after++;
      this.#change(styles.charCodeAt(x));
      end = Math.max(end, Math.min(limit, this.#writeClusters(x, y, glyphs.slice(x, after))));
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
    else if (this.#y >= 0 && y === this.#y + 1 && x === this.#x) bytes = '\x1b[B';
    // "Next line" rather than a line feed, which the terminal driver may turn into more bytes than it saves.
    else if (this.#y >= 0 && y === this.#y + 1) bytes = x === 0 ? '\x1bE' : `\x1bE\x1b[${x}C`;
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
  while (end - STRIDE >= from && glyphs.endsWith(BLANKS, end) && styles.endsWith(DEFAULTS, end)) end -= STRIDE;
  while (end > from && glyphs.charCodeAt(end - 1) === 0x20 && styles.charCodeAt(end - 1) === 0) end--;
  return end;
}

/** The first cell from `from` on that is not the same, or `to`. */
function difference(screen: Row, next: Row, from: number, to: number): number {
  let x = from;
  while (
    x + STRIDE <= to &&
    screen.glyphs.startsWith(next.glyphs.slice(x, x + STRIDE), x) &&
    screen.styles.startsWith(next.styles.slice(x, x + STRIDE), x)
  ) {
    x += STRIDE;
  }
  while (x < to && same(screen, next, x)) x++;
  return x;
}

/** Where the changes that begin at `from` end: before the first `GAP` equal cells, or after the last change. */
function runEnd(screen: Row, next: Row, from: number, to: number): number {
  let end = from + 1;
  for (;;) {
    // From the far end of what may be a gap: one changed cell there rules out all of it.
    let x = Math.min(end + GAP, to) - 1;
    while (x >= end && same(screen, next, x)) x--;
    if (x < end) return end;
    end = x + 1;
  }
}

/** Where the style of the cell `from` ends, taking along the blanks after it that look the same in it. */
function styleEnd({glyphs, styles}: Row, from: number, to: number): number {
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
