import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {loadStringWidth} from '../../../test/support/string-width.ts';
import {cellWidth, eachCluster, fitToCells, truncate} from './cell-width.ts';

/** Texts with the widths that Ink computes for its layout, which `cellWidth` must return, too. */
const inkWidths: readonly (readonly [text: string, cells: number])[] = [
  ['', 0],
  ['web-01', 6],
  ['naïve café', 10],
  ['e\u0301le\u0300ve', 5],
  ['日本語', 6],
  ['ｆｕｌｌ', 8],
  ['ｶﾞｷﾞ', 4],
  ['한국어', 6],
  ['\u1112\u1161\u11ab', 2],
  ['\u1100\u1100\u1161', 4],
  ['Привет', 6],
  ['שלום', 4],
  ['हिन्दी', 4],
  ['नि', 2],
  ['ไทย', 3],
  ['தமிழ்', 4],
  ['😀', 2],
  ['👍🏽', 2],
  ['👨\u200d👩\u200d👧', 2],
  ['🏳\ufe0f\u200d🌈', 2],
  ['🇩🇪', 2],
  ['🇩', 1],
  ['🇩🇪🇫', 3],
  ['❤', 1],
  ['❤\ufe0f', 2],
  ['⚠', 1],
  ['⚠\ufe0f', 2],
  ['1\ufe0f\u20e3', 2],
  ['#\u20e3', 2],
  ['⌚⏳', 4],
  ['▶', 1],
  ['●◐○▲✗', 5],
  ['─│┌┘█░', 6],
  ['…“”→½', 5],
  ['㊗', 2],
  ['a\u200bb', 2],
  ['\u00ad', 0],
  ['\t', 0],
  ['𝒜', 1],
  ['𠀀', 2],
  ['𠀀𠀁', 4],
  ['📦 cold storage', 15],
  ['🖥 desk', 6],
  ['📦\u200d', 2],
  ['👍👍🏽', 4],
  ['🅰', 1],
  ['🅰\ufe0f', 2],
  ['\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}', 2],
  ['\u0e01\u0e33', 1],
  ['\u0b95\u0bcb', 2],
  ['\u3099', 0],
  ['\ue0b0', 1],
  ['☰', 2],
  ['、。「」', 8],
];

/** Wide, combining, clustered and plain characters, in any order. */
const text = fc
  .array(fc.constantFrom('a', ' ', 'é', '日', '😀', 'e\u0301', '👍🏽', '🇩🇪', 'नि', 'ｶﾞ', '한', '…'), {maxLength: 20})
  .map(parts => parts.join(''));

describe('cellWidth', async () => {
  const inkWidth = await loadStringWidth();

  test.each(inkWidths)('%j takes %i cells, as in Ink', (sample, cells) => {
    expect([cellWidth(sample), inkWidth(sample)]).toEqual([cells, cells]);
  });

  test('is the sum of the widths of the clusters', () => {
    fc.assert(
      fc.property(fc.string({unit: 'grapheme', maxLength: 20}), sample => {
        let total = 0;
        let joined = '';
        eachCluster(sample, (cluster, cells) => {
          total += cells;
          joined += cluster;
        });
        expect(joined).toBe(sample);
        expect(cellWidth(sample)).toBe(total);
      }),
    );
  });
});

describe('fitToCells', () => {
  test.each([
    ['pads a short text', 'db', 5, 'db   '],
    ['keeps a text of the exact width', 'web', 3, 'web'],
    ['ends a cut text with an ellipsis', 'web-01', 4, 'web…'],
    ['pads a cell that a wide character would exceed', '日本語', 4, '日… '],
    ['keeps a wide text that fits', '日本', 4, '日本'],
    ['never splits a cluster', 'e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
    ['returns an empty text for 0 columns', 'web', 0, ''],
    ['returns an empty text for negative columns', 'web', -3, ''],
    ['returns only the ellipsis for 1 column', '日本', 1, '…'],
  ])('%s', (_, sample, columns, expected) => {
    expect(fitToCells(sample, columns)).toBe(expected);
  });

  test('aligns to the right', () => {
    expect(fitToCells('8 GB', 6, 'right')).toBe('  8 GB');
    expect(fitToCells('日', 4, 'right')).toBe('  日');
  });

  test('fills exactly its columns for any text', () => {
    fc.assert(
      fc.property(text, fc.nat(30), (sample, columns) => {
        expect(cellWidth(fitToCells(sample, columns))).toBe(columns);
        expect(cellWidth(fitToCells(sample, columns, 'right'))).toBe(columns);
      }),
    );
  });
});

describe('truncate', () => {
  test('never exceeds its columns, and doesn’t cut a text that fits', () => {
    fc.assert(
      fc.property(text, fc.nat(30), (sample, columns) => {
        const cut = truncate(sample, columns);
        expect(cellWidth(cut)).toBeLessThanOrEqual(columns);
        if (cellWidth(sample) <= columns) expect(cut).toBe(sample);
        else if (columns > 0) expect(cut.endsWith('…')).toBe(true);
      }),
    );
  });
});
