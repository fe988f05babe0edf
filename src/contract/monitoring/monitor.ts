/** Metrics of services and alerts on them. The API of today has them, below v4beta. */
import {del, get, post, put} from '../schema/endpoint.ts';
import {family} from '../schema/family.ts';
import {
  choice,
  dateTime,
  flag,
  integer,
  list,
  model,
  nullable,
  number,
  object,
  type Read,
  required,
  text,
} from '../schema/field.ts';
import {MetricReading, MetricsQuery} from './metrics.ts';

const units = [
  '%',
  'Bytes',
  'sec',
  'bps',
  'msec',
  'Bps',
  'KB',
  'MB',
  'GB',
  'rate',
  'percentile',
  'ratio',
  'OPS',
  'IOPS',
];
const aggregates = ['avg', 'sum', 'min', 'max'] as const;
const shownAggregates = [...aggregates, 'rate', 'increase'] as const;
const comparisons = ['eq', 'gt', 'lt', 'gte', 'lte'] as const;
const textComparisons = ['eq', 'neq', 'startswith', 'endswith'] as const;

/** A resource type that has metrics. */
export const MonitorService = model('MonitorService', {label: text(), service_type: text()}, 'service_type');
export type MonitorService = Read<typeof MonitorService>;

/** A value that a service measures, and the dimensions that divide it. */
export const MetricDefinition = model(
  'MetricDefinition',
  {
    metric: text(),
    label: text(),
    metric_type: choice(['counter', 'histogram', 'gauge', 'summary']),
    unit: choice(units),
    is_alertable: flag(),
    available_aggregate_functions: list(choice(shownAggregates)),
    scrape_interval: text(),
    dimensions: list(object({dimension_label: text(), label: text(), values: list(text())})),
  },
  'metric',
);
export type MetricDefinition = Read<typeof MetricDefinition>;

/** Charts of a service, as the provider arranges them. */
export const MonitorDashboard = model('MonitorDashboard', {
  id: integer({readOnly: true}),
  label: text(),
  service_type: text(),
  type: choice(['standard']),
  widgets: list(
    object({
      metric: text(),
      label: text(),
      aggregate_function: choice(shownAggregates),
      chart_type: choice(['line', 'area']),
      color: text(),
      size: choice(['6', '12']),
      unit: choice(units),
      y_label: text(),
    }),
  ),
  created: dateTime({readOnly: true}),
  updated: dateTime({readOnly: true}),
});
export type MonitorDashboard = Read<typeof MonitorDashboard>;

/** Receivers of alerts. */
export const AlertChannel = model('AlertChannel', {
  id: integer({readOnly: true, filterable: true}),
  label: text({filterable: true}),
  type: choice(['system', 'user']),
  channel_type: choice(['email']),
  content: object({email: object({email_addresses: list(text())})}),
  alerts: list(object({id: integer(), label: text(), type: text(), url: text({wire: 'api-url'})})),
  created: dateTime({readOnly: true}),
  created_by: text({readOnly: true}),
  updated: dateTime({readOnly: true}),
  updated_by: text({readOnly: true}),
});
export type AlertChannel = Read<typeof AlertChannel>;

const filterFields = {dimension_label: text(), operator: choice(textComparisons), value: text()};
const ruleFields = {
  metric: text(),
  aggregate_function: choice(aggregates),
  operator: choice(comparisons),
  threshold: number(),
};
const triggerFields = {
  criteria_condition: choice(['ALL']),
  evaluation_period_seconds: integer({unit: 'seconds'}),
  polling_interval_seconds: integer({unit: 'seconds'}),
  trigger_occurrences: integer({min: 1}),
};

/** An alert on a service; a lower severity is worse. */
export const AlertDefinition = model('AlertDefinition', {
  id: integer({readOnly: true, filterable: true}),
  label: text({filterable: true}),
  description: text(),
  service_type: text({readOnly: true}),
  type: choice(['user', 'system'], {readOnly: true, filterable: true}),
  status: choice(['enabled', 'disabled', 'in progress', 'failed'], {filterable: true}),
  severity: choice([0, 1, 2, 3]),
  class: nullable(choice(['shared', 'dedicated'], {readOnly: true})),
  entity_ids: list(text()),
  has_more_resources: flag({readOnly: true}),
  rule_criteria: object({
    rules: list(
      object({
        ...ruleFields,
        label: text({readOnly: true}),
        unit: choice(['number', 'byte', 'second', 'percent', 'bit_per_second', 'millisecond', 'KB', 'MB', 'GB'], {
          readOnly: true,
        }),
        dimension_filters: list(object({...filterFields, label: text({readOnly: true})})),
      }),
    ),
  }),
  trigger_conditions: object(triggerFields),
  alert_channels: list(object({id: integer(), label: text(), type: choice(['email']), url: text({wire: 'api-url'})}), {
    readOnly: true,
  }),
  created: dateTime({readOnly: true}),
  created_by: text({readOnly: true}),
  updated: dateTime({readOnly: true}),
  updated_by: text({readOnly: true}),
});
export type AlertDefinition = Read<typeof AlertDefinition>;

const rules = object({rules: list(object({...ruleFields, dimension_filters: list(object(filterFields))}))});

/** Body of `monitor.services.alertDefinitions.create`. */
export const AlertDefinitionCreate = model('AlertDefinitionCreate', {
  label: required(text({min: 1})),
  description: text(),
  severity: required(choice([0, 1, 2, 3])),
  entity_ids: list(text()),
  channel_ids: required(list(integer())),
  rule_criteria: required(rules),
  trigger_conditions: required(object(triggerFields)),
});

/** Body of `monitor.services.alertDefinitions.update`. Lists are replaced as a whole. */
export const AlertDefinitionUpdate = model('AlertDefinitionUpdate', {
  label: text({min: 1}),
  description: text(),
  status: choice(['enabled', 'disabled']),
  severity: choice([0, 1, 2, 3]),
  entity_ids: list(text()),
  channel_ids: list(integer()),
  rule_criteria: rules,
  trigger_conditions: object(triggerFields),
});

/** Body of `monitor.services.token`. */
export const MonitorTokenCreate = model('MonitorTokenCreate', {
  entity_ids: required(list(integer(), {maxItems: 100})),
});

/** A token for the metrics of some resources, for the metrics host. */
export const MonitorToken = model('MonitorToken', {token: text({format: 'password', readOnly: true})});

const reads = {root: 'v4beta', scopes: ['monitor:read_only'], access: {level: 'read_only'}, today: true} as const;
const changes = {root: 'v4beta', scopes: ['monitor:read_write'], access: {level: 'read_write'}, today: true} as const;

export const monitor = family('monitor', {
  alertDefinitions: {list: get('/monitor/alert-definitions', {...reads, page: AlertDefinition})},
  alertChannels: {list: get('/monitor/alert-channels', {...reads, page: AlertChannel})},
  dashboards: {
    list: get('/monitor/dashboards', {...reads, page: MonitorDashboard}),
    get: get('/monitor/dashboards/{dashboardId}', {...reads, responseModel: MonitorDashboard}),
  },
  services: {
    list: get('/monitor/services', {...reads, page: MonitorService}),
    token: post('/monitor/services/{serviceType}/token', {
      ...reads,
      body: MonitorTokenCreate,
      responseModel: MonitorToken,
    }),
    alertDefinitions: {
      list: get('/monitor/services/{serviceType}/alert-definitions', {...reads, page: AlertDefinition}),
      create: post('/monitor/services/{serviceType}/alert-definitions', {
        ...changes,
        body: AlertDefinitionCreate,
        responseModel: AlertDefinition,
      }),
      get: get('/monitor/services/{serviceType}/alert-definitions/{alertId}', {
        ...reads,
        responseModel: AlertDefinition,
      }),
      update: put('/monitor/services/{serviceType}/alert-definitions/{alertId}', {
        ...changes,
        body: AlertDefinitionUpdate,
        responseModel: AlertDefinition,
      }),
      delete: del('/monitor/services/{serviceType}/alert-definitions/{alertId}', {
        ...changes,
        access: {level: 'read_only'},
      }),
    },
    dashboards: {list: get('/monitor/services/{serviceType}/dashboards', {...reads, page: MonitorDashboard})},
    metricDefinitions: {
      list: get('/monitor/services/{serviceType}/metric-definitions', {...reads, page: MetricDefinition}),
    },
    metrics: {
      read: post('/monitor/services/{serviceType}/metrics', {
        root: 'v2beta',
        host: 'metrics',
        isReadOnly: true,
        body: MetricsQuery,
        responseModel: MetricReading,
        today: true,
      }),
    },
  },
});
