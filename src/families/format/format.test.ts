import {describe, expect, test} from 'vitest';
import * as format from './format.ts';

const noon = Date.UTC(2026, 2, 1, 12);
const hours = 3600_000;

describe('dates', () => {
  test('rule 7: a date without a zone is UTC', () => {
    expect(format.toMillis('2026-03-01T12:00:00')).toBe(noon);
    expect(format.toMillis('2026-03-01 12:00:00')).toBe(noon);
  });

  test.each([
    ['2026-03-01T12:00:00Z', noon],
    ['2026-03-01T14:00:00+02:00', noon],
    ['2026-03-01T12:00:00.250', noon + 250],
    ['2026-03-01T12:00', noon],
  ])('%s can be read', (date, at) => expect(format.toMillis(date)).toBe(at));

  test.each([
    '',
    'soon',
    '2026-13-01T00:00:00',
    '1 March',
    '2026-03-01',
    null,
    undefined,
    '2026-03-01T12:00:00 PST',
  ])('%s is unknown', date => expect(format.toMillis(date)).toBeUndefined());

  test('a duration from the API is formatted like any other', () => {
    expect(format.clockText('00:00:14')).toBe('0:14');
    expect(format.clockText('01:02:03')).toBe('1:02:03');
    expect(format.clockText('soon')).toBe('soon');
    expect(format.clockText(171)).toBe('2:51');
  });

  test('exact times name their zone', () => expect(format.utcTimestamp(noon)).toBe('2026-03-01 12:00:00 UTC'));

  test.each([
    [0, '0s'],
    [59_999, '59s'],
    [60_000, '1m'],
    [2 * hours, '2h'],
    [47 * hours, '47h'],
    [48 * hours, '2d'],
    [41 * 24 * hours, '41d'],
    [729 * 24 * hours, '729d'],
    [1100 * 24 * hours, '3y'],
  ])('a span of %i ms reads %s', (length, text) => expect(format.shortSpan(length)).toBe(text));

  test.each([
    [2 * hours - 1000, '2h'],
    [2 * hours - 60_000, '1h 59m'],
    [hours - 20_000, '1h'],
    [hours - 60_000, '59m'],
    [59_000, '1m'],
    [20_000, '20s'],
    [48 * hours - 1000, '2d'],
    [90 * 24 * hours - 1000, '90d'],
  ])('bug: of 2 hours, 1 hour remained after a second (%i ms: %s)', (length, text) =>
    expect(format.remainingSpan(length)).toBe(text));

  test('a future time is shown as "in 2h", and not as an age', () => {
    expect(format.age(noon + 30_000, noon)).toBe('now');
    expect(format.age(noon + 2 * hours, noon)).toBe('in 2h');
    expect(format.ago(noon - 2 * hours, noon)).toBe('2h ago');
    expect(format.ago(noon + 2 * hours, noon)).toBe('in 2h');
  });

  test.each([
    [0, '0:00'],
    [14, '0:14'],
    [725, '12:05'],
    [3723, '1:02:03'],
    [-5, '0:00'],
  ])('%i seconds read %s', (seconds, text) => expect(format.clockDuration(seconds)).toBe(text));
});

describe('sizes', () => {
  test.each([
    [0, '0 MB'],
    [512, '512 MB'],
    [1023, '1,023 MB'],
    [1024, '1 GB'],
    [1000 * 1024, '1,000 GB'],
    [1536, '1.5 GB'],
    [4096, '4 GB'],
    [81920, '80 GB'],
    [1048575, '1 TB'],
    [3 * 1048576, '3 TB'],
  ])('%i MB read %s', (mb, text) => expect(format.megabytes(mb)).toBe(text));

  test.each([
    [20, '20 GB'],
    [1000, '1,000 GB'],
    [10240, '10 TB'],
  ])('%i GB read %s', (gb, text) => expect(format.gigabytes(gb)).toBe(text));

  test.each([
    [0, '0 bytes'],
    [1023, '1,023 bytes'],
    [1500, '1.5 KB'],
    [5 * 1024 ** 3, '5 GB'],
  ])('%i bytes read %s', (bytes, text) => expect(format.bytes(bytes)).toBe(text));

  test('bug: sizes and percentages from 1,000 on had no comma, while other numbers had one', () => {
    expect(format.gigabytes(1000)).toBe('1,000 GB');
    expect(format.allotment(1_234_000_000)).toBe('1,234 PB');
    expect(format.percent(1234.5)).toBe('1,235%');
  });

  test('traffic uses units of 1000', () => {
    expect(format.allotment(250)).toBe('250 GB');
    expect(format.allotment(4000)).toBe('4 TB');
    expect(format.megabits(40)).toBe('40 Mbit/s');
    expect(format.megabits(1500)).toBe('1.5 Gbit/s');
  });

  test('NaN is shown as unknown', () => {
    expect(format.megabytes(Number.NaN)).toBe('?');
    expect(format.money(Number.NaN)).toBe('?');
    expect(format.percent(Number.NaN)).toBe('?');
  });
});

describe('money', () => {
  test.each([
    [0, '$0.00'],
    [12, '$12.00'],
    [1234567.5, '$1,234,567.50'],
    [0.036, '$0.036'],
    [0.0075, '$0.0075'],
    [-5, '-$5.00'],
  ])('%d reads %s', (value, text) => expect(format.money(value)).toBe(text));

  test('prices name their period', () => {
    expect(format.monthly(12)).toBe('$12.00/mo');
    expect(format.hourly(0.018)).toBe('$0.018/h');
  });
});

describe('words', () => {
  test.each([
    ['W0', '00:00–02:00 UTC'],
    ['W10', '10:00–12:00 UTC'],
    ['W22', '22:00–00:00 UTC'],
    ['Scheduling', 'Scheduling'],
    ['W99', 'W99'],
  ])('rule 138: the window %s reads %s', (window, text) => expect(format.backupWindow(window)).toBe(text));

  test('country codes are shown as names, and unknown codes unchanged', () => {
    expect(format.countryName('us')).toBe('United States');
    expect(format.countryName('zz-top')).toBe('zz-top');
  });

  test.each([
    ['10.0.0.1', true],
    ['192.168.130.4', true],
    ['172.16.0.1', true],
    ['172.32.0.1', false],
    ['192.0.2.10', false],
  ])('%s is private: %s', (address, is) => expect(format.isPrivate(address)).toBe(is));

  test('nouns agree with their number', () => {
    expect(format.countText(1, 'volume')).toBe('1 volume');
    expect(format.countText(0, 'volume')).toBe('0 volumes');
    expect(format.countText(2, 'entry', 'entries')).toBe('2 entries');
  });
});
