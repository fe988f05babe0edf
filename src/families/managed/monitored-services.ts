/** Services that the staff monitors and restores when they fail (D3 §2.4, §4.4). */

import type {ManagedService, ManagedServiceUpdate} from '../../contract/monitoring/managed.ts';
import type {Write} from '../../contract/schema/field.ts';
import {managedEvents} from '../event-words/service-events.ts';
import {amountCell, type Cell, cellFor, defineStates, listCell, type State} from '../format/cells.ts';
import {countText, joinParts} from '../format/format.ts';
import {ageColumn} from '../shape/column.ts';
import {defineFamily, type FamilySpec, type Lookup} from '../shape/define-family.ts';
import type {FormContext} from '../shape/forms.ts';
import * as standard from '../shape/standard.ts';
import {sentFields} from '../shape/undo-body.ts';
import {openManagedTicketAction} from '../support/ticket-subject.ts';
import {groupsHint, groupsIn} from './contacts-and-credentials.ts';

type Spec = FamilySpec<'managed.services', 'managed'>;
type Update = Write<typeof ManagedServiceUpdate>;

const condition = defineStates<ManagedService['status']>({
  ok: {condition: 'ok', word: 'answering'},
  problem: {condition: 'failed', word: 'problem'},
  pending: {condition: 'busy', word: 'being checked'},
  disabled: {condition: 'off', word: 'not watched'},
});
const stateOf = (row: ManagedService): State => condition(row.status);

const kinds: Readonly<Record<string, string>> = {url: 'URL', tcp: 'TCP'};
const kind = (type: string): string => (Object.hasOwn(kinds, type) ? (kinds[type] ?? type) : type);

const credentialNames = (row: ManagedService, lookup: Lookup): Cell =>
  listCell(
    row.credentials.map(id => lookup.find('managed.credentials', id)?.label ?? `credential ${id}`),
    ', ',
  );

const columns: Spec['columns'] = [
  {field: 'label', title: 'Label', grow: true, width: 14},
  {field: 'status', title: 'Status', state: true, width: 14},
  {field: 'service_type', title: 'Type', format: kind},
  {field: 'address', title: 'URL or host', priority: 2, width: 16, max: 60},
  {field: 'consultation_group', title: 'Contact group', priority: 3, max: 24},
  {
    field: 'timeout',
    title: 'Timeout',
    align: 'right',
    priority: 4,
    format: seconds => amountCell(seconds, n => `${n}s`),
  },
  standard.shownUpdatedColumn(4),
  {field: 'region', title: 'Region', optional: true, max: 14},
  {field: 'body', title: 'Expected text', optional: true, max: 40},
  {...ageColumn, optional: true},
  standard.idColumn,
];

const noPlace = () => ({});

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Service',
        lines: [
          ...standard.identityLines,
          {title: 'Status', value: row => condition(row.status).word},
          {title: 'Notes', value: row => row.notes},
        ],
      },
      {
        title: 'Check',
        lines: [
          {title: 'Type', value: row => cellFor(row.service_type, kind)},
          {title: 'URL or host', value: row => row.address},
          {title: 'Timeout', value: row => amountCell(row.timeout, n => countText(n, 'second'))},
          {title: 'Expected text', value: row => row.body, isVisible: row => row.service_type !== 'tcp'},
          {
            title: 'From region',
            value: row => row.region,
            link: row => (row.region ? {family: 'regions', id: row.region} : undefined),
            isVisible: row => row.region !== null,
          },
        ],
      },
      {
        title: 'Contact',
        lines: [
          {title: 'Contact group', value: row => row.consultation_group},
          {title: 'Credentials', value: credentialNames},
        ],
      },
      standard.historySection,
    ],
  },
  {
    title: 'Issues',
    list: 'managed.issues',
    params: noPlace,
    filter: (issue, row) => issue.services.includes(row.id),
  },
  {
    title: 'Contacts',
    list: 'managed.contacts',
    params: noPlace,
    filter: (contact, row) => contact.group === row.consultation_group,
    initialValues: row => ({group: row.consultation_group}),
  },
  {
    title: 'Credentials',
    list: 'managed.credentials',
    params: noPlace,
    filter: (credential, row) => row.credentials.includes(credential.id),
    headingNote: () => ({text: 'contacts of the service; edit the service to add more', tone: 'dim'}),
  },
  {title: 'Charts', view: 'stats', requests: [{operation: 'managed.stats.get', params: noPlace, refreshSeconds: 300}]},
  standard.eventsTab('managed_service'),
];

/** Private hosts are reachable only from within their region (D3 §2.4). */
const isNear = (address: unknown): boolean =>
  typeof address === 'string' &&
  /^(?:[a-z]+:\/\/)?(?:\[?f[cd][0-9a-f]*:|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/i.test(address);

const form = {
  label: standard.labelInput,
  service_type: {title: 'Type', input: 'choice', labels: {url: 'URL: must answer over HTTP', tcp: 'TCP: must connect'}},
  address: {title: 'URL or host', help: 'https://example.com/health?deep=1, or host:port for TCP', input: 'text'},
  region: {
    title: 'From region',
    help: 'Region that can reach the private address',
    input: 'pick',
    family: 'regions',
    required: true,
    isVisible: ({values}: FormContext) => isNear(values.address),
  },
  timeout: {title: 'Timeout', help: 'Seconds to wait for a response', input: 'number'},
  body: {
    title: 'Expected text',
    help: 'Text that the response must contain',
    input: 'text',
    isVisible: ({values}: FormContext) => values.service_type !== 'tcp',
  },
  consultation_group: {title: 'Contact group', help: 'group of contacts', input: 'text', note: groupsHint},
  credentials: {
    title: 'Credentials',
    help: 'Credentials that support staff may use',
    input: 'pickMany',
    family: 'managed.credentials',
  },
  notes: {title: 'Notes', help: 'Notes for support staff', input: 'multiline'},
} as const;

/** A group is a plain text: after a typing error, no contact is called. */
const unreached = (lookup: Lookup, group: string | null | undefined): readonly string[] =>
  group && lookup.complete('managed.contacts') && !groupsIn(lookup).includes(group)
    ? [`The group ${group} has no contacts, so support staff can’t call anyone.`]
    : [];

const rowParams = (row: ManagedService) => ({serviceId: row.id});

const actions: Spec['actions'] = {
  create: {
    title: 'New service…',
    undo: {action: 'delete'},
    unless: ({lookup}) =>
      lookup.rows('account.settings')[0]?.managed === false ? 'the account has no Managed: see Settings' : undefined,
    eventActions: ['managed_service_create'],
    warnings: ({lookup, body}) => unreached(lookup, body.consultation_group),
    form,
  },
  update: {
    title: 'Edit…',
    rowParams,
    expectedFields: ({body: {region, ...body}}) => body,
    warnings: ({lookup, body}) => unreached(lookup, body.consultation_group),
    undo: {
      action: 'update',
      body: sentFields<Update>(
        'label',
        'service_type',
        'address',
        'region',
        'timeout',
        'body',
        'consultation_group',
        'credentials',
        'notes',
      ),
    },
    form,
  },
  disable: {
    title: 'Disable',
    risk: 'interrupts',
    key: 'D',
    rowParams,
    unless: ({row}) => (row.status === 'disabled' ? 'already disabled' : undefined),
    already: ({row}) => (row.status === 'disabled' ? 'is already disabled' : undefined),
    confirm: 'ask',
    expectedFields: () => ({status: 'disabled'}),
    warnings: ({row}) => [`Support staff is no longer alerted when ${row.label || 'the service'} fails.`],
    undo: {action: 'enable'},
  },
  enable: {
    title: 'Enable',
    key: 'A',
    rowParams,
    unless: ({row}) => (row.status === 'disabled' ? undefined : 'already enabled'),
    already: ({row}) => (row.status === 'disabled' ? undefined : 'is already enabled'),
    confirm: 'ask',
    expectedFields: () => ({status: 'pending'}),
    undo: {action: 'disable'},
  },
  delete: {
    ...standard.deleteAction,
    rowParams,
    eventActions: ['managed_service_delete'],
    warnings: ({row}) => [`${row.label || 'The service'} is no longer monitored.`],
  },
};

export const managedServices = defineFamily('managed.services', {
  title: 'Managed services',
  one: 'Managed service',
  group: 'monitoring',
  entry: 'Managed',
  aliases: ['managed', 'services'],
  entity: 'managed_service',
  events: ['managed'],
  onEvent: managedEvents,
  label: row => row.label,
  state: stateOf,
  stateWords: condition.words,
  sort: 'label',
  columns,
  detail,
  actions,
  borrowedActions: {ticket: openManagedTicketAction},
  // Problems that the staff finds have no event.
  reconcileSeconds: 60,
  summary: row => joinParts(row.status, row.address),
  search: row => [row.id, row.address, row.notes].filter(Boolean).join(' '),
});
