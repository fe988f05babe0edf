import {expect, test} from 'vitest';
import {cellsOf} from './cells.ts';
import {PatchCache, patchOf} from './line-patch.ts';
import {Pen} from './sgr-style.ts';

const bytesOf = (shown: string, next: string): string =>
  patchOf(new Pen('truecolor'), cellsOf(shown), cellsOf(next), 0, shown.length, false)
    .map(({bytes}) => bytes)
    .join('');

test('a long run of blanks is erased and skipped, except on a colored background', () => {
  const blanks = ' '.repeat(20);
  expect(bytesOf('.'.repeat(24), `ab${blanks}cd`)).toBe('ab\x1b[20X\x1b[20Ccd');
  // Erasing with a color differs between terminals.
  expect(bytesOf('.'.repeat(24), `\x1b[44mab${blanks}cd\x1b[m`)).toBe(`ab${blanks}cd`);
  expect(bytesOf('.'.repeat(24), `\x1b[7mab${blanks}cd\x1b[m`)).toBe(`ab${blanks}cd`);
});

test('several runs of blanks are erased together and then skipped', () => {
  const row = `ab${' '.repeat(20)}cd${' '.repeat(9)}ef${' '.repeat(5)}gh`;
  // The blanks after the last long run were not erased, so they are written.
  expect(bytesOf('.'.repeat(42), row)).toBe('\x1b[33Xab\x1b[20Ccd\x1b[9Cef     gh');
  const colored = `ab${' '.repeat(20)}\x1b[44mcd${' '.repeat(9)}\x1b[mef${' '.repeat(10)}gh`;
  expect(bytesOf('.'.repeat(47), colored)).toContain(`cd${' '.repeat(9)}`);
});

test('the rest of a line is cleared in the style before it, unless that has a background', () => {
  const cleared = (next: string) =>
    patchOf(new Pen('truecolor'), cellsOf('.'.repeat(9)), cellsOf(next), 0, 9, true).map(({bytes}) => bytes);
  expect(cleared('\x1b[2mab\x1b[m       ')).toEqual(['ab\x1b[K']);
  expect(cleared('\x1b[44mab\x1b[m       ')).toEqual(['ab', '\x1b[K']);
});

test('a short run of blanks is written, which takes fewer bytes', () => {
  expect(bytesOf('.'.repeat(14), `ab${' '.repeat(10)}cd`)).toBe(`ab${' '.repeat(10)}cd`);
});

test('a patch is computed once while its two rows are adjacent or return', () => {
  const [a, b, c] = [cellsOf('first'), cellsOf('second'), cellsOf('third')];
  const patches = new PatchCache(new Pen('truecolor'));
  const between = (y: number, shown = a, next = b) => patches.patchBetween({y, lane: 1}, shown, next, 0, 6, false);
  const known = between(5);
  expect(between(5)).toBe(known);
  // After scrolling by a line, each row is in the position of the row above or below it.
  for (const y of [4, 3, 4]) {
    patches.begin();
    expect(between(y)).toBe(known);
  }
  patches.begin();
  patches.begin();
  // A patch is kept during one frame that does not use it.
  expect(between(4)).toBe(known);
  expect(between(4, a, c)).not.toBe(known);
  expect(between(9)).toEqual(known);
});
