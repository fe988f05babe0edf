/** Values that are wrong in every way, for all code that reads external data. */
import fc from 'fast-check';

/** Characters that cause trouble: control bytes in both encodings, sequences, bidi, halves of surrogate pairs. */
export const nasty = fc.oneof(
  fc.constantFrom(
    '\x1b[2J',
    '\x1b]52;c;eA==\x07',
    '\x1b[5i',
    '\x1b]4;0;#f00\x07',
    '\x1bPq',
    // A sequence of the program's own, with a mark: it must not pass through either.
    '\x1b[7777J',
    '\x1b[7777;1H',
    '\x1b]52;c;planted\x07',
    '\x1b]0;planted\x1b\\',
    '\x9b31m',
    '\x9d0;x\x9c',
    '\x07',
    '\x08\x08',
    '\r',
    '\n',
    '\0',
  ),
  fc.constantFrom('\u202e', '\u2066', '\u200b', '\ud800', '\u{10ffff}', '\x7f', '\x85', '🚀', '日本', 'é\u0301\u0301'),
  fc.string({unit: 'binary', maxLength: 6}),
);
export const hostile = fc.array(nasty, {maxLength: 8}).map(parts => parts.join(''));

export const odd = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, true, 0, -1, 1e308, '', [], {}, [[]], {data: null}),
  hostile,
  fc.jsonValue({maxDepth: 3}),
);

/** The value with something in it replaced, taken out, or added. */
export const spoilt = (value: unknown): fc.Arbitrary<unknown> => {
  if (Array.isArray(value) && value.length > 0)
    return fc.nat(value.length - 1).chain(at => fc.oneof(odd, spoilt(value[at])).map(inner => value.with(at, inner)));
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    const entries = value as Record<string, unknown>;
    return fc.constantFrom(...Object.keys(entries)).chain(name =>
      fc.oneof(
        odd.map(inner => ({...entries, [name]: inner})),
        fc.constant(Object.fromEntries(Object.entries(entries).filter(([other]) => other !== name))),
        spoilt(entries[name]).map(inner => ({...entries, [name]: inner})),
        fc.tuple(fc.string(), odd).map(([added, inner]) => ({...entries, [added]: inner})),
      ),
    );
  }
  return odd;
};
