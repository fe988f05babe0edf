/** What the terminal shows, which parts of it are out of date, and the row that should be there. */

import {type Cells, CONTINUED, cellsOf, cut} from './cells.ts';
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
      this.#paintRow(painter, {line: cellsOf(lines[y] ?? ''), y, columns, surfaces}, from, to);
    }
    this.#dirty = false;
  }

  #paintRow(painter: Painter, place: Place, first: number, last: number): void {
    const {y, columns} = place;
    const screen = this.#rows[y];
    if (screen === undefined) {
      const next = compose(place, 0, columns);
      painter.row(y, undefined, next, 0, columns);
      this.#rows[y] = next;
      return;
    }
    const from = whole(place.line, first, 'from');
    const to = Math.min(columns, whole(place.line, Math.min(columns, last), 'to'));
    if (from >= to) return;
    const part = compose(place, from, to);
    const next = {
      glyphs: screen.glyphs.slice(0, from) + part.glyphs + screen.glyphs.slice(to),
      styles: screen.styles.slice(0, from) + part.styles + screen.styles.slice(to),
    };
    painter.row(y, screen, next, from, to);
    this.#rows[y] = next;
  }
}

/** The surfaces on screen by their holes. */
export type Surfaces = ReadonlyMap<number, {readonly surface: Surface}>;

/** One row of Ink's frame and what goes into it. */
interface Place {
  readonly line: Cells;
  readonly y: number;
  readonly columns: number;
  readonly surfaces: Surfaces;
}

/** An end of a range moved outwards until it cuts neither a hole nor a wide character of Ink's in two. */
function whole({glyphs, holes}: Cells, at: number, end: 'from' | 'to'): number {
  for (const hole of holes) if (hole.from < at && at < hole.to) return hole[end];
  let x = at;
  while (glyphs.charAt(x) === CONTINUED) x += end === 'from' ? -1 : 1;
  return x;
}

/** The cells `first` to `last` of Ink's row with each hole filled by its surface. */
function compose({line, y, surfaces}: Place, first: number, last: number): Row {
  let glyphs = '';
  let styles = '';
  let at = first;
  const add = (part: Row, end: number): void => {
    glyphs += part.glyphs;
    styles += part.styles;
    at = end;
  };
  for (const {id, from, to} of line.holes) {
    if (to <= at) continue;
    if (from >= last) break;
    if (from > at) add(cut(line, at, from), from);
    const surface = surfaces.get(id)?.surface;
    const left = surface?.x ?? 0;
    const end = Math.min(to, last);
    add(cut(cellsOf(surface?.rows[y - surface.y] ?? ''), at - left, end - left), end);
  }
  if (at < last) add(cut(line, at, last), last);
  return {glyphs, styles};
}
