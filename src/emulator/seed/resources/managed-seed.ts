/** Services that support staff monitors in the demo account, and the open issue. */

import {days, hours} from '../../engine/time/clock.ts';
import {Settings, singletonId} from '../../families/account/account-kinds.ts';
import {Contacts, ManagedCredentials, ManagedIssues, ManagedServices} from '../../families/managed/managed-kinds.ts';
import {staff, Tickets, ticketEntity} from '../../families/support/ticket-kinds.ts';
import {beforeNow, type Seeder} from '../core/seed-context.ts';

const people = [
  ['Ada Winter', 'ada@acme-infra.example', '+49 30 5550101', 'on-call'],
  ['Bo Lindqvist', 'bo@acme-infra.example', '+46 8 5550102', 'on-call'],
  ['Priya Raman', 'priya@acme-infra.example', null, 'management'],
] as const;

const watched = [
  ['Shop front', 'url', 'https://acme.shop/health?deep=1', 'ok'],
  ['Public API', 'url', 'https://api.acme-infra.example/status', 'ok'],
  ['Mail in', 'tcp', 'mail1.acme-infra.example:25', 'problem'],
  ['Old intranet', 'url', 'https://intranet.acme-infra.example/', 'disabled'],
] as const;

export const managedSeed: Seeder = {
  demo(context) {
    const {db} = context;
    db.update(Settings, singletonId, {managed: true});
    for (const [index, [name, email, primary, group]] of people.entries())
      db.insert(Contacts, id => ({
        id,
        name,
        email,
        phone: {primary, secondary: null},
        group,
        updated: beforeNow(context, (90 + index) * days),
      }));
    const credential = db.insert(
      ManagedCredentials,
      id => ({id, label: 'shop database, read only', last_decrypted: beforeNow(context, 12 * days)}),
      {hidden: {username: 'support', password: context.secrets.hex(24)}},
    );
    const services = watched.map(([label, service_type, address, status], index) =>
      db.insert(ManagedServices, id => ({
        id,
        status,
        service_type,
        label,
        address,
        timeout: 15,
        body: index === 0 ? 'OK' : null,
        consultation_group: 'on-call',
        notes: status === 'problem' ? 'Restart postfix first; call on-call after ten minutes.' : null,
        region: null,
        credentials: index === 0 ? [credential.id] : [],
        created: beforeNow(context, (300 - index * 20) * days),
        updated: beforeNow(context, (index + 1) * days),
      })),
    );
    const failing = services.find(({status}) => status === 'problem');
    const ticket = db.all(Tickets).find(({opened_by, closed}) => opened_by === staff && closed === null);
    if (!ticket) throw new Error('no open ticket of the service');
    db.insert(ManagedIssues, id => ({
      id,
      created: beforeNow(context, 5 * hours),
      services: failing ? [failing.id] : [],
      entity: ticketEntity(ticket),
    }));
  },
};
