import {expect, test} from 'vitest';
import {readPairs, writePairs} from './pair-lines.ts';

test('lines become texts by their names, and the other way around', () => {
  const pairs = {role: 'web', 'example.com/tier': '2', empty: '', rule: 'a=b'};
  expect(readPairs(writePairs(pairs))).toEqual({value: pairs, mistakes: []});
  expect(readPairs(' role = web \r\n\n')).toEqual({value: {role: 'web'}, mistakes: []});
});

test('lines that aren’t pairs are named with their place', () => {
  expect(readPairs('role=web\nfast\n=x\nrole=db').mistakes).toEqual([
    {line: 2, words: '“fast” must have a name and a value, like role=web'},
    {line: 3, words: '“=x” must have a name and a value, like role=web'},
    {line: 4, words: '“role” is named twice'},
  ]);
});

test('values that aren’t texts stay readable', () => {
  expect(writePairs({count: 3, inner: {a: 1}})).toBe('count=3\ninner={"a":1}');
});
