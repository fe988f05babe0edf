/** The account itself and its settings. */
import {Accounts, Settings, theOne} from '../account/kinds.ts';
import {days} from '../engine/clock.ts';
import {ago, type Chapter} from './story.ts';

export const account: Chapter = {
  always(story) {
    const {db, random} = story;
    db.place(Accounts, theOne, {
      active_promotions: [],
      active_since: ago(story, 1460 * days),
      address_1: '12 Harbour Street',
      address_2: 'Floor 3',
      balance: 0,
      balance_uninvoiced: 412.37,
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
      credit_card: {last_four: '1881', expiry: '11/2029'},
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
    });
    db.place(Settings, theOne, {
      managed: false,
      longview_subscription: null,
      network_helper: true,
      backups_enabled: false,
      object_storage: 'disabled',
    });
  },
};
