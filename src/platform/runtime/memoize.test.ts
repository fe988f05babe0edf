import {expect, test} from 'vitest';
import {hasSameItems, memoizeLast} from './memoize.ts';

test('lists have the same items if each place has the same value', () => {
  const object = {};
  expect(hasSameItems([1, object], [1, object])).toBe(true);
  expect(hasSameItems([1, object], [1, {}])).toBe(false);
  expect(hasSameItems([1], [1, undefined])).toBe(false);
  expect(hasSameItems([], [])).toBe(true);
});

test('a value is computed again for other inputs, and after it was forgotten', () => {
  let calls = 0;
  const sum = memoizeLast((...numbers: readonly number[]) => {
    calls++;
    return numbers.reduce((total, one) => total + one, 0);
  });
  expect([sum(1, 2), sum(1, 2), calls]).toEqual([3, 3, 1]);
  expect([sum(1, 2, 3), sum(1, 2), calls]).toEqual([6, 3, 3]);
  sum.forget();
  expect([sum(1, 2), calls]).toEqual([3, 4]);
});
