import fc from 'fast-check';
import {expect, test} from 'vitest';
import {cellWidth} from '../terminal/index.ts';
import {createSkin} from '../theme/skin.ts';
import {paintEnds, paintSpans, span, wrap, wrapIndented} from './spans.ts';

const skin = createSkin('dark');
const bare = (text: string): string => text.replace(/\x1b\[[\d;]*m/g, '');
const text = fc.string({unit: 'binary', maxLength: 12});

test('spans fill exactly their columns, for any text from the API', () => {
  fc.assert(
    fc.property(
      fc.array(text, {maxLength: 5}),
      fc.array(text, {maxLength: 3}),
      fc.integer({min: 0, max: 40}),
      (left, right, columns) => {
        const spans = left.map(message => span(message, 'ok'));
        expect(cellWidth(bare(paintSpans(skin, spans, columns)))).toBe(columns);
        expect(
          cellWidth(
            bare(
              paintEnds(
                skin,
                spans,
                right.map(message => span(message)),
                columns,
              ),
            ),
          ),
        ).toBe(columns);
      },
    ),
  );
});

test('if both ends don’t fit, the right one is cut, or left out if too little would remain', () => {
  const ends = (columns: number): string => bare(paintEnds(skin, [span('left')], [span('a reason why')], columns));
  expect(ends(20)).toBe('left    a reason why');
  expect(ends(14)).toBe('left a reason…');
  expect(ends(11)).toBe('left       ');
});

test('text wraps at spaces, keeps its line breaks, and breaks words only when it must', () => {
  expect(wrap('the quick brown fox', 9)).toEqual(['the quick', 'brown fox']);
  expect(wrap('one\ntwo', 9)).toEqual(['one', 'two']);
  expect(wrap('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
});

test('a text indented deeper than the width keeps all its words', () => {
  const lines = wrapIndented(`${' '.repeat(60)}if it is deep, it is still read`, 48);
  expect(lines.every(line => cellWidth(line) <= 48)).toBe(true);
  expect(lines.map(line => line.trim()).join(' ')).toBe('if it is deep, it is still read');
  expect(wrapIndented('    indented', 48)).toEqual(['    indented']);
});
