/** Services with metrics: their alerts, their metrics and their dashboards. */

import {listCell, yesNoCell} from '../format/cells.ts';
import {humanize, joinParts} from '../format/format.ts';
import {defineFamily, type FamilySpec} from '../shape/define-family.ts';
import {revealSecret, shownOnceWarning} from '../shape/shown-once.ts';

const daily = 86_400;

const ofService = ({service_type}: {readonly service_type: string}) => ({serviceType: service_type});

const actions: FamilySpec<'monitor.services', never>['actions'] = {
  token: {
    title: 'Token for metrics…',
    rowParams: ofService,
    risk: 'opens',
    warnings: () => [
      'The token gives access to the metrics of these resources for 6 hours.',
      shownOnceWarning('token'),
    ],
    secretName: 'token',
    revealedValues: ({response: {token}}) => [revealSecret('Token', token)],
    problems: ({body: {entity_ids: ids}}) =>
      ids?.length === 0 ? [{field: 'entity_ids', reason: 'needs at least one resource'}] : [],
    form: {
      entity_ids: {title: 'Resources', help: 'IDs of databases or NodeBalancers, one a line', input: 'lines'},
    },
  },
};

export const monitorServices = defineFamily('monitor.services', {
  title: 'Monitored services',
  one: 'service',
  group: 'monitoring',
  name: 'monitored-services',
  aliases: ['monitored-services'],
  today: true,
  reconcileSeconds: daily,
  key: row => row.service_type,
  label: row => row.label,
  columns: [
    {field: 'label', title: 'Label', grow: true, width: 16},
    {field: 'service_type', title: 'Service', width: 16},
  ],
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'Service',
          lines: [
            {title: 'Label', value: row => row.label},
            {title: 'Service', value: row => row.service_type},
          ],
        },
      ],
    },
    {title: 'Alerts', list: 'monitor.services.alertDefinitions', params: ofService},
    {title: 'Metrics', list: 'monitor.services.metricDefinitions', params: ofService},
    {title: 'Dashboards', list: 'monitor.services.dashboards', params: ofService},
  ],
  actions,
});

type Metrics = FamilySpec<'monitor.services.metricDefinitions', never>;

const dimensions: NonNullable<Metrics['columns']>[number] = {
  id: 'dimensions',
  title: 'Dimensions',
  priority: 3,
  max: 32,
  value: row =>
    listCell(
      (row.dimensions ?? []).map(({label, dimension_label}) => label || dimension_label),
      ', ',
    ),
};

export const metricDefinitions = defineFamily('monitor.services.metricDefinitions', {
  title: 'Metrics',
  one: 'metric',
  name: 'metric-definitions',
  aliases: ['metric-definitions'],
  today: true,
  reconcileSeconds: daily,
  key: row => row.metric,
  label: row => row.label,
  columns: [
    {field: 'label', title: 'Label', grow: true, width: 18},
    {field: 'metric', title: 'Metric', width: 24, max: 40},
    {field: 'unit', title: 'Unit', priority: 2},
    {field: 'metric_type', title: 'Type', priority: 3},
    {field: 'is_alertable', title: 'For alerts', priority: 2},
    dimensions,
  ],
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'Metric',
          lines: [
            {title: 'Label', value: row => row.label},
            {title: 'Metric', value: row => row.metric},
            {title: 'Unit', value: row => row.unit},
            {title: 'Type', value: row => row.metric_type},
            {title: 'For alerts', value: row => yesNoCell(row.is_alertable)},
            {title: 'Values', value: row => listCell(row.available_aggregate_functions, ', ')},
            {title: 'Measured', value: row => (row.scrape_interval ? `every ${row.scrape_interval}` : null)},
            {
              title: 'Dimensions',
              value: row =>
                (row.dimensions ?? [])
                  .map(({label, dimension_label, values}) =>
                    joinParts(label || dimension_label, (values ?? []).join(', ')),
                  )
                  .join('\n') || null,
            },
          ],
        },
      ],
    },
  ],
  actions: {},
  summary: row => joinParts(row.metric, row.unit && humanize(row.unit)),
});
