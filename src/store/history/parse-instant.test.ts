import {expect, test} from 'vitest';
import {parseInstant, parseSpan} from './parse-instant.ts';

const now = Date.UTC(2026, 0, 15, 12, 30);
const iso = (text: string) => {
  const at = parseInstant(text, now);
  return typeof at === 'number' ? new Date(at).toISOString() : at.refused;
};

test.each([
  ['now', '2026-01-15T12:30:00.000Z'],
  ['2h ago', '2026-01-15T10:30:00.000Z'],
  ['90m', '2026-01-15T11:00:00.000Z'],
  ['1.5d ago', '2026-01-14T00:30:00.000Z'],
  ['12:00', '2026-01-15T12:00:00.000Z'],
  ['today 9:05', '2026-01-15T09:05:00.000Z'],
  ['yesterday', '2026-01-14T00:00:00.000Z'],
  ['Yesterday 15:00:30', '2026-01-14T15:00:30.000Z'],
  ['2026-01-02', '2026-01-02T00:00:00.000Z'],
  ['2026-01-02 03:04', '2026-01-02T03:04:00.000Z'],
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
  ['2026-01-02 03:04 UTC', '2026-01-02T03:04:00.000Z'],
  ['2026-01-02T03:04:05+02:00', '2026-01-02T01:04:05.000Z'],
])('the time %s is read as %s', (text, expected) => expect(iso(text)).toBe(expected));

test.each([
  '',
  'soon',
  '25:00',
  '12:60',
  '2026-02-30',
  '2026-13-01',
  '15',
  '-2h',
  'yesterday 1500',
  '2026-01-02T99:00Z',
])('"%s" is refused with examples', text => expect(iso(text)).toMatch(/isn’t a time\. Examples: 2h ago/));

test('a time in the future is refused', () => {
  expect(iso('15:00')).toBe('"15:00" is in the future. Times without a zone are UTC');
});

test('bug: months and years, which filters take, were refused', () => {
  expect(parseSpan('1mo')).toBe(30.4375 * 86_400_000);
  expect(parseSpan('2y ago')).toBe(730.5 * 86_400_000);
});

test('a duration needs a unit', () => {
  expect(parseSpan('14h')).toBe(14 * 3_600_000);
  expect(parseSpan('14')).toBeUndefined();
});
