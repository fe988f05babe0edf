import fc from 'fast-check';
import {expect, test} from 'vitest';
import {cellWidth} from '../terminal/index.ts';
import {createSkin} from '../theme/skin.ts';
import {paintEnds, paintSpans, span, wrap, wrapIndented} from './spans.ts';

const skin = createSkin('dark');
const bare = (text: string): string => text.replace(/\x1b\[[\d;]*m/g, '');
/** Characters whose width depends on their neighbors. */
const joining = fc.constantFrom(...['a', ' ', '1', '\ufe0f', '\u20e3', '\u200d', '👩', '🇩', '🇪', '日', 'ﾞ']);
const marks = fc.constantFrom(...['\u0e01', '\u0e33', '\u0903', '\u0301', '\u1100', '\u1161', '\u11a8']);
const text = fc.oneof(
  fc.string({unit: 'binary', maxLength: 12}),
  fc.string({unit: fc.oneof(joining, marks), maxLength: 5}),
);

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

test('bug: a line was short if a character joined the one before its span', () => {
  const thai = [span('\u074b'), span('\u0e33')];
  expect(cellWidth(bare(paintSpans(skin, thai, 2)))).toBe(2);
  expect(cellWidth(bare(paintEnds(skin, [span('left')], thai.slice(1), 12)))).toBe(12);
  // A digit becomes a keycap of two cells.
  expect(cellWidth(bare(paintSpans(skin, [span('1'), span('\ufe0f\u20e3')], 1)))).toBe(1);
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
