/** Versions of the rules of a firewall, which only the API of today has. */
import type {Contract} from '../../../contract/index.ts';
import type {Firewall} from '../../../contract/networking/firewalls.ts';
import type {Call, Handlers} from '../../engine/call.ts';
import {notFound} from '../../engine/http/refusal.ts';
import {defineKind} from '../../engine/storage/kind.ts';
import type {Store} from '../../engine/storage/store.ts';
import {Firewalls} from './network-kinds.ts';

/** Former and current states of firewalls whose rules were changed; `parent` is the firewall. */
const Versions = defineKind<Firewall>('firewall_version');

/** The number of the current rules: they start with 1. */
export const rulesVersion = (db: Store, firewall: number): number => Math.max(1, db.count(Versions, firewall));

const withVersion = (firewall: Firewall, version: number): Firewall => ({
  ...firewall,
  rules: {...firewall.rules, version},
});

/** Stores the state before and after a change of the rules. */
export function recordVersion(db: Store, before: Firewall, after: Firewall): void {
  const options = {parent: before.id};
  if (db.count(Versions, before.id) === 0) db.insert(Versions, () => withVersion(before, 1), options);
  db.insert(Versions, () => withVersion(after, rulesVersion(db, before.id) + 1), options);
}

export const dropVersions = (db: Store, firewall: number): void => db.removeAll(Versions, firewall);

/** The versions of a firewall, the newest first. */
function versionsOf({db, params}: Pick<Call<Group['get']>, 'db' | 'params'>): readonly Firewall[] {
  const firewall = db.get(Firewalls, params.firewallId);
  if (!firewall) throw notFound();
  const versions = db.all(Versions, firewall.id);
  return versions.length === 0 ? [withVersion(firewall, 1)] : versions.toReversed();
}

type Group = Contract['networking']['firewalls']['history'];

export const firewallHistory: Handlers<Group> = {
  get: call => call.pageOf(versionsOf(call)),

  rules: {
    get(call) {
      const version = versionsOf(call).find(({rules}) => String(rules.version) === call.params.version);
      if (!version) throw notFound();
      return version;
    },
  },
};
