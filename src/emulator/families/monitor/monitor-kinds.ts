/** Stored alert definitions, and the constant parts of the monitoring service. */
import type {
  AlertChannel,
  AlertDefinition,
  MetricDefinition,
  MonitorDashboard,
  MonitorService,
} from '../../../contract/monitoring/monitor.ts';
import {notFound} from '../../engine/http/refusal.ts';
import {defineKind} from '../../engine/storage/kind.ts';
import type {Store} from '../../engine/storage/store.ts';

/** An alert names its channels by their IDs. */
export interface StoredAlert extends Omit<AlertDefinition, 'alert_channels'> {
  readonly channel_ids: readonly number[];
}

export const AlertDefinitions = defineKind<StoredAlert>('alert_definition', {firstId: 20_001, hasUpdatedField: true});

export const measuredServices: readonly MonitorService[] = [
  {service_type: 'dbaas', label: 'Databases'},
  {service_type: 'nodebalancer', label: 'NodeBalancers'},
];

/** @throws Refusal 404 for a service without metrics */
export function requireService(service: string): string {
  if (!measuredServices.some(({service_type}) => service_type === service)) throw notFound();
  return service;
}

type Metric = readonly [metric: string, label: string, unit: MetricDefinition['unit'], isAlertable?: boolean];

const metricsOf: Readonly<Record<string, readonly Metric[]>> = {
  dbaas: [
    ['cpu_usage', 'CPU usage', '%'],
    ['memory_usage', 'Memory usage', '%'],
    ['disk_usage', 'Disk usage', '%'],
    ['read_iops', 'Disk reads', 'IOPS', false],
    ['write_iops', 'Disk writes', 'IOPS', false],
  ],
  nodebalancer: [
    ['nb_new_sessions', 'New sessions', 'rate'],
    ['nb_total_active_sessions', 'Active sessions', 'rate'],
    ['nb_ingress_traffic_rate', 'Traffic in', 'bps'],
    ['nb_egress_traffic_rate', 'Traffic out', 'bps'],
  ],
};

const dimensionsOf: Readonly<Record<string, MetricDefinition['dimensions']>> = {
  dbaas: [{dimension_label: 'node_type', label: 'Node type', values: ['primary', 'secondary']}],
  nodebalancer: [
    {dimension_label: 'port', label: 'Port', values: []},
    {dimension_label: 'protocol', label: 'Protocol', values: ['TCP', 'UDP']},
  ],
};

export const metricDefinitions = (service: string): readonly MetricDefinition[] =>
  (metricsOf[service] ?? []).map(([metric, label, unit, isAlertable = true]) => ({
    metric,
    label,
    unit,
    is_alertable: isAlertable,
    metric_type: 'gauge',
    available_aggregate_functions: ['avg', 'min', 'max', 'sum'],
    scrape_interval: '300s',
    dimensions: dimensionsOf[service] ?? [],
  }));

const madeAt = '2025-06-02T08:00:00';

export const dashboards: readonly MonitorDashboard[] = measuredServices.map(({service_type, label}, index) => ({
  id: index + 1,
  label: `${label} overview`,
  service_type,
  type: 'standard',
  widgets: metricDefinitions(service_type).map(({metric, label: title, unit}, place) => ({
    metric,
    label: title,
    aggregate_function: 'avg',
    chart_type: place === 0 ? 'area' : 'line',
    color: 'default',
    size: '6',
    unit,
    y_label: metric,
  })),
  created: madeAt,
  updated: madeAt,
}));

const channelUrl = (id: number) => `/monitor/alert-channels/${id}`;

const channelFacts = [
  {id: 10_000, label: 'Users with write access', type: 'system', addresses: []},
  {id: 10_001, label: 'On call', type: 'user', addresses: ['oncall@acme.example']},
] as const;

export const channelIds: readonly number[] = channelFacts.map(({id}) => id);

export const alertChannels = (db: Store): readonly AlertChannel[] =>
  channelFacts.map(({id, label, type, addresses}) => ({
    id,
    label,
    type,
    channel_type: 'email',
    content: {email: {email_addresses: addresses}},
    alerts: db
      .all(AlertDefinitions)
      .filter(({channel_ids}) => channel_ids.includes(id))
      .map(alert => ({
        id: alert.id,
        label: alert.label,
        type: 'alerts-definitions',
        url: `/monitor/services/${alert.service_type}/alert-definitions/${alert.id}`,
      })),
    created: madeAt,
    created_by: 'system',
    updated: madeAt,
    updated_by: 'system',
  }));

export function presentAlert({channel_ids, ...alert}: StoredAlert): AlertDefinition {
  const channels = channelFacts.filter(({id}) => channel_ids.includes(id));
  return {
    ...alert,
    alert_channels: channels.map(({id, label}) => ({id, label, type: 'email', url: channelUrl(id)})),
  };
}
