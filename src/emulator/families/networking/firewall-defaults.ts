/** The default firewalls of the account, which only the API of today has. */
import type {Contract} from '../../../contract/index.ts';
import type {FirewallSettings} from '../../../contract/networking/firewalls.ts';
import type {Handlers} from '../../engine/call.ts';
import {FieldErrors} from '../../engine/http/refusal.ts';
import {defineKind} from '../../engine/storage/kind.ts';
import type {Store} from '../../engine/storage/store.ts';
import {singletonId} from '../account/account-kinds.ts';
import {Firewalls} from './network-kinds.ts';

/** One document with the ID 1, once a default was set. */
const Settings = defineKind<FirewallSettings>('firewall_settings');

type Defaults = FirewallSettings['default_firewall_ids'];
export type DefaultFor = keyof Defaults;

const places = ['compute', 'nodebalancer', 'public_interface', 'vpc_interface'] as const;
const none: Defaults = {compute: null, nodebalancer: null, public_interface: null, vpc_interface: null};

export const defaultFirewalls = (db: Store): Defaults => db.get(Settings, singletonId)?.default_firewall_ids ?? none;

export function setDefaultFirewalls(db: Store, change: Partial<Defaults>): FirewallSettings {
  const settings = {default_firewall_ids: {...defaultFirewalls(db), ...change}};
  if (db.has(Settings, singletonId)) return db.replace(Settings, singletonId, settings);
  db.insertWithId(Settings, singletonId, settings);
  return settings;
}

/** Removes a deleted firewall from the defaults. */
export function dropDefaultFirewall(db: Store, id: number): void {
  const defaults = defaultFirewalls(db);
  const named = places.filter(place => defaults[place] === id);
  if (named.length > 0) setDefaultFirewalls(db, Object.fromEntries(named.map(place => [place, null])));
}

export const firewallSettings: Handlers<Contract['networking']['firewalls']['settings']> = {
  get: ({db}) => ({default_firewall_ids: defaultFirewalls(db)}),

  update({db, body}) {
    const change = body.default_firewall_ids ?? {};
    const fieldErrors = new FieldErrors();
    for (const place of places) {
      const id = change[place];
      fieldErrors.addIf(
        id != null && !db.has(Firewalls, id),
        'is not a firewall of this account',
        `default_firewall_ids.${place}`,
      );
    }
    fieldErrors.throwIfAny();
    return setDefaultFirewalls(db, change);
  },
};
