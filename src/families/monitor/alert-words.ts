/** Texts about alerts: severities, rules, conditions, and the resources that an alert covers. */
import type {AlertDefinition} from '../../contract/monitoring/monitor.ts';
import {type Cell, defineStates, noneCell} from '../format/cells.ts';
import {countText, joinParts} from '../format/format.ts';
import type {Lookup, Ref} from '../shape/define-family.ts';

export const alertState = defineStates<AlertDefinition['status']>({
  enabled: {condition: 'ok', word: 'enabled'},
  disabled: {condition: 'off', word: 'disabled'},
  'in progress': {condition: 'busy', word: 'in progress'},
  failed: {condition: 'failed', word: 'failed'},
});

/** A lower number is a worse severity. */
export const severities = {
  0: '0: severe',
  1: '1: medium',
  2: '2: low',
  3: '3: information',
} as const;

/** An unknown number is shown unchanged; "?" without a number. */
export function severityText(severity: unknown): string {
  if (Object.hasOwn(severities, String(severity))) return severities[severity as keyof typeof severities];
  return typeof severity === 'number' ? String(severity) : '?';
}

export const comparisons = {gt: 'above', gte: 'at least', lt: 'below', lte: 'at most', eq: 'exactly'} as const;
export const textComparisons = {eq: 'is', neq: 'is not', startswith: 'starts with', endswith: 'ends with'} as const;

const wordOf = (words: Readonly<Record<string, string>>, value: unknown): string =>
  Object.hasOwn(words, String(value)) ? (words[String(value)] ?? '') : String(value);

type Rule = AlertDefinition['rule_criteria']['rules'][number];

const units: Readonly<Record<string, string>> = {
  number: '',
  percent: '%',
  byte: ' bytes',
  second: ' s',
  millisecond: ' ms',
  bit_per_second: ' bit/s',
};

export const aggregates = {avg: 'average', sum: 'sum', min: 'minimum', max: 'maximum'} as const;

/** "average CPU usage above 90%, node type is primary" */
export function ruleText({
  metric,
  label,
  aggregate_function,
  operator,
  threshold,
  unit,
  dimension_filters,
}: Rule): string {
  const filters = (dimension_filters ?? []).map(
    filter => `${filter.label || filter.dimension_label} ${wordOf(textComparisons, filter.operator)} ${filter.value}`,
  );
  const unitText = Object.hasOwn(units, unit) ? (units[unit] ?? '') : unit ? ` ${unit}` : '';
  const condition = `${wordOf(aggregates, aggregate_function)} ${label || metric} ${wordOf(comparisons, operator)} ${threshold}${unitText}`;
  return [condition, ...filters].join(', ');
}

export const rulesOf = (row: AlertDefinition): readonly Rule[] => row.rule_criteria?.rules ?? [];

/** The families of the resources that services measure. */
export const familiesByService: ReadonlyMap<string, 'databases.instances' | 'nodebalancers'> = new Map([
  ['dbaas', 'databases.instances'],
  ['nodebalancer', 'nodebalancers'],
]);

/** The resource type that a service measures; undefined for an unknown service. */
export const coveredFamily = (service: string) => familiesByService.get(service);

/** The resource of a service with this ID; undefined if the service's resource type is unknown. */
export function coveredResource(service: string, id: string): Ref | undefined {
  const family = coveredFamily(service);
  return family && /^\d+$/.test(id) ? {family, id: Number(id)} : undefined;
}

/** The name of a service, or its type until the services are loaded. */
export const serviceName = (service: string, lookup: Lookup): string =>
  lookup.find('monitor.services', service)?.label || service;

/** The labels of the resources, or their IDs until they are loaded. */
export function resourceCells({service_type, entity_ids}: AlertDefinition, lookup: Lookup): readonly Cell[] {
  const cells = (entity_ids ?? []).map(id => {
    const ref = coveredResource(service_type, id);
    const label = ref && (lookup.find(ref.family, ref.id) as {readonly label?: unknown} | undefined)?.label;
    return typeof label === 'string' && label !== '' ? label : id;
  });
  return cells.length === 0 ? [noneCell] : cells;
}

const secondsText = (seconds: number): string =>
  seconds % 60 === 0 ? countText(seconds / 60, 'minute') : countText(seconds, 'second');

/** "3 times in a row · over 5 minutes · checked every 5 minutes" */
export function conditionText(conditions: AlertDefinition['trigger_conditions']): string {
  const {
    trigger_occurrences: count,
    evaluation_period_seconds: period,
    polling_interval_seconds: interval,
  } = conditions;
  return joinParts(
    typeof count === 'number' ? `${countText(count, 'time')}${count > 1 ? ' in a row' : ''}` : undefined,
    typeof period === 'number' ? `over ${secondsText(period)}` : undefined,
    typeof interval === 'number' ? `checked every ${secondsText(interval)}` : undefined,
  );
}
