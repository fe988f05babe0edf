/**
 * Background activity: while you explore the demo account, other users work in it.
 *
 * It changes only entities that the demo data reserves for it, batch instances and their scratch volumes, so that it
 * never disturbs your own work. It runs the same code as requests.
 */
import {seconds} from '../engine/time/clock.ts';
import {defineJob} from '../engine/time/jobs.ts';
import type {UnitOfWork} from '../engine/unit-of-work.ts';
import {chooseConfig} from './instances/disks/config-devices.ts';
import {Configs, Instances, instanceEntity, type StoredInstance} from './instances/instance-kinds.ts';
import {boot, crashInstance, setStatusAtEventEnd} from './instances/lifecycle/power.ts';
import {attachVolume, detachVolume, resizeVolume} from './volumes/attach.ts';
import {Volumes} from './volumes/volume-kinds.ts';

/** The first action is early, so that new users see it. */
const firstDelaySeconds = 12;

/** Pauses while time is advanced: no user watches, and the activity of a month takes half a minute to compute. */
const nextDelay = (work: UnitOfWork) => work.schedule(live, {}, work.advanceTarget + work.random.int(30, 90) * seconds);

const live = defineJob<Record<string, never>>('life.next', work => {
  if (work.advanceTarget === work.now) work.random.pick(activities)(work);
  nextDelay(work);
  return undefined;
});

/** Starts background activity in an account; running activity continues unchanged. */
export function startBackgroundActivity(work: UnitOfWork): void {
  if (!work.db.one(`SELECT 1 FROM job WHERE name='life.next'`))
    work.schedule(live, {}, work.now + firstDelaySeconds * seconds);
}

const oneOf = <T>(work: UnitOfWork, from: readonly T[]): T | undefined =>
  from.length === 0 ? undefined : work.random.pick(from);

/** A batch instance in this status without a running operation. */
const batch = (work: UnitOfWork, status: string): StoredInstance | undefined =>
  oneOf(
    work,
    work.db
      .where(Instances, {sql: `key LIKE 'batch-%'`, values: []})
      .map(({doc}) => doc)
      .filter(doc => doc.status === status && !work.isBusy('compute', doc.id) && work.db.count(Configs, doc.id) > 0),
  );

const configOf = (work: UnitOfWork, {id}: StoredInstance) => chooseConfig(work.db, id, work.db.all(Configs, id)[0]?.id);

function reboot(work: UnitOfWork): void {
  const instance = batch(work, 'running');
  if (!instance) return;
  const seconds = work.random.int(25, 35);
  boot(work, instance, configOf(work, instance), {action: 'compute_reboot', status: 'rebooting', seconds});
}

function start(work: UnitOfWork): void {
  const instance = batch(work, 'offline');
  if (instance) boot(work, instance, configOf(work, instance));
  else stop(work);
}

function stop(work: UnitOfWork): void {
  const instance = batch(work, 'running');
  if (!instance) return;
  work.db.update(Instances, instance.id, {status: 'shutting_down'});
  const seconds = work.random.int(8, 14);
  const end = setStatusAtEventEnd(instance.id, 'offline');
  work.start({action: 'compute_shutdown', entity: instanceEntity(instance), seconds, ...end});
}

function fail(work: UnitOfWork): void {
  const instance = batch(work, 'running');
  if (instance) crashInstance(work, instance.id);
}

/**
 * Creates, resizes and deletes numbered scratch volumes. The unattached one is left for the user.
 */
function scratch(work: UnitOfWork): void {
  const all = work.db.where(Volumes, {sql: `key GLOB 'batch-scratch-[0-9]*'`, values: []}).map(({doc}) => doc);
  const volume = oneOf(
    work,
    all.filter(doc => doc.status === 'active' && !work.isBusy('volume', doc.id)),
  );
  if (!volume) return;
  if (volume.size < 60 && work.random.chance(0.3)) resizeVolume(work, volume, volume.size + 10);
  else if (volume.compute_id !== null) detachVolume(work, volume);
  else {
    const instance = batch(work, 'running');
    if (instance) attachVolume(work, volume, instance, configOf(work, instance));
  }
}

const activities = [reboot, reboot, start, start, stop, fail, scratch, scratch] as const;
