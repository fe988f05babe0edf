/** The contents of the screen, and the parts of it to paint again. */

import {type Cells, CONTINUED, cellsOf, cut} from './cells.ts';
import type {StyledRow} from './diff-cells.ts';
import type {FrameWriter} from './frame-writer.ts';
import {type Hole, NO_HOLES} from './holes.ts';
import type {Surface} from './surface.ts';

export class ScreenModel {
  /** The rows; undefined if the terminal's content is unknown. */
  #rows: (ShownRow | undefined)[] = [];
  #isDirty = false;
  /** Per row, the range of cells that may have changed; 0 to 0 for none. The end is exclusive. */
  #from: number[] = [];
  #to: number[] = [];
  /** Rows in which cells outside of surfaces may have changed. */
  readonly #mixed = new Set<number>();

  get isDirty(): boolean {
    return this.#isDirty;
  }

  /** Marks these cells as possibly changed. */
  mark(y: number, from: number, to: number): void {
    this.#mixed.add(y);
    this.markPiece(y, from, to);
  }

  /** Marks these cells as possibly changed by their surfaces only. */
  markPiece(y: number, from: number, to: number): void {
    this.#isDirty = true;
    const known = this.#to[y] ?? 0;
    this.#from[y] = known === 0 ? from : Math.min(this.#from[y] ?? 0, from);
    this.#to[y] = Math.max(known, to);
  }

  markSurface({x, y, width, height}: Surface): void {
    for (let row = 0; row < height; row++) this.mark(y + row, x, x + width);
  }

  /** Paints every row in full, because the terminal's content is unknown. */
  invalidate(rows: number): void {
    this.#rows = [];
    for (let y = 0; y < rows; y++) this.mark(y, 0, Number.POSITIVE_INFINITY);
  }

  /** Paints every dirty cell: Ink's lines with the surfaces in their holes. */
  paint(
    frameWriter: FrameWriter,
    columns: number,
    rows: number,
    lines: readonly FrameLine[],
    surfaces: Surfaces,
  ): void {
    for (let y = 0; y < rows; y++) {
      const to = this.#to[y] ?? 0;
      if (to === 0) continue;
      const from = this.#from[y] ?? 0;
      this.#from[y] = this.#to[y] = 0;
      const context = {line: lines[y] ?? BLANK_LINE, y, columns, surfaces};
      const shown = this.#mixed.has(y) ? undefined : this.#rows[y];
      if (shown === undefined || !paintPieces(frameWriter, context, shown, from, to))
        this.#paintRow(frameWriter, context, from, to);
    }
    this.#isDirty = false;
    if (this.#mixed.size > 0) this.#mixed.clear();
  }

  #paintRow(frameWriter: FrameWriter, context: RowContext, first: number, last: number): void {
    const {y, columns} = context;
    const shown = this.#rows[y];
    if (shown === undefined) {
      const {row, pieces} = compose(context, 0, columns);
      frameWriter.writeRow(y, undefined, row, 0, columns);
      this.#rows[y] = {row, pieces};
      return;
    }
    const from = expandRange(context.line, first, 'from');
    const to = Math.min(columns, expandRange(context.line, Math.min(columns, last), 'to'));
    if (from >= to) return;
    const screen = updateRow(shown);
    const part = compose(context, from, to);
    const next = replaceCells(screen, from, to, part.row);
    frameWriter.writeRow(y, screen, next, from, to);
    const otherPieces = shown.pieces.filter(piece => piece.to <= from || piece.from >= to);
    this.#rows[y] = {row: next, pieces: [...otherPieces, ...part.pieces]};
  }
}

/** A row of Ink's frame, and the cells in it that surfaces fill. */
export interface FrameLine {
  readonly cells: Cells;
  readonly holes: readonly Hole[];
}

const BLANK = cellsOf('');
const BLANK_LINE: FrameLine = {cells: BLANK, holes: NO_HOLES};

/** A row as the terminal shows it. */
interface ShownRow {
  /** The row, without the pieces that are pending. */
  row: StyledRow;
  pieces: readonly RowPiece[];
}

/** The cells `from` to `to` of the screen, which show a row of a surface that starts at `left`. */
interface RowPiece {
  readonly id: number;
  readonly from: number;
  readonly to: number;
  readonly left: number;
  cells: Cells;
  /** True if `cells` are newer than the row. */
  isOverpainted: boolean;
}

/** Paints the changed surfaces of a row alone. Returns false if the whole row must be painted. */
function paintPieces(
  frameWriter: FrameWriter,
  context: RowContext,
  shown: ShownRow,
  first: number,
  last: number,
): boolean {
  const {holes} = context.line;
  // A loop with an index, because a callback or an iterator would allocate memory for each row of each frame.
  for (let lane = 0; lane < holes.length; lane++) {
    const hole = holes[lane] as Hole;
    if (hole.to > first && hole.from < last && !paintPiece(frameWriter, context, shown, lane, hole)) return false;
  }
  return true;
}

function paintPiece(frameWriter: FrameWriter, context: RowContext, shown: ShownRow, lane: number, hole: Hole): boolean {
  const {y, columns, surfaces} = context;
  const surface = surfaces.get(hole.id)?.surface;
  if (surface === undefined || hole.to > columns) return false;
  const {from, to} = hole;
  const left = surface.x;
  const piece = pieceOf(shown, hole, left);
  if (piece === undefined) return false;
  const next = surface.cellsAt(y - surface.y);
  if (!frameWriter.writePiece({y, x: from, lane}, piece.cells, next, from - left, to - left)) return false;
  piece.cells = next;
  piece.isOverpainted = true;
  return true;
}

function pieceOf({pieces}: ShownRow, {id, from, to}: Hole, left: number): RowPiece | undefined {
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index] as RowPiece;
    if (piece.id === id && piece.from === from && piece.to === to && piece.left === left) return piece;
  }
  return undefined;
}

function updateRow(shown: ShownRow): StyledRow {
  for (const piece of shown.pieces) {
    if (!piece.isOverpainted) continue;
    const {from, to, left, cells} = piece;
    shown.row = replaceCells(shown.row, from, to, cut(cells, from - left, to - left));
    piece.isOverpainted = false;
  }
  return shown.row;
}

function replaceCells({glyphs, styles}: StyledRow, from: number, to: number, part: StyledRow): StyledRow {
  return {
    glyphs: glyphs.slice(0, from) + part.glyphs + glyphs.slice(to),
    styles: styles.slice(0, from) + part.styles + styles.slice(to),
  };
}

/** The surfaces on screen by their holes. */
export type Surfaces = ReadonlyMap<number, {readonly surface: Surface}>;

/** One row of Ink's frame with its surfaces. */
interface RowContext {
  readonly line: FrameLine;
  readonly y: number;
  readonly columns: number;
  readonly surfaces: Surfaces;
}

/** The end of a range, moved outwards until it cuts neither a hole nor a wide character of Ink. */
function expandRange({cells: {glyphs}, holes}: FrameLine, at: number, end: 'from' | 'to'): number {
  for (const hole of holes) if (hole.from < at && at < hole.to) return hole[end];
  let x = at;
  while (glyphs.charAt(x) === CONTINUED) x += end === 'from' ? -1 : 1;
  return x;
}

/** The cells `first` to `last` of Ink's row with each hole filled by its surface. */
function compose({line, y, surfaces}: RowContext, first: number, last: number): {row: StyledRow; pieces: RowPiece[]} {
  let glyphs = '';
  let styles = '';
  let at = first;
  const pieces: RowPiece[] = [];
  const add = (part: StyledRow, end: number): void => {
    glyphs += part.glyphs;
    styles += part.styles;
    at = end;
  };
  for (const {id, from, to} of line.holes) {
    if (to <= at) continue;
    if (from >= last) break;
    if (from > at) add(cut(line.cells, at, from), from);
    const surface = surfaces.get(id)?.surface;
    const left = surface?.x ?? 0;
    const cells = surface?.cellsAt(y - surface.y) ?? BLANK;
    const end = Math.min(to, last);
    if (surface && at === from && end === to) pieces.push({id, from, to, left, cells, isOverpainted: false});
    add(cut(cells, at - left, end - left), end);
  }
  if (at < last) add(cut(line.cells, at, last), last);
  return {row: {glyphs, styles}, pieces};
}
