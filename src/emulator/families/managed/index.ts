/** Managed service monitoring (D3 §4.4). */
import type {Contract} from '../../../contract/index.ts';
import type {ManagedComputeSettings} from '../../../contract/monitoring/managed.ts';
import type {Handlers} from '../../engine/call.ts';
import {FieldErrors, notFound} from '../../engine/http/refusal.ts';
import type {Store} from '../../engine/storage/store.ts';
import {formatTimestamp, hours, minutes} from '../../engine/time/clock.ts';
import {Instances} from '../instances/instance-kinds.ts';
import {Contacts, ManagedAccess, ManagedCredentials, ManagedIssues, ManagedServices} from './managed-kinds.ts';
import {services} from './monitored-services.ts';

/** Default SSH access of support staff to an instance. */
const defaultAccess = {access: true, user: 'root', ip: 'any', port: 22} as const;

function accessTo(db: Store, id: number): ManagedComputeSettings {
  const instance = db.get(Instances, id);
  if (!instance) throw notFound();
  const {access, user, ip, port} = db.get(ManagedAccess, id) ?? defaultAccess;
  return {id, label: instance.label, group: instance.group, ssh: {access, user, ip, port}};
}

/** Simulated values of a day: low at night, high at noon, with noise per minute. */
function curve(now: number, min: number, max: number, phase: number): {x: number; y: number}[] {
  const step = 15 * minutes;
  const end = Math.floor(now / step) * step;
  return Array.from({length: 96}, (_, index) => {
    const x = end - (95 - index) * step;
    const day = (1 - Math.cos(((x % (24 * hours)) / (24 * hours)) * 2 * Math.PI)) / 2;
    const ripple = (Math.sin(x / (7 * step) + phase) + Math.sin(x / (3 * step) + 2 * phase)) / 4;
    return {x, y: Math.round(Math.max(0, min + (max - min) * (day * 0.8 + ripple * 0.2)) * 100) / 100};
  });
}

export const managed: Handlers<Contract['managed']> = {
  contacts: {
    list: call => call.page(Contacts),
    create(call) {
      const {db, now, body} = call;
      return db.insert(Contacts, id => ({
        id,
        name: body.name ?? '',
        email: body.email ?? '',
        phone: {primary: body.phone?.primary ?? null, secondary: body.phone?.secondary ?? null},
        group: body.group ?? null,
        updated: formatTimestamp(now),
      }));
    },
    get: call => call.json(Contacts, call.params.contactId),
    update(call) {
      const before = call.find(Contacts, call.params.contactId);
      const {phone, ...rest} = call.body;
      return call.db.update(Contacts, before.id, {...rest, ...(phone ? {phone: {...before.phone, ...phone}} : {})});
    },
    delete(call) {
      call.find(Contacts, call.params.contactId);
      call.db.remove(Contacts, call.params.contactId);
      return {};
    },
  },

  credentials: {
    list: call => call.page(ManagedCredentials),
    create(call) {
      const {label, username = '', password} = call.body;
      return call.db.insert(ManagedCredentials, id => ({id, label, last_decrypted: null}), {
        hidden: {username, password},
      });
    },
    get: call => call.json(ManagedCredentials, call.params.credentialId),
    update(call) {
      const {id, label} = call.find(ManagedCredentials, call.params.credentialId);
      return call.db.update(ManagedCredentials, id, {label: call.body.label ?? label});
    },
    revoke(call) {
      const {db} = call;
      const {id} = call.find(ManagedCredentials, call.params.credentialId);
      db.remove(ManagedCredentials, id);
      for (const service of db.all(ManagedServices))
        if (service.credentials.includes(id))
          db.update(ManagedServices, service.id, {credentials: service.credentials.filter(other => other !== id)});
      return {};
    },
    updateLogin(call) {
      const {id} = call.find(ManagedCredentials, call.params.credentialId);
      const {username, password} = call.body;
      call.db.setHidden(ManagedCredentials, id, {...(username === undefined ? {} : {username}), password});
      return {};
    },
  },

  sshKey: {
    // The key is constant, and signs nothing.
    get: () => ({
      ssh_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFakeKeyOfTheManagedServiceOfTheEmulator00 managed@compute.example',
    }),
  },

  issues: {
    list: call => call.page(ManagedIssues),
    get: call => call.json(ManagedIssues, call.params.issueId),
  },

  computeSettings: {
    list: call => call.pageOf(call.db.all(Instances).map(({id}) => accessTo(call.db, id))),
    get: call => accessTo(call.db, call.params.computeId),
    update(call) {
      const {db, body} = call;
      const {id, ssh} = accessTo(db, call.params.computeId);
      const next = {id, ...ssh, ...body.ssh};
      const fieldErrors = new FieldErrors();
      fieldErrors.addIf(body.ssh?.user === '', 'must not be empty', 'ssh.user');
      fieldErrors.throwIfAny();
      if (db.has(ManagedAccess, id)) db.replace(ManagedAccess, id, next);
      else db.insertWithId(ManagedAccess, id, next);
      return accessTo(db, id);
    },
  },

  services,

  stats: {
    get({db, now}) {
      if (db.count(Instances) === 0) return {data: ['No statistics yet, because no instance is managed.']};
      const machines = db.count(Instances);
      return {
        data: {
          cpu: curve(now, 4, 61, 1),
          disk: curve(now, 20, 420, 2),
          swap: curve(now, 0, 12, 3),
          net_in: curve(now, 2e5 * machines, 3e6 * machines, 4),
          net_out: curve(now, 4e5 * machines, 6e6 * machines, 5),
        },
      };
    },
  },
};
