import fc from 'fast-check';
import {expect, test} from 'vitest';
import {maskSecret} from './masking.ts';

test('a one-letter token is masked only as a whole word', () => {
  const text = 'the token t was refused: check that it is right';
  expect(maskSecret(text, 't')).toBe('the token *** was refused: check that it is right');
  expect(maskSecret('compute/instances/101 of acme', 'a')).toBe('compute/instances/101 of acme');
  expect(maskSecret('Bearer a, "a", (a) a.', 'a')).toBe('Bearer ***, "***", (***) ***.');
});

test('a long token is masked at any position and in any case', () => {
  const token = '5b1c9e4f7a02';
  expect(maskSecret(`x${token}y https://${token.toUpperCase()}.example`, token)).toBe('x***y https://***.example');
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      expect(maskSecret(`${before}${token}${after}`, token)).not.toContain(token);
    }),
  );
});

test('special characters of regular expressions in a secret are matched literally', () => {
  expect(maskSecret('a+b and aab', 'a+b')).toBe('*** and aab');
});
