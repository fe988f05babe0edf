/** Metrics as charts: their time ranges, their functions, and the series in a response. */
import type {MetricDefinition} from '../../contract/monitoring/monitor.ts';
import {joinParts} from '../format/format.ts';
import {scaled} from '../format/series.ts';
import {isObject} from '../shape/json-object.ts';
import {aggregates} from './alert-words.ts';

/** A duration in the form of the API. */
export interface MetricDuration {
  readonly unit: 'sec' | 'min' | 'hr' | 'days';
  readonly value: number;
}

export interface MetricRange {
  readonly title: string;
  readonly duration: MetricDuration;
  /** The interval between two values. */
  readonly granularity: MetricDuration;
}

const fiveMinutes = {unit: 'min', value: 5} as const;

/** From the shortest to the longest; the API has values of 31 days at most. */
export const metricRanges: readonly MetricRange[] = [
  {title: 'The last hour', duration: {unit: 'hr', value: 1}, granularity: fiveMinutes},
  {title: 'The last 12 hours', duration: {unit: 'hr', value: 12}, granularity: fiveMinutes},
  {title: 'The last 24 hours', duration: {unit: 'days', value: 1}, granularity: fiveMinutes},
  {title: 'The last 7 days', duration: {unit: 'days', value: 7}, granularity: {unit: 'hr', value: 1}},
  {title: 'The last 30 days', duration: {unit: 'days', value: 30}, granularity: {unit: 'hr', value: 4}},
];
/** The initial range of charts, which is the same as that of statistics. */
export const firstMetricRange = 2;

export type MetricAggregate = keyof typeof aggregates;

/**
 * The function for a chart: the average, or the first function that a request can use; undefined if a request can use
 * none.
 */
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

/** The format of values with this unit; values with an unknown unit are plain numbers. */
export const metricFormat = (unit: unknown): ((value: number) => string) =>
  (Object.hasOwn(formats, String(unit)) ? formats[String(unit)] : undefined) ?? plain;

/** The minimum for the top of the axis, so that small values don't look like peaks. */
export const axisMinimum = (unit: unknown): number => (unit === '%' ? 10 : unit === 'bps' || unit === 'Bps' ? 1000 : 1);

/** "CPU usage", "New sessions (sum)" */
export const metricTitle = ({label, metric}: MetricDefinition, aggregate: MetricAggregate | undefined): string =>
  aggregate === undefined || aggregate === 'avg' ? label || metric : `${label || metric} (${aggregates[aggregate]})`;

export interface MetricSeries {
  /** The values of the series' dimensions: "primary"; empty without dimensions. */
  readonly name: string;
  /** `[milliseconds since 1970, value]`, ascending. */
  readonly points: readonly (readonly [number, number])[];
}

/** Labels that every series has; all other labels are dimensions. */
const ownLabels = new Set(['__name__', 'entity_id', 'metric_name']);

function pointOf(entry: unknown): readonly [number, number] | undefined {
  if (!Array.isArray(entry) || entry[1] === null || entry[1] === '') return undefined;
  const [seconds, value] = [Number(entry[0]), Number(entry[1])];
  return Number.isFinite(seconds) && Number.isFinite(value) ? [seconds * 1000, value] : undefined;
}

/** The series in a response, without empty ones. */
export function metricSeries(response: unknown): readonly MetricSeries[] {
  const data = isObject(response) && isObject(response.data) ? response.data : {};
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

/** True for a response with missing values. */
export const isPartialReading = (response: unknown): boolean => isObject(response) && response.isPartial === true;
