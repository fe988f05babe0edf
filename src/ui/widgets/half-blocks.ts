/** Pictures in cells: two pixels in each cell by their colors, or a character for their brightness. */

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity of each pixel, 0 to 255, row by row from the top left. */
  readonly points: Uint8Array;
}

/** The reason why no picture can be shown, in a sentence. */
export class PictureError extends Error {}

/** Steps of each color: the resulting 216 colors leave room for all other styles, even in the most colorful picture. */
const STEPS = [0, 95, 135, 175, 215, 255];
/** From dark to bright; a transparent pixel is blank. */
const RAMP = '.:-=+*#%@';
/** The opacity at which a pixel becomes visible. */
const OPAQUE = 128;

interface Rgb {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** The size of the picture in cells: as wide as there is room, but not enlarged. */
export function sizeInCells(
  {width, height}: Pick<Picture, 'width' | 'height'>,
  room: {readonly columns: number; readonly rows: number},
): {readonly columns: number; readonly rows: number} {
  const scale = Math.min(1, room.columns / width, (room.rows * 2) / height);
  return {columns: Math.max(1, Math.round(width * scale)), rows: Math.max(1, Math.round((height * scale) / 2))};
}

/** Rows of text with SGR colors, each exactly `columns` cells. */
export function renderHalfBlocks(picture: Picture, columns: number, rows: number): string[] {
  const pointAt = shrunk(picture, columns, rows * 2);
  return rowsOf(columns, rows, (x, y) => {
    const upper = pointAt(x, y * 2);
    const lower = pointAt(x, y * 2 + 1);
    if (upper && lower) return `\x1b[38;5;${color(upper)};48;5;${color(lower)}m▀\x1b[m`;
    if (upper) return `\x1b[38;5;${color(upper)}m▀\x1b[m`;
    return lower ? `\x1b[38;5;${color(lower)}m▄\x1b[m` : ' ';
  });
}

/** The same without colors, in characters that every terminal has. */
export function renderCharacters(picture: Picture, columns: number, rows: number): string[] {
  const pointAt = shrunk(picture, columns, rows);
  return rowsOf(columns, rows, (x, y) => {
    const point = pointAt(x, y);
    if (!point) return ' ';
    const brightness = (point.red * 0.3 + point.green * 0.59 + point.blue * 0.11) / 256;
    return RAMP[Math.floor(brightness * RAMP.length)] ?? ' ';
  });
}

const rowsOf = (columns: number, rows: number, cell: (x: number, y: number) => string): string[] =>
  Array.from({length: rows}, (_, y) => Array.from({length: columns}, (__, x) => cell(x, y)).join(''));

/** The picture with fewer pixels, each the mean of the ones it replaces; undefined for a transparent one. */
function shrunk({width, height, points}: Picture, columns: number, rows: number) {
  return (x: number, y: number): Rgb | undefined => {
    const [left, right] = span(x, columns, width);
    const [top, bottom] = span(y, rows, height);
    let [red, green, blue, seen] = [0, 0, 0, 0];
    for (let row = top; row < bottom; row++) {
      for (let at = (row * width + left) * 4, end = (row * width + right) * 4; at < end; at += 4) {
        const opacity = points[at + 3] ?? 0;
        red += (points[at] ?? 0) * opacity;
        green += (points[at + 1] ?? 0) * opacity;
        blue += (points[at + 2] ?? 0) * opacity;
        seen += opacity;
      }
    }
    if (seen < OPAQUE * (right - left) * (bottom - top)) return undefined;
    return {red: red / seen, green: green / seen, blue: blue / seen};
  };
}

/** The pixels that the one at `index` of `count` replaces: the first, and the one after the last. */
function span(index: number, count: number, size: number): readonly [from: number, to: number] {
  const from = Math.min(size - 1, Math.floor((index * size) / count));
  return [from, Math.max(from + 1, Math.floor(((index + 1) * size) / count))];
}

const step = (value: number): number => {
  let best = 0;
  for (let index = 1; index < STEPS.length; index++) {
    if (Math.abs((STEPS[index] ?? 0) - value) < Math.abs((STEPS[best] ?? 0) - value)) best = index;
  }
  return best;
};
/** The index in xterm's 256 colors. */
const color = ({red, green, blue}: Rgb): number => 16 + step(red) * 36 + step(green) * 6 + step(blue);
