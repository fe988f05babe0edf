/** The bytes that turn one row of the screen into another. */

import type {Pen} from './style.ts';

/** A row that is changed in place: the compositor keeps two per line and swaps them. */
export interface Row {
  readonly chars: string[];
  readonly styles: number[];
}

/** Equal cells between two changed ones that are rewritten rather than jumped over: a jump costs about as much. */
const GAP = 5;

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

  /** Turns what is on screen at row `y` (undefined: unknown) into `next`. Blanks at the end of rows are left out in both. */
  row(y: number, screen: Row | undefined, next: Row): void {
    const length = next.chars.length;
    for (let x = 0; x < length; ) {
      if (screen !== undefined && same(screen, next, x)) {
        x++;
        continue;
      }
      x = this.#run(y, x, screen, next);
    }
    const shown = screen?.chars.length ?? this.#columns;
    if (shown <= length) return;
    this.#change(0);
    this.#moveTo(length, y);
    this.#bytes += '\x1b[K';
  }

  #run(y: number, from: number, screen: Row | undefined, next: Row): number {
    const {chars, styles} = next;
    let start = from;
    while (start > 0 && chars[start] === '') start--;
    let end = lastChange(start, screen, next);
    while (chars[end + 1] === '') end++;
    this.#moveTo(start, y);
    for (let x = start; x <= end; x++) {
      const char = chars[x] ?? ' ';
      if (char === '') continue;
      this.#change(styles[x] ?? 0);
      this.#moveTo(x, y);
      this.#bytes += char;
      let after = x + 1;
      while (chars[after] === '') after++;
      this.#x = after;
      // The terminal waits at the last column with its wrap pending, and no one agrees what moves from there mean.
      if (after >= this.#columns) this.#y = -1;
      if (char.length > 1) {
        // Terminals disagree how wide a cluster is: go back to where the next cell is, and repair what it ran over.
        this.#y = -1;
        end = Math.min(chars.length - 1, Math.max(end, x + 2 * char.length));
      }
    }
    return end + 1;
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
    this.#bytes += this.#pen.change(this.#style, style);
    this.#style = style;
  }
}

function same(screen: Row, next: Row, x: number): boolean {
  if (x >= screen.chars.length) return next.styles[x] === 0 && next.chars[x] === ' ';
  return screen.chars[x] === next.chars[x] && screen.styles[x] === next.styles[x];
}

function lastChange(start: number, screen: Row | undefined, next: Row): number {
  const length = next.chars.length;
  if (screen === undefined) return length - 1;
  let end = start;
  let equal = 0;
  for (let x = start + 1; x < length && equal < GAP; x++) {
    if (same(screen, next, x)) equal++;
    else {
      equal = 0;
      end = x;
    }
  }
  return end;
}
