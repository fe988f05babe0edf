import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {sanitize} from './sanitize.ts';

describe('sanitize', () => {
  test.each([
    ['keeps ASCII text', 'web-01 (prod)', 'web-01 (prod)'],
    ['keeps letters of any script', 'naïve 日本語 Привет مرحبا', 'naïve 日本語 Привет مرحبا'],
    ['keeps emoji', 'db 🚀', 'db 🚀'],
    ['removes colors', '\x1b[31mred\x1b[0m', 'red'],
    ['removes cursor movements', 'a\x1b[2J\x1b[1;1Hb', 'ab'],
    ['removes a title sequence with its text', 'a\x1b]0;owned\x07b', 'ab'],
    ['removes a clipboard sequence with its text', 'a\x1b]52;c;ZXZpbA==\x1b\\b', 'ab'],
    ['removes a device control string with its text', 'a\x1bPq#0\x1b\\b', 'ab'],
    ['removes only the introducer of an unfinished string', 'a\x1b]0;rest', 'a0;rest'],
    ['removes C1 sequences like the same sequences with ESC', 'a\x9b31mb\x9d0;x\x07c', 'abc'],
    ['removes a lone ESC with the next letter', 'a\x1bcb', 'ab'],
    ['replaces line breaks and tabs with spaces', 'a\r\nb\nc\td\u2028e', 'a b c d e'],
    ['removes other control characters', 'a\x00b\x07c\x7fd', 'abcd'],
    ['removes bidi overrides and isolates', 'a\u202Egpj.exe\u202C \u2066x\u2069', 'agpj.exe x'],
    ['removes zero-width characters', 'a\u200Bb\u200Dc\uFEFFd\u00ADe\u2060f', 'abcdef'],
    ['removes variation selectors and tags', '❤\uFE0F \u{E0041}x', '❤ x'],
    ['removes lone surrogates', 'a\uD800b', 'ab'],
    ['replaces unassigned code points with U+FFFD', 'a\u{10FFFF}b', 'a\ufffdb'],
    ['keeps at most 4 combining marks of a character', `a${'\u0301'.repeat(50)}b`, `a${'\u0301'.repeat(4)}b`],
  ])('%s', (_, text, expected) => {
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
    // A letter outside of ASCII starts the full check.
    const characters = Array.from({length: 0x10000}, (_, unit) => String.fromCharCode(unit));
    expect(characters.filter(character => sanitize(character) !== sanitize(`日${character}`).slice(1))).toEqual([]);
  });

  test('returns a sanitized text unchanged', () => {
    fc.assert(
      fc.property(hostile, text => {
        expect(sanitize(sanitize(text))).toBe(sanitize(text));
      }),
    );
  });

  test('sanitizes a megabyte of escape sequences before the test times out', () => {
    expect(sanitize('\x9d'.repeat(1_000_000))).toBe('');
    expect(sanitize('\x1b]'.repeat(500_000))).toBe('');
  });
});
