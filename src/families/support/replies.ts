/** Replies in a ticket, oldest first; those of the staff are marked (D3 §4.5). */
import type {SupportTicketReply} from '../../contract/resources/support.ts';
import {type Cell, cellFor, momentCell} from '../format/cells.ts';
import {ageColumn} from '../shape/column.ts';
import {defineFamily} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';

const authorCell = (row: SupportTicketReply): Cell =>
  cellFor(row.created_by, name => (row.from_compute === true ? {text: `${name} (staff)`, tone: 'accent'} : name));

/** The start of the text, in one line. */
const beginning = (row: SupportTicketReply): string =>
  typeof row.description === 'string' ? row.description.replace(/\s+/g, ' ').trim().slice(0, 200) : '';

export const replies = defineFamily('support.tickets.replies', {
  title: 'Replies',
  one: 'reply',
  label: beginning,
  columns: [
    {id: 'by', title: 'By', width: 10, max: 24, value: authorCell},
    {...ageColumn, title: 'When'},
    {id: 'reply', title: 'Reply', grow: true, width: 20, value: row => cellFor(row.description, () => beginning(row))},
    standard.idColumn,
  ],
  detail: [
    {title: 'Reply', text: row => row.description},
    {
      title: 'Overview',
      sections: [
        {
          title: 'Reply',
          lines: [
            {title: 'By', value: authorCell},
            {title: 'When', value: (row, lookup) => momentCell(row.created, lookup.now)},
            standard.idLine,
          ],
        },
      ],
    },
  ],
  actions: {create: {elsewhere: 'offered on the ticket'}},
});
