/** Resizes and free upgrades: change the plan of an instance (D2 §3, §4.1 r4). */
import type {Contract} from '../../../../contract/index.ts';
import type {InstanceType} from '../../../../contract/resources/types.ts';
import type {Handlers} from '../../../engine/call.ts';
import {badRequest, FieldErrors} from '../../../engine/http/refusal.ts';
import type {Store} from '../../../engine/storage/store.ts';
import {defineJob} from '../../../engine/time/jobs.ts';
import type {UnitOfWork} from '../../../engine/unit-of-work.ts';
import {getAccount} from '../../account/account-kinds.ts';
import {Types} from '../../instance-types.ts';
import {Disks, Instances, instanceEntity, type StoredInstance} from '../instance-kinds.ts';
import {resourcesOf} from './create.ts';
import {allocatedDiskMb} from './deploy-image.ts';
import {requireIdle, setStatusLater} from './power.ts';

interface ResizeJob {
  readonly id: number;
  readonly type: string;
  /** True if the main disk is resized as well. */
  readonly disks: boolean;
  readonly restart: boolean;
}

const resizeDone = defineJob<ResizeJob>('instance.resized', (work, {id, type: targetType, disks, restart}) => {
  const {db} = work;
  const instance = db.get(Instances, id);
  const type = db.byKey(Types, targetType)?.doc;
  if (!instance || !type) return 'failed';
  const {specs, alerts} = resourcesOf(type);
  // An unchanged CPU alert follows the number of cores.
  const cpu = instance.alerts.cpu === 90 * instance.specs.vcpus ? alerts.cpu : instance.alerts.cpu;
  db.update(Instances, id, {
    type: type.id,
    specs,
    alerts: {...instance.alerts, cpu},
    status: restart ? 'rebooting' : 'offline',
  });
  if (disks) fitDisks(db, id, type.disk);
  // The reboot at the end has no event of its own.
  if (restart) setStatusLater(work, instance, work.random.int(12, 18), 'running');
  return undefined;
});

/** The disk that is resized automatically: the largest one other than swap. */
function mainDisk(db: Store, instance: number) {
  const rows = db.rows(Disks, instance).filter(({doc}) => doc.filesystem !== 'swap');
  return rows.toSorted((a, b) => b.doc.size - a.doc.size)[0];
}

function fitDisks(db: Store, instance: number, maxMb: number): void {
  const main = mainDisk(db, instance);
  if (main) db.update(Disks, main.id, {size: maxMb - (allocatedDiskMb(db, instance) - main.doc.size)});
}

function checkDisks(db: Store, instance: StoredInstance, type: InstanceType, isAutomatic: boolean): void {
  const total = allocatedDiskMb(db, instance.id);
  if (total <= type.disk) return;
  const main = mainDisk(db, instance.id);
  // On a smaller plan, the data must fit the smaller disk (D2 §4.1 r4).
  if (isAutomatic && main && total - main.doc.size + main.hidden.used <= type.disk) return;
  const reason = isAutomatic ? 'The data does not fit' : `The disks take ${total} MB, which is more than`;
  throw badRequest(`${reason} the ${type.disk} MB of ${type.label}.`, 'type');
}

interface Resize {
  readonly action: string;
  readonly instance: StoredInstance;
  readonly type: InstanceType;
  /** True if the main disk is resized as well. */
  readonly disks: boolean;
}

function startResize(work: UnitOfWork, {action, instance, type, disks}: Resize): void {
  const restart = instance.status === 'running';
  work.db.update(Instances, instance.id, {status: 'migrating'});
  const data = {id: instance.id, type: type.id, disks, restart};
  work.start({action, entity: instanceEntity(instance), seconds: work.random.int(40, 60), ends: resizeDone, data});
}

export const resizeHandlers: Pick<Handlers<Contract['instances']>, 'resize' | 'mutate'> = {
  resize(call) {
    const {db, body} = call;
    const instance = call.find(Instances, call.params.computeId);
    requireIdle(call, instance);
    const type = db.byKey(Types, body.type)?.doc;
    const fieldErrors = new FieldErrors();
    fieldErrors.addIf(!type, 'is not an instance type', 'type');
    fieldErrors.addIf(body.type === instance.type, 'is what the instance has already', 'type');
    fieldErrors.addIf(
      db.row(Instances, instance.id)?.hidden.migrationPending === true,
      'A migration of the instance is pending.',
    );
    fieldErrors.addIf(getAccount(db).balance > 0, 'The account has an outstanding balance.');
    fieldErrors.throwIfAny();
    if (!type) return {};
    const isAutomatic = body.allow_auto_disk_resize ?? true;
    checkDisks(db, instance, type, isAutomatic);
    startResize(call, {action: 'compute_resize', instance, type, disks: isAutomatic});
    return {};
  },

  mutate(call) {
    const {db, body} = call;
    const instance = call.find(Instances, call.params.computeId);
    requireIdle(call, instance);
    const successor = db.byKey(Types, instance.type)?.doc.successor;
    const type = successor == null ? undefined : db.byKey(Types, successor)?.doc;
    if (!type) throw badRequest('No free upgrade for the instance.');
    startResize(call, {action: 'compute_mutate', instance, type, disks: body.allow_auto_disk_resize ?? true});
    return {};
  },
};
