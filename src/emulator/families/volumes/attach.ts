/** Attaching and detaching. The volume changes at once; its event finishes a few seconds later. */
import type {InstanceConfig} from '../../../contract/instances/configs.ts';
import type {Volume} from '../../../contract/resources/volumes.ts';
import type {FieldErrors} from '../../engine/http/refusal.ts';
import type {UnitOfWork} from '../../engine/unit-of-work.ts';
import {addVolume, devicesOf, removeDevice} from '../instances/disks/config-devices.ts';
import type {StoredInstance} from '../instances/instance-kinds.ts';
import {busyRefusal} from '../instances/lifecycle/power.ts';
import {activateVolume, finishVolumeEvent, Volumes, volumeEntity} from './volume-kinds.ts';

interface AttachRequest {
  readonly volume: Volume;
  readonly instance: StoredInstance;
  /** The field of the request that names the instance or the volume. */
  readonly field: string;
}

/**
 * Adds the problems of attaching a volume to an instance. A volume that is being created can be attached already.
 * @throws Refusal while the instance moves to another region: the volume would stay behind
 */
export function attachErrors(
  fieldErrors: FieldErrors,
  work: UnitOfWork,
  {volume, instance, field}: AttachRequest,
): void {
  requireNotMoving(work, instance);
  const isLoose = volume.compute_id === null || volume.compute_id === instance.id;
  fieldErrors.addIf(!isLoose, 'is attached to another instance', field);
  fieldErrors.addIf(!['active', 'creating'].includes(volume.status), 'The Volume is not active.');
  fieldErrors.addIf(volume.region !== instance.region, 'must be in the region of the instance', field);
}

/** @throws Refusal for an instance that will be in another region */
export function requireNotMoving(work: UnitOfWork, {id}: Pick<StoredInstance, 'id'>): void {
  if (work.runningActions('compute', id).includes('compute_migrate_datacenter')) throw busyRefusal(work);
}

/** Attaches the Volumes that a config names. */
export function attachConfigVolumes(work: UnitOfWork, instance: StoredInstance, config: InstanceConfig): void {
  for (const [, device] of devicesOf(config)) {
    const volume = device?.volume_id == null ? undefined : work.db.get(Volumes, device.volume_id);
    if (volume && volume.compute_id === null) attachVolume(work, volume, instance);
  }
}

/** @param config the config that the volume is added to; without one, the volume does not persist across boots */
export function attachVolume(
  work: UnitOfWork,
  volume: Volume,
  instance: StoredInstance,
  config?: InstanceConfig,
): Volume {
  if (config) addVolume(work.db, config, volume.id);
  const attachedVolume = work.db.update(Volumes, volume.id, {compute_id: instance.id, compute_label: instance.label});
  work.start({action: 'volume_attach', entity: volumeEntity(volume), seconds: 4, ends: finishVolumeEvent, data: {}});
  return attachedVolume;
}

export function detachVolume(work: UnitOfWork, volume: Volume): void {
  if (volume.compute_id !== null) removeDevice(work.db, volume.compute_id, 'volume_id', volume.id);
  work.db.update(Volumes, volume.id, {compute_id: null, compute_label: null});
  work.start({action: 'volume_detach', entity: volumeEntity(volume), seconds: 4, ends: finishVolumeEvent, data: {}});
}

/** Increases the size; the volume has the new size at once, and its status shows when the space is usable. */
export function resizeVolume(work: UnitOfWork, volume: Volume, size: number): Volume {
  const resizedVolume = work.db.update(Volumes, volume.id, {size, status: 'resizing'});
  const seconds = 60 + (size - volume.size) / 20;
  work.start({
    action: 'volume_resize',
    entity: volumeEntity(volume),
    seconds,
    ends: activateVolume,
    data: {id: volume.id},
  });
  return resizedVolume;
}
