/** Logins, maintenance and notifications (D3 §4.6). */
import type {Contract} from '../../../contract/index.ts';
import type {Handlers} from '../../engine/call.ts';
import {notFound} from '../../engine/http/refusal.ts';
import type {Clause} from '../../engine/storage/selection.ts';
import {days, hours} from '../../engine/time/clock.ts';
import {defineRecurringJob} from '../../engine/time/jobs.ts';
import {Logins} from './account-kinds.ts';
import {plannedMaintenance} from './maintenance.ts';
import {notifications} from './notifications.ts';

type Part = 'logins' | 'maintenance' | 'notifications';

const loginRetentionMs = 90 * days;

defineRecurringJob(
  'logins.prune',
  now => now + hours,
  ({db, now}) => {
    for (const {id} of db.where(Logins, {sql: 'at<?', values: [now - loginRetentionMs]})) db.remove(Logins, id);
  },
);

/** Logins of the last 90 days. Pruning runs only every hour, so lists need this condition. */
export const recentLogins = (now: number): Clause => ({sql: 'at>=?', values: [now - loginRetentionMs]});

export const notices: Pick<Handlers<Contract['account']>, Part> = {
  logins: {
    list: call => call.page(Logins, {where: recentLogins(call.now)}),
    get(call) {
      const [row] = call.db.where(Logins, {
        sql: 'id=? AND at>=?',
        values: [call.params.loginId, call.now - loginRetentionMs],
      });
      if (!row) throw notFound();
      return row.doc;
    },
  },

  maintenance: {
    list: call =>
      call.pageOf(
        plannedMaintenance(call.db)
          .map(({doc}) => doc)
          .filter(({entity}) => call.hasGrant('compute', entity.id, 'read_only')),
      ),
  },

  notifications: {
    list: call =>
      call.pageOf(notifications(call.db, call.actor, instance => call.hasGrant('compute', instance, 'read_only'))),
  },
};
