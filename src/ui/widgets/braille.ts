/** A dot canvas of braille characters: two dots wide and four high per cell. */

/** Bits of the dots in a cell, by column and row (Unicode block U+2800). */
const bits = [
  [0x01, 0x02, 0x04, 0x40],
  [0x08, 0x10, 0x20, 0x80],
] as const;

export class Dots {
  readonly width: number;
  readonly height: number;
  readonly #cells: Uint8Array;
  readonly #columns: number;

  constructor(columns: number, rows: number) {
    this.#columns = columns;
    this.width = columns * 2;
    this.height = rows * 4;
    this.#cells = new Uint8Array(columns * rows);
  }

  /** Sets a dot; (0, 0) is at the top left. Dots outside are ignored. */
  set(x: number, y: number): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
    const cell = (y >> 2) * this.#columns + (x >> 1);
    this.#cells[cell] = (this.#cells[cell] ?? 0) | (bits[x & 1]?.[y & 3] ?? 0);
  }

  /** A line between two dots (Bresenham), so that a steep series stays connected. */
  line(x0: number, y0: number, x1: number, y1: number): void {
    const dx = Math.abs(x1 - x0);
    const dy = -Math.abs(y1 - y0);
    const stepX = x0 < x1 ? 1 : -1;
    const stepY = y0 < y1 ? 1 : -1;
    let error = dx + dy;
    let x = x0;
    let y = y0;
    for (;;) {
      this.set(x, y);
      if (x === x1 && y === y1) return;
      const twice = 2 * error;
      if (twice >= dy) {
        error += dy;
        x += stepX;
      }
      if (twice <= dx) {
        error += dx;
        y += stepY;
      }
    }
  }

  /** The cells, row by row; an empty cell is a space, which every terminal draws alike. */
  rows(): string[] {
    const rows: string[] = [];
    for (let start = 0; start < this.#cells.length; start += this.#columns) {
      let row = '';
      for (const cell of this.#cells.subarray(start, start + this.#columns))
        row += cell === 0 ? ' ' : String.fromCharCode(0x2800 + cell);
      rows.push(row);
    }
    return rows;
  }
}
