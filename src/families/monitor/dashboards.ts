/** Dashboards: the charts that the provider shows for a service. They are read-only. */
import type {MonitorDashboard} from '../../contract/monitoring/monitor.ts';
import {countText, joinParts} from '../format/format.ts';
import {ageColumn} from '../shape/column.ts';
import {defineFamily, type FamilySpec} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';

type Spec = FamilySpec<'monitor.dashboards', never>;

const widgetsOf = (row: MonitorDashboard) => row.widgets ?? [];

/** "CPU usage · avg · area chart in %" of each chart. */
const widgetTexts = (row: MonitorDashboard): string =>
  widgetsOf(row)
    .map(({label, metric, aggregate_function, chart_type, unit}) =>
      joinParts(label || metric, aggregate_function, joinParts(chart_type && `${chart_type} chart`, unit)),
    )
    .join('\n');

const columns: Spec['columns'] = [
  {field: 'label', title: 'Label', grow: true, width: 18},
  {field: 'service_type', title: 'Service', width: 14},
  {
    id: 'charts',
    title: 'Charts',
    ...standard.numberFacts((row: MonitorDashboard) => widgetsOf(row).length),
  },
  {field: 'type', title: 'Type', priority: 3},
  {...ageColumn, priority: 4},
  standard.shownIdColumn(2),
];

const facts = {
  one: 'dashboard',
  today: true,
  reconcileSeconds: 86_400,
  label: (row: MonitorDashboard) => row.label,
  columns,
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'Dashboard',
          lines: [
            ...standard.identityLines,
            {title: 'Service', value: (row: MonitorDashboard) => row.service_type},
            {title: 'Type', value: (row: MonitorDashboard) => row.type},
            {title: 'Charts', value: (row: MonitorDashboard) => widgetTexts(row) || null},
          ],
        },
        standard.historySection,
      ],
    },
  ],
  actions: {},
  summary: (row: MonitorDashboard) => joinParts(row.service_type, countText(widgetsOf(row).length, 'chart')),
} as const;

export const dashboards = defineFamily('monitor.dashboards', {
  ...facts,
  title: 'Dashboards',
  name: 'dashboards',
  byName: true,
  aliases: ['dashboard'],
});

export const serviceDashboards = defineFamily('monitor.services.dashboards', {
  ...facts,
  title: 'Dashboards of a service',
  name: 'service-dashboards',
  aliases: ['service-dashboards'],
});
