/** Disks of an instance. */
import type {Contract} from '../../../../contract/index.ts';
import type {Disk} from '../../../../contract/instances/disks.ts';
import type {Call, Handlers} from '../../../engine/call.ts';
import {badRequest, FieldErrors, notFound} from '../../../engine/http/refusal.ts';
import {defineJob} from '../../../engine/time/jobs.ts';
import {visibleImage} from '../../images/image-kinds.ts';
import {stackscriptErrors} from '../../stackscripts/script-answers.ts';
import {Disks, Instances, instanceEntity, type StoredInstance} from '../instance-kinds.ts';
import {imageErrors} from '../lifecycle/create.ts';
import {addDisk, allocatedDiskMb} from '../lifecycle/deploy-image.ts';
import {userErrors} from '../lifecycle/deploy-users.ts';
import {removeDevice} from './config-devices.ts';

type Group = Contract['instances']['disks'];

const diskEntity = (instance: number, {id, label}: Disk) => ({
  id,
  label,
  type: 'disks',
  url: `/v4/compute/instances/${instance}/disks/${id}`,
});

/** The event of a disk names its instance; the disk comes second. */
const event = (instance: StoredInstance, disk: Disk, action: string) => ({
  action,
  entity: instanceEntity(instance),
  secondary: diskEntity(instance.id, disk),
});

const finishWrite = defineJob<{id: number}>('disk.written', ({db}, {id}) => {
  if (!db.has(Disks, id)) return 'failed';
  db.update(Disks, id, {status: 'ready'});
  return undefined;
});
/** A disk in use can't be resized: the request is accepted, and the job fails. */
const resized = defineJob<{id: number; size: number}>('disk.resized', ({db}, {id, size}) => {
  const row = db.row(Disks, id);
  const instance = row?.parent == null ? undefined : db.get(Instances, row.parent);
  if (!row || instance?.status !== 'offline' || size < row.hidden.used) return 'failed';
  db.update(Disks, id, {size});
  return undefined;
});

export const disks: Handlers<Group> = {
  list(call) {
    call.find(Instances, call.params.computeId);
    return call.page(Disks, {parent: call.params.computeId});
  },

  create(call) {
    const {db, body} = call;
    const instance = call.find(Instances, call.params.computeId);
    const free = instance.specs.disk - allocatedDiskMb(db, instance.id);
    const fieldErrors = new FieldErrors();
    fieldErrors.addIf(body.size < 1, 'must be at least 1 MB', 'size');
    fieldErrors.addIf(body.size > free, `must be at most ${free} MB, the remaining space`, 'size');
    fieldErrors.addIf(body.label === undefined && body.image === undefined, 'is required without image', 'label');
    fieldErrors.addIf(body.image !== undefined && body.root_pass === undefined, 'is required with image', 'root_pass');
    const image = body.image === undefined ? undefined : visibleImage(call, body.image);
    fieldErrors.addIf(body.image !== undefined && !image, 'is not an Image of this account', 'image');
    if (image) imageErrors(fieldErrors, image, body.size);
    stackscriptErrors(fieldErrors, db, body);
    userErrors(fieldErrors, db, body.authorized_users);
    fieldErrors.throwIfAny();
    const disk = addDisk(db, call.now, instance.id, {
      label: body.label ?? `${image?.label.slice(0, 43)} Disk`,
      size: body.size,
      filesystem: body.filesystem ?? 'ext4',
      status: 'not ready',
      used: image?.size ?? 0,
    });
    const seconds = image ? 15 : 5;
    call.start({...event(instance, disk, 'disk_create'), seconds, ends: finishWrite, data: {id: disk.id}});
    return disk;
  },

  get: call => diskAt(call).disk,

  update(call) {
    const {disk, instance} = diskAt(call);
    // This operation changes only the label of an existing disk; the size has its own operation.
    const updatedDisk = call.db.update(Disks, disk.id, {label: call.body.label ?? disk.label});
    call.emit(event(instance, updatedDisk, 'disk_update'));
    return updatedDisk;
  },

  delete(call) {
    const {disk, instance} = diskAt(call);
    if (instance.status !== 'offline') throw badRequest('The instance must be off.');
    call.db.remove(Disks, disk.id);
    removeDevice(call.db, instance.id, 'disk_id', disk.id);
    call.emitFinished(event(instance, disk, 'disk_delete'));
    return {};
  },

  clone(call) {
    const {db} = call;
    const {disk, instance, used} = diskAt(call);
    const free = instance.specs.disk - allocatedDiskMb(db, instance.id);
    if (disk.size > free) throw badRequest(`A copy needs ${disk.size} MB; ${free} MB are free.`);
    const {size, filesystem} = disk;
    const copy = addDisk(db, call.now, instance.id, {
      label: `Copy of ${disk.label}`.slice(0, 48),
      size,
      filesystem,
      status: 'not ready',
      used,
    });
    call.start({...event(instance, copy, 'disk_duplicate'), seconds: 20, ends: finishWrite, data: {id: copy.id}});
    return copy;
  },

  resetPassword(call) {
    const {disk, instance} = diskAt(call);
    if (instance.status !== 'offline') throw badRequest('The instance must be off.');
    call.emitFinished(event(instance, disk, 'password_reset'));
    return {};
  },

  resize(call) {
    const {disk, instance} = diskAt(call);
    const {size} = call.body;
    const free = instance.specs.disk - allocatedDiskMb(call.db, instance.id) + disk.size;
    if (size > free) throw badRequest(`must be at most ${free} MB, the remaining space`, 'size');
    call.start({...event(instance, disk, 'disk_resize'), seconds: 15, ends: resized, data: {id: disk.id, size}});
    return {};
  },
};

/** The disk in the path, which must belong to the instance in the path. */
function diskAt(call: Pick<Call<Group['get']>, 'db' | 'params'>) {
  const {computeId, diskId} = call.params;
  const row = call.db.row(Disks, diskId);
  const instance = call.db.get(Instances, computeId);
  if (!instance || row?.parent !== computeId) throw notFound();
  return {disk: row.doc, instance, used: row.hidden.used};
}
