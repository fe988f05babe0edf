import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {Dots} from './braille.ts';
import {chart, type DataPoint, niceCeiling, summarize} from './chart-rows.ts';

const start = Date.UTC(2026, 0, 5, 0, 0);
const ramp: DataPoint[] = Array.from({length: 25}, (_, index) => [start + index * 3_600_000, index * 4]);
const percent = (value: number) => `${Math.round(value)} %`;
const textOf = (rows: ReturnType<typeof chart>) => rows.map(row => row.map(({text}) => text).join(''));

describe('dots', () => {
  it('fill a cell in the order of the braille block', () => {
    const dots = new Dots(1, 1);
    dots.set(0, 0);
    expect(dots.rows()).toEqual(['⠁']);
    dots.set(1, 3);
    expect(dots.rows()).toEqual(['⢁']);
    dots.set(9, 9);
    expect(dots.rows()).toEqual(['⢁']);
  });

  it('connect with a line', () => {
    const dots = new Dots(4, 1);
    dots.line(0, 0, 7, 3);
    expect(dots.rows()).toEqual(['⠉⠒⠤⣀']);
  });
});

describe('a chart', () => {
  it('bug: the last figure of a narrow chart was cut', () => {
    const head = (width: number) => textOf(chart({title: 'CPU', points: ramp, format: percent, width, height: 8}))[0];
    expect(head(43)).toBe('CPU  now 96 %  min 0 %  mean 48 %  max 96 %');
    expect(head(42)).toBe('CPU  now 96 %  mean 48 %  max 96 %');
    expect(head(30)).toBe('CPU  now 96 %  max 96 %');
    expect(head(20)).toBe('CPU  now 96 %');
  });

  it('has a scale, a line, a time axis and the figures', () => {
    const rows = textOf(chart({title: 'CPU', points: ramp, format: percent, width: 60, height: 8}));
    expect(rows[0]).toBe('CPU  now 96 %  min 0 %  mean 48 %  max 96 %');
    expect(rows).toHaveLength(8);
    expect(rows[1]).toMatch(/^100 %┤ {40,}.*[⠁-⣿]$/);
    expect(rows.at(-2)).toMatch(/^ {2}0 %┤[⠁-⣿]/);
    expect(rows.at(-1)).toMatch(/^ +00:00 +12:00 +00:00$/);
    for (const row of rows.slice(1)) expect([...row]).toHaveLength(60);
  });

  it('shows dates for a long span, and ASCII characters without Unicode', () => {
    const month: DataPoint[] = Array.from({length: 30}, (_, index) => [start + index * 86_400_000, index % 7]);
    const rows = textOf(chart({title: 'in', points: month, format: String, width: 50, height: 6, isAscii: true}));
    expect(rows.at(-1)).toMatch(/01-05 +01-19 +02-03/);
    expect(rows.join('\n')).toMatch(/^[\x20-\x7e\n]+$/);
    expect(rows.slice(1, -1).join('')).toContain('*');
  });

  it('has a gap where points are missing', () => {
    const holed = ramp.filter((_, index) => index < 6 || index > 18);
    const rows = textOf(chart({title: 'x', points: holed, format: percent, width: 60, height: 8}));
    const middle = rows.slice(1, -1).map(row => row.slice(24, 44));
    expect(middle.join('').trim()).toBe('');
  });

  it('shows “no data yet” without points, and ignores NaN and infinity', () => {
    expect(textOf(chart({title: 'x', points: [], format: percent, width: 60, height: 8}))).toEqual([
      'x',
      'no data yet',
    ]);
    const odd: DataPoint[] = [
      [start, Number.NaN],
      [start + 1, Number.POSITIVE_INFINITY],
      [start + 2, 5],
    ];
    expect(summarize(odd)).toEqual({min: 5, mean: 5, max: 5, last: 5});
    const rows = textOf(chart({title: 'x', points: odd, format: percent, width: 60, height: 8}));
    expect(rows[0]).toBe('x  now 5 %  min 5 %  mean 5 %  max 5 %');
    expect(rows.slice(1, -1).join('').match(/[⠁-⣿]/g)).toHaveLength(1);
  });

  it('never exceeds its width, for any data', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({min: 0, max: 1e12}), fc.double())),
        fc.integer({min: 0, max: 120}),
        fc.integer({min: 0, max: 20}),
        (points, width, height) => {
          const sorted = points.toSorted(([a], [b]) => a - b);
          const rows = textOf(chart({title: 'x', points: sorted, format: () => 'v', width, height}));
          for (const row of rows) expect([...row].length).toBeLessThanOrEqual(Math.max(width, 'no data yet'.length));
        },
      ),
    );
  });
});

it('finds round scales', () => {
  expect([0, 0.3, 1, 1.1, 4, 6, 96, 101, 2_000_000].map(niceCeiling)).toEqual([
    1, 0.5, 1, 2, 5, 10, 100, 200, 2_000_000,
  ]);
});
