import * as fc from 'fast-check';
import {describe, expect, it, test} from 'vitest';
import {
  allotment,
  bytes,
  clockDuration,
  gigabytes,
  hourly,
  megabits,
  megabytes,
  money,
  monthly,
  percent,
  shortSpan,
} from './format.ts';
import {type Quantity, type QuantityKind, quantities} from './quantities.ts';

const parsed = (kind: QuantityKind, text: string, {isShown} = {isShown: true}) => {
  const {parse}: Quantity = quantities[kind];
  const filter = parse(text, {isShown});
  return filter && (filter.from === filter.to ? filter.from : [filter.from, filter.to]);
};

describe('spellings of the same value', () => {
  test.each<[QuantityKind, number, string[]]>([
    ['megabytes', 8192, ['8', '8GB', '8 gb', '8g', '8GiB', '8 gigabytes', '8192MB', '8,192 mb', '0.0078125TB']],
    ['gigabytes', 1024, ['1024', '1024GB', '1TB', '1 tib', '1,024']],
    ['bytes', 10 * 1024 ** 2, ['10485760', '10MB', '10m', '10240KB', '10,485,760 bytes']],
    ['allotment', 4000, ['4000', '4TB', '4,000 GB', '4t']],
    ['megabits', 4000, ['4000', '4Gbit/s', '4 Gbps', '4G', '4gb/s', '4000 Mbit/s']],
    ['bits', 10_000_000, ['10M', '10Mbit/s', '10 mbps', '10000k']],
    ['money', 1000, ['1000', '$1000', '$1,000', '1,000.00', '1000 USD', '1000$', 'US$1000']],
    ['monthly', 20, ['20', '$20', '$20.00/mo', '20 per month', 'from $20.00/mo']],
    ['hourly', 0.02, ['0.02', '$0.02', '$0.02/h', '.02']],
    ['duration', 5400, ['5400', '5400s', '90m', '90 min', '1.5h', '1h30m', '1h 30m', '1 hour 30 minutes', '1:30:00']],
    ['percent', 80, ['80', '80%', '80 %']],
    ['number', 10_000, ['10000', '10,000', '10k']],
    ['moment', 2 * 86_400_000, ['2d', '2 days', '48h', '1d24h', '172800s', '2d ago']],
    ['deadline', 7 * 86_400_000, ['7d', '1w', '1 week', 'in 7d', '168 hours']],
    ['moment', (365.25 / 12) * 86_400_000, ['1mo', '1 month', '1 months']],
  ])('%s %d', (kind, value, texts) => {
    expect(texts.map(text => parsed(kind, text))).toEqual(texts.map(() => value));
  });
});

test('a bare number has the unit of the column, or of the API without a column', () => {
  expect(parsed('megabytes', '8')).toBe(8192);
  expect(parsed('megabytes', '8', {isShown: false})).toBe(8);
  expect(parsed('megabytes', '8GB', {isShown: false})).toBe(8192);
});

test('a date covers its whole period, in UTC unless it has an offset', () => {
  const utc = Date.UTC;
  expect(parsed('moment', '2026')).toEqual([utc(2026, 0), utc(2027, 0)]);
  expect(parsed('moment', '2026-12')).toEqual([utc(2026, 11), utc(2027, 0)]);
  expect(parsed('moment', '2026-11-30')).toEqual([utc(2026, 10, 30), utc(2026, 11, 1)]);
  expect(parsed('moment', '2026-11-30T23')).toEqual([utc(2026, 10, 30, 23), utc(2026, 11, 1)]);
  expect(parsed('moment', '2026-11-30 23:59')).toEqual([utc(2026, 10, 30, 23, 59), utc(2026, 11, 1)]);
  expect(parsed('moment', '2026-11-30T23:59:59Z')).toEqual([utc(2026, 10, 30, 23, 59, 59), utc(2026, 11, 1)]);
  expect(parsed('moment', '2026-11-30T01:00+02:00')).toEqual([utc(2026, 10, 29, 23), utc(2026, 10, 29, 23, 1)]);
});

test.each<[QuantityKind, string]>([
  ['moment', '30'],
  ['moment', '2026-13'],
  ['moment', '2026-02-30'],
  ['moment', '2026-11-30T24'],
  ['moment', '2026-11-30T10:61'],
  ['moment', '2026-11-30Z'],
  ['moment', '3x'],
  ['duration', '1h30'],
  ['megabytes', '8x'],
  ['megabytes', 'GB'],
  ['bits', '10'],
  ['money', '$5/mo'],
  ['monthly', '$5/h'],
  ['number', '5GB'],
  ['number', '1,00'],
  ['number', ''],
  ['percent', '5GB'],
  ['version', '8.x'],
  ['version', 'v8'],
])('%s refuses “%s”', (kind, text) => {
  expect(parsed(kind, text)).toBeUndefined();
});

describe('versions', () => {
  const of = (text: string): number => quantities.version.read(text) ?? Number.NaN;
  it('are sorted by their numbers', () => {
    const order = ['2.06', '5.4.10', '5.10', '6.2.9', '8.0.26', '13', '13.2'];
    for (const [index, version] of order.entries())
      if (index > 0) expect(of(version)).toBeGreaterThan(of(order[index - 1] ?? ''));
  });
  it('match every version with the same prefix', () => {
    const [from = 0, to = 0] = parsed('version', '8.0') as number[];
    expect(['8.0', '8.0.26', '8.1', '7.9'].map(of).map(version => version >= from && version < to)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

test('every formatted value can be parsed as a filter', () => {
  const texts: readonly (readonly [QuantityKind, (value: number) => string, number])[] = [
    ['megabytes', megabytes, 0.06],
    ['gigabytes', gigabytes, 0.06],
    ['bytes', bytes, 0.06],
    ['allotment', allotment, 0.06],
    ['megabits', megabits, 0.06],
    ['money', money, 0.06],
    ['monthly', monthly, 0.06],
    ['hourly', hourly, 0.06],
    ['percent', percent, 0.06],
    ['duration', clockDuration, 0],
    ['moment', shortSpan, 1],
  ];
  fc.assert(
    fc.property(fc.constantFrom(...texts), fc.nat(10_000_000), ([kind, format, error], value) => {
      const back = parsed(kind, format(value));
      expect(typeof back, format(value)).toBe('number');
      // Cells are rounded; ages are whole units.
      expect(Math.abs(Number(back) - value)).toBeLessThanOrEqual(error * Math.max(value, 1));
    }),
  );
});

test('parsing any text never throws', () => {
  const kinds = Object.keys(quantities) as QuantityKind[];
  fc.assert(
    fc.property(fc.constantFrom(...kinds), fc.string(), fc.boolean(), (kind, text, isShown) => {
      const {parse, read, isUnit}: Quantity = quantities[kind];
      const filter = parse(text, {isShown});
      if (filter) expect(Number.isFinite(filter.from) && filter.to >= filter.from).toBe(true);
      expect([undefined, 'number']).toContain(read(text) === undefined ? undefined : typeof read(text));
      expect(typeof isUnit(text)).toBe('boolean');
    }),
  );
});
