import {expect, test} from 'vitest';
import {markdownLines} from './markdown-table.ts';

test('a cell cannot end its column, its row, or begin something else', () => {
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
