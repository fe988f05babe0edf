import {describe, expect, onTestFinished, test, vi} from 'vitest';
import {cellsOf, cut, cutLine, glyphsToText, joinLines} from './cells.ts';
import {applySgr} from './sgr-style.ts';

const styleOf = (sgr: string): number => applySgr(0, sgr);

describe('cellsOf', () => {
  test('counts cells, not UTF-16 code units', () => {
    const {glyphs, styles} = cellsOf('a日e\u0301😀b');
    expect(glyphs).toHaveLength(7);
    expect(styles).toHaveLength(7);
    expect(glyphsToText(glyphs)).toBe('a日e\u0301😀b');
  });

  test('returns the style of each cell', () => {
    const {styles} = cellsOf('\x1b[1mab\x1b[31mc\x1b[0md');
    expect([...styles].map(style => style.charCodeAt(0))).toEqual([styleOf('1'), styleOf('1'), styleOf('1;31'), 0]);
  });

  test('skips escape sequences other than colors', () => {
    expect(cellsOf('a\x1b[2Jb\x1b]8;;https://example.com\x07link\x1b]8;;\x07\x1b').glyphs).toBe('ablink');
  });

  test('a private-use character is not taken for a cluster', () => {
    expect(glyphsToText(cellsOf('\ue0b0e\u0301\ue000\uf8ff').glyphs)).toBe('\ue0b0e\u0301\ue000\uf8ff');
  });
});

test('a cluster beyond the limit of distinct clusters is shown as unknown, with equal width', async () => {
  vi.resetModules();
  // Later test files of this worker need a module with an empty table of clusters.
  onTestFinished(() => void vi.resetModules());
  const fresh = await import('./cells.ts');
  for (let mark = 0; mark < 8000; mark++) fresh.cellsOf(`${String.fromCodePoint(0x4e00 + mark)}\u0301`);
  const {glyphs} = fresh.cellsOf('\u9000\u0301x');
  expect(fresh.glyphsToText(glyphs)).toBe('\ufffd x');
});

describe('cut', () => {
  const text = (line: string, from: number, to: number): string => glyphsToText(cut(cellsOf(line), from, to).glyphs);

  test.each([
    ['a part', 'abcdef', 1, 3, 'bc'],
    ['blanks past the end', 'ab', 1, 4, 'b  '],
    ['nothing but blanks', '', 0, 2, '  '],
    ['half a wide character on the left', '日本', 1, 4, ' 本'],
    ['half a wide character on the right', '日本', 0, 3, '日 '],
    ['both halves', '日', 1, 2, ' '],
  ])('%s', (_, line, from, to, expected) => {
    expect(text(line, from, to)).toBe(expected);
  });

  test('a line cut as text resets its colors and fills its columns', () => {
    expect(cutLine('\x1b[31mred日', 4)).toBe('\x1b[31mred \x1b[0m');
    expect(cutLine('ab', 4)).toBe('ab  ');
    expect(cutLine('\x1b[31mtwo words', 10)).toBe('\x1b[31mtwo words \x1b[0m');
    expect(cutLine('\x1b[4mab', 4)).toBe('\x1b[4mab\x1b[0m  ');
  });
});

test('two lines side by side have the same cells as one joined line', () => {
  const [left, right] = ['\x1b[31mred \x1b[m日', '\x1b[2m 1/40 \x1b[m'];
  const joined = cellsOf(joinLines(left, right));
  // The added blank avoids a cached result for an equal text. The cells before the blank are the same.
  const {glyphs, styles} = cellsOf(`${left}${right} `);
  expect(joined).toEqual({glyphs: glyphs.slice(0, -1), styles: styles.slice(0, -1)});
});
