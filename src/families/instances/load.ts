/** The load of instances in the last 24 hours, drawn in cells of the list. */
import type {Instance} from '../../contract/instances/index.ts';
import type {InstanceStats} from '../../contract/instances/stats.ts';
import {type Cell, unknownCell} from '../format/cells.ts';
import {peakValues, spark} from '../format/spark.ts';
import type {Sample} from '../shape/columns-and-tabs.ts';
import type {Lookup} from '../shape/define-family.ts';

/** Columns of two hours each. */
const sparkColumns = 12;
/** A lower peak of traffic, in bits per second, is drawn flat. */
const minNetworkPeakBits = 1_000_000;

export const loadSample: Sample<Instance> = {
  operation: 'instances.stats.get',
  params: row => ({computeId: row.id}),
  take(response) {
    const {cpu, netv4} = response as InstanceStats;
    const series = [netv4.in, netv4.out];
    const outbound = peakValues(netv4.out, sparkColumns);
    return {
      cpu: peakValues(cpu, sparkColumns),
      cpuNow: last(cpu),
      net: peakValues(netv4.in, sparkColumns).map((value, index) => value + (outbound[index] ?? 0)),
      netNow: [series.reduce((sum, series) => sum + (last(series)[0] ?? 0), 0)],
    };
  },
};

const last = (points: readonly (readonly number[])[]): readonly number[] => {
  const value = points.at(-1)?.[1];
  return value === undefined ? [] : [value];
};

const sampled = (row: Instance, lookup: Lookup) => lookup.sampled(loadSample.operation, loadSample.params(row, {}));

/** "▁▁▂▅▁ 12%": full height means all cores. */
export function cpuCell(row: Instance, lookup: Lookup): Cell {
  const sample = sampled(row, lookup);
  if (sample === undefined) return unknownCell;
  const {cpu = [], cpuNow = []} = sample;
  const now = cpuNow[0] === undefined ? '—' : `${Math.round(cpuNow[0])}%`;
  return `${spark(cpu, {atLeast: 100 * Math.max(1, row.specs.vcpus)}).padEnd(sparkColumns)} ${now.padStart(5)}`;
}

/** "▁▁▂▅▁ 2.4 M": bits per second, inbound and outbound together over public IPv4. */
export function netCell(row: Instance, lookup: Lookup): Cell {
  const sample = sampled(row, lookup);
  if (sample === undefined) return unknownCell;
  const {net = [], netNow = []} = sample;
  return `${spark(net, {atLeast: minNetworkPeakBits}).padEnd(sparkColumns)} ${bits(netNow[0] ?? 0).padStart(6)}`;
}

/** "2.4 M" */
function bits(value: number): string {
  const [size, unit] = value >= 1e9 ? [value / 1e9, 'G'] : value >= 1e6 ? [value / 1e6, 'M'] : [value / 1e3, 'k'];
  return `${size >= 100 ? Math.round(size) : size.toFixed(1)} ${unit}`;
}

/** The latest values of the series; undefined until the series are read. */
export const latestCpu = (row: Instance, lookup: Lookup): number | undefined => sampled(row, lookup)?.cpuNow?.[0];
export const latestNetwork = (row: Instance, lookup: Lookup): number | undefined => sampled(row, lookup)?.netNow?.[0];
