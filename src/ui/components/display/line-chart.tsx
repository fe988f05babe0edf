/** A line chart of one series with its figures, scale and times. */
import {useTheme} from '../../hooks/use-console.ts';
import {type ChartSpec, chart} from '../../widgets/chart-rows.ts';
import {Row} from './row.tsx';

export type LineChartProps = Omit<ChartSpec, 'ascii' | 'width'> & {readonly columns: number};

export function LineChart({columns, ...spec}: LineChartProps) {
  const {ascii} = useTheme();
  const rows = chart({...spec, width: columns, ascii});
  // biome-ignore lint/suspicious/noArrayIndexKey: a row of a chart has no identity but its place.
  return rows.map((pieces, index) => <Row key={index} spans={pieces} columns={columns} />);
}
