/** How busy instances were in the last 24 hours, drawn into cells of their list. */
import type {Instance} from '../../contract/instances/index.ts';
import type {InstanceStats} from '../../contract/instances/stats.ts';
import {type Cell, unknown} from '../cells.ts';
import type {Look} from '../define.ts';
import type {Sample} from '../shape/views.ts';
import {peaks, spark} from '../spark.ts';

/** Two hours each. */
const SPANS = 12;
/** Less traffic than this, in bits a second, is no mountain. */
const QUIET = 1_000_000;

export const load: Sample<Instance> = {
  operation: 'instances.stats.get',
  params: row => ({computeId: row.id}),
  take(answer) {
    const {cpu, netv4} = answer as InstanceStats;
    const both = [netv4.in, netv4.out];
    const out = peaks(netv4.out, SPANS);
    return {
      cpu: peaks(cpu, SPANS),
      cpuNow: last(cpu),
      net: peaks(netv4.in, SPANS).map((value, index) => value + (out[index] ?? 0)),
      netNow: [both.reduce((sum, series) => sum + (last(series)[0] ?? 0), 0)],
    };
  },
};

const last = (points: readonly (readonly number[])[]): readonly number[] => {
  const value = points.at(-1)?.[1];
  return value === undefined ? [] : [value];
};

const sampled = (row: Instance, look: Look) => look.sampled(load.operation, load.params(row, {}));

/** "▁▁▂▅▁ 12 %": full height is all of its cores. */
export function cpuCell(row: Instance, look: Look): Cell {
  const taken = sampled(row, look);
  if (taken === undefined) return unknown;
  const {cpu = [], cpuNow = []} = taken;
  const now = cpuNow[0] === undefined ? '—' : `${Math.round(cpuNow[0])} %`;
  return `${spark(cpu, {atLeast: 100 * Math.max(1, row.specs.vcpus)}).padEnd(SPANS)} ${now.padStart(5)}`;
}

/** "▁▁▂▅▁ 2.4 M": bits a second, in and out together over public IPv4. */
export function netCell(row: Instance, look: Look): Cell {
  const taken = sampled(row, look);
  if (taken === undefined) return unknown;
  const {net = [], netNow = []} = taken;
  return `${spark(net, {atLeast: QUIET}).padEnd(SPANS)} ${bits(netNow[0] ?? 0).padStart(6)}`;
}

/** "2.4 M" */
function bits(value: number): string {
  const [size, unit] = value >= 1e9 ? [value / 1e9, 'G'] : value >= 1e6 ? [value / 1e6, 'M'] : [value / 1e3, 'k'];
  return `${size >= 100 ? Math.round(size) : size.toFixed(1)} ${unit}`;
}

/** The latest points of the lines; undefined until the lines are read. */
export const cpuNow = (row: Instance, look: Look): number | undefined => sampled(row, look)?.cpuNow?.[0];
export const netNow = (row: Instance, look: Look): number | undefined => sampled(row, look)?.netNow?.[0];
