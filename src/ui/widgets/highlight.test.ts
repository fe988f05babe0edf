import fc from 'fast-check';
import {expect, test} from 'vitest';
import {scriptSpans, zoneSpans} from './highlight.ts';

const tones = (line: string) => scriptSpans(line).flatMap(({text, tone}) => (tone ? [[text, tone]] : []));

test('nothing of a line is lost or moved, whatever it holds', () => {
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

test('a script shows its interpreter, comments, texts, variables, words and questions', () => {
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

test('a zone shows owners and types', () => {
  expect(zoneSpans('www\t300\tIN\tA\t192.0.2.1').flatMap(({text, tone}) => (tone ? [[text, tone]] : []))).toEqual([
    ['www', 'strong'],
    ['300\tIN\t', 'dim'],
    ['A', 'accent'],
  ]);
  expect(zoneSpans('; said')).toEqual([{text: '; said', tone: 'dim'}]);
});
