import {expect, test} from 'vitest';
import {testDouble} from './test-double.ts';

test('reading a member missing from a test double names that member', () => {
  const clock = testDouble<{now(): number; zone(): string}>({now: () => 7});
  expect(clock.now()).toBe(7);
  expect(() => clock.zone()).toThrow('The test double has no member zone');
});
