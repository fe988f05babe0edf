import {expect, test} from 'vitest';
import {arrayPieces} from './json.ts';

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
])('an array in pieces is the same as in one: %j', array => {
  expect([...arrayPieces<unknown>(array, entry => entry)].join('')).toBe(JSON.stringify(array, null, 2));
});
