/** Support tickets (D3 §4.5). */
import {get, post} from '../schema/endpoint.ts';
import {family} from '../schema/family.ts';
import {
  binary,
  choice,
  dateTime,
  flag,
  integer,
  list,
  model,
  nullable,
  object,
  type Read,
  required,
  text,
  today,
} from '../schema/field.ts';

/** A ticket (D3 §2.5). */
export const SupportTicket = model('SupportTicket', {
  id: integer({readOnly: true}),
  attachments: list(text(), {readOnly: true}),
  closed: nullable(dateTime({readOnly: true, filterable: true})),
  closable: flag(),
  description: text({min: 1, max: 65000, readOnly: true}),
  entity: nullable(
    object(
      {
        id: integer({readOnly: true}),
        label: text({readOnly: true}),
        type: text({readOnly: true, wire: 'entity-type'}),
        url: text({readOnly: true, wire: 'api-url'}),
      },
      {readOnly: true},
    ),
  ),
  gravatar_id: text({readOnly: true}),
  opened: dateTime({readOnly: true, filterable: true}),
  opened_by: text({readOnly: true}),
  status: choice(['closed', 'new', 'open'], {readOnly: true}),
  summary: text({min: 1, max: 64, readOnly: true}),
  updated: dateTime({readOnly: true, filterable: true}),
  updated_by: nullable(text({readOnly: true})),
  severity: today(nullable(choice(['low', 'moderate', 'major'], {readOnly: true}))),
});
export type SupportTicket = Read<typeof SupportTicket>;

/** A reply in a ticket's thread (D3 §2.5). */
export const SupportTicketReply = model('SupportTicketReply', {
  created: dateTime({readOnly: true}),
  created_by: text({readOnly: true}),
  description: text({min: 1, max: 65535, readOnly: true}),
  from_compute: flag({readOnly: true}),
  gravatar_id: text({readOnly: true}),
  id: integer({readOnly: true}),
});
export type SupportTicketReply = Read<typeof SupportTicketReply>;

/** Body of `support.tickets.create` (D3 §2.5). */
export const TicketCreate = model('TicketCreate', {
  description: required(text({min: 1, max: 65000})),
  domain_id: integer(),
  compute_id: integer(),
  kubecluster_id: integer(),
  longviewclient_id: integer(),
  nodebalancer_id: integer(),
  summary: required(text({min: 1, max: 64})),
  managed_issue: flag(),
  volume_id: integer(),
  vlan: text(),
  region: text(),
  bucket: today(text()),
  database_id: today(integer()),
  firewall_id: today(integer()),
  severity: today(choice([1, 2, 3])),
  vpc_id: today(integer()),
});

/** Body of `support.tickets.attachments.create` (D3 §4.5). */
export const TicketAttachmentCreate = model('TicketAttachmentCreate', {
  file: required(binary()),
});

/** Body of `support.tickets.replies.create` (D3 §2.5). */
export const TicketReplyCreate = model('TicketReplyCreate', {
  description: required(text({min: 1, max: 65535})),
});

export const support = family('support', {
  tickets: {
    list: get('/support/tickets', {scopes: ['account:read_only'], page: SupportTicket}),
    create: post('/support/tickets', {
      scopes: ['account:read_write'],
      body: TicketCreate,
      responseModel: SupportTicket,
      limit: 'openTicket',
    }),
    get: get('/support/tickets/{ticketId}', {scopes: ['account:read_only'], responseModel: SupportTicket}),
    attachments: {
      create: post('/support/tickets/{ticketId}/attachments', {
        scopes: ['account:read_write'],
        body: TicketAttachmentCreate,
        upload: 'multipart/form-data',
      }),
    },
    close: post('/support/tickets/{ticketId}/close', {scopes: ['account:read_write']}),
    replies: {
      list: get('/support/tickets/{ticketId}/replies', {scopes: ['account:read_only'], page: SupportTicketReply}),
      create: post('/support/tickets/{ticketId}/replies', {
        scopes: ['account:read_write'],
        body: TicketReplyCreate,
        responseModel: SupportTicketReply,
      }),
    },
  },
});
