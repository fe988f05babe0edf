/** Values of metrics over time. The metrics host returns them, not the host of the API. */
import {
  choice,
  dateTime,
  either,
  flag,
  free,
  integer,
  list,
  model,
  number,
  object,
  type Read,
  required,
  text,
} from '../schema/field.ts';

/** Functions that combine the values of a time slice. */
export const metricAggregates = ['min', 'max', 'avg', 'sum'] as const;

const duration = {unit: choice(['sec', 'min', 'hr', 'days']), value: integer({min: 1})};

/** Body of `monitor.services.metrics.read`. It has either a relative or an absolute duration, of 31 days at most. */
export const MetricsQuery = model('MetricsQuery', {
  entity_ids: required(list(integer())),
  metrics: required(list(object({name: text(), aggregate_function: choice(metricAggregates)}))),
  filters: list(
    object({dimension_label: text(), operator: choice(['eq', 'neq', 'startswith', 'endswith']), value: text()}),
  ),
  group_by: list(text()),
  time_granularity: object(duration),
  relative_time_duration: object(duration),
  absolute_time_duration: object({start: dateTime(), end: dateTime()}),
});

/** Series of values: pairs of seconds since 1970 and a number as text. */
export const MetricReading = model('MetricReading', {
  status: text(),
  isPartial: flag(),
  data: object({
    resultType: choice(['matrix']),
    result: list(object({metric: free(), values: list(list(either(number(), text())))})),
  }),
  stats: object({executionTimeMsec: integer(), seriesFetched: text()}),
});
export type MetricReading = Read<typeof MetricReading>;
