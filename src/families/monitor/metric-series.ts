/** Metrics as charts: their time ranges, their functions, and the series in an answer. */
import type {MetricDefinition} from '../../contract/monitoring/monitor.ts';
import {joinParts} from '../format/format.ts';
import {scaled} from '../format/series.ts';
import {isObject} from '../shape/json-object.ts';
import {aggregates} from './alert-words.ts';

/** A duration as the API takes it. */
export interface MetricDuration {
  readonly unit: 'sec' | 'min' | 'hr' | 'days';
  readonly value: number;
}

export interface MetricRange {
  readonly title: string;
  readonly duration: MetricDuration;
  /** The time between two values. */
  readonly granularity: MetricDuration;
}

const fiveMinutes = {unit: 'min', value: 5} as const;

/** From the shortest; the API has values of 31 days at most. */
export const metricRanges: readonly MetricRange[] = [
  {title: 'The last hour', duration: {unit: 'hr', value: 1}, granularity: fiveMinutes},
  {title: 'The last 12 hours', duration: {unit: 'hr', value: 12}, granularity: fiveMinutes},
  {title: 'The last 24 hours', duration: {unit: 'days', value: 1}, granularity: fiveMinutes},
  {title: 'The last 7 days', duration: {unit: 'days', value: 7}, granularity: {unit: 'hr', value: 1}},
  {title: 'The last 30 days', duration: {unit: 'days', value: 30}, granularity: {unit: 'hr', value: 4}},
];
/** The range that charts show first: the same as that of statistics. */
export const firstMetricRange = 2;

export type MetricAggregate = keyof typeof aggregates;

/** The function that a chart shows: the average, or the first that a request can ask for; undefined if it can for none. */
export function chartedAggregate({
  available_aggregate_functions: available,
}: MetricDefinition): MetricAggregate | undefined {
  if (!available || available.length === 0 || available.includes('avg')) return 'avg';
  return available.find((name): name is MetricAggregate => Object.hasOwn(aggregates, name));
}

const bytes = scaled(['B', 'kB', 'MB', 'GB', 'TB']);
const plain = scaled(['', 'k', 'M', 'G']);

const formats: Readonly<Record<string, (value: number) => string>> = {
  '%': value => `${Math.round(value)}%`,
  Bytes: bytes,
  KB: value => bytes(value * 1e3),
  MB: value => bytes(value * 1e6),
  GB: value => bytes(value * 1e9),
  bps: scaled(['bit/s', 'kbit/s', 'Mbit/s', 'Gbit/s']),
  Bps: scaled(['B/s', 'kB/s', 'MB/s', 'GB/s']),
  sec: value => `${plain(value)} s`,
  msec: value => `${plain(value)} ms`,
  IOPS: value => `${plain(value)} IOPS`,
  OPS: value => `${plain(value)} OPS`,
};

/** Values with their unit; those of an unknown unit are plain numbers. */
export const metricFormat = (unit: unknown): ((value: number) => string) =>
  (Object.hasOwn(formats, String(unit)) ? formats[String(unit)] : undefined) ?? plain;

/** The top of the axis at least, so that idleness does not look like a storm. */
export const axisMinimum = (unit: unknown): number => (unit === '%' ? 10 : unit === 'bps' || unit === 'Bps' ? 1000 : 1);

/** "CPU usage", "New sessions (sum)" */
export const metricTitle = ({label, metric}: MetricDefinition, aggregate: MetricAggregate | undefined): string =>
  aggregate === undefined || aggregate === 'avg' ? label || metric : `${label || metric} (${aggregates[aggregate]})`;

export interface MetricSeries {
  /** The values of its dimensions: "primary"; empty without any. */
  readonly name: string;
  /** `[milliseconds since 1970, value]`, ascending. */
  readonly points: readonly (readonly [number, number])[];
}

/** Labels that every series has; the others are its dimensions. */
const ownLabels = new Set(['__name__', 'entity_id', 'metric_name']);

function pointOf(entry: unknown): readonly [number, number] | undefined {
  if (!Array.isArray(entry) || entry[1] === null || entry[1] === '') return undefined;
  const [seconds, value] = [Number(entry[0]), Number(entry[1])];
  return Number.isFinite(seconds) && Number.isFinite(value) ? [seconds * 1000, value] : undefined;
}

/** The series of an answer that have values. */
export function metricSeries(answer: unknown): readonly MetricSeries[] {
  const data = isObject(answer) && isObject(answer.data) ? answer.data : {};
  const result: readonly unknown[] = Array.isArray(data.result) ? data.result : [];
  return result.filter(isObject).flatMap(({metric, values}) => {
    const entries: readonly unknown[] = Array.isArray(values) ? values : [];
    const points = entries.map(pointOf).filter(point => point !== undefined);
    if (points.length === 0) return [];
    const labels = Object.entries(isObject(metric) ? metric : {}).filter(([label]) => !ownLabels.has(label));
    return [
      {name: joinParts(...labels.map(([, value]) => String(value))), points: points.toSorted(([a], [b]) => a - b)},
    ];
  });
}

/** True for an answer that lacks values. */
export const isPartialReading = (answer: unknown): boolean => isObject(answer) && answer.isPartial === true;
