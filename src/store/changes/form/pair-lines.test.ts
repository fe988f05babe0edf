import {expect, test} from 'vitest';
import {readPairs, writePairs} from './pair-lines.ts';

test('name=value lines are read as texts by name, and written back', () => {
  const pairs = {role: 'web', 'example.com/tier': '2', empty: '', rule: 'a=b'};
  expect(readPairs(writePairs(pairs))).toEqual({value: pairs, mistakes: []});
  expect(readPairs(' role = web \r\n\n')).toEqual({value: {role: 'web'}, mistakes: []});
});

test('invalid name=value lines are reported with their line numbers', () => {
  expect(readPairs('role=web\nfast\n=x\nrole=db').mistakes).toEqual([
    {line: 2, message: '“fast” must have a name and a value, like role=web'},
    {line: 3, message: '“=x” must have a name and a value, like role=web'},
    {line: 4, message: '“role” is named twice'},
  ]);
});

test('values other than texts are written in a readable form', () => {
  expect(writePairs({count: 3, inner: {a: 1}})).toBe('count=3\ninner={"a":1}');
});
