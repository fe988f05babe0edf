/** Alerts: those of a service, which users can change, and those of all services in one list. */
import type {Contract} from '../../contract/index.ts';
import type {AlertDefinition} from '../../contract/monitoring/monitor.ts';
import type {RequestBody} from '../../contract/schema/endpoint.ts';
import {listCell, momentCell, yesNoCell} from '../format/cells.ts';
import {countText, joinParts} from '../format/format.ts';
import {ageColumn} from '../shape/column.ts';
import {type Column, defineFamily, type FamilySpec, type Section} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';
import {pickSentFields, sentFields} from '../shape/undo-body.ts';
import {alertForm, newTriggerConditions} from './alert-form.ts';
import {
  alertState,
  conditionText,
  coveredResource,
  resourceCells,
  rulesOf,
  ruleText,
  serviceName,
  severityText,
} from './alert-words.ts';

type Spec = FamilySpec<'monitor.services.alertDefinitions', never>;
type Endpoints = Contract['monitor']['services']['alertDefinitions'];
type Create = RequestBody<Endpoints['create']>;
type Update = RequestBody<Endpoints['update']>;

const isSystem = ({type}: AlertDefinition): boolean => type === 'system';

/** The rules in the form of a request. */
const sentRules = (row: AlertDefinition): Create['rule_criteria'] => ({
  rules: rulesOf(row).map(({metric, aggregate_function, operator, threshold, dimension_filters}) => ({
    metric,
    aggregate_function: aggregate_function as 'avg',
    operator: operator as 'gt',
    threshold,
    dimension_filters: (dimension_filters ?? []).map(({dimension_label, operator: comparison, value}) => ({
      dimension_label,
      operator: comparison as 'eq',
      value,
    })),
  })),
});

const channelIds = (row: AlertDefinition): readonly number[] => (row.alert_channels ?? []).map(({id}) => id);

/** The row with its fields in the form of a request. */
const sentRow = (row: AlertDefinition) => ({
  ...row,
  channel_ids: channelIds(row),
  rule_criteria: sentRules(row),
});

const columns: readonly Column<AlertDefinition>[] = [
  {field: 'label', title: 'Label', grow: true, width: 16},
  {field: 'status', title: 'Status', state: true, width: 13},
  {field: 'severity', title: 'Severity', width: 14, format: severityText},
  {field: 'service_type', title: 'Service', width: 14, format: (service, _, lookup) => serviceName(service, lookup)},
  {field: 'type', title: 'Type', priority: 2},
  {
    id: 'rules',
    title: 'Rules',
    priority: 3,
    max: 48,
    value: row => listCell(rulesOf(row).map(ruleText), '; '),
  },
  {
    id: 'resources',
    title: 'Resources',
    align: 'right',
    priority: 2,
    value: row => String((row.entity_ids ?? []).length),
    kind: 'number',
    measure: row => (row.entity_ids ?? []).length,
  },
  {...ageColumn, priority: 4},
  standard.shownIdColumn(4),
];

const sections: readonly Section<AlertDefinition>[] = [
  {
    title: 'Alert',
    lines: [
      ...standard.identityLines,
      {title: 'Status', value: row => ({text: alertState(row.status).word, tone: alertState(row.status).condition})},
      {title: 'Severity', value: row => severityText(row.severity)},
      {title: 'Service', value: (row, lookup) => serviceName(row.service_type, lookup)},
      {title: 'Type', value: row => row.type},
      {title: 'Description', value: row => row.description},
    ],
  },
  {
    title: 'Condition',
    lines: [
      {title: 'All of', value: row => rulesOf(row).map(ruleText).join('\n') || null},
      {title: 'Occurs', value: row => conditionText(row.trigger_conditions)},
    ],
  },
  {
    title: 'Scope',
    lines: [
      {
        title: 'Resources',
        value: (row, lookup) => resourceCells(row, lookup),
        links: row => (row.entity_ids ?? []).map(id => coveredResource(row.service_type, id)),
      },
      {title: 'More resources', value: row => yesNoCell(row.has_more_resources)},
      {
        title: 'Channels',
        value: row =>
          listCell(
            (row.alert_channels ?? []).map(({label}) => label),
            ', ',
          ),
      },
    ],
  },
  {
    title: 'History',
    lines: [
      {title: 'Created', value: (row, {now}) => momentCell(row.created, now)},
      {title: 'Created by', value: row => row.created_by},
      {title: 'Updated', value: (row, {now}) => momentCell(row.updated, now)},
      {title: 'Updated by', value: row => row.updated_by},
    ],
  },
];

const rowParams = (row: AlertDefinition) => ({alertId: row.id});
const invalidates = ['monitor.alertDefinitions', 'monitor.alertChannels'] as const;

const needsRules = (body: Partial<Update>) =>
  body.rule_criteria !== undefined && (body.rule_criteria.rules ?? []).length === 0
    ? [{field: 'rule_criteria.rules', reason: 'needs at least one rule'}]
    : [];
const needsChannels = (body: Partial<Update>) =>
  body.channel_ids?.length === 0 ? [{field: 'channel_ids', reason: 'needs at least one channel'}] : [];

const actions: Spec['actions'] = {
  create: {
    title: 'New alert…',
    undo: {action: 'delete'},
    invalidates,
    problems: ({body}) => [...needsRules(body), ...needsChannels(body)],
    form: {
      label: alertForm.label,
      description: alertForm.description,
      severity: alertForm.severity,
      rule_criteria: alertForm.rule_criteria,
      trigger_conditions: newTriggerConditions,
      channel_ids: alertForm.channel_ids,
      entity_ids: alertForm.entity_ids,
    },
  },
  update: {
    title: 'Edit…',
    rowParams,
    invalidates,
    expectedFields: ({body}) => pickSentFields(body, 'label', 'description', 'status', 'severity', 'entity_ids'),
    undo: {
      action: 'update',
      body: (row, sent) =>
        sentFields<Update>(
          ...(['label', 'description', 'status', 'severity', 'entity_ids'] as const),
          ...(['channel_ids', 'rule_criteria', 'trigger_conditions'] as const),
        )(sentRow(row), sent),
    },
    warnings: ({row, body}) =>
      row.has_more_resources && body.entity_ids !== undefined
        ? ['The alert also covers resources that you can’t see. A new list may leave them out.']
        : [],
    problems: ({body}) => [...needsRules(body), ...needsChannels(body)],
    form: {
      label: {...alertForm.label, isVisible: ({row}) => !row || !isSystem(row)},
      description: {...alertForm.description, isVisible: ({row}) => !row || !isSystem(row)},
      status: {
        title: 'Status',
        input: 'choice',
        otherLabels: {'in progress': 'in progress', failed: 'failed'},
        isVisible: ({row}) => !row || !isSystem(row),
      },
      severity: {...alertForm.severity, isVisible: ({row}) => !row || !isSystem(row)},
      rule_criteria: {
        ...alertForm.rule_criteria,
        initial: ({row}) => row && sentRules(row),
        isVisible: ({row}) => !row || !isSystem(row),
      },
      trigger_conditions: {...alertForm.trigger_conditions, isVisible: ({row}) => !row || !isSystem(row)},
      channel_ids: {
        ...alertForm.channel_ids,
        initial: ({row}) => row && channelIds(row),
        isVisible: ({row}) => !row || !isSystem(row),
      },
      entity_ids: alertForm.entity_ids,
    },
  },
  delete: {
    ...standard.deleteAction,
    rowParams,
    invalidates,
    // The alert can be created again with the same values.
    confirm: 'ask',
    warnings: ({row}) => (row.status === 'disabled' ? ['Undo creates the alert again, and enables it.'] : []),
    unless: ({row}) => (isSystem(row) ? 'it is an alert of your provider' : undefined),
    undo: {
      action: 'create',
      body: row => {
        const {label, description, severity, entity_ids, channel_ids, rule_criteria, trigger_conditions} = sentRow(row);
        return {
          label,
          description,
          severity: severity as 0,
          entity_ids,
          channel_ids,
          rule_criteria,
          trigger_conditions: {...trigger_conditions, criteria_condition: 'ALL'},
        };
      },
    },
  },
};

const facts = {
  one: 'alert definition',
  today: true,
  label: (row: AlertDefinition) => row.label,
  state: (row: AlertDefinition) => alertState(row.status),
  stateWords: alertState.words,
  sort: 'severity',
  columns,
  summary: (row: AlertDefinition) =>
    joinParts(severityText(row.severity), row.service_type, countText((row.entity_ids ?? []).length, 'resource')),
  search: (row: AlertDefinition) => `${row.id} ${row.description ?? ''} ${row.created_by ?? ''}`,
} as const;

export const serviceAlerts = defineFamily('monitor.services.alertDefinitions', {
  ...facts,
  title: 'Alerts of a service',
  name: 'service-alerts',
  aliases: ['service-alerts'],
  detail: [{title: 'Overview', sections}],
  actions,
});

export const alerts = defineFamily('monitor.alertDefinitions', {
  ...facts,
  title: 'Alert definitions',
  group: 'monitoring',
  name: 'alert-definitions',
  aliases: ['alert-definitions', 'alerts', 'alert'],
  detail: [{title: 'Overview', sections}],
  actions: {},
  represents: row =>
    row.service_type
      ? {
          ref: {family: 'monitor.services.alertDefinitions', id: row.id, params: {serviceType: row.service_type}},
          row,
        }
      : undefined,
});
