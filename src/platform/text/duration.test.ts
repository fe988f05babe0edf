import {expect, test} from 'vitest';
import {parseDurationText} from './duration.ts';

test.each([
  ['90', 90_000],
  ['500ms', 500],
  ['1.5h', 5_400_000],
  ['5m', 300_000],
  ['1d', 86_400_000],
  ['2w', 1_209_600_000],
  ['1mo', 2_629_800_000],
  ['', undefined],
  ['1 day', undefined],
  ['-5m', undefined],
])('the duration “%s” is %s milliseconds', (text, durationMs) => {
  expect(parseDurationText(text)).toBe(durationMs);
});
