/** Stored data of tickets; `parent` of a reply is its ticket. */
import type {SupportTicket, SupportTicketReply} from '../../../contract/resources/support.ts';
import {defineKind} from '../../engine/storage/kind.ts';

export const Tickets = defineKind<SupportTicket>('ticket', {
  firstId: 98_300,
  isNewestFirst: true,
  hasUpdatedField: true,
});
export const Replies = defineKind<SupportTicketReply>('ticket_reply', {firstId: 410_000});

/** User name of the service's replies. */
export const staff = 'support';

/** A ticket as the entity of an event. */
export const ticketEntity = ({id, summary}: Pick<SupportTicket, 'id' | 'summary'>) => ({
  id,
  label: summary,
  type: 'ticket' as const,
  url: `/v4/support/tickets/${id}`,
});

/**
 * Hash of a mail address for a picture service: 32 hexadecimal characters; users without a picture have the same zeros.
 */
export const emptyGravatarId = '0'.repeat(32);
