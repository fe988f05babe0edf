import {expect, test} from 'vitest';
import {markdownLines} from './markdown-table.ts';

test('a cell is escaped so that it can’t end its column or row, or format text', () => {
  const rows = [
    ['a|b', '1'],
    ['two\nlines', '\\'],
    ['*_`<b>[x](y)', ''],
  ];
  expect([...markdownLines(['Label', 'Size'], rows, [undefined, 'right'])].join('')).toBe(
    [
      '| Label | Size |',
      '| --- | ---: |',
      '| a\\|b | 1 |',
      '| two lines | \\\\ |',
      '| \\*\\_\\`\\<b\\>\\[x\\](y) |  |',
      '',
    ].join('\n'),
  );
});
