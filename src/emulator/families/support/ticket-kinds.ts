/** What is kept of tickets; `parent` of a reply is its ticket. */
import type {SupportTicket, SupportTicketReply} from '../../../contract/resources/support.ts';
import {defineKind} from '../../engine/storage/kind.ts';

export const Tickets = defineKind<SupportTicket>('ticket', {first: 98_300, newestFirst: true, touched: true});
export const Replies = defineKind<SupportTicketReply>('ticket_reply', {first: 410_000});

/** In whose name the service writes. */
export const staff = 'support';

/** A ticket as events name it. */
export const ticketEntity = ({id, summary}: Pick<SupportTicket, 'id' | 'summary'>) => ({
  id,
  label: summary,
  type: 'ticket' as const,
  url: `/v4/support/tickets/${id}`,
});

/** What a mail address is known by at a picture service: 32 hexadecimal characters; people without one get the same zeros. */
export const emptyGravatarId = '0'.repeat(32);
