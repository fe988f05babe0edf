/** Two years of invoices and payments. */

import {days, formatTimestamp, hours} from '../../engine/time/clock.ts';
import {PaymentMethods, Payments} from '../../families/account/account-kinds.ts';
import {createInvoice, invoiceLine, maxBillableHours, monthStart} from '../../families/account/billing/usage-bills.ts';
import {announceMaintenance} from '../../families/account/maintenance.ts';
import {Types} from '../../families/instance-types.ts';
import {Instances} from '../../families/instances/instance-kinds.ts';
import {beforeNow, type SeedContext, type Seeder} from '../core/seed-context.ts';

const months = 24;

/** A fleet in the invoices: its initial number of instances, and its growth per month. */
interface Fleet {
  readonly type: string;
  readonly first: number;
  readonly joining: number;
  readonly backups?: true;
}
const fleets: readonly Fleet[] = [
  {type: 'g6-nanode-1', first: 2, joining: 0.5},
  {type: 'g6-standard-1', first: 2, joining: 0.1},
  {type: 'g6-standard-2', first: 3, joining: 0.45},
  {type: 'g6-standard-6', first: 1, joining: 0.14, backups: true},
  {type: 'g6-dedicated-4', first: 0, joining: 0.12},
];

function insertBilling(context: SeedContext, scale: number): void {
  const {db, now, random} = context;
  for (let month = 0; month < months; month++) {
    const span = {from: monthStart(now, month - months), to: monthStart(now, month - months + 1)};
    const lines = fleets.flatMap(({type, first, joining, backups}) => {
      const plan = db.byKey(Types, type)?.doc;
      const count = Math.round((first + joining * month) * scale);
      if (!plan || count === 0) return [];
      // Some instances exist for less than a month.
      const usedHours = Math.round(count * maxBillableHours * (0.9 + random.next() / 10));
      const line = invoiceLine(span, `${plan.label} × ${count}`, usedHours, plan.price.hourly);
      if (!backups) return [line];
      return [
        line,
        invoiceLine(span, `Backups of ${plan.label} × ${count}`, usedHours, plan.addons.backups.price.hourly),
      ];
    });
    const gigabytes = Math.round((400 + 90 * month) * scale);
    const storage = invoiceLine(span, 'Volumes, GB hours', gigabytes * maxBillableHours, 0.00015);
    const total = createInvoice(db, span.to, [...lines, storage]);
    // Every invoice is paid, because a balance blocks the resizing of instances.
    const paid = Math.min(span.to + random.int(6, 40) * hours, now);
    db.insert(Payments, id => ({id, date: formatTimestamp(paid), usd: total}));
  }
}

export const billingSeed: Seeder = {
  demo(context) {
    context.db.insert(PaymentMethods, id => ({
      id,
      type: 'google_pay',
      is_default: false,
      created: beforeNow(context, 130 * days),
      data: {card_type: 'MasterCard', last_four: '4411', expiry: `04/${new Date(context.now).getUTCFullYear() + 2}`},
    }));
    insertBilling(context, 1);
  },

  // The demo account has about fifty instances.
  many: (context, instances) => insertBilling(context, instances / 50),

  begin(work) {
    const {db, now} = work;
    const idOf = (label: string) => db.byKey(Instances, label)?.id ?? 0;
    announceMaintenance(work, {
      type: 'reboot',
      instance: idOf('batch-9'),
      reason: 'The host needs a security update of its kernel.',
      when: Math.ceil((now + 2 * days) / hours) * hours,
      seconds: 1800,
    });
    announceMaintenance(work, {
      type: 'cold_migration',
      instance: idOf('legacy-crm_2014.old'),
      reason: 'The host is retired. The machine is moved, and is off while it is.',
      when: Math.ceil((now + 6 * days) / hours) * hours,
      seconds: 3600,
    });
  },
};
