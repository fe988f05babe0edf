/** Longview: machines that report their metrics through an agent (D3 §4.3). */
import type {LongviewClient} from '../../contract/resources/longview.ts';
import {longviewEvents} from '../event-words/service-events.ts';
import {type Cell, listCell} from '../format/cells.ts';
import {countText, joinParts} from '../format/format.ts';
import {ageColumn} from '../shape/column.ts';
import {defineFamily, type FamilySpec, type Lookup, type Ref} from '../shape/define-family.ts';
import {revealSecret} from '../shape/shown-once.ts';
import * as standard from '../shape/standard.ts';
import {openTicketAction} from '../support/ticket-subject.ts';

type Spec = FamilySpec<'longview.clients', 'longviewclient'>;

const programs = {apache: 'Apache', nginx: 'NGINX', mysql: 'MySQL'} as const;
const apps = (row: LongviewClient): readonly string[] =>
  (Object.keys(programs) as (keyof typeof programs)[])
    .filter(name => row.apps[name] === true)
    .map(name => programs[name]);
const watched = (row: LongviewClient): Cell => listCell(apps(row), ', ');

/** The label is only for display, but users often give it the label of the machine. */
const instanceWithLabel = (row: LongviewClient, lookup: Lookup): Ref | undefined => {
  const instance = lookup.rows('instances').find(({label}) => label === row.label);
  return instance && {family: 'instances', id: instance.id};
};

const columns: Spec['columns'] = [
  {field: 'label', title: 'Label', grow: true, width: 14, link: instanceWithLabel},
  {id: 'apps', title: 'Monitored apps', width: 14, max: 24, value: watched},
  {...ageColumn, priority: 2},
  standard.shownUpdatedColumn(3),
  standard.shownIdColumn(3),
];

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Longview client',
        lines: [
          {title: 'Label', value: row => row.label, link: instanceWithLabel},
          standard.idLine,
          {title: 'Monitored apps', value: watched},
        ],
      },
      {
        title: 'Agent',
        lines: [
          {title: 'Install code', value: row => row.install_code, secret: true},
          {title: 'API key', value: row => row.api_key, secret: true},
        ],
      },
      standard.historySection,
    ],
  },
  {title: 'Plan', list: 'longview.plan', params: () => ({})},
  standard.eventsTab('longview'),
];

const rowParams = (row: LongviewClient) => ({clientId: row.id});

/** A plan has a maximum number of clients; the documents don't state the maximum without a plan. */
function beyondPlan(lookup: Lookup): readonly string[] {
  const [plan] = lookup.rows('longview.plan');
  const count = lookup.rows('longview.clients').length;
  return plan?.clients_included !== undefined && count >= plan.clients_included
    ? [`The plan includes ${countText(plan.clients_included, 'client')}. You already have ${count}.`]
    : [];
}

const actions: Spec['actions'] = {
  create: {
    title: 'New Longview client…',
    undo: {action: 'delete'},
    eventActions: ['longviewclient_create'],
    warnings: ({lookup}) => [
      'Monitoring starts when the agent runs on the machine, with the code and the key on the next screen.',
      ...beyondPlan(lookup),
    ],
    revealedValues: ({response}) => [
      {...revealSecret('Install code', response.install_code), kept: true},
      {...revealSecret('API key', response.api_key), kept: true},
    ],
    form: {label: {...standard.labelInput, help: 'for display only'}},
  },
  update: {
    ...standard.renameAction,
    rowParams,
    eventActions: ['longviewclient_update'],
  },
  delete: {
    ...standard.deleteAction,
    rowParams,
    eventActions: ['longviewclient_delete'],
    warnings: () => [
      'All recorded data is permanently deleted.',
      'The agent stays on the machine, but its reports are rejected. Uninstall it there.',
    ],
  },
};

export const longviewClients = defineFamily('longview.clients', {
  title: 'Longview clients',
  one: 'Longview client',
  unique: 'label',
  group: 'monitoring',
  entry: 'Longview',
  aliases: ['longview', 'lv'],
  entity: 'longview',
  events: ['longviewclient'],
  onEvent: longviewEvents,
  label: row => row.label,
  sort: 'label',
  columns,
  detail,
  actions,
  borrowedActions: {ticket: openTicketAction('longviewclient_id')},
  summary: row => joinParts(apps(row).join(', ')),
  search: row => String(row.id),
});
