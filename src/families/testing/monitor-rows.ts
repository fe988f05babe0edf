/** For tests: one plausible row of every family of metrics and alerts. */
import type {
  AlertChannel,
  AlertDefinition,
  MetricDefinition,
  MonitorDashboard,
  MonitorService,
} from '../../contract/monitoring/monitor.ts';

const dates = {created: '2026-01-14T12:00:00', updated: '2026-02-01T08:00:00'};

export const monitorService = (): MonitorService => ({service_type: 'dbaas', label: 'Databases'});

export const metricRow = (facts: Partial<MetricDefinition> = {}): MetricDefinition => ({
  metric: 'cpu_usage',
  label: 'CPU usage',
  metric_type: 'gauge',
  unit: '%',
  is_alertable: true,
  available_aggregate_functions: ['avg', 'max'],
  scrape_interval: '300s',
  dimensions: [{dimension_label: 'node_type', label: 'Node type', values: ['primary', 'secondary']}],
  ...facts,
});

export const dashboardRow = (facts: Partial<MonitorDashboard> = {}): MonitorDashboard => ({
  id: 1,
  label: 'Databases overview',
  service_type: 'dbaas',
  type: 'standard',
  widgets: [
    {
      metric: 'cpu_usage',
      label: 'CPU usage',
      aggregate_function: 'avg',
      chart_type: 'area',
      color: 'default',
      size: '12',
      unit: '%',
      y_label: 'cpu_usage',
    },
  ],
  ...dates,
  ...facts,
});

export const channelRow = (facts: Partial<AlertChannel> = {}): AlertChannel => ({
  id: 10_001,
  label: 'On call',
  type: 'user',
  channel_type: 'email',
  content: {email: {email_addresses: ['oncall@acme.example']}},
  alerts: [{id: 20_002, label: 'Disk nearly full', type: 'alerts-definitions', url: '/monitor/services/dbaas'}],
  ...dates,
  created_by: 'wsmith',
  updated_by: 'wsmith',
  ...facts,
});

export const alertRow = (facts: Partial<AlertDefinition> = {}): AlertDefinition => ({
  id: 20_002,
  label: 'Disk nearly full',
  description: 'Less than a tenth of the disk is free.',
  service_type: 'dbaas',
  type: 'user',
  status: 'enabled',
  severity: 0,
  class: null,
  entity_ids: ['2201'],
  has_more_resources: false,
  rule_criteria: {
    rules: [
      {
        metric: 'disk_usage',
        label: 'Disk usage',
        aggregate_function: 'avg',
        operator: 'gt',
        threshold: 90,
        unit: 'percent',
        dimension_filters: [{dimension_label: 'node_type', label: 'Node type', operator: 'eq', value: 'primary'}],
      },
    ],
  },
  trigger_conditions: {
    criteria_condition: 'ALL',
    evaluation_period_seconds: 300,
    polling_interval_seconds: 300,
    trigger_occurrences: 3,
  },
  alert_channels: [{id: 10_001, label: 'On call', type: 'email', url: '/monitor/alert-channels/10001'}],
  ...dates,
  created_by: 'wsmith',
  updated_by: 'wsmith',
  ...facts,
});
