/** Machines of the demo account that report to Longview. */
import {days} from '../../engine/time/clock.ts';
import {LongviewClients} from '../../families/longview.ts';
import {beforeNow, type Seeder} from '../core/seed-context.ts';

const watched = [
  ['web-01', {apache: false, nginx: true, mysql: false}],
  ['web-02', {apache: false, nginx: true, mysql: false}],
  ['db-01', {apache: false, nginx: false, mysql: true}],
  ['legacy-mail', {apache: true, nginx: false, mysql: false}],
] as const;

export const longviewSeed: Seeder = {
  demo(context) {
    for (const [index, [label, apps]] of watched.entries()) {
      const createdAt = beforeNow(context, (400 - index * 90) * days);
      const codes = {api_key: context.secrets.uuid().toUpperCase(), install_code: context.secrets.uuid().toUpperCase()};
      context.db.insert(LongviewClients, id => ({id, label, ...codes, apps, created: createdAt, updated: createdAt}));
    }
  },
};
