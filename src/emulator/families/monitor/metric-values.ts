/**
 * Values of metrics: pure functions of the resource and the time, so that two reads of the same hour agree, and no
 * values are stored.
 */
import type {MetricDefinition} from '../../../contract/monitoring/monitor.ts';
import {hours, minutes} from '../../engine/time/clock.ts';
import {hashText} from '../../engine/time/random.ts';

/** 0 to 1, the same for the same name and moment. */
const noise = (name: string, moment: number): number => hashText(`${name} ${Math.floor(moment)}`) / 2 ** 32;

/** The usual maximum of a unit; busy hours stay slightly below. */
const topByUnit: Readonly<Record<string, number>> = {'%': 100, IOPS: 400, rate: 900, bps: 60_000_000};

export type Aggregate = 'min' | 'max' | 'avg' | 'sum';

export interface ValueSpan {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

export interface MeasuredSeries {
  readonly metric: Pick<MetricDefinition, 'metric' | 'unit'>;
  readonly aggregate: Aggregate;
  /** Names the resource and its part, such as a node. */
  readonly source: string;
}

/** Load of the source, 0 to 1: it follows working hours, with a nightly job, noise and occasional bursts. */
function loadAt(name: string, time: number): number {
  const hour = (time / hours) % 24;
  const day = (0.5 - 0.5 * Math.cos(((hour - 3) / 24) * 2 * Math.PI)) ** 1.5;
  const base = 0.08 + 0.25 * noise(`${name} base`, 0);
  const nightly = Math.abs(hour - 2.5 - noise(`${name} job`, 0)) < 0.4 ? 0.3 : 0;
  const burst = noise(`${name} burst`, time / (20 * minutes)) > 0.97 ? 0.3 : 0;
  const jitter = 0.08 * (noise(name, time / (5 * minutes)) - 0.5);
  return Math.min(1, Math.max(0.01, base + 0.45 * day + nightly + burst + jitter));
}

function valueAt({metric: {metric, unit}, aggregate, source}: MeasuredSeries, time: number, step: number): number {
  const top = topByUnit[unit] ?? 100;
  const spread = 0.1 + 0.1 * noise(`${source} ${metric} spread`, time / step);
  const value = top * loadAt(`${source} ${metric}`, time);
  if (aggregate === 'min') return value * (1 - spread);
  if (aggregate === 'max') return Math.min(top, value * (1 + spread));
  return aggregate === 'sum' ? value * Math.max(1, step / (5 * minutes)) : value;
}

/** Pairs of seconds and a number as text, on whole steps of the clock. */
export function valuesOf(series: MeasuredSeries, {from, to, step}: ValueSpan): readonly (readonly [number, string])[] {
  const values: (readonly [number, string])[] = [];
  for (let time = Math.ceil(from / step) * step; time <= to; time += step)
    values.push([time / 1000, String(Math.round(100 * valueAt(series, time, step)) / 100)]);
  return values;
}
