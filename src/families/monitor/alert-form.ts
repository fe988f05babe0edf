/** Inputs for an alert on a service. */
import type {FormCandidateContext, FormContext} from '../shape/forms.ts';
import {aggregates, comparisons, familiesByService, severities, textComparisons} from './alert-words.ts';

/** An input for the resources of a family, for an alert on its service. */
const resourcesIn = <F extends 'databases.instances' | 'nodebalancers'>(family: F) => ({
  family,
  params: ({params}: FormContext) => (familiesByService.get(String(params.serviceType)) === family ? {} : undefined),
  toValue: ({candidate: {id}}: FormCandidateContext<{readonly id: number}>) => String(id),
});

const dimensionFilter = {
  dimension_label: {title: 'Dimension', input: 'text'},
  operator: {title: 'Comparison', input: 'choice', labels: textComparisons},
  value: {title: 'Value', input: 'text'},
} as const;

const rule = {
  metric: {
    title: 'Metric',
    help: 'the name of a metric of the service',
    input: 'text',
    required: true,
    sources: [
      {
        family: 'monitor.services.metricDefinitions',
        params: ({params: {serviceType}}: FormContext) => (serviceType === undefined ? undefined : {serviceType}),
        unless: ({candidate: {is_alertable: isAlertable}}: FormCandidateContext<{readonly is_alertable: boolean}>) =>
          isAlertable === false ? 'not for alerts' : undefined,
        toValue: ({candidate: {metric}}: FormCandidateContext<{readonly metric: string}>) => metric,
      },
    ],
  },
  aggregate_function: {title: 'Value', input: 'choice', labels: aggregates, required: true},
  operator: {title: 'Comparison', input: 'choice', labels: comparisons, required: true},
  threshold: {title: 'Threshold', help: 'in the unit of the metric', input: 'number', required: true},
  dimension_filters: {title: 'Only where', input: 'rows', one: 'filter', inputs: dimensionFilter},
} as const;

const triggerInputs = {
  criteria_condition: {title: 'Rules that must be true', input: 'choice'},
  trigger_occurrences: {title: 'Times in a row', input: 'number'},
  evaluation_period_seconds: {title: 'Period', input: 'number'},
  polling_interval_seconds: {title: 'Interval', input: 'number'},
} as const;

/** The inputs of a new alert; those of an existing alert start with its values. */
export const newTriggerConditions = {
  title: 'Evaluation',
  input: 'group',
  inputs: {
    criteria_condition: {...triggerInputs.criteria_condition, initial: () => 'ALL' as const},
    trigger_occurrences: {...triggerInputs.trigger_occurrences, initial: () => 1},
    evaluation_period_seconds: {...triggerInputs.evaluation_period_seconds, initial: () => 300},
    polling_interval_seconds: {...triggerInputs.polling_interval_seconds, initial: () => 300},
  },
} as const;

export const alertForm = {
  label: {title: 'Label', input: 'text'},
  description: {title: 'Description', input: 'text'},
  severity: {title: 'Severity', help: 'The lowest number is the most severe.', input: 'choice', labels: severities},
  rule_criteria: {
    title: 'Condition',
    help: 'the alert occurs when all rules are true',
    input: 'group',
    inputs: {rules: {title: 'Rules', input: 'rows', one: 'rule', inputs: rule}},
  },
  trigger_conditions: {title: 'Evaluation', input: 'group', inputs: triggerInputs},
  channel_ids: {
    title: 'Channels',
    help: 'Channels that receive a message',
    input: 'pickMany',
    family: 'monitor.alertChannels',
  },
  entity_ids: {
    title: 'Resources',
    help: 'Resources of the service. You can type other IDs.',
    input: 'tags',
    sources: [resourcesIn('databases.instances'), resourcesIn('nodebalancers')],
  },
} as const;
