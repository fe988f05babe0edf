/** Backups and snapshots of an instance. */
import type {Contract} from '../../../../contract/index.ts';
import type {InstanceBackup} from '../../../../contract/instances/backups.ts';
import type {Handlers} from '../../../engine/call.ts';
import {badRequest, FieldErrors, notFound} from '../../../engine/http/refusal.ts';
import {formatTimestamp, hours, minutes} from '../../../engine/time/clock.ts';
import {defineJob, defineRecurringJob} from '../../../engine/time/jobs.ts';
import type {UnitOfWork} from '../../../engine/unit-of-work.ts';
import {Backups, Instances, instanceEntity, type StoredInstance} from '../instance-kinds.ts';
import {allocatedDiskMb, markDisksReady, wipeInstance} from '../lifecycle/deploy-image.ts';
import {requireIdle} from '../lifecycle/power.ts';
import {captureContent, restoreContent, sizeOf} from './backup-content.ts';

type Group = Contract['instances']['backups'];

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** Chooses the day and window of backups if the user hasn't (D2 §2.2). */
const chooseBackup = defineJob<{id: number}>('backup.chosen', ({db}, {id}) => {
  const instance = db.get(Instances, id);
  if (!instance) return undefined;
  const {day, window} = instance.backups.schedule;
  const schedule = {
    day: day === 'Scheduling' || day === null ? (weekdays[id % 7] ?? 'Sunday') : day,
    window: window === 'Scheduling' || window === null ? `W${2 * (id % 12)}` : window,
  };
  if (instance.backups.enabled) db.update(Instances, id, {backups: {...instance.backups, schedule}});
  return undefined;
});
const chooseSchedule = (work: UnitOfWork, id: number) => work.schedule(chooseBackup, {id}, work.now + 2 * minutes);

const snapshotTaken = defineJob<{id: number; instance: number}>('backup.taken', ({db, now}, {id, instance}) => {
  const owner = db.get(Instances, instance);
  if (!db.has(Backups, id) || !owner) return 'failed';
  // A snapshot replaces the previous one.
  for (const sibling of db.all(Backups, instance))
    if (sibling.type === 'snapshot' && sibling.id !== id) db.remove(Backups, sibling.id);
  db.update(Backups, id, {status: 'successful', finished: formatTimestamp(now)});
  db.update(Instances, instance, {backups: {...owner.backups, available: true, last_successful: formatTimestamp(now)}});
  return undefined;
});

const backupRestored = defineJob<{id: number; status: string}>('backup.restored', ({db}, {id, status}) => {
  if (!db.has(Instances, id)) return 'failed';
  markDisksReady(db, id);
  db.update(Instances, id, {status});
  return undefined;
});

export const backups: Handlers<Group> = {
  list(call) {
    const all = call.db.all(Backups, call.find(Instances, call.params.computeId).id);
    const snapshots = all.filter(({type}) => type === 'snapshot');
    return {
      automatic: all.filter(({type}) => type === 'auto').reverse(),
      snapshot: {
        in_progress: snapshots.find(({status}) => status !== 'successful') ?? null,
        current: snapshots.find(({status}) => status === 'successful') ?? null,
      },
    };
  },

  takeSnapshot(call) {
    const instance = call.find(Instances, call.params.computeId);
    if (!instance.backups.enabled) throw badRequest('Backups are not enabled for the instance.');
    requireIdle(call, instance);
    const backup = startBackup(call, instance, 'snapshot', call.body.label);
    const data = {id: backup.id, instance: instance.id};
    call.start({action: 'compute_snapshot', entity: instanceEntity(instance), seconds: 40, ends: snapshotTaken, data});
    return backup;
  },

  cancel(call) {
    const instance = call.find(Instances, call.params.computeId);
    if (!instance.backups.enabled) throw badRequest('Backups are not enabled for the instance.');
    call.db.removeAll(Backups, instance.id);
    call.db.update(Instances, instance.id, {
      backups: {enabled: false, available: false, schedule: {day: null, window: null}, last_successful: null},
    });
    call.emit({action: 'backups_cancel', entity: instanceEntity(instance)});
    return {};
  },

  enable(call) {
    const instance = call.find(Instances, call.params.computeId);
    if (instance.backups.enabled) return {};
    const schedule = {day: 'Scheduling', window: 'Scheduling'};
    call.db.update(Instances, instance.id, {backups: {...instance.backups, enabled: true, schedule}});
    chooseSchedule(call, instance.id);
    call.emit({action: 'backups_enable', entity: instanceEntity(instance)});
    return {};
  },

  get: call => backupAt(call, call.params).doc,

  restore(call) {
    const {db, body} = call;
    const {doc, hidden} = backupAt(call, call.params);
    const source = call.find(Instances, call.params.computeId);
    const target = db.get(Instances, body.compute_id);
    if (!target) throw badRequest('is not an instance of this account', 'compute_id');
    call.requireGrant('compute', target.id, 'read_write');
    requireIdle(call, target);
    const freeMb = target.specs.disk - (body.overwrite ? 0 : allocatedDiskMb(db, target.id));
    const fieldErrors = new FieldErrors();
    fieldErrors.addIf(doc.status !== 'successful', 'The backup is not complete.');
    fieldErrors.addIf(target.region !== source.region, 'must be in the region of the backup', 'compute_id');
    fieldErrors.addIf(
      sizeOf(hidden.content) > freeMb,
      `has ${freeMb} MB left; the backup needs ${sizeOf(hidden.content)} MB`,
      'compute_id',
    );
    fieldErrors.throwIfAny();
    if (body.overwrite) wipeInstance(db, target.id);
    restoreContent(db, call.now, target, hidden.content);
    db.update(Instances, target.id, {status: 'restoring'});
    call.start({
      action: 'backups_restore',
      entity: instanceEntity(target),
      seconds: 60,
      ends: backupRestored,
      data: {id: target.id, status: body.overwrite ? 'offline' : target.status},
    });
    return {};
  },
};

function backupAt({db}: UnitOfWork, {computeId, backupId}: {readonly computeId: number; readonly backupId: number}) {
  const row = db.row(Backups, backupId);
  if (row?.parent !== computeId) throw notFound();
  return row;
}

function startBackup(
  {db, now}: UnitOfWork,
  instance: StoredInstance,
  type: 'auto' | 'snapshot',
  label: string | null,
): InstanceBackup {
  const content = captureContent(db, instance.id);
  return db.insert(
    Backups,
    id => ({
      id,
      type,
      status: 'pending',
      created: formatTimestamp(now),
      updated: formatTimestamp(now),
      finished: null,
      label,
      configs: content.configs.map(config => config.label),
      disks: content.disks.map(disk => ({size: disk.size, filesystem: disk.filesystem, label: disk.label})),
    }),
    {parent: instance.id, hidden: {content}},
  );
}

/** Maximum number of automatic backups: of yesterday, last week and the week before. */
const keptBackups = 3;
const maxBackupAgeMs = 2 * hours;

/** Runs every two hours and backs up the instances whose window starts. */
defineRecurringJob(
  'backups.nightly',
  now => Math.floor(now / maxBackupAgeMs + 1) * maxBackupAgeMs,
  work => {
    const window = `W${2 * Math.floor(new Date(work.now).getUTCHours() / 2)}`;
    const due = {
      sql: `json_extract(doc, '$.backups.schedule.window')=? AND json_extract(doc, '$.backups.enabled')`,
      values: [window],
    };
    for (const {doc: instance} of work.db.where(Instances, due)) {
      const backup = startBackup(work, instance, 'auto', null);
      const automatic = work.db.all(Backups, instance.id).filter(({type}) => type === 'auto');
      for (const old of automatic.slice(0, -keptBackups)) work.db.remove(Backups, old.id);
      // Nightly backups have no event, and don't make the instance busy.
      work.schedule(snapshotTaken, {id: backup.id, instance: instance.id}, work.now + 20 * minutes);
    }
  },
);
