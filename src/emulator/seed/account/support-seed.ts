/** The demo account's tickets: one waits for the user's reply, one for the reply of staff, and some are closed. */
import {days, formatTimestamp, hours} from '../../engine/time/clock.ts';
import {Instances} from '../../families/instances/instance-kinds.ts';
import {emptyGravatarId, Replies, Tickets} from '../../families/support/ticket-kinds.ts';
import type {SeedContext, Seeder} from '../core/seed-context.ts';

interface Letter {
  readonly by: string;
  readonly hours: number;
  readonly text: string;
}

interface Sketch {
  readonly summary: string;
  readonly by: string;
  readonly days: number;
  readonly text: string;
  readonly closed?: true;
  readonly about?: string;
  readonly thread: readonly Letter[];
}

const sketches: readonly Sketch[] = [
  {
    summary: 'db-01: disk latency since the maintenance',
    by: 'wsmith',
    days: 2,
    about: 'db-01',
    text: 'Since the window on Tuesday, db-01 sees write latencies of 40 ms and more (iostat attached). Before it was below 2 ms.\n\nCan you look at the host?',
    thread: [
      {
        by: 'support',
        hours: 1,
        text: 'Thank you for the details. We moved a noisy neighbour away from that host. Could you send us an iostat of the last hour?',
      },
      {
        by: 'wsmith',
        hours: 3,
        text: 'Better, but still 10–15 ms at peak:\n\n  Device  r/s   w/s   w_await\n  sda     12.0  310.5  14.2\n',
      },
      {
        by: 'support',
        hours: 20,
        text: 'We can move db-01 to another host tonight; it would be off for about five minutes. Is 02:00 UTC fine with you?',
      },
    ],
  },
  {
    summary: 'Invoice shows two backups for web-03',
    by: 'acme',
    days: 9,
    closed: true,
    text: 'We are billed twice for the backups of web-03 in this month’s invoice. 请检查一下，谢谢 🙏',
    thread: [
      {
        by: 'support',
        hours: 5,
        text: 'You are right, and we are sorry. A credit is on its way; it will show on the next invoice.',
      },
      {by: 'acme', hours: 6, text: 'Thank you!'},
    ],
  },
  {
    summary: 'Outbound mail blocked on new instances',
    by: 'wsmith',
    days: 40,
    closed: true,
    text: 'Ports 25 and 587 are closed on our new instances. We run our own mail relay with correct reverse DNS; please open them.',
    thread: [{by: 'support', hours: 2, text: 'Opened for the account. Please keep SPF and DKIM in place.'}],
  },
  {
    summary: 'Mail in is not answering',
    by: 'support',
    days: 0.2,
    text: 'This ticket was opened by the service: the monitored service "Mail in" (tcp mail1.acme-infra.example:25) has not been answering for five minutes.',
    thread: [],
  },
];

function insertTicket(context: SeedContext, sketch: Sketch): void {
  const {db, now} = context;
  const openedAt = now - sketch.days * days;
  const last = sketch.thread.at(-1);
  const instance = sketch.about === undefined ? undefined : db.byKey(Instances, sketch.about)?.doc;
  const updated = openedAt + (last?.hours ?? 0) * hours;
  const {id} = db.insert(Tickets, ticket => ({
    id: ticket,
    attachments: sketch.text.includes('attached') ? ['iostat.txt'] : [],
    closed: sketch.closed ? formatTimestamp(updated) : null,
    closable: sketch.by !== 'support',
    description: sketch.text,
    entity: instance
      ? {id: instance.id, label: instance.label, type: 'compute', url: `/v4/compute/instances/${instance.id}`}
      : null,
    gravatar_id: emptyGravatarId,
    opened: formatTimestamp(openedAt),
    opened_by: sketch.by,
    status: sketch.closed ? 'closed' : last ? 'open' : 'new',
    summary: sketch.summary,
    updated: formatTimestamp(updated),
    updated_by: last?.by ?? null,
  }));
  for (const letter of sketch.thread)
    db.insert(
      Replies,
      reply => ({
        id: reply,
        created: formatTimestamp(openedAt + letter.hours * hours),
        created_by: letter.by,
        description: letter.text,
        from_compute: letter.by === 'support',
        gravatar_id: emptyGravatarId,
      }),
      {parent: id},
    );
}

export const supportSeed: Seeder = {
  demo(context) {
    for (const sketch of sketches) insertTicket(context, sketch);
  },
};
