/** The bytes that turn one row of the screen into another. */

import {type Cells, CONTINUED, glyphsToText, isSimple} from './cells.ts';
import {difference, lastUsed, type Row, runEnd, styleEnd} from './compare.ts';
import {type Patch, Patches, patchOf} from './patch.ts';
import type {Pen} from './style.ts';

export class Painter {
  readonly #pen: Pen;
  readonly #patches: Patches;
  #columns = 0;
  #bytes = '';
  #style = 0;
  /** Where the terminal's cursor is; y is -1 when that cannot be known. */
  #x = 0;
  #y = -1;

  constructor(pen: Pen) {
    this.#pen = pen;
    this.#patches = new Patches(pen);
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
    const edge = to === this.#columns;
    if (isSimple(next.glyphs)) this.#patch(y, 0, patchOf(this.#pen, screen, next, from, to, edge));
    else this.#clusters(y, screen, next, from, edge ? lastUsed(next, from, to) : to, to);
  }

  /**
   * Turns what shows the cells `from` to `to` of `shown`, beginning at cell `x` of row `y`, into those cells of `next`.
   * @returns false when that takes a look at the whole row; then nothing was written.
   */
  piece(y: number, x: number, shown: Cells, next: Cells, from: number, to: number): boolean {
    if (shown === next) return true;
    const patch = this.#patches.between(shown, next, from, to, x + to - from === this.#columns);
    if (patch === undefined) return false;
    this.#patch(y, x, patch);
    return true;
  }

  #patch(y: number, at: number, {runs, clear}: Patch): void {
    for (const {from, to, first, last, bytes} of runs) {
      this.#change(first);
      this.#write(at + from, y, bytes, at + to);
      this.#style = last;
    }
    if (clear >= 0) this.#clear(y, at + clear);
  }

  #clear(y: number, from: number): void {
    this.#change(0);
    this.#moveTo(from, y);
    this.#bytes += '\x1b[K';
  }

  /** A row where some cells are halves or clusters. */
  #clusters(y: number, screen: Row | undefined, next: Row, from: number, used: number, to: number): void {
    for (let x = from; x < used; ) {
      const start = screen === undefined ? x : difference(screen, next, x, used);
      if (start === used) break;
      const end = screen === undefined ? used : runEnd(screen, next, start, used);
      x = this.#run(y, start, end, used, next);
    }
    if (used < to && (screen === undefined || lastUsed(screen, used, to) !== used)) this.#clear(y, used);
  }

  /** Writes more than was changed where a cluster may have run over its cells. */
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
