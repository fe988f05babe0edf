import {expect, test} from 'vitest';
import {testDouble} from './test-double.ts';

test('a member that the test did not give is named when it is read', () => {
  const clock = testDouble<{now(): number; zone(): string}>({now: () => 7});
  expect(clock.now()).toBe(7);
  expect(() => clock.zone()).toThrow('The test double has no member zone');
});
