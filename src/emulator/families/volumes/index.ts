/** Volumes (D1 §4.1). */
import type {Contract} from '../../../contract/index.ts';
import {Volume} from '../../../contract/resources/volumes.ts';
import type {Handlers} from '../../engine/call.ts';
import {Json} from '../../engine/http/json.ts';
import {badRequest, FieldErrors} from '../../engine/http/refusal.ts';
import type {Store} from '../../engine/storage/store.ts';
import {formatTimestamp} from '../../engine/time/clock.ts';
import {addVolume, chooseConfig} from '../instances/disks/config-devices.ts';
import {Instances, type StoredInstance} from '../instances/instance-kinds.ts';
import {Regions} from '../regions.ts';
import {volumeTypes} from '../service-prices.ts';
import {addTags, tagErrors} from '../tags.ts';
import {attachErrors, attachVolume, detachVolume, requireNotMoving, resizeVolume} from './attach.ts';
import {activateVolume, Volumes, volumeEntity, volumePath} from './volume-kinds.ts';

const maxVolumeGb = 10240;

export const volumes: Handlers<Contract['volumes']> = {
  list: call => call.page(Volumes),
  types: volumeTypes,

  create(call) {
    const {db, now, body} = call;
    const {label, tags = [], compute_id, config_id, size = 20} = body;
    const instance = compute_id === undefined ? undefined : db.get(Instances, compute_id);
    const fieldErrors = new FieldErrors();
    fieldErrors.addIf(compute_id !== undefined && !instance, 'is not an instance of this account', 'compute_id');
    fieldErrors.addIf(
      compute_id === undefined && body.region === undefined,
      `is required without ${call.word}_id`,
      'region',
    );
    fieldErrors.addIf(compute_id === undefined && config_id !== undefined, `needs ${call.word}_id`, 'config_id');
    fieldErrors.addIf(size < 1 || size > maxVolumeGb, `must be 1 to ${maxVolumeGb} GB`, 'size');
    if (instance && body.region !== undefined)
      fieldErrors.addIf(body.region !== instance.region, 'must be the region of the instance', 'region');
    tagErrors(fieldErrors, tags);
    const region = instance?.region ?? body.region ?? '';
    const place = db.byKey(Regions, region)?.doc;
    fieldErrors.addIf(region !== '' && !place, 'is not a region', 'region');
    fieldErrors.addIf(!!place && !place.capabilities.includes('Block Storage'), 'offers no Volumes', 'region');
    fieldErrors.throwIfAny();
    if (instance) call.requireGrant('compute', instance.id, 'read_write');
    if (instance) requireNotMoving(call, instance);
    const config = instance && chooseConfig(db, instance.id, config_id);
    if (instance) checkDeviceLimit(db, instance, {isPersistent: true});

    const volume = db.insert(Volumes, id => ({
      id,
      label,
      filesystem_path: volumePath(call, label),
      status: 'creating',
      size,
      region,
      compute_id: instance?.id ?? null,
      compute_label: instance?.label ?? null,
      created: formatTimestamp(now),
      updated: formatTimestamp(now),
      tags,
      hardware_type: 'nvme',
      ...(body.encryption && {encryption: body.encryption}),
    }));
    if (config) addVolume(db, config, volume.id);
    addTags(call, tags);
    call.grantToCaller('volume', volume.id);
    call.start({
      action: 'volume_create',
      entity: volumeEntity(volume),
      seconds: 6,
      ends: activateVolume,
      data: {id: volume.id},
    });
    return volume;
  },

  get: call => call.json(Volumes, call.params.volumeId),

  update(call) {
    const {db, body} = call;
    const before = call.find(Volumes, call.params.volumeId);
    const {label = before.label, tags = before.tags} = body;
    const fieldErrors = new FieldErrors();
    tagErrors(fieldErrors, tags);
    fieldErrors.throwIfAny();
    addTags(call, tags);
    const volume = db.update(Volumes, before.id, {label, tags, filesystem_path: volumePath(call, label)});
    call.emit({action: 'volume_update', entity: volumeEntity(volume)});
    return volume;
  },

  delete(call) {
    const {db} = call;
    const volume = call.find(Volumes, call.params.volumeId);
    const {hidden} = db.row(Volumes, volume.id) ?? {};
    if (hidden?.migrating) throw badRequest('The Volume is migrating.');
    if (volume.compute_id !== null) throw badRequest('The Volume is attached; detach it first.');
    call.abortOperations('volume', volume.id);
    db.remove(Volumes, volume.id);
    call.emit({action: 'volume_delete', entity: volumeEntity(volume)});
    return {};
  },

  attach(call) {
    const {db, body} = call;
    const {compute_id, config_id, persist_across_boots = true} = body;
    const volume = call.find(Volumes, call.params.volumeId);
    const instance = db.get(Instances, compute_id);
    if (!instance) throw badRequest('is not an instance of this account', 'compute_id');
    const fieldErrors = new FieldErrors();
    fieldErrors.addIf(volume.compute_id !== null, 'The Volume is attached already.');
    attachErrors(fieldErrors, call, {volume, instance, field: 'compute_id'});
    if (!persist_across_boots) {
      fieldErrors.addIf(config_id !== undefined, 'must not be given when persist_across_boots is false', 'config_id');
      fieldErrors.addIf(
        instance.status !== 'running',
        'must be running when persist_across_boots is false',
        'compute_id',
      );
    }
    fieldErrors.throwIfAny();
    checkDeviceLimit(db, instance, {isPersistent: persist_across_boots});
    const config = persist_across_boots ? chooseConfig(db, instance.id, config_id) : undefined;
    return attachVolume(call, volume, instance, config);
  },

  detach(call) {
    const volume = call.find(Volumes, call.params.volumeId);
    if (volume.compute_id === null) throw badRequest('The Volume is not attached.');
    call.requireGrant('compute', volume.compute_id, 'read_write');
    detachVolume(call, volume);
    return {};
  },

  clone(call) {
    const {db, now, body} = call;
    const source = call.find(Volumes, call.params.volumeId);
    if (source.status !== 'active') throw badRequest('The Volume is not active.');
    const volume = db.insert(Volumes, id => ({
      ...source,
      id,
      label: body.label,
      filesystem_path: volumePath(call, body.label),
      status: 'creating',
      compute_id: null,
      compute_label: null,
      created: formatTimestamp(now),
      updated: formatTimestamp(now),
    }));
    call.grantToCaller('volume', volume.id);
    call.start({
      action: 'volume_clone',
      entity: volumeEntity(volume),
      secondary: volumeEntity(source),
      seconds: 10 + source.size / 10,
      ends: activateVolume,
      data: {id: volume.id},
    });
    return volume;
  },

  resize(call) {
    const {body} = call;
    const before = call.find(Volumes, call.params.volumeId);
    if (before.status !== 'active') throw badRequest('The Volume is not active.');
    if (body.size <= before.size) throw badRequest(`must be more than ${before.size} GB: Volumes only grow`, 'size');
    const volume = resizeVolume(call, before, body.size);
    // Providers return the volume; the documents declare an empty response.
    return call.dialect.volumeResize === 'volume'
      ? new Json<Record<string, never>>(JSON.stringify(volume), Volume)
      : {};
  },
};

/**
 * Checks the number of volumes: eight, or for volumes outside of the config as many as the instance has GB of RAM, from
 * 16 on and up to 64 (D1 §4.1 r4).
 */
/** @param options `isPersistent`: the volume stays attached when the instance boots */
function checkDeviceLimit(
  db: Store,
  {id, specs}: StoredInstance,
  {isPersistent}: {readonly isPersistent: boolean},
): void {
  const gigabytes = specs.memory / 1024;
  const deviceLimit = !isPersistent && gigabytes >= 16 ? Math.min(64, Math.floor(gigabytes)) : 8;
  if (db.count(Volumes, id) >= deviceLimit)
    throw badRequest(`The instance has ${deviceLimit} Volumes attached, which is all it can have.`);
}
