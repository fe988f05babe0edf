import {expect, test} from 'vitest';
import {TwoGenerationCache} from './two-generation-cache.ts';

test('keeps a used entry, and drops an unused one after two full generations', () => {
  const recent = new TwoGenerationCache<string, number>(2);
  for (const [index, key] of ['a', 'b', 'c'].entries()) recent.set(key, index);
  // A read moves the entry to the newer generation.
  expect(recent.get('a')).toBe(0);
  recent.set('d', 3);
  expect([recent.get('b'), recent.get('a'), recent.get('c'), recent.get('d')]).toEqual([undefined, 0, 2, 3]);
});
