import {expect, test} from 'vitest';
import {createSkin} from '../../theme/skin.ts';
import type {DataPoint} from '../../widgets/chart-rows.ts';
import {renderComponent} from '../testing.tsx';
import {LineChart} from './line-chart.tsx';

const points: readonly DataPoint[] = [
  [Date.UTC(2026, 10, 24, 8), 10],
  [Date.UTC(2026, 10, 24, 9), 40],
  [Date.UTC(2026, 10, 24, 10), 20],
];

const rowsOf = (data: readonly DataPoint[], ascii: boolean): readonly string[] => {
  using screen = renderComponent(
    <LineChart title="CPU" points={data} format={value => `${value}%`} columns={40} height={8} />,
    {skin: createSkin('mono', ascii)},
  );
  return screen.rows().slice(0, 8);
};

test('a chart shows its figures, the top of its scale and its times', () => {
  const rows = rowsOf(points, false);
  expect(rows[0]).toMatch(/^CPU {2}now 20%/);
  expect(rows[1]).toMatch(/^50%┤/);
  expect(rows[7]).toMatch(/08:00 +09:00 +10:00$/);
  expect(rows.slice(1, 7).join('')).toMatch(/[⠁-⣿]/);
});

test('a chart in ASCII draws its line with asterisks', () => {
  expect(rowsOf(points, true).join('\n')).toMatch(/^[\x20-\x7e\n]+$/);
  expect(rowsOf(points, true).join('')).toContain('*');
});

test('a series without a point has no chart', () => {
  expect(rowsOf([], false).join('\n').trim()).toBe('CPU\nno data yet');
});
