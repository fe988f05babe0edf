/** Tickets: conversations with support staff, open ones first (D3 §4.5). */

import type {SupportTicket} from '../../contract/resources/support.ts';
import {ticketEvents} from '../event-words/service-events.ts';
import {entityNoun, entityRef} from '../events/event-entities.ts';
import {
  ageCell,
  ageOrder,
  type Cell,
  cellFor,
  defineStates,
  listCell,
  momentCell,
  noneCell,
  type State,
} from '../format/cells.ts';
import {joinParts} from '../format/format.ts';
import {maxUploadBytes} from '../format/upload-limit.ts';
import {addedLine} from '../shape/added-line.ts';
import {mayBeCurrentApi} from '../shape/api-version.ts';
import {defineFamily, type FamilySpec, type Lookup} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';
import {isSubjectField, isSubjectKind, subjectInputs} from './ticket-subject.ts';

type Spec = FamilySpec<'support.tickets', 'ticket'>;

const condition = defineStates<SupportTicket['status']>({
  new: {condition: 'ok', word: 'new'},
  open: {condition: 'ok', word: 'open'},
  closed: {condition: 'off', word: 'closed'},
});

/** The author of the last entry; for a ticket without replies, the user who opened it. */
const lastBy = (row: SupportTicket): string | null | undefined =>
  row.updated_by === undefined ? undefined : (row.updated_by ?? row.opened_by);

/**
 * True if the staff wrote the last entry. A ticket contains only user names, so an author who isn't a user of the
 * account is a staff member; this requires that all users are loaded.
 */
export function isAwaitingOurReply(row: SupportTicket, lookup: Lookup): boolean {
  const author = lastBy(row);
  if (!author || row.status === 'closed' || !lookup.complete('account.users')) return false;
  return !lookup.rows('account.users').some(({username}) => username === author);
}

export const ticketState = (row: SupportTicket, lookup: Lookup): State =>
  isAwaitingOurReply(row, lookup) ? {condition: 'attention', word: 'waiting for you'} : condition(row.status);

/**
 * Tickets that wait for a reply are first, then open ones; within each group, the API's order puts the last updated
 * first.
 */
const urgency = (row: SupportTicket, lookup: Lookup): number =>
  isAwaitingOurReply(row, lookup) ? 0 : row.status === 'closed' ? 2 : 1;

/** "instance web-01" */
const subject = (row: SupportTicket): Cell =>
  row.entity === null ? noneCell : cellFor(row.entity?.label, label => `${entityNoun(row.entity?.type)} ${label}`);
const targetRef = (row: SupportTicket) => entityRef(row.entity);

const columns: Spec['columns'] = [
  {field: 'summary', title: 'Summary', grow: true, width: 20},
  {field: 'status', title: 'Status', state: true, width: 17, sortBy: urgency},
  {id: 'about', title: 'Resource', priority: 2, width: 16, max: 28, value: subject, link: targetRef},
  {field: 'opened_by', title: 'By', priority: 3, max: 16},
  {...standard.shownUpdatedColumn(2), sortBy: (row, lookup) => ageOrder(row.updated, lookup.now)},
  {
    id: 'age',
    title: 'Age',
    align: 'right',
    priority: 4,
    value: (row, lookup) => ageCell(row.opened, lookup.now),
    kind: 'moment',
    measure: row => row.opened,
    sortBy: (row, lookup) => ageOrder(row.opened, lookup.now),
  },
  standard.shownIdColumn(3),
  {field: 'updated_by', title: 'Last by', optional: true, max: 16},
  {field: 'attachments', title: 'Files', optional: true, max: 30, format: names => listCell(names)},
];

const rowParams = (row: SupportTicket) => ({ticketId: row.id});

const detail: Spec['detail'] = [
  {
    title: 'Conversation',
    list: 'support.tickets.replies',
    params: rowParams,
    layout: 'thread',
  },
  {
    title: 'Overview',
    sections: [
      {
        title: 'Ticket',
        lines: [
          {title: 'Summary', value: row => row.summary},
          standard.idLine,
          {title: 'Status', value: (row, lookup) => ticketState(row, lookup).word},
          {title: 'Resource', value: subject, link: targetRef},
          addedLine('Severity', 'severity'),
          {title: 'Files', value: row => listCell(row.attachments, '  ')},
          {
            title: 'Closed by',
            value: row => cellFor(row.closable, isClosable => (isClosable ? 'you or support' : 'support only')),
          },
        ],
      },
      {
        title: 'History',
        lines: [
          {title: 'Opened', value: (row, lookup) => momentCell(row.opened, lookup.now)},
          {title: 'By', value: row => row.opened_by},
          standard.updatedLine,
          {title: 'Last by', value: row => row.updated_by},
          {title: 'Closed', value: (row, lookup) => momentCell(row.closed, lookup.now)},
        ],
      },
    ],
  },
  standard.eventsTab('ticket'),
  {title: 'Replies', list: 'support.tickets.replies', params: rowParams},
];

/** D3 §4.5 */
const attachmentEndings = [
  '.gif',
  '.jpg',
  '.jpeg',
  '.pjpg',
  '.pjpeg',
  '.tif',
  '.tiff',
  '.png',
  '.pdf',
  '.txt',
] as const;

function unlessClosable(row: SupportTicket): string | undefined {
  if (row.status === 'closed') return 'already closed';
  return row.closable === false ? 'only support can close this ticket' : undefined;
}

const actions: Spec['actions'] = {
  create: {
    title: 'Open a ticket…',
    eventActions: ['ticket_create'],
    invalidates: ['support.tickets'],
    warnings: () => ['Support and every user of the account can read the text. Leave out passwords and tokens.'],
    inputs: {about: subjectInputs},
    form: {
      compute_id: {title: 'Instance', input: 'pick', family: 'instances', isVisible: isSubjectField('compute_id')},
      volume_id: {title: 'Volume', input: 'pick', family: 'volumes', isVisible: isSubjectField('volume_id')},
      domain_id: {title: 'Domain', input: 'pick', family: 'domains', isVisible: isSubjectField('domain_id')},
      nodebalancer_id: {
        title: 'NodeBalancer',
        input: 'pick',
        family: 'nodebalancers',
        isVisible: isSubjectField('nodebalancer_id'),
      },
      longviewclient_id: {
        title: 'Longview client',
        input: 'pick',
        family: 'longview.clients',
        isVisible: isSubjectField('longviewclient_id'),
      },
      kubecluster_id: {
        title: 'Cluster',
        help: 'ID of the cluster',
        input: 'number',
        isVisible: isSubjectField('kubecluster_id'),
      },
      firewall_id: {
        title: 'Firewall',
        input: 'pick',
        family: 'networking.firewalls',
        isVisible: isSubjectField('firewall_id'),
      },
      database_id: {
        title: 'Database',
        input: 'pick',
        family: 'databases.instances',
        isVisible: isSubjectField('database_id'),
      },
      vpc_id: {title: 'VPC', help: 'ID of the VPC', input: 'number', isVisible: isSubjectField('vpc_id')},
      bucket: {title: 'Bucket', help: 'Label of the bucket', input: 'text', isVisible: isSubjectField('bucket')},
      vlan: {title: 'VLAN', help: 'Label of the VLAN', input: 'text', isVisible: isSubjectKind('VLAN')},
      region: {title: 'Region of the VLAN', input: 'pick', family: 'regions', isVisible: isSubjectKind('VLAN')},
      managed_issue: {
        title: 'Managed issue',
        help: 'the account must have Managed',
        input: 'toggle',
        initial: () => true,
        isVisible: isSubjectKind('Managed issue'),
      },
      severity: {
        title: 'Severity',
        input: 'choice',
        labels: {1: 'major: a service is down', 2: 'moderate: a service is impaired', 3: 'low: a question'},
        isVisible: mayBeCurrentApi,
      },
      summary: {title: 'Summary', help: 'The problem in one line', input: 'text'},
      description: {
        title: 'Description',
        help: 'The problem, its start, and your attempts to solve it',
        input: 'multiline',
      },
    },
  },
  close: {
    title: 'Close',
    key: 'X',
    rowParams,
    unless: ({row}) => unlessClosable(row),
    confirm: 'ask',
    eventActions: ['ticket_update'],
    busyWord: 'closing',
    expectedFields: () => ({status: 'closed'}),
  },
  'attachments.create': {
    title: 'Attach a file…',
    key: 'A',
    rowParams,
    eventActions: ['ticket_attachment_upload'],
    busyWord: 'uploading',
    form: {
      file: {
        title: 'File',
        help: `Path on this machine; ${attachmentEndings.join(' ')}`,
        input: 'file',
        endings: attachmentEndings,
        minBytes: 1,
        maxBytes: maxUploadBytes,
      },
    },
  },
};

const adoptedActions: Spec['adoptedActions'] = {
  'support.tickets.replies.create': {
    title: 'Reply…',
    key: 'r',
    rowParams,
    // The change ends with the response: the ticket is read again at once, without waiting for an event.
    busyWord: 'replying',
    invalidates: ['support.tickets.replies', 'account.notifications'],
    warnings: ({row}) => (row.status === 'closed' ? ['The ticket is closed. A reply may reopen it.'] : []),
    // The initial value is empty, because the description of the ticket isn't the reply.
    form: {description: {title: 'Reply', input: 'multiline', initial: () => ''}},
  },
};

export const tickets = defineFamily('support.tickets', {
  title: 'Tickets',
  one: 'ticket',
  group: 'support',
  aliases: ['ticket', 'support'],
  entity: 'ticket',
  events: ['ticket'],
  onEvent: ticketEvents,
  label: row => row.summary,
  state: ticketState,
  stateWords: [...condition.words, 'waiting for you'],
  sort: 'status',
  columns,
  detail,
  actions,
  adoptedActions,
  summary: row => joinParts(row.status, `ticket ${row.id}`),
  search: row => [row.id, row.description, row.updated_by].filter(Boolean).join(' '),
});
