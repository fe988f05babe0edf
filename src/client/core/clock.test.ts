import {afterEach, beforeEach, expect, test, vi} from 'vitest';
import {systemClock} from './clock.ts';

const dayMs = 86_400_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('bug: a wait of more than 24 days ended early', () => {
  const run = vi.fn();
  systemClock.schedule(60 * dayMs, run);
  vi.advanceTimersByTime(60 * dayMs - 1);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledOnce();
});

test('a long wait can be canceled at any time', () => {
  const run = vi.fn();
  const cancel = systemClock.schedule(60 * dayMs, run);
  vi.advanceTimersByTime(30 * dayMs);
  cancel();
  vi.advanceTimersByTime(60 * dayMs);
  expect(run).not.toHaveBeenCalled();
});
