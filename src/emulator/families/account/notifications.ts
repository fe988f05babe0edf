/**
 * Notifications. They are not stored: each is derived from the state of the account, so that it disappears with its
 * cause (D3 §4.6 r3).
 */
import type {Notification} from '../../../contract/account/notices.ts';
import {hasGlobal} from '../../engine/access/access-checks.ts';
import type {Actor} from '../../engine/access/actors.ts';
import type {Store} from '../../engine/storage/store.ts';
import {Replies, staff, Tickets, ticketEntity} from '../support/ticket-kinds.ts';
import {getAccount, Invoices} from './account-kinds.ts';
import {dollars} from './billing/money.ts';
import {plannedMaintenance} from './maintenance.ts';

const noticeOf = {entity: null, body: null, when: null, until: null} as const;

/** The notification of an unpaid balance. */
function overdueBalance(db: Store): Notification[] {
  const {balance} = getAccount(db);
  if (balance <= 0) return [];
  const [last] = db.where(Invoices, {sql: `id=(SELECT MAX(id) FROM entity WHERE kind='${Invoices.name}')`, values: []});
  return [
    {
      ...noticeOf,
      type: 'payment_due',
      severity: 'critical',
      label: 'Payment due',
      message: `A balance of ${dollars(balance)} is due. Services may be suspended while it is not paid.`,
      when: last?.doc.date ?? null,
    },
  ];
}

const credit = (db: Store): Notification[] =>
  getAccount(db).active_promotions.map(({credit_remaining, expire_dt}) => ({
    ...noticeOf,
    type: 'promotion',
    severity: 'minor',
    label: 'Promotional credit',
    message: `$${credit_remaining} of promotional credit remaining.`,
    until: expire_dt,
  }));

/** Tickets that staff opened and that no user of the account has answered. */
function unansweredTickets(db: Store): Notification[] {
  const sql = `json_extract(doc, '$.status')<>'closed' AND json_extract(doc, '$.opened_by')=?`;
  return db
    .where(Tickets, {sql, values: [staff]})
    .map(({doc}) => doc)
    .filter(({id}) => db.all(Replies, id).every(({from_compute}) => from_compute))
    .map(ticket => ({
      ...noticeOf,
      entity: ticketEntity(ticket),
      type: 'ticket_important',
      severity: 'major',
      label: 'Important ticket',
      message: `Ticket ${ticket.id} waits for your answer: ${ticket.summary}`,
      when: ticket.opened,
    }));
}

const reboot = {type: 'maintenance', what: 'is rebooted'};
const migration = {type: 'migration_scheduled', what: 'moves to another host'};

const hosts = (db: Store): Notification[] =>
  plannedMaintenance(db).map(({doc: {type, entity, when, reason, status}, until}) => {
    const isStarted = status === 'started';
    const work = type === 'cold_migration' ? migration : reboot;
    return {
      entity,
      type: work.type,
      severity: isStarted ? 'critical' : 'major',
      label: isStarted ? 'Maintenance in progress' : 'Maintenance scheduled',
      message: `${entity.label} ${work.what}${isStarted ? ' now' : ` between ${when} and ${until} UTC`}.`,
      body: reason,
      when,
      until,
    };
  });

const severities = ['critical', 'major', 'minor'];

/** Notifications that this user can act on, the most urgent first. */
export function notifications(db: Store, actor: Actor, mayRead: (instance: number) => boolean): Notification[] {
  const money = hasGlobal(actor, 'account_access:read_only') ? [...overdueBalance(db), ...credit(db)] : [];
  const instances = hosts(db).filter(({entity}) => entity === null || mayRead(entity.id));
  return [...money, ...unansweredTickets(db), ...instances].toSorted(
    (a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity),
  );
}
