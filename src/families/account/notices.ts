/** Messages of the provider: notifications, and maintenance of hosts (D3 §4.6 r3). Neither has an ID. */

import type {Maintenance, Notification} from '../../contract/account/notices.ts';
import {entityNoun, entityRef} from '../events/event-entities.ts';
import {
  ageCell,
  amountCell,
  type Cell,
  cellFor,
  dateOrder,
  defineStates,
  momentCell,
  noneCell,
  type State,
} from '../format/cells.ts';
import {humanize} from '../format/format.ts';
import {addedLine} from '../shape/added-line.ts';
import {defineFamily, type FamilySpec, type Lookup} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';

/** "instance web-01" */
const entityCell = (entity: Notification['entity'] | Maintenance['entity'] | undefined): Cell =>
  entity === null ? noneCell : cellFor(entity?.label, label => `${entityNoun(entity?.type)} ${label}`);
const keyOf = (...parts: readonly unknown[]): string => parts.map(part => String(part ?? '')).join('|');
const notificationKey = (row: Notification, type: string | undefined): string =>
  keyOf(row.type, type, row.entity?.id, row.label, row.when, row.message);
const maintenanceKey = (row: Maintenance, type: string | undefined): string =>
  keyOf(type, row.entity.id, row.type, row.when);
const spelledType = (entity: {readonly type: string} | null | undefined, lookup: Pick<Lookup, 'spell'>) =>
  entity?.type && lookup.spell('entity-type', entity.type);

const severity = defineStates<Notification['severity']>({
  minor: {condition: 'ok', word: 'minor'},
  major: {condition: 'attention', word: 'major'},
  critical: {condition: 'failed', word: 'critical'},
});

const opensNotice = (row: Notification) => entityRef(row.entity);

const noticeDetail: FamilySpec<'account.notifications', never>['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Notification',
        lines: [
          standard.labelLine,
          {title: 'Message', value: row => row.message},
          {title: 'Details', value: row => row.body, isVisible: row => row.body !== null},
          {title: 'About', value: row => entityCell(row.entity), link: opensNotice},
        ],
      },
      {
        title: 'Facts',
        lines: [
          {title: 'Severity', value: row => row.severity},
          {title: 'Type', value: row => cellFor(row.type, humanize)},
          {title: 'When', value: (row, lookup) => momentCell(row.when, lookup.now)},
          {title: 'Until', value: (row, lookup) => momentCell(row.until, lookup.now)},
        ],
      },
    ],
  },
];

export const notifications = defineFamily('account.notifications', {
  title: 'Notifications',
  one: 'notification',
  group: 'account',
  aliases: ['notices', 'notice'],
  key: row => notificationKey(row, row.entity?.type),
  idText: (row, lookup) => notificationKey(row, spelledType(row.entity, lookup)),
  label: row => row.label,
  state: row => severity(row.severity),
  stateWords: severity.words,
  columns: [
    {field: 'severity', title: 'Severity', state: true, width: 10},
    {field: 'label', title: 'Label', width: 14, max: 30},
    {field: 'message', title: 'Message', grow: true, width: 20},
    {id: 'about', title: 'About', priority: 3, max: 28, value: row => entityCell(row.entity), link: opensNotice},
    {field: 'when', title: 'When', align: 'right', priority: 2, format: (date, _, lookup) => ageCell(date, lookup.now)},
    {field: 'type', title: 'Type', optional: true, format: humanize},
    {
      field: 'until',
      title: 'Until',
      align: 'right',
      optional: true,
      format: (date, _, lookup) => ageCell(date, lookup.now),
    },
  ],
  detail: noticeDetail,
  actions: {},
  // Notifications appear and disappear without an event.
  reconcileSeconds: 120,
  search: row => [row.type, row.body].filter(Boolean).join(' '),
});

const progress = defineStates<Maintenance['status']>({
  pending: {condition: 'attention', word: 'planned'},
  started: {condition: 'busy', word: 'in progress'},
  scheduled: {condition: 'attention', word: 'scheduled'},
  'in-progress': {condition: 'busy', word: 'in progress'},
  completed: {condition: 'ok', word: 'completed'},
  canceled: {condition: 'off', word: 'canceled'},
});

const kinds: Readonly<Record<string, string>> = {
  reboot: 'reboot',
  cold_migration: 'cold migration',
  live_migration: 'live migration',
  migrate: 'migration',
  power_off_on: 'power off and on',
};
const kindOf = (type: string): string => (Object.hasOwn(kinds, type) ? (kinds[type] ?? type) : humanize(type));

const maintenanceState = (row: Maintenance): State => progress(row.status);
const targetRef = (row: Maintenance) => entityRef(row.entity);

export const maintenance = defineFamily('account.maintenance', {
  title: 'Maintenance',
  one: 'maintenance',
  group: 'account',
  aliases: ['windows'],
  key: row => maintenanceKey(row, row.entity.type),
  idText: (row, lookup) => maintenanceKey(row, spelledType(row.entity, lookup)),
  label: row =>
    [row.type && humanize(row.type), row.entity.label && `of ${row.entity.label}`].filter(Boolean).join(' '),
  state: maintenanceState,
  stateWords: progress.words,
  sort: 'when',
  columns: [
    {id: 'what', title: 'Resource', width: 20, max: 32, value: row => entityCell(row.entity), link: targetRef},
    {field: 'status', title: 'Status', state: true, width: 11},
    {field: 'type', title: 'Type', width: 14, priority: 2, format: kindOf},
    {
      field: 'when',
      title: 'When',
      align: 'right',
      format: (date, _, lookup) => ageCell(date, lookup.now),
      kind: 'deadline',
      sortBy: row => dateOrder(row.when),
    },
    {field: 'reason', title: 'Reason', grow: true, width: 12, priority: 2},
  ],
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'Maintenance',
          lines: [
            {title: 'Resource', value: row => entityCell(row.entity), link: targetRef},
            {title: 'Entity ID', value: row => amountCell(row.entity.id)},
            {title: 'Type', value: row => cellFor(row.type, kindOf)},
            {title: 'Status', value: row => progress(row.status).word},
            addedLine('Not before', 'not_before', (date, lookup) => momentCell(date, lookup.now)),
            addedLine('Starts', 'start_time', (date, lookup) => momentCell(date, lookup.now)),
            addedLine('Complete', 'complete_time', (date, lookup) => momentCell(date, lookup.now)),
            addedLine('Description', 'description'),
            addedLine('Policy', 'maintenance_policy_set', (policy, lookup) => lookup.spell('policy', policy)),
            addedLine('Requested by', 'source'),
            {title: 'When', value: (row, lookup) => momentCell(row.when, lookup.now)},
            {title: 'Reason', value: row => row.reason},
          ],
        },
      ],
    },
  ],
  actions: {},
  reconcileSeconds: 300,
  search: row => [row.reason, row.entity.id].filter(Boolean).join(' '),
});
