/** Migrations to another host or another region. */
import type {Contract} from '../../../../contract/index.ts';
import type {Handler} from '../../../engine/call.ts';
import {FieldErrors} from '../../../engine/http/refusal.ts';
import {defineJob} from '../../../engine/time/jobs.ts';
import type {UnitOfWork} from '../../../engine/unit-of-work.ts';
import {Types} from '../../instance-types.ts';
import {releaseRanges} from '../../networking/ipv6-ranges.ts';
import {addMembers, leaveGroup, requestedGroup} from '../../placement/placement-kinds.ts';
import {Regions} from '../../regions.ts';
import {Volumes} from '../../volumes/volume-kinds.ts';
import {addressesOf, allocateAddress, regionNetwork, showAddresses, slaacAddress} from '../addresses/addresses.ts';
import {hasVlans} from '../addresses/interfaces.ts';
import {chooseConfig} from '../disks/config-devices.ts';
import {Addresses, Configs, Instances, instanceEntity, type StoredInstance} from '../instance-kinds.ts';
import {boot, busyRefusal, requireIdle} from './power.ts';

interface MigrationJob {
  readonly id: number;
  readonly region: string | null;
  readonly type: string | null;
  readonly restart: boolean;
}

const migrationDone = defineJob<MigrationJob>('instance.migrated', (work, {id, region, restart}) => {
  const {db} = work;
  const before = db.row(Instances, id);
  if (!before) return 'failed';
  db.setHidden(Instances, id, {migrationPending: false, ...(region === null ? {} : {slaacName: null})});
  if (region !== null) {
    // Addresses belong to a region, so the instance gets new ones.
    const addresses = addressesOf(db, id);
    db.removeAll(Addresses, id);
    releaseRanges(db, before.doc);
    for (const address of addresses) allocateAddress(db, {id, region}, {isPublic: address.public});
    db.update(Instances, id, {region, ipv6: `${slaacAddress(id, regionNetwork(db, region))}/128`});
    showAddresses(db, id);
  }
  const instance = db.update(Instances, id, {status: 'offline'});
  const config = before.hidden.lastConfig;
  if (restart && config !== null) boot(work, instance, chooseConfig(db, id, config));
  return undefined;
});

export const migrate: Handler<Contract['instances']['migrate']> = call => {
  const {db, body} = call;
  const instance = call.find(Instances, call.params.computeId);
  requireIdle(call, instance);
  const {region} = body;
  const fieldErrors = new FieldErrors();
  if (region === undefined) {
    const pending = db.row(Instances, instance.id)?.hidden.migrationPending === true;
    fieldErrors.addIf(!pending, 'No migration of the instance is pending; name a region to move it.', 'region');
  } else {
    const place = db.byKey(Regions, region)?.doc;
    const vlan = db.all(Configs, instance.id).some(config => config.interfaces.some(({purpose}) => purpose === 'vlan'));
    fieldErrors.addIf(!place, 'is not a region', 'region');
    fieldErrors.addIf(region === instance.region, 'is where the instance is already', 'region');
    fieldErrors.addIf(vlan && !hasVlans(db, region), 'has no VLANs, which the instance uses', 'region');
    fieldErrors.addIf(db.count(Volumes, instance.id) > 0, 'Volumes cannot move along; detach them first.');
  }
  const group = requestedGroup(fieldErrors, db, body.placement_group, region ?? instance.region);
  if (body.upgrade) {
    const successor = db.byKey(Types, instance.type)?.doc.successor;
    fieldErrors.addIf(successor == null, 'No free upgrade for the instance.', 'upgrade');
  }
  fieldErrors.throwIfAny();
  if (instance.status === 'deleting') throw busyRefusal(call);
  // A group is in one region.
  if (region !== undefined || group) leaveGroup(call, instance.id);
  if (group) addMembers(call, group, [instance.id]);
  startMigration(call, instance, region ?? null);
  return {};
};

/** Starts a migration to another host or another region. An instance that was running is booted afterwards. */
export function startMigration(work: UnitOfWork, instance: StoredInstance, region: string | null): void {
  const {id, status} = instance;
  work.db.update(Instances, id, {status: 'migrating'});
  work.start({
    action: region === null ? 'compute_migrate' : 'compute_migrate_datacenter',
    entity: instanceEntity(instance),
    seconds: region === null ? 60 : 120,
    ends: migrationDone,
    data: {id, region, type: null, restart: status === 'running'},
  });
}
