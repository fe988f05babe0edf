/** The request body of `skydeck get monitor.services.metrics`, from the texts of `--query`. */

import {metricAggregates} from '../../contract/monitoring/metrics.ts';
import type {MetricDefinition} from '../../contract/monitoring/monitor.ts';
import {chartedAggregate, type MetricDuration} from '../../families/monitor/metric-series.ts';
import {UsageError} from '../io/command-errors.ts';
import {suggestion, suggestionOrAll} from '../io/did-you-mean.ts';

const names = [
  'metrics',
  'aggregate_function',
  'relative_time_duration',
  'absolute_time_duration',
  'time_granularity',
  'group_by',
  'filters',
] as const;
type Name = (typeof names)[number];

const lastDay: MetricDuration = {unit: 'days', value: 1};
const units: Readonly<Record<string, MetricDuration['unit']>> = {s: 'sec', m: 'min', h: 'hr', d: 'days'};

/** `30m`, `12h`, `7d` */
function durationOf(name: Name, text: string): MetricDuration {
  const [, count, letter = ''] = /^([1-9]\d{0,6})([smhd])$/.exec(text) ?? [];
  const unit = units[letter];
  if (unit === undefined) throw new UsageError(`--query ${name} is a time such as 30m, 12h or 7d, not "${text}"`);
  return {unit, value: Number(count)};
}

function periodOf(text: string): {readonly start: string; readonly end: string} {
  const [start = '', end = '', ...rest] = text.split('/');
  if (rest.length > 0 || ![start, end].every(time => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(time)))
    throw new UsageError(
      `--query absolute_time_duration is START/END, such as 2026-11-25T00:00:00/2026-11-26T00:00:00, not "${text}"`,
    );
  return {start, end};
}

function filterOf(text: string) {
  const [label = '', operator = '', ...value] = text.split(':');
  if (label === '' || value.length === 0)
    throw new UsageError(`--query filters is DIMENSION:OPERATOR:VALUE, such as node_type:eq:primary, not "${text}"`);
  return {dimension_label: label, operator, value: value.join(':')};
}

function namedTexts(operation: string, texts: readonly string[]): ReadonlyMap<Name, string> {
  const entries = texts.map((text): [Name, string] => {
    const [typed = '', ...rest] = text.split('=');
    const name = names.find(candidate => candidate === typed);
    if (name === undefined || rest.length === 0)
      throw new UsageError(
        `${operation} takes --query NAME=VALUE with ${names.join(', ')}, not "${text}"${suggestion(typed, names)}`,
      );
    return [name, rest.join('=')];
  });
  return new Map(entries);
}

function metricsOf(
  texts: ReadonlyMap<Name, string>,
  definitions: readonly MetricDefinition[],
): readonly {readonly name: string; readonly aggregate_function: string}[] {
  const requestedNames = texts
    .get('metrics')
    ?.split(',')
    .map(name => name.trim());
  const typed = texts.get('aggregate_function');
  if (typed !== undefined && !(metricAggregates as readonly string[]).includes(typed))
    throw new UsageError(`--query aggregate_function is one of ${metricAggregates.join(', ')}, not "${typed}"`);
  const known = definitions.map(({metric}) => metric);
  const unknown = requestedNames?.find(name => !known.includes(name));
  if (unknown !== undefined) throw new UsageError(`No metric "${unknown}"${suggestionOrAll(unknown, known)}`);
  const metrics = definitions
    .filter(({metric}) => requestedNames?.includes(metric) ?? true)
    .flatMap(definition => {
      const aggregate = typed ?? chartedAggregate(definition);
      return aggregate === undefined ? [] : [{name: definition.metric, aggregate_function: aggregate}];
    });
  if (metrics.length === 0)
    throw new UsageError(`None of these metrics has one of the functions ${metricAggregates.join(', ')}`);
  return metrics;
}

/**
 * The body of the request: all metrics of the last 24 hours, unless the texts set other values.
 * @throws UsageError
 */
export function metricsBody(
  operation: string,
  queryTexts: readonly string[],
  {entities, definitions}: {readonly entities: readonly number[]; readonly definitions: readonly MetricDefinition[]},
): Readonly<Record<string, unknown>> {
  const texts = namedTexts(operation, queryTexts);
  const [relative, absolute] = [texts.get('relative_time_duration'), texts.get('absolute_time_duration')];
  if (relative !== undefined && absolute !== undefined)
    throw new UsageError('relative_time_duration and absolute_time_duration name two times. Use one of them');
  const granularity = texts.get('time_granularity');
  const list = (name: Name) => texts.get(name)?.split(',');
  const [groups, filters] = [list('group_by'), list('filters')];
  return {
    entity_ids: entities,
    metrics: metricsOf(texts, definitions),
    ...(absolute === undefined
      ? {relative_time_duration: relative === undefined ? lastDay : durationOf('relative_time_duration', relative)}
      : {absolute_time_duration: periodOf(absolute)}),
    ...(granularity !== undefined && {time_granularity: durationOf('time_granularity', granularity)}),
    ...(groups && {group_by: groups}),
    ...(filters && {filters: filters.map(filterOf)}),
  };
}
