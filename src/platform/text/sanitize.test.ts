import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {sanitize} from './sanitize.ts';

describe('clean', () => {
  test.each([
    ['plain ASCII stays', 'web-01 (prod)', 'web-01 (prod)'],
    ['letters of any script stay', 'naïve 日本語 Привет مرحبا', 'naïve 日本語 Привет مرحبا'],
    ['emoji stay', 'db 🚀', 'db 🚀'],
    ['colors go', '\x1b[31mred\x1b[0m', 'red'],
    ['cursor movement goes', 'a\x1b[2J\x1b[1;1Hb', 'ab'],
    ['a title sequence goes with its text', 'a\x1b]0;owned\x07b', 'ab'],
    ['a clipboard sequence goes with its text', 'a\x1b]52;c;ZXZpbA==\x1b\\b', 'ab'],
    ['a device string goes with its text', 'a\x1bPq#0\x1b\\b', 'ab'],
    ['an unfinished string loses its introducer only', 'a\x1b]0;rest', 'a0;rest'],
    ['C1 forms go like their ESC forms', 'a\x9b31mb\x9d0;x\x07c', 'abc'],
    ['a lone ESC takes the letter it would act with', 'a\x1bcb', 'ab'],
    ['line breaks and tabs become spaces', 'a\r\nb\nc\td\u2028e', 'a b c d e'],
    ['other control bytes go', 'a\x00b\x07c\x7fd', 'abcd'],
    ['bidi overrides and isolates go', 'a\u202Egpj.exe\u202C \u2066x\u2069', 'agpj.exe x'],
    ['zero-width characters go', 'a\u200Bb\u200Dc\uFEFFd\u00ADe\u2060f', 'abcdef'],
    ['variation selectors and tags go', '❤\uFE0F \u{E0041}x', '❤ x'],
    ['lone surrogates go', 'a\uD800b', 'ab'],
    ['code points nobody knows are shown as unknown', 'a\u{10FFFF}b', 'a\ufffdb'],
    ['a heap of marks is cut down', `a${'\u0301'.repeat(50)}b`, `a${'\u0301'.repeat(4)}b`],
  ])('%s', (_what, text, expected) => {
    expect(sanitize(text)).toBe(expected);
  });

  /** Text with many dangerous characters. */
  const hostile = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '\x1b',
          '\x1b[',
          '\x1b]',
          '\x9b',
          '\x9d',
          '\x1bP',
          '\x07',
          '\x1b\\',
          'm',
          ';',
          '31',
          'H',
          '\u202E',
          '\u200D',
        ),
        fc.string({unit: 'binary', maxLength: 4}),
      ),
      {maxLength: 30},
    )
    .map(parts => parts.join(''));

  test('removes every character that controls a terminal', () => {
    fc.assert(
      fc.property(hostile, text => {
        expect(sanitize(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u);
      }),
      {numRuns: 2000},
    );
  });

  test('the fast check and the full check agree on every character', () => {
    // A letter of another script causes the full check of the whole text.
    const characters = Array.from({length: 0x10000}, (_, unit) => String.fromCharCode(unit));
    expect(characters.filter(character => sanitize(character) !== sanitize(`日${character}`).slice(1))).toEqual([]);
  });

  test('cleaning twice changes nothing', () => {
    fc.assert(
      fc.property(hostile, text => {
        expect(sanitize(sanitize(text))).toBe(sanitize(text));
      }),
    );
  });

  test('cleans a megabyte of hostile text in linear time', () => {
    expect(sanitize('\x9d'.repeat(1_000_000))).toBe('');
    expect(sanitize('\x1b]'.repeat(500_000))).toBe('');
  });
});
