import {expect, test} from 'vitest';
import {typedDateNote, withTime} from './typed-dates.ts';

const now = Date.UTC(2026, 10, 28, 22, 30, 15);

test.each([
  ['2026-12-28', '2026-12-28T00:00:00'],
  ['2026-12-28 18:30', '2026-12-28T18:30:00'],
  ['30d', '2026-12-28T22:30:15'],
  ['in 2h', '2026-11-29T00:30:15'],
  ['2026-12-28T18:30:00', '2026-12-28T18:30:00'],
  ['2026-02-30', '2026-02-30'],
  ['tomorrow', 'tomorrow'],
  ['', ''],
])('the typed date %s is sent as %s', (text, date) => {
  expect(withTime(text, now, 'future')).toBe(date);
});

test('a duration counts back from now for a time in the past', () => {
  expect(withTime('2h', now, 'past')).toBe('2026-11-28T20:30:15');
  expect(withTime('2h ago', now, 'future')).toBe('2026-11-28T20:30:15');
});

test('a note names the instant that a short date means', () => {
  expect(typedDateNote('30d', now, 'future')).toBe('2026-12-28 22:30:15 UTC');
  expect(typedDateNote('2026-12-28T18:30:00', now, 'future')).toBeUndefined();
  expect(typedDateNote('tomorrow', now, 'future')).toBeUndefined();
  expect(typedDateNote(undefined, now, 'future')).toBeUndefined();
});
