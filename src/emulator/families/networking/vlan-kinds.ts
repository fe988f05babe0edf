/** Stored data of VLANs, which only the API of today keeps without an instance. */
import type {Vlan} from '../../../contract/networking/vlans.ts';
import {defineKind} from '../../engine/storage/kind.ts';
import type {Store} from '../../engine/storage/store.ts';
import {formatTimestamp} from '../../engine/time/clock.ts';
import type {UnitOfWork} from '../../engine/unit-of-work.ts';

/** VLANs that interfaces of configs have created: they stay when no instance uses them. */
export const LegacyVlans = defineKind<Omit<Vlan, 'computes'>>('vlan');

export const findLegacyVlan = (db: Store, {region, label}: Pick<Vlan, 'region' | 'label'>) =>
  db.rows(LegacyVlans).find(({doc}) => doc.region === region && doc.label === label);

/** Stores the VLANs of these interfaces of a config. */
export function keepVlans(
  {db, now}: Pick<UnitOfWork, 'db' | 'now'>,
  region: string,
  interfaces: readonly {readonly purpose?: string; readonly label?: string | null}[],
): void {
  for (const {purpose, label} of interfaces) {
    if (purpose !== 'vlan' || !label || findLegacyVlan(db, {region, label})) continue;
    db.insert(LegacyVlans, () => ({label, region, created: formatTimestamp(now)}));
  }
}
