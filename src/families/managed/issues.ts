/** Recent and current failures, each with the ticket that the staff opened for it (D3 §4.4). */
import type {ManagedIssue} from '../../contract/monitoring/managed.ts';
import {amountCell, type Cell, loadingState, momentCell, noneCell, type State, unknownState} from '../format/cells.ts';
import {joinParts} from '../format/format.ts';
import {ageColumn} from '../shape/column.ts';
import {defineFamily, type Lookup, type Ref} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';
import {openManagedTicketAction} from '../support/ticket-subject.ts';
import {ticketState} from '../support/tickets.ts';

const ticket = (row: ManagedIssue): Ref | undefined =>
  typeof row.entity.id === 'number' ? {family: 'support.tickets', id: row.entity.id} : undefined;

/** An issue is open while its ticket is open, if the ticket is loaded. */
function stateOf(row: ManagedIssue, lookup: Lookup): State {
  const ticket = lookup.find('support.tickets', row.entity.id);
  if (!ticket)
    return lookup.failed('support.tickets') || lookup.complete('support.tickets') ? unknownState : loadingState;
  return ticket.status === 'closed' ? {condition: 'ok', word: 'closed'} : {condition: 'attention', word: 'open'};
}

const services = (row: ManagedIssue, lookup: Lookup): readonly Cell[] =>
  row.services.length === 0
    ? [noneCell]
    : row.services.map(id => lookup.find('managed.services', id)?.label ?? `service ${id}`);

export const managedIssues = defineFamily('managed.issues', {
  title: 'Managed issues',
  one: 'issue',
  group: 'monitoring',
  aliases: ['issues', 'issue'],
  label: row => row.entity.label,
  state: stateOf,
  stateWords: ['open', 'closed'],
  sort: 'age',
  columns: [
    {id: 'label', title: 'Issue', grow: true, width: 16, value: row => row.entity.label || noneCell, link: ticket},
    {id: 'state', title: 'Status', state: true, width: 10, value: (row, lookup) => stateOf(row, lookup).word},
    {
      id: 'services',
      title: 'Services',
      width: 12,
      max: 40,
      value: (row, lookup) =>
        services(row, lookup)
          .map(cell => (typeof cell === 'string' ? cell : cell.text))
          .join(', '),
    },
    {...ageColumn, title: 'Opened'},
    {
      id: 'ticket',
      title: 'Ticket',
      priority: 2,
      ...standard.numberFacts((row: ManagedIssue) => row.entity.id),
      link: ticket,
    },
    standard.idColumn,
  ],
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'Issue',
          lines: [
            {title: 'Issue', value: row => row.entity.label},
            standard.idLine,
            {title: 'Services', value: services},
            {title: 'Opened', value: (row, lookup) => momentCell(row.created, lookup.now)},
          ],
        },
        {
          title: 'Ticket',
          lines: [
            {title: 'Ticket', value: row => amountCell(row.entity.id), link: ticket},
            {
              title: 'Status',
              value: (row, lookup) => {
                const ticket = lookup.find('support.tickets', row.entity.id);
                return ticket && ticketState(ticket, lookup).word;
              },
            },
          ],
        },
      ],
    },
  ],
  actions: {},
  borrowedActions: {ticket: openManagedTicketAction},
  reconcileSeconds: 120,
  summary: row => joinParts(row.entity.label),
});
