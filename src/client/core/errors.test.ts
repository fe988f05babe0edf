import {expect, test} from 'vitest';
import {sanitizeLine, sanitizeText} from './errors.ts';

test('a long reason that is cut at an emoji shows no half of it', () => {
  for (const cut of [sanitizeLine, sanitizeText]) {
    expect(cut('ab😀cd', 3)).toBe('ab…');
    expect(cut('ab😀cd', 4)).toBe('ab😀…');
    expect(cut('ab😀', 4)).toBe('ab😀');
  }
});
