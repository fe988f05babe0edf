/** Series in responses with statistics: their names, and their paths in the response. */
import type {ReadOperation} from '../shape/define-family.ts';

export interface Series {
  readonly title: string;
  readonly path: readonly string[];
  readonly format: (value: number) => string;
  /** The minimum for the top of the axis, so that small values don't look like peaks. */
  readonly atLeast: number;
}

export interface ChartedSeries {
  readonly series: readonly Series[];
  /** The operation for a past month. */
  readonly month?: ReadOperation;
}

/** Formats numbers in the largest unit that fits, each a thousand times the previous one. */
export const scaled = (units: readonly string[]) => (value: number) => {
  let size = value;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${size >= 100 ? size.toFixed(0) : size.toFixed(1).replace(/\.0$/, '')} ${units[unit]}`.trim();
};
const bits = scaled(['bit/s', 'kbit/s', 'Mbit/s', 'Gbit/s']);
const blocks = scaled(['blk/s', 'k blk/s', 'M blk/s']);
const formatPlain = scaled(['', 'k', 'M']);

const ofInstance: ChartedSeries = {
  month: 'instances.stats.month',
  series: [
    {title: 'CPU', path: ['cpu'], format: value => `${Math.round(value)}%`, atLeast: 10},
    {title: 'Disk IO', path: ['io', 'io'], format: blocks, atLeast: 10},
    {title: 'Swap', path: ['io', 'swap'], format: blocks, atLeast: 10},
    {title: 'IPv4 in', path: ['netv4', 'in'], format: bits, atLeast: 1000},
    {title: 'IPv4 out', path: ['netv4', 'out'], format: bits, atLeast: 1000},
    {title: 'IPv4 private in', path: ['netv4', 'private_in'], format: bits, atLeast: 1000},
    {title: 'IPv4 private out', path: ['netv4', 'private_out'], format: bits, atLeast: 1000},
    {title: 'IPv6 in', path: ['netv6', 'in'], format: bits, atLeast: 1000},
    {title: 'IPv6 out', path: ['netv6', 'out'], format: bits, atLeast: 1000},
  ],
};

const ofBalancer: ChartedSeries = {
  series: [
    {title: 'Connections', path: ['data', 'connections'], format: formatPlain, atLeast: 10},
    {title: 'Traffic in', path: ['data', 'traffic', 'in'], format: bits, atLeast: 1000},
    {title: 'Traffic out', path: ['data', 'traffic', 'out'], format: bits, atLeast: 1000},
  ],
};

/** The series of all managed instances together. */
const ofManaged: ChartedSeries = {
  series: [
    {title: 'CPU', path: ['data', 'cpu'], format: value => `${Math.round(value)}%`, atLeast: 10},
    {title: 'Disk IO', path: ['data', 'disk'], format: blocks, atLeast: 10},
    {title: 'Swap', path: ['data', 'swap'], format: blocks, atLeast: 10},
    {title: 'Network in', path: ['data', 'net_in'], format: bits, atLeast: 1000},
    {title: 'Network out', path: ['data', 'net_out'], format: bits, atLeast: 1000},
  ],
};

const seriesByOperation: Readonly<Partial<Record<ReadOperation, ChartedSeries>>> = {
  'instances.stats.get': ofInstance,
  // Displayed as figures, not charts.
  'instances.transfer.get': {month: 'instances.transfer.month', series: []},
  'nodebalancers.stats.get': ofBalancer,
  'managed.stats.get': ofManaged,
};

export const chartedSeriesOf = (operation: ReadOperation): ChartedSeries =>
  seriesByOperation[operation] ?? {series: []};
