/** What the terminal shows, which parts of it are out of date, and the row that should be there. */

import {CONTINUED, cellsOf, cut} from './cells.ts';
import type {Painter, Row} from './painter.ts';
import type {Surface} from './surface.ts';

export class ScreenModel {
  /** undefined where the terminal's content is not known. */
  #rows: (Row | undefined)[] = [];
  #dirty = false;
  /** Per row, the cells that may have changed: from inclusive, to exclusive; 0 to 0 where none have. */
  #from: number[] = [];
  #to: number[] = [];

  get dirty(): boolean {
    return this.#dirty;
  }

  mark(y: number, from: number, to: number): void {
    this.#dirty = true;
    const known = this.#to[y] ?? 0;
    this.#from[y] = known === 0 ? from : Math.min(this.#from[y] ?? 0, from);
    this.#to[y] = Math.max(known, to);
  }

  markSurface({x, y, width, height}: Surface): void {
    for (let row = 0; row < height; row++) this.mark(y + row, x, x + width);
  }

  /** The terminal shows who knows what: every row is painted in full. */
  forget(rows: number): void {
    this.#rows = [];
    for (let y = 0; y < rows; y++) this.mark(y, 0, Number.POSITIVE_INFINITY);
  }

  /** The terminal already shows these lines. */
  adopt(lines: readonly string[], columns: number): void {
    this.#rows = lines.map(line => cut(cellsOf(line), 0, columns));
  }

  /** Paints every dirty cell: Ink's lines with the surfaces in their holes. */
  paint(painter: Painter, columns: number, rows: number, lines: readonly string[], surfaces: Surfaces): void {
    for (let y = 0; y < rows; y++) {
      const to = this.#to[y] ?? 0;
      if (to === 0) continue;
      const from = this.#from[y] ?? 0;
      this.#from[y] = this.#to[y] = 0;
      this.#paintRow(painter, y, from, Math.min(columns, to), columns, compose(lines[y] ?? '', y, columns, surfaces));
    }
    this.#dirty = false;
  }

  #paintRow(painter: Painter, y: number, first: number, last: number, columns: number, next: Row): void {
    const screen = this.#rows[y];
    if (screen === undefined) {
      painter.row(y, undefined, next, 0, columns);
      this.#rows[y] = next;
      return;
    }
    let from = first;
    let to = last;
    while (from > 0 && next.glyphs.charAt(from) === CONTINUED) from--;
    while (to < columns && next.glyphs.charAt(to) === CONTINUED) to++;
    if (from >= to) return;
    painter.row(y, screen, next, from, to);
    // Only what was looked at is known to be on screen now.
    this.#rows[y] = {
      glyphs: screen.glyphs.slice(0, from) + next.glyphs.slice(from, to) + screen.glyphs.slice(to),
      styles: screen.styles.slice(0, from) + next.styles.slice(from, to) + screen.styles.slice(to),
    };
  }
}

/** The surfaces on screen by their holes. */
export type Surfaces = ReadonlyMap<number, {readonly surface: Surface}>;

/** Ink's line with each hole filled by its surface, in exactly `columns` cells. */
function compose(line: string, y: number, columns: number, surfaces: Surfaces): Row {
  const base = cellsOf(line);
  if (base.holes.length === 0) return cut(base, 0, columns);
  let glyphs = '';
  let styles = '';
  const add = (part: Row): void => {
    glyphs += part.glyphs;
    styles += part.styles;
  };
  for (const {id, from, to} of base.holes) {
    if (from > glyphs.length) add(cut(base, glyphs.length, Math.min(from, columns)));
    const surface = surfaces.get(id)?.surface;
    const end = Math.min(to, columns);
    if (end <= from) break;
    const shift = surface?.x ?? 0;
    add(cut(cellsOf(surface?.rows[y - surface.y] ?? ''), from - shift, end - shift));
  }
  if (glyphs.length < columns) add(cut(base, glyphs.length, columns));
  return {glyphs, styles};
}
