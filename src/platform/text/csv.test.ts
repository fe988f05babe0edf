import {expect, it} from 'vitest';
import {csvLine, escapeFormula} from './csv.ts';

it.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  ' =1+1',
  '\u3000＝1',
  '\t1',
  '\r1',
])('bug: a spreadsheet ran %j of a CSV file as a formula', text => expect(escapeFormula(text)).toBe(`'${text}`));

it.each(['', 'web-01', '10 = 10', 'a＝b', '1+1'])('leaves %j unchanged', text => {
  expect(escapeFormula(text)).toBe(text);
});

it('puts cells with quotes, commas and line breaks into quotes', () => {
  expect(csvLine(['a', 'b,c', 'say "hi"', 'two\nlines'])).toBe('a,"b,c","say ""hi""","two\nlines"');
});
