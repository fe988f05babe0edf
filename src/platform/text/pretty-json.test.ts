import fc from 'fast-check';
import {expect, test} from 'vitest';
import {jsonArrayPieces, printableJson} from './pretty-json.ts';

test.each([
  [[]],
  [[1]],
  [
    [
      {},
      {id: 1, label: 'two\nlines\u2028three', tags: ['a', 'b'], none: null},
      'text',
      [],
      null,
      [[{deep: {er: true}}]],
    ],
  ],
])('the pieces of an array join to the JSON text of the whole array: %j', array => {
  expect([...jsonArrayPieces<unknown>(array, entry => entry)].join('')).toBe(printableJson(array, 2));
});

test('JSON escapes control characters and text direction marks, and parses to the same value', () => {
  expect(printableJson({label: 'a\x9b31m\x7f\u202eb\u2066', family: '👨\u200d👩'})).toBe(
    '{"label":"a\\u009b31m\\u007f\\u202eb\\u2066","family":"👨\u200d👩"}',
  );
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({unit: 'binary'}), (value, text) => {
      const texts = printableJson({value, text}, 2);
      expect(texts).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/);
      expect(JSON.parse(texts)).toEqual(JSON.parse(JSON.stringify({value, text})));
    }),
  );
});
