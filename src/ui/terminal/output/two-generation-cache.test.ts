import {expect, test} from 'vitest';
import {TwoGenerationCache} from './two-generation-cache.ts';

test('what is used stays, what is not goes when as many newer ones came twice', () => {
  const recent = new TwoGenerationCache<string, number>(2);
  for (const [index, key] of ['a', 'b', 'c'].entries()) recent.set(key, index);
  // Asked for, it is among the newer ones again.
  expect(recent.get('a')).toBe(0);
  recent.set('d', 3);
  expect([recent.get('b'), recent.get('a'), recent.get('c'), recent.get('d')]).toEqual([undefined, 0, 2, 3]);
});
