/** Attaching and detaching, whoever asks for it. The Volume says so at once; its event takes a moment. */
import type {InstanceConfig} from '../../contract/instances/configs.ts';
import type {Volume} from '../../contract/volumes.ts';
import type {Work} from '../engine/work.ts';
import {addVolume, dropDevice} from '../instances/devices.ts';
import type {StoredInstance} from '../instances/kinds.ts';
import {Volumes, volumeDone, volumeEntity, volumeReady} from './kinds.ts';

/** @param config the profile that takes the Volume; none when it is not to persist across boots */
export function attachVolume(work: Work, volume: Volume, instance: StoredInstance, config?: InstanceConfig): Volume {
  if (config) addVolume(work.db, config, volume.id);
  const attached = work.db.update(Volumes, volume.id, {compute_id: instance.id, compute_label: instance.label});
  work.start({action: 'volume_attach', entity: volumeEntity(volume), seconds: 4, ends: volumeDone, data: {}});
  return attached;
}

export function detachVolume(work: Work, volume: Volume): void {
  if (volume.compute_id !== null) dropDevice(work.db, volume.compute_id, 'volume_id', volume.id);
  work.db.update(Volumes, volume.id, {compute_id: null, compute_label: null});
  work.start({action: 'volume_detach', entity: volumeEntity(volume), seconds: 4, ends: volumeDone, data: {}});
}

/** Capacity is being added; the size is told at once, the status says when it is there. */
export function growVolume(work: Work, volume: Volume, size: number): Volume {
  const grown = work.db.update(Volumes, volume.id, {size, status: 'resizing'});
  const seconds = 60 + (size - volume.size) / 20;
  work.start({
    action: 'volume_resize',
    entity: volumeEntity(volume),
    seconds,
    ends: volumeReady,
    data: {id: volume.id},
  });
  return grown;
}
