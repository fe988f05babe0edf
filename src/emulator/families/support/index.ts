/** Support tickets (D3 §4.5). */
import type {Contract} from '../../../contract/index.ts';
import type {SupportTicket} from '../../../contract/resources/support.ts';
import type {Handlers} from '../../engine/call.ts';
import {badRequest, FieldErrors} from '../../engine/http/refusal.ts';
import {characterProblem} from '../../engine/http/text-checks.ts';
import {formatTimestamp, seconds} from '../../engine/time/clock.ts';
import {defineJob} from '../../engine/time/jobs.ts';
import {emptyGravatarId, Replies, staff, Tickets, ticketEntity} from './ticket-kinds.ts';
import {resolveSubject} from './ticket-subject.ts';

/** Extensions that attachments may have (D3 §4.5). */
const extensions = ['.gif', '.jpg', '.jpeg', '.pjpg', '.pjpeg', '.tif', '.tiff', '.png', '.pdf', '.txt'] as const;

/** Replies of staff; the choice depends only on the ticket, so that it is reproducible. */
const answers = [
  'Thank you for your message. We are looking into this now and will come back to you shortly.',
  'We could reproduce this. The host was busy with a backup run; it should be fine since a few minutes. Can you confirm?',
  'We have checked the network path and see no loss at the moment. If it happens again, an mtr in both directions would help us most.',
] as const;

/** Adds a reply of staff to a ticket. */
const answerTicket = defineJob<{readonly id: number}>('ticket.answered', (work, {id}) => {
  const ticket = work.db.get(Tickets, id);
  if (!ticket || ticket.status === 'closed') return;
  work.db.insert(
    Replies,
    reply => ({
      id: reply,
      created: formatTimestamp(work.now),
      created_by: staff,
      description: answers[work.db.count(Replies, id) % answers.length] ?? answers[0],
      from_compute: true,
      gravatar_id: emptyGravatarId,
    }),
    {parent: id},
  );
  work.db.update(Tickets, id, {status: 'open', updated_by: staff});
  work.emit({action: 'ticket_update', entity: ticketEntity(ticket)});
});
const replyDelayMs = 90 * seconds;

/** Sorts tickets: open ones first, then by the last update, newest first (D3 §4.5). */
const inOrder = (tickets: readonly SupportTicket[]): SupportTicket[] =>
  tickets.toSorted(
    (a, b) =>
      Number(a.status === 'closed') - Number(b.status === 'closed') ||
      b.updated.localeCompare(a.updated) ||
      b.id - a.id,
  );

export const support: Handlers<Contract['support']> = {
  tickets: {
    list: call => call.pageOf(inOrder(call.db.all(Tickets))),

    create(call) {
      const {db, body, now} = call;
      const fieldErrors = new FieldErrors();
      const entity = resolveSubject(db, body, fieldErrors);
      fieldErrors.throwIfAny();
      const ticket = db.insert(Tickets, id => ({
        id,
        attachments: [],
        closed: null,
        closable: true,
        description: body.description,
        entity,
        gravatar_id: emptyGravatarId,
        opened: formatTimestamp(now),
        opened_by: call.username,
        status: 'new',
        summary: body.summary,
        updated: formatTimestamp(now),
        updated_by: null,
      }));
      call.emit({action: 'ticket_create', entity: ticketEntity(ticket)});
      call.schedule(answerTicket, {id: ticket.id}, now + replyDelayMs);
      return ticket;
    },

    get: call => call.json(Tickets, call.params.ticketId),

    attachments: {
      create(call) {
        const ticket = call.find(Tickets, call.params.ticketId);
        const file = call.parts.find(({name}) => name === 'file');
        const name = file?.filename;
        if (!file || !name) throw badRequest('is required, with a file name', 'file');
        const extension = name.slice(name.lastIndexOf('.')).toLowerCase();
        if (!(extensions as readonly string[]).includes(extension))
          throw badRequest(`must be one of ${extensions.join(', ')}`, 'file');
        const problem = characterProblem(name, {isLine: true});
        if (problem) throw badRequest(`has a name that ${problem}`, 'file');
        if (file.bytes.length === 0) throw badRequest('is empty', 'file');
        call.db.update(Tickets, ticket.id, {attachments: [...ticket.attachments, name], updated_by: call.username});
        call.emit({action: 'ticket_attachment_upload', entity: ticketEntity(ticket)});
        return {};
      },
    },

    close(call) {
      const ticket = call.find(Tickets, call.params.ticketId);
      if (ticket.status === 'closed') throw badRequest('The ticket is closed already.');
      if (!ticket.closable) throw badRequest('This ticket is closed by support staff only.');
      call.db.update(Tickets, ticket.id, {
        status: 'closed',
        closed: formatTimestamp(call.now),
        updated_by: call.username,
      });
      call.emit({action: 'ticket_update', entity: ticketEntity(ticket)});
      return {};
    },

    replies: {
      list(call) {
        const {id} = call.find(Tickets, call.params.ticketId);
        return call.page(Replies, {parent: id});
      },
      create(call) {
        const {db, body, now} = call;
        const ticket = call.find(Tickets, call.params.ticketId);
        const reply = db.insert(
          Replies,
          id => ({
            id,
            created: formatTimestamp(now),
            created_by: call.username,
            description: body.description,
            from_compute: false,
            gravatar_id: emptyGravatarId,
          }),
          {parent: ticket.id},
        );
        // A reply to a closed ticket opens it again.
        db.update(Tickets, ticket.id, {status: 'open', closed: null, updated_by: call.username});
        call.emit({action: 'ticket_update', entity: ticketEntity(ticket)});
        call.schedule(answerTicket, {id: ticket.id}, now + replyDelayMs);
        return reply;
      },
    },
  },
};
