/** Deletes instances, including those of Kubernetes nodes. */
import type {UnitOfWork} from '../../../engine/unit-of-work.ts';
import {releaseRanges} from '../../networking/ipv6-ranges.ts';
import {removeDevices} from '../../networking/network-kinds.ts';
import {leaveGroup} from '../../placement/placement-kinds.ts';
import {Volumes} from '../../volumes/volume-kinds.ts';
import {Addresses, Backups, Instances, instanceEntity, type StoredInstance} from '../instance-kinds.ts';
import {removeInterfaces} from '../interfaces/interface-kinds.ts';
import {wipeInstance} from './deploy-image.ts';

/** Addresses are released; disks, backups and configs are deleted; volumes stay (D2 §4.1 r1). */
export function deleteInstance(work: UnitOfWork, instance: StoredInstance): void {
  const {db} = work;
  work.abortOperations('compute', instance.id);
  for (const volume of db.all(Volumes, instance.id))
    db.update(Volumes, volume.id, {compute_id: null, compute_label: null});
  wipeInstance(db, instance.id);
  db.removeAll(Backups, instance.id);
  db.removeAll(Addresses, instance.id);
  leaveGroup(work, instance.id);
  releaseRanges(db, instance);
  removeInterfaces(db, instance.id);
  removeDevices(db, instance.id);
  db.remove(Instances, instance.id);
  work.emitFinished({action: 'compute_delete', entity: instanceEntity(instance)});
}
