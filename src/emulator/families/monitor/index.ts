/** Metrics and alerts, which only the API of today has. */
import {isDeepStrictEqual} from 'node:util';
import type {Contract} from '../../../contract/index.ts';
import type {AlertDefinition} from '../../../contract/monitoring/monitor.ts';
import type {RequestBody} from '../../../contract/schema/endpoint.ts';
import type {Handlers} from '../../engine/call.ts';
import {badRequest, FieldErrors, notFound} from '../../engine/http/refusal.ts';
import type {Store} from '../../engine/storage/store.ts';
import {formatTimestamp} from '../../engine/time/clock.ts';
import {metrics, token} from './metrics.ts';
import {
  AlertDefinitions,
  alertChannels,
  channelIds,
  dashboards,
  measuredServices,
  metricDefinitions,
  presentAlert,
  requireService,
  type StoredAlert,
} from './monitor-kinds.ts';

type Endpoints = Contract['monitor'];
type Body = RequestBody<Endpoints['services']['alertDefinitions']['update']>;

/** The only period in which alerts are evaluated. */
const periodSeconds = 300;

/** @throws Refusal 404 for an alert that the service in the path doesn't have */
function alertAt(db: Store, {serviceType, alertId}: {readonly serviceType: string; readonly alertId: number}) {
  const alert = db.get(AlertDefinitions, alertId);
  if (alert?.service_type !== serviceType) throw notFound();
  return alert;
}

function triggerErrors(fieldErrors: FieldErrors, conditions: Body['trigger_conditions']): void {
  for (const field of ['evaluation_period_seconds', 'polling_interval_seconds'] as const)
    fieldErrors.addIf(
      conditions?.[field] !== undefined && conditions[field] !== periodSeconds,
      `must be ${periodSeconds}`,
      `trigger_conditions.${field}`,
    );
}

/** @throws Refusal 400 for channels, metrics or periods that don't exist */
function checkAlert(service: string, {channel_ids, rule_criteria, trigger_conditions}: Body): void {
  const fieldErrors = new FieldErrors();
  const metrics = metricDefinitions(service).filter(({is_alertable: isAlertable}) => isAlertable);
  for (const [index, id] of (channel_ids ?? []).entries())
    fieldErrors.addIf(!channelIds.includes(id), 'is not an alert channel', `channel_ids.${index}`);
  fieldErrors.addIf(channel_ids?.length === 0, 'must have at least one channel', 'channel_ids');
  fieldErrors.addIf(
    rule_criteria !== undefined && (rule_criteria.rules ?? []).length === 0,
    'must have at least one rule',
    'rule_criteria.rules',
  );
  for (const [index, {metric}] of (rule_criteria?.rules ?? []).entries())
    fieldErrors.addIf(
      !metrics.some(definition => definition.metric === metric),
      'is not a metric for alerts on this service',
      `rule_criteria.rules.${index}.metric`,
    );
  triggerErrors(fieldErrors, trigger_conditions);
  fieldErrors.throwIfAny();
}

const unitWords: Readonly<Record<string, AlertDefinition['rule_criteria']['rules'][number]['unit']>> = {
  '%': 'percent',
  bps: 'bit_per_second',
};

/** Rules in responses: with the names and units of their metrics. */
export function storedRules(service: string, criteria: Body['rule_criteria']): StoredAlert['rule_criteria'] {
  const definitions = new Map(metricDefinitions(service).map(definition => [definition.metric, definition]));
  const rules = (criteria?.rules ?? []).map(
    ({metric = '', aggregate_function = 'avg', operator = 'gt', threshold = 0, dimension_filters = []}) => {
      const {label = metric, unit = '', dimensions = []} = definitions.get(metric) ?? {};
      return {
        metric,
        label,
        aggregate_function,
        operator,
        threshold,
        unit: unitWords[unit] ?? 'number',
        dimension_filters: dimension_filters.map(({dimension_label = '', operator: comparison = 'eq', value = ''}) => ({
          dimension_label,
          label: dimensions.find(dimension => dimension.dimension_label === dimension_label)?.label ?? dimension_label,
          operator: comparison,
          value,
        })),
      };
    },
  );
  return {rules};
}

const storedConditions = (
  conditions: Body['trigger_conditions'],
  before?: StoredAlert['trigger_conditions'],
): StoredAlert['trigger_conditions'] => ({
  criteria_condition: 'ALL',
  evaluation_period_seconds: periodSeconds,
  polling_interval_seconds: periodSeconds,
  trigger_occurrences: 1,
  ...before,
  ...conditions,
});

const alertDefinitions: Handlers<Endpoints['services']['alertDefinitions']> = {
  list(call) {
    const service = requireService(call.params.serviceType);
    const own = call.db.all(AlertDefinitions).filter(({service_type}) => service_type === service);
    return call.pageOf(own.map(presentAlert));
  },

  create(call) {
    const {db, body, actor, now} = call;
    const service = requireService(call.params.serviceType);
    checkAlert(service, body);
    const {label, description = '', severity, entity_ids = [], channel_ids, rule_criteria, trigger_conditions} = body;
    const created = formatTimestamp(now);
    const alert = db.insert(AlertDefinitions, id => ({
      id,
      label,
      description,
      service_type: service,
      type: 'user' as const,
      status: 'enabled' as const,
      severity,
      class: null,
      entity_ids,
      has_more_resources: false,
      rule_criteria: storedRules(service, rule_criteria),
      trigger_conditions: storedConditions(trigger_conditions),
      channel_ids,
      created,
      created_by: actor.username,
      updated: created,
      updated_by: actor.username,
    }));
    return presentAlert(alert);
  },

  get: call => presentAlert(alertAt(call.db, call.params)),

  update(call) {
    const {db, body, actor} = call;
    const alert = alertAt(db, call.params);
    const {rule_criteria, trigger_conditions, ...plain} = body;
    checkAlert(alert.service_type, body);
    const sent: Partial<StoredAlert> = {
      ...plain,
      ...(rule_criteria && {rule_criteria: storedRules(alert.service_type, rule_criteria)}),
      ...(trigger_conditions && {trigger_conditions: storedConditions(trigger_conditions, alert.trigger_conditions)}),
    };
    const changed = Object.entries(sent).filter(
      ([name, value]) => !isDeepStrictEqual(value, alert[name as keyof StoredAlert]),
    );
    if (alert.type === 'system' && changed.some(([name]) => name !== 'entity_ids'))
      throw badRequest('Only the entities of a system alert can be changed.');
    if (changed.length === 0) return presentAlert(alert);
    const change = {...Object.fromEntries(changed), updated_by: actor.username};
    return presentAlert(db.update(AlertDefinitions, alert.id, change));
  },

  delete(call) {
    const alert = alertAt(call.db, call.params);
    if (alert.type === 'system') throw badRequest('A system alert cannot be deleted.');
    call.db.remove(AlertDefinitions, alert.id);
    return {};
  },
};

export const monitor: Handlers<Endpoints> = {
  alertDefinitions: {list: call => call.pageOf(call.db.all(AlertDefinitions).map(presentAlert))},
  alertChannels: {list: call => call.pageOf(alertChannels(call.db))},
  dashboards: {
    list: call => call.pageOf(dashboards),
    get(call) {
      const dashboard = dashboards.find(({id}) => id === call.params.dashboardId);
      if (!dashboard) throw notFound();
      return dashboard;
    },
  },
  services: {
    list: call => call.pageOf(measuredServices),
    token,
    metrics,
    alertDefinitions,
    dashboards: {
      list(call) {
        const service = requireService(call.params.serviceType);
        return call.pageOf(dashboards.filter(({service_type}) => service_type === service));
      },
    },
    metricDefinitions: {
      list: call => call.pageOf(metricDefinitions(requireService(call.params.serviceType))),
    },
  },
};
