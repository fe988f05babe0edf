/** Policies for instances on a host under maintenance. The API of today has them. */
import {amountCell, cellFor, yesNoCell} from '../format/cells.ts';
import {clockDuration, humanize} from '../format/format.ts';
import {identifierCell} from '../shape/column.ts';
import {defineFamily} from '../shape/define-family.ts';

export const maintenancePolicies = defineFamily('maintenance.policies', {
  title: 'Maintenance policies',
  one: 'policy',
  name: 'maintenance-policies',
  group: 'more',
  today: true,
  aliases: ['maintenance-policies'],
  key: row => row.slug,
  identifier: 'policy',
  label: row => row.label,
  columns: [
    {field: 'label', title: 'Label', grow: true, width: 16},
    {field: 'type', title: 'Type', format: type => humanize(type)},
    {
      field: 'notification_period_sec',
      title: 'Notice',
      align: 'right',
      format: seconds => clockDuration(seconds),
    },
    {field: 'is_default', title: 'Default', priority: 2},
    {field: 'slug', title: 'ID', priority: 2, identifier: 'policy'},
    {field: 'description', title: 'Description', priority: 3},
  ],
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'Policy',
          lines: [
            {title: 'Description', value: row => row.description},
            {title: 'Default', value: row => yesNoCell(row.is_default)},
            {title: 'Label', value: row => row.label},
            {title: 'Notice', value: row => amountCell(row.notification_period_sec, clockDuration)},
            {title: 'ID', value: (row, lookup) => identifierCell('policy', row.slug, lookup, row)},
            {title: 'Type', value: row => cellFor(row.type, humanize)},
          ],
        },
      ],
    },
  ],
  actions: {},
  reconcileSeconds: 86_400,
});
