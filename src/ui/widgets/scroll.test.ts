import fc from 'fast-check';
import {expect, test} from 'vitest';
import {clampScroll, motion} from './scroll.ts';

test('the window moves only as far as the cursor needs', () => {
  expect(clampScroll({cursor: 3, top: 0}, 100, 10)).toEqual({cursor: 3, top: 0});
  expect(clampScroll({cursor: 10, top: 0}, 100, 10)).toEqual({cursor: 10, top: 1});
  expect(clampScroll({cursor: 4, top: 5}, 100, 10)).toEqual({cursor: 4, top: 4});
});

test('on a slow connection the window jumps by half, so that a held key repaints rarely', () => {
  expect(clampScroll({cursor: 10, top: 0}, 100, 10, {isJumping: true})).toEqual({cursor: 10, top: 5});
  expect(clampScroll({cursor: 4, top: 5}, 100, 10, {isJumping: true})).toEqual({cursor: 4, top: 0});
});

test('a shorter list moves the cursor and the window up', () => {
  expect(clampScroll({cursor: 50, top: 45}, 3, 10)).toEqual({cursor: 2, top: 0});
  expect(clampScroll({cursor: Number.POSITIVE_INFINITY, top: 0}, 30, 10)).toEqual({cursor: 29, top: 20});
  expect(clampScroll({cursor: 5, top: 2}, 0, 10)).toEqual({cursor: 0, top: 0});
});

test('the cursor is always in the window and the window in the list', () => {
  const whole = fc.integer({min: -5, max: 300});
  fc.assert(
    fc.property(
      whole,
      whole,
      fc.nat(200),
      fc.integer({min: 1, max: 60}),
      fc.boolean(),
      (cursor, top, count, height, jump) => {
        const next = clampScroll({cursor, top}, count, height, {isJumping: jump});
        expect(next.cursor).toBeGreaterThanOrEqual(next.top);
        expect(next.cursor).toBeLessThan(next.top + height);
        expect(next.top).toBeGreaterThanOrEqual(0);
        expect(next.top).toBeLessThanOrEqual(Math.max(0, count - height));
      },
    ),
  );
});

test('half pages and pages depend on the height of the window', () => {
  expect(motion('halfDown', 20)).toBe(10);
  expect(motion('pageUp', 20)).toBe(-19);
  expect(motion('halfUp', 1)).toBe(-1);
});
