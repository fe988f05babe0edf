import {crc32, deflateSync} from 'node:zlib';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {type Picture, PictureError, renderCharacters, renderHalfBlocks, sizeInCells} from './half-blocks.ts';
import {readPng} from './png-decoder.ts';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

interface PngFacts {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly type: number;
  /** The bytes of each row in the file, after the number of its filter. */
  readonly rows: readonly (readonly number[])[];
  readonly interlaced?: boolean;
  readonly more?: readonly Buffer[];
}

function file({width, height, depth, type, rows, interlaced = false, more = []}: PngFacts): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, type, 0, 0, interlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const points = (picture: Picture): number[][] =>
  Array.from({length: picture.width * picture.height}, (_, index) => [
    ...picture.points.subarray(index * 4, index * 4 + 4),
  ]);

/** The filtered bytes of a row, computed as the PNG specification describes. */
function filterRow(filter: number, row: readonly number[], above: readonly number[], left: number): number[] {
  return row.map((value, index) => {
    const a = row[index - left] ?? 0;
    const b = above[index] ?? 0;
    const c = above[index - left] ?? 0;
    const nearest = [a, b, c].toSorted((x, y) => Math.abs(a + b - c - x) - Math.abs(a + b - c - y))[0] ?? 0;
    return (value - ([0, a, b, Math.floor((a + b) / 2), nearest][filter] ?? 0)) & 255;
  });
}

describe('a PNG file', () => {
  it('is read through every filter, with and without opacity', () => {
    fc.assert(
      fc.property(
        fc.constantFrom({type: 2, parts: 3}, {type: 6, parts: 4}),
        fc.integer({min: 1, max: 6}),
        fc.array(fc.tuple(fc.integer({min: 0, max: 4}), fc.array(fc.nat(255), {minLength: 24, maxLength: 24})), {
          minLength: 1,
          maxLength: 5,
        }),
        ({type, parts}, width, drawn) => {
          const wanted = drawn.map(([, values]) => values.slice(0, width * parts));
          const none = new Array<number>(width * parts).fill(0);
          const rows = drawn.map(([filter], y) => [
            filter,
            ...filterRow(filter, wanted[y] ?? [], wanted[y - 1] ?? none, parts),
          ]);
          const picture = readPng(file({width, height: rows.length, depth: 8, type, rows}));
          const expected = wanted.flatMap(row =>
            Array.from({length: width}, (_, x) => {
              const point = row.slice(x * parts, x * parts + parts);
              return parts === 4 ? point : [...point, 255];
            }),
          );
          expect(points(picture)).toEqual(expected);
        },
      ),
    );
  });

  it('is read with a palette of few bits, and with 16-bit or transparent gray', () => {
    const palette = chunk('PLTE', Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255]));
    const clear = chunk('tRNS', Buffer.from([255, 0]));
    const few = file({width: 3, height: 1, depth: 2, type: 3, rows: [[0, 0b00011000]], more: [palette, clear]});
    expect(points(readPng(few))).toEqual([
      [255, 0, 0, 255],
      [0, 255, 0, 0],
      [0, 0, 255, 255],
    ]);
    expect(points(readPng(file({width: 3, height: 1, depth: 1, type: 0, rows: [[0, 0b10100000]]})))).toEqual([
      [255, 255, 255, 255],
      [0, 0, 0, 255],
      [255, 255, 255, 255],
    ]);
    expect(points(readPng(file({width: 1, height: 1, depth: 16, type: 4, rows: [[0, 255, 255, 128, 0]]})))).toEqual([
      [255, 255, 255, 128],
    ]);
    const grey = file({
      width: 2,
      height: 1,
      depth: 8,
      type: 0,
      rows: [[0, 7, 8]],
      more: [chunk('tRNS', Buffer.from([0, 7]))],
    });
    expect(points(readPng(grey)).map(point => point[3])).toEqual([0, 255]);
  });

  it('is assembled from its passes if it is interlaced', () => {
    // Three by three: the passes 1, 4, 5, 6 and 7 have points.
    const rows = [
      [0, 10],
      [0, 12],
      [0, 30, 32],
      [0, 11],
      [0, 31],
      [0, 20, 21, 22],
    ];
    const picture = readPng(file({width: 3, height: 3, depth: 8, type: 0, rows, interlaced: true}));
    expect(points(picture).map(([grey]) => grey)).toEqual([10, 11, 12, 20, 21, 22, 30, 31, 32]);
  });

  it('is rejected if it is damaged, too large or another format, for any bytes', () => {
    expect(() => readPng(Buffer.from('GIF89a'))).toThrow('not a PNG');
    const whole = file({width: 1, height: 1, depth: 8, type: 2, rows: [[0, 1, 2, 3]]});
    expect(() => readPng(whole.subarray(0, 40))).toThrow('damaged');
    const unpackable = Buffer.from(whole);
    unpackable.fill(0, 43, 53);
    expect(() => readPng(unpackable)).toThrow('damaged');
    expect(() => readPng(file({width: 2, height: 2, depth: 7, type: 2, rows: [[0, 1]]}))).toThrow('damaged');
    expect(() => readPng(file({width: 9000, height: 9000, depth: 8, type: 2, rows: [[0]]}))).toThrow('9000 × 9000');
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, value) => {
        const bytes = Buffer.from(whole);
        bytes[at] = value;
        try {
          readPng(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(PictureError);
        }
      }),
    );
  });
});

describe('a picture in cells', () => {
  const red = [255, 0, 0, 255];
  const blue = [0, 0, 255, 255];
  const clear = [0, 0, 0, 0];
  const picture = (width: number, ...all: number[][]): Picture => ({
    width,
    height: all.length / width,
    points: Uint8Array.from(all.flat()),
  });

  it('has two pixels in each cell, and blanks for transparent pixels', () => {
    expect(renderHalfBlocks(picture(4, red, red, clear, clear, blue, clear, blue, clear), 4, 1)).toEqual([
      '\x1b[38;5;196;48;5;21m▀\x1b[m\x1b[38;5;196m▀\x1b[m\x1b[38;5;21m▄\x1b[m ',
    ]);
  });

  it('has characters by brightness without colors', () => {
    const white = [255, 255, 255, 255];
    const black = [0, 0, 0, 255];
    expect(renderCharacters(picture(3, white, black, clear), 3, 1)).toEqual(['@. ']);
  });

  it('keeps its proportions, fits its area, and is never enlarged', () => {
    expect(sizeInCells({width: 64, height: 64}, {columns: 64, rows: 24})).toEqual({columns: 48, rows: 24});
    expect(sizeInCells({width: 16, height: 16}, {columns: 64, rows: 24})).toEqual({columns: 16, rows: 8});
    expect(sizeInCells({width: 400, height: 2}, {columns: 40, rows: 24})).toEqual({columns: 40, rows: 1});
  });

  it('has the mean color of the pixels that it merges', () => {
    expect(renderHalfBlocks(picture(2, red, blue, red, blue), 1, 1)).toEqual(['\x1b[38;5;90;48;5;90m▀\x1b[m']);
  });
});
