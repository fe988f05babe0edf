/** The removal of old events. */
import {Events, eventRetentionMs} from './event-records.ts';
import {hours} from './time/clock.ts';
import {defineRecurringJob} from './time/jobs.ts';

defineRecurringJob(
  'events.prune',
  now => now + hours,
  ({db, now}) => {
    for (const {id} of db.where(Events, {sql: 'at<?', values: [now - eventRetentionMs]})) db.remove(Events, id);
  },
);
