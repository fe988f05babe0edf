/** Alert channels: the receivers of an alert's messages. They are read-only. */
import type {AlertChannel} from '../../contract/monitoring/monitor.ts';
import {listCell, momentCell} from '../format/cells.ts';
import {joinParts} from '../format/format.ts';
import {ageColumn} from '../shape/column.ts';
import {defineFamily} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';

const addressesOf = (row: AlertChannel): readonly string[] => row.content?.email?.email_addresses ?? [];
const alertsOf = (row: AlertChannel) => row.alerts ?? [];

export const alertChannels = defineFamily('monitor.alertChannels', {
  title: 'Alert channels',
  one: 'alert channel',
  group: 'monitoring',
  name: 'alert-channels',
  aliases: ['alert-channels', 'channels', 'channel'],
  today: true,
  label: row => row.label,
  columns: [
    {field: 'label', title: 'Label', grow: true, width: 18},
    {field: 'type', title: 'Type'},
    {field: 'channel_type', title: 'Sends', priority: 2},
    {id: 'addresses', title: 'Addresses', priority: 2, max: 40, value: row => listCell(addressesOf(row), ', ')},
    {
      id: 'alerts',
      title: 'Alerts',
      ...standard.numberFacts((row: AlertChannel) => alertsOf(row).length),
    },
    {...ageColumn, priority: 4},
    standard.shownIdColumn(3),
  ],
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'Channel',
          lines: [
            ...standard.identityLines,
            {title: 'Type', value: row => row.type},
            {title: 'Sends', value: row => row.channel_type},
            {title: 'Addresses', value: row => listCell(addressesOf(row), '\n')},
            {
              title: 'Alerts',
              value: row =>
                listCell(
                  alertsOf(row).map(({label}) => label),
                  '\n',
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
      ],
    },
  ],
  actions: {},
  summary: row => joinParts(row.type, addressesOf(row).join(', ')),
});
