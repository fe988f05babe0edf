import type {DataPoint} from '../../widgets/chart-rows.ts';
import type {StorySet} from '../testing.tsx';
import {LineChart} from './line-chart.tsx';

const FIVE_MINUTES_MS = 300_000;
const start = Date.UTC(2026, 10, 24);
const points = Array.from({length: 288}, (_, index): DataPoint => {
  const wave = Math.sin(index / 20) * 30 + Math.sin(index / 3) * 8;
  return [start + index * FIVE_MINUTES_MS, Math.max(0, 45 + wave)];
});
const format = (value: number): string => `${Math.round(value)}%`;

export default {
  component: 'LineChart',
  stories: {
    'a day': <LineChart title="CPU" points={points} format={format} columns={76} height={10} />,
    'a gap': (
      <LineChart
        title="CPU"
        points={points.filter((_, index) => index < 90 || index > 180)}
        format={format}
        columns={76}
        height={10}
      />
    ),
    'without data': <LineChart title="CPU" points={[]} format={format} columns={76} height={10} />,
  },
} satisfies StorySet;
