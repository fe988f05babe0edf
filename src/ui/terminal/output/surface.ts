/** A rectangle of the screen that a widget draws on without React: rows of styled text. */

import {type Cells, cellsOf, dimCells} from './cells.ts';

/** Returns the rows of a rectangle of this size, in cells. It is called again when the size changes. */
export type Paint = (width: number, height: number) => readonly string[];

export interface CanvasSurface {
  /** Position and size in cells; 0 while the surface is not on screen. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The current rows. A row is text without escape sequences other than SGR; it is cut or padded to `width`. */
  readonly rows: readonly string[];
  /** Shows these rows. Only changed rows are painted, before this returns. */
  setRows(rows: readonly string[]): void;
  /** Calls the paint function and shows its result, for data that changed outside React. */
  repaint(): void;
  /** Calls back after every change of rows or size. Returns the function that stops. */
  subscribe(listener: () => void): () => void;
}

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Draws rows of a surface, counted from its top. */
export interface SurfaceHost {
  damage(surface: Surface, rows: readonly number[]): void;
}

let nextHole = 0;

export class Surface implements CanvasSurface {
  /** The identity of this surface's cells in Ink's frame. */
  readonly hole = nextHole++;
  readonly #rows: string[] = [];
  readonly #listeners = new Set<() => void>();
  #area: Rectangle = {x: 0, y: 0, width: 0, height: 0};
  readonly #paint: Paint | undefined;
  #host: SurfaceHost | undefined;
  #isDimmed = false;

  constructor(paint?: Paint) {
    this.#paint = paint;
  }

  get x(): number {
    return this.#area.x;
  }

  get y(): number {
    return this.#area.y;
  }

  get width(): number {
    return this.#area.width;
  }

  get height(): number {
    return this.#area.height;
  }

  get rows(): readonly string[] {
    return this.#rows;
  }

  /** The cells of a row as shown, dimmed if an overlay lies over the surface. */
  cellsAt(row: number): Cells {
    const cells = cellsOf(this.#rows[row] ?? '');
    return this.#isDimmed ? dimCells(cells) : cells;
  }

  /** Dims the surface while an overlay lies over it. */
  setDimmed(isDimmed: boolean): void {
    if (isDimmed === this.#isDimmed) return;
    this.#isDimmed = isDimmed;
    this.#host?.damage(
      this,
      this.#rows.map((_, index) => index),
    );
  }

  setRows(rows: readonly string[]): void {
    const changed: number[] = [];
    const count = Math.max(rows.length, this.#rows.length);
    for (let index = 0; index < count; index++) {
      const row = rows[index] ?? '';
      if (row === this.#rows[index]) continue;
      this.#rows[index] = row;
      changed.push(index);
    }
    this.#rows.length = rows.length;
    if (changed.length === 0) return;
    this.#host?.damage(this, changed);
    this.#notify();
  }

  repaint(): void {
    if (this.#paint !== undefined && this.width > 0 && this.height > 0) {
      this.setRows(this.#paint(this.width, this.height));
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** Called when the surface is laid out. Returns true for a new size, which repaints the rows, too. */
  setArea(area: Rectangle): boolean {
    const isResized = area.width !== this.width || area.height !== this.height;
    this.#area = area;
    if (!isResized) return false;
    this.repaint();
    this.#notify();
    return true;
  }

  /** Puts the surface on a screen, or removes it. */
  setHost(host: SurfaceHost | undefined): void {
    this.#host = host;
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** A surface for use outside React; `paint` may be left out when `setRows` is used alone. */
export function createSurface(paint?: Paint): Surface {
  return new Surface(paint);
}
