import fc from 'fast-check';
import {expect, test} from 'vitest';
import {withoutSecret} from './masking.ts';

test('a one-letter token masks nothing but itself', () => {
  const text = 'the token t was refused: check that it is right';
  expect(withoutSecret(text, 't')).toBe('the token *** was refused: check that it is right');
  expect(withoutSecret('compute/instances/101 of acme', 'a')).toBe('compute/instances/101 of acme');
  expect(withoutSecret('Bearer a, "a", (a) a.', 'a')).toBe('Bearer ***, "***", (***) ***.');
});

test('a long token is masked wherever it stands, in any case', () => {
  const token = '5b1c9e4f7a02';
  expect(withoutSecret(`x${token}y https://${token.toUpperCase()}.example`, token)).toBe('x***y https://***.example');
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      expect(withoutSecret(`${before}${token}${after}`, token)).not.toContain(token);
    }),
  );
});

test('what means something to a pattern means itself', () => {
  expect(withoutSecret('a+b and aab', 'a+b')).toBe('*** and aab');
});
