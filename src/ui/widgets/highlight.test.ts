import fc from 'fast-check';
import {expect, test} from 'vitest';
import {scriptSpans, zoneSpans} from './highlight.ts';

const tones = (line: string) => scriptSpans(line).flatMap(({text, tone}) => (tone ? [[text, tone]] : []));

test('highlighting never changes the text of a line', () => {
  const line = fc.string({
    unit: fc.constantFrom('"', "'", '$', '#', ' ', '{', '}', '\\', '<UDF ', '>', 'if', 'a', ';', 'A', '\t'),
  });
  fc.assert(
    fc.property(fc.oneof(line, fc.string({unit: 'binary'})), text => {
      expect(
        scriptSpans(text)
          .map(one => one.text)
          .join(''),
      ).toBe(text);
      expect(
        zoneSpans(text)
          .map(one => one.text)
          .join(''),
      ).toBe(text);
    }),
  );
});

test('a script highlights its interpreter, comments, strings, variables, keywords and UDF tags', () => {
  expect(tones('#!/bin/bash')).toEqual([['#!/bin/bash', 'accent']]);
  expect(tones('# <UDF name="role" label="Role" />')).toEqual([
    ['# ', 'dim'],
    ['<UDF name="role" label="Role" />', 'attention'],
    ['', 'dim'],
  ]);
  expect(tones('if [ "$ROLE" = x ]; then echo $A#b # why')).toEqual([
    ['if', 'accent'],
    ['"$ROLE"', 'ok'],
    ['then', 'accent'],
    ['$A', 'busy'],
    ['# why', 'dim'],
  ]);
});

test('a zone file highlights owners and types', () => {
  expect(zoneSpans('www\t300\tIN\tA\t192.0.2.1').flatMap(({text, tone}) => (tone ? [[text, tone]] : []))).toEqual([
    ['www', 'strong'],
    ['300\tIN\t', 'dim'],
    ['A', 'accent'],
  ]);
  expect(zoneSpans('; said')).toEqual([{text: '; said', tone: 'dim'}]);
});
