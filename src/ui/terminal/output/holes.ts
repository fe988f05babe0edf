/** The cells of Ink's frame that surfaces fill. */
import type {Rectangle, Surface} from './surface.ts';

/** Cells of one row; `to` is exclusive. */
export interface Hole {
  readonly id: number;
  readonly from: number;
  readonly to: number;
}

export const NO_HOLES: readonly Hole[] = [];

/**
 * The holes of each row, from left to right. A surface hides earlier ones, and boxes hide all surfaces.
 * @param count the number of rows
 */
export function layOutHoles(
  count: number,
  surfaces: Iterable<Surface>,
  boxes: Iterable<Rectangle>,
): readonly (readonly Hole[])[] {
  const rows = new Array<readonly Hole[]>(count).fill(NO_HOLES);
  for (const surface of surfaces) {
    hide(rows, surface);
    const hole: Hole = {id: surface.hole, from: surface.x, to: surface.x + surface.width};
    if (surface.width > 0) eachRow(rows, surface, (holes, y) => (rows[y] = [...holes, hole]));
  }
  for (const box of boxes) hide(rows, box);
  return rows.map(holes => (holes.length > 1 ? holes.toSorted((one, other) => one.from - other.from) : holes));
}

export const areEqualHoles = (some: readonly Hole[], others: readonly Hole[]): boolean =>
  some.length === others.length &&
  some.every(({id, from, to}, index) => {
    const other = others[index];
    return id === other?.id && from === other.from && to === other.to;
  });

function eachRow(
  rows: readonly (readonly Hole[])[],
  {y: top, height}: Rectangle,
  visit: (holes: readonly Hole[], y: number) => void,
): void {
  for (let y = Math.max(0, top); y < Math.min(rows.length, top + height); y++) visit(rows[y] ?? NO_HOLES, y);
}

/** Takes the cells of a rectangle out of the holes. */
function hide(rows: (readonly Hole[])[], rectangle: Rectangle): void {
  const [left, right] = [rectangle.x, rectangle.x + rectangle.width];
  eachRow(rows, rectangle, (holes, y) => {
    rows[y] = holes
      .flatMap(hole => [
        {...hole, to: Math.min(hole.to, left)},
        {...hole, from: Math.max(hole.from, right)},
      ])
      .filter(({from, to}) => from < to);
  });
}
