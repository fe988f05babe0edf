/** Decodes PNG files: every color type, depth and interlacing of the format; color profiles are ignored. */
import {inflateSync} from 'node:zlib';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity of each pixel, 0 to 255, row by row from the top left. */
  readonly points: Uint8Array;
}

/** The reason why no picture can be shown, in a sentence. */
export class PictureError extends Error {}

/** The maximum number of pixels: more than a thumbnail has, and few enough to decode between two keys. */
const MAX_PIXELS = 4_000_000;
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Samples per pixel by color type: gray, RGB, palette, gray with opacity, RGB with opacity. */
const SAMPLES: Readonly<Record<number, number>> = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4};
/** The first pixel of each pass and the distance between pixels: x, y, step right, step down. */
const INTERLACED = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const WHOLE = [[0, 0, 1, 1]] as const;

interface Header {
  readonly width: number;
  readonly height: number;
  /** Bits of a sample. */
  readonly depth: number;
  readonly type: number;
  readonly interlaced: boolean;
}

/** @throws PictureError if the file isn't a PNG, is damaged, or is too large to show */
export function readPng(bytes: Uint8Array): Picture {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!file.subarray(0, 8).equals(SIGNATURE)) throw new PictureError('not a PNG picture');
  const chunks = chunksOf(file);
  const header = headerOf(chunks.find(({type}) => type === 'IHDR')?.data);
  const packed = Buffer.concat(chunks.filter(({type}) => type === 'IDAT').map(({data}) => data));
  const palette = chunks.find(({type}) => type === 'PLTE')?.data;
  const opacity = chunks.find(({type}) => type === 'tRNS')?.data;
  return pictureOf(header, unpacked(packed, header), colouring(header, palette, opacity));
}

function chunksOf(file: Buffer): {readonly type: string; readonly data: Buffer}[] {
  const chunks = [];
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    chunks.push({type: file.toString('latin1', at + 4, at + 8), data: file.subarray(at + 8, at + 8 + length)});
    at += 12 + length;
  }
  return chunks;
}

function headerOf(data: Buffer | undefined): Header {
  if (!data || data.length < 13) throw damaged();
  const header = {
    width: data.readUInt32BE(0),
    height: data.readUInt32BE(4),
    depth: data.readUInt8(8),
    type: data.readUInt8(9),
    interlaced: data.readUInt8(12) === 1,
  };
  const {width, height, depth, type} = header;
  if (SAMPLES[type] === undefined || ![1, 2, 4, 8, 16].includes(depth) || width === 0 || height === 0) throw damaged();
  if (width * height > MAX_PIXELS) throw new PictureError(`${width} × ${height} points are too many to be shown here`);
  return header;
}

const damaged = (): PictureError => new PictureError('the picture is damaged');

/** Bytes of a row of this number of pixels, without its filter byte. */
const rowBytes = ({type, depth}: Header, points: number): number =>
  Math.ceil((points * (SAMPLES[type] ?? 1) * depth) / 8);

function unpacked(packed: Buffer, header: Header): Buffer {
  // Seven passes have at most twice as many rows, each with its filter byte.
  const most = (rowBytes(header, header.width) + 9) * header.height * 2 + 64;
  try {
    return inflateSync(packed, {maxOutputLength: most});
  } catch {
    throw damaged();
  }
}

/** Converts the samples of one pixel to red, green, blue and opacity, written at `at`. */
type Colouring = (samples: readonly number[], points: Uint8Array, at: number) => void;

function colouring({type, depth}: Header, palette: Buffer | undefined, opacity: Buffer | undefined): Colouring {
  if (type === 3) {
    return ([index = 0], points, at) => {
      for (let part = 0; part < 3; part++) points[at + part] = palette?.[index * 3 + part] ?? 0;
      points[at + 3] = opacity?.[index] ?? 255;
    };
  }
  const most = 2 ** depth - 1;
  const scaled = (sample = 0): number => Math.round((sample * 255) / most);
  const coloured = type === 2 || type === 6;
  /** The transparent color, if opacity isn't stored per pixel. */
  const clear =
    opacity && type < 4 ? [0, 2, 4].map(part => (part < opacity.length ? opacity.readUInt16BE(part) : 0)) : [];
  return (samples, points, at) => {
    const colours = coloured ? 3 : 1;
    for (let part = 0; part < 3; part++) points[at + part] = scaled(samples[coloured ? part : 0]);
    const isClear = clear.length > 0 && samples.every((sample, part) => sample === clear[part]);
    points[at + 3] = type >= 4 ? scaled(samples[colours]) : isClear ? 0 : 255;
  };
}

function pictureOf(header: Header, data: Buffer, colour: Colouring): Picture {
  const {width, height, depth, type, interlaced} = header;
  const points = new Uint8Array(width * height * 4);
  const perPoint = SAMPLES[type] ?? 1;
  /** The distance in bytes to the sample on the left, which filters use. */
  const left = Math.max(1, (perPoint * depth) >> 3);
  const samples: number[] = new Array(perPoint).fill(0);
  let at = 0;
  for (const [x0, y0, dx, dy] of interlaced ? INTERLACED : WHOLE) {
    const wide = Math.ceil((width - x0) / dx);
    if (wide <= 0) continue;
    const bytes = rowBytes(header, wide);
    let above: Buffer = Buffer.alloc(bytes);
    for (let y = y0; y < height; y += dy) {
      const row = data.subarray(at + 1, at + 1 + bytes);
      if (row.length < bytes) throw damaged();
      unfilter(data[at] ?? 0, row, above, left);
      for (let column = 0; column < wide; column++) {
        for (let part = 0; part < perPoint; part++) samples[part] = sampleAt(row, column * perPoint + part, depth);
        colour(samples, points, (y * width + x0 + column * dx) * 4);
      }
      above = row;
      at += 1 + bytes;
    }
  }
  return {width, height, points};
}

function sampleAt(row: Buffer, index: number, depth: number): number {
  if (depth === 8) return row[index] ?? 0;
  if (depth === 16) return ((row[index * 2] ?? 0) << 8) | (row[index * 2 + 1] ?? 0);
  const bit = index * depth;
  return ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
}

/**
 * Rows are stored as differences: from the left neighbor (1), the one above (2), their mean (3), or the nearest of
 * three (4).
 */
function unfilter(filter: number, row: Buffer, above: Buffer, left: number): void {
  if (filter === 0) return;
  if (filter > 4) throw damaged();
  for (let index = 0; index < row.length; index++) {
    const a = index < left ? 0 : (row[index - left] ?? 0);
    const b = above[index] ?? 0;
    const c = index < left ? 0 : (above[index - left] ?? 0);
    const guess = filter === 1 ? a : filter === 2 ? b : filter === 3 ? (a + b) >> 1 : nearest(a, b, c);
    row[index] = (row[index] ?? 0) + guess;
  }
}

function nearest(a: number, b: number, c: number): number {
  const p = a + b - c;
  const [fromA, fromB, fromC] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
  return fromA <= fromB && fromA <= fromC ? a : fromB <= fromC ? b : c;
}
