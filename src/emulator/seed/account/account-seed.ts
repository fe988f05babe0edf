/** The account itself and its settings. */

import {days} from '../../engine/time/clock.ts';
import {Accounts, PaymentMethods, Settings, singletonId} from '../../families/account/account-kinds.ts';
import {beforeNow, type Seeder} from '../core/seed-context.ts';

/** The demo account and accounts with many instances are four years old; an empty account is one day old. */
const setAge: Seeder['demo'] = context => {
  context.db.update(Accounts, singletonId, {active_since: beforeNow(context, 1460 * days)});
  for (const {id} of context.db.rows(PaymentMethods))
    context.db.update(PaymentMethods, id, {created: beforeNow(context, 410 * days)});
};

export const accountSeed: Seeder = {
  demo: setAge,
  many: setAge,
  always(context) {
    const {db, random, now} = context;
    const card = {last_four: '1881', expiry: `11/${new Date(now).getUTCFullYear() + 3}`};
    db.insertWithId(Accounts, singletonId, {
      active_promotions: [],
      active_since: beforeNow(context, days),
      address_1: '12 Harbour Street',
      address_2: 'Floor 3',
      balance: 0,
      balance_uninvoiced: 0,
      capabilities: [
        'Computes',
        'NodeBalancers',
        'Block Storage',
        'Object Storage',
        'Cloud Firewall',
        'Vlans',
        'Managed Databases',
      ],
      city: 'Philadelphia',
      credit_card: card,
      company: 'Acme Infrastructure',
      country: 'US',
      email: 'ops@acme.example',
      first_name: 'Alex',
      last_name: 'Meyer',
      phone: '+1 215 555 0143',
      state: 'PA',
      tax_id: '',
      euuid: random.uuid(),
      zip: '19106',
      billing_source: 'compute',
    });
    db.insert(PaymentMethods, id => ({
      id,
      type: 'credit_card',
      is_default: true,
      created: beforeNow(context, days),
      data: {card_type: 'Visa', ...card},
    }));
    db.insertWithId(Settings, singletonId, {
      managed: false,
      longview_subscription: null,
      network_helper: true,
      backups_enabled: false,
      object_storage: 'disabled',
    });
  },
};
