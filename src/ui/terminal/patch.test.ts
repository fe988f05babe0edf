import {expect, test} from 'vitest';
import {cellsOf} from './cells.ts';
import {patchOf} from './patch.ts';
import {Pen} from './style.ts';

const bytesOf = (shown: string, next: string): string =>
  patchOf(new Pen('truecolor'), cellsOf(shown), cellsOf(next), 0, shown.length, false)
    .map(({bytes}) => bytes)
    .join('');

test('many blanks are erased and gone past, where the background is the terminal’s own', () => {
  const blanks = ' '.repeat(20);
  expect(bytesOf('.'.repeat(24), `ab${blanks}cd`)).toBe('ab\x1b[20X\x1b[20Ccd');
  // What erasing does with a colour differs from terminal to terminal.
  expect(bytesOf('.'.repeat(24), `\x1b[44mab${blanks}cd\x1b[m`)).toBe(`ab${blanks}cd`);
  expect(bytesOf('.'.repeat(24), `\x1b[7mab${blanks}cd\x1b[m`)).toBe(`ab${blanks}cd`);
});

test('the rest of a line is cleared in the style before it, unless that has a background', () => {
  const cleared = (next: string) =>
    patchOf(new Pen('truecolor'), cellsOf('.'.repeat(9)), cellsOf(next), 0, 9, true).map(({bytes}) => bytes);
  expect(cleared('\x1b[2mab\x1b[m       ')).toEqual(['ab\x1b[K']);
  expect(cleared('\x1b[44mab\x1b[m       ')).toEqual(['ab', '\x1b[K']);
});

test('few blanks are written: that takes fewer bytes', () => {
  expect(bytesOf('.'.repeat(14), `ab${' '.repeat(10)}cd`)).toBe(`ab${' '.repeat(10)}cd`);
});
