/** Boot, reboot, shutdown, rescue: operations that change an instance between running and offline (D2 §3). */
import type {Contract} from '../../../../contract/index.ts';
import type {InstanceConfig} from '../../../../contract/instances/configs.ts';
import type {Handlers} from '../../../engine/call.ts';
import {badRequest, FieldErrors, type Refusal} from '../../../engine/http/refusal.ts';
import {minutes} from '../../../engine/time/clock.ts';
import {defineJob} from '../../../engine/time/jobs.ts';
import {capitalize, type UnitOfWork} from '../../../engine/unit-of-work.ts';
import {Volumes} from '../../volumes/volume-kinds.ts';
import {chooseConfig} from '../disks/config-devices.ts';
import {configEntity, Disks, Instances, instanceEntity, type StoredInstance} from '../instance-kinds.ts';

/** @throws Refusal while an operation runs on the instance (D2 §3) */
export function requireIdle(work: UnitOfWork, {id}: Pick<StoredInstance, 'id'>): void {
  if (work.isBusy('compute', id)) throw busyRefusal(work);
}

/** Don't change the text: tools recognize it, and retry. */
export const busyRefusal = ({word}: Pick<UnitOfWork, 'word'>): Refusal => badRequest(`${capitalize(word)} busy.`);

/** Sets the final status of a transition. */
const setStatusJob = defineJob<{id: number; status: StoredInstance['status']}>(
  'instance.settled',
  ({db}, {id, status}) => {
    if (!db.has(Instances, id)) return 'failed';
    db.update(Instances, id, {status});
    return undefined;
  },
);

/** Boots with a config; the status shows that until the instance runs. */
export function boot(
  work: UnitOfWork,
  instance: StoredInstance,
  config: InstanceConfig,
  {action = 'compute_boot', status = 'booting', seconds = work.random.int(15, 25)} = {},
): void {
  const {db} = work;
  db.update(Instances, instance.id, {status});
  db.setHidden(Instances, instance.id, {lastConfig: config.id});
  work.start({
    action,
    entity: instanceEntity(instance),
    secondary: configEntity(instance.id, config),
    seconds,
    ends: setStatusJob,
    data: {id: instance.id, status: 'running'},
  });
}

/** Sets the status of an instance after a delay, without an event. */
export function setStatusLater(
  work: UnitOfWork,
  {id}: Pick<StoredInstance, 'id'>,
  seconds: number,
  status: string,
): void {
  work.keepBusy({type: 'compute', id}, seconds, setStatusJob, {id, status});
}

/** Sets the status of an instance at the end of a running event. */
export const setStatusAtEventEnd = (id: number, status: StoredInstance['status']) => ({
  ends: setStatusJob,
  data: {id, status},
});

type Power = Pick<Handlers<Contract['instances']>, 'boot' | 'reboot' | 'shutdown' | 'rescue'>;

export const power: Power = {
  boot(call) {
    const instance = call.find(Instances, call.params.computeId);
    if (instance.status === 'running') throw badRequest('The instance is running already.');
    if (instance.status !== 'offline' && instance.status !== 'stopped') throw busyRefusal(call);
    boot(call, instance, chooseConfig(call.db, instance.id, call.body.config_id));
    return {};
  },

  reboot(call) {
    const {db, body} = call;
    const instance = call.find(Instances, call.params.computeId);
    requireIdle(call, instance);
    // A reboot prefers the config that the instance runs with.
    const last = db.row(Instances, instance.id)?.hidden.lastConfig ?? undefined;
    const configId = last !== undefined && body.config_id === undefined ? last : body.config_id;
    const config = chooseConfig(db, instance.id, configId);
    const seconds = call.random.int(25, 35);
    boot(call, instance, config, {action: 'compute_reboot', status: 'rebooting', seconds});
    return {};
  },

  shutdown(call) {
    const instance = call.find(Instances, call.params.computeId);
    requireIdle(call, instance);
    call.db.update(Instances, instance.id, {status: 'shutting_down'});
    const seconds = instance.status === 'running' ? call.random.int(8, 14) : 1;
    call.start({
      action: 'compute_shutdown',
      entity: instanceEntity(instance),
      seconds,
      ...setStatusAtEventEnd(instance.id, 'offline'),
    });
    return {};
  },

  rescue(call) {
    const {db} = call;
    const instance = call.find(Instances, call.params.computeId);
    requireIdle(call, instance);
    const fieldErrors = new FieldErrors();
    for (const [slot, device] of Object.entries(call.body.devices ?? {})) {
      const {disk_id, volume_id} = device ?? {};
      const field = `devices.${slot}`;
      fieldErrors.addIf(disk_id != null && volume_id != null, 'holds a disk or a Volume, not both', field);
      if (disk_id != null && db.row(Disks, disk_id)?.parent !== instance.id)
        fieldErrors.add('is not a disk of the instance', `${field}.disk_id`);
      const volume = volume_id == null ? undefined : db.get(Volumes, volume_id);
      if (volume_id != null && volume?.region !== instance.region)
        fieldErrors.add('is not a Volume in the region of the instance', `${field}.volume_id`);
      else if (volume && volume.compute_id !== null && volume.compute_id !== instance.id)
        fieldErrors.add('is attached to another instance', `${field}.volume_id`);
    }
    fieldErrors.throwIfAny();
    db.update(Instances, instance.id, {status: instance.status === 'running' ? 'rebooting' : 'booting'});
    const seconds = call.random.int(20, 30);
    call.start({
      action: 'compute_boot',
      entity: instanceEntity(instance),
      seconds,
      message: 'Rescue mode',
      ...setStatusAtEventEnd(instance.id, 'running'),
    });
    return {};
  },
};

/** Maximum number of boots by the watchdog within 15 minutes (D2 §2.1). */
const maxWatchdogBoots = 5;

/** Powers off the instance without a shutdown job; the watchdog boots it again if it is enabled (D2 §2.1). */
export function crashInstance(work: UnitOfWork, id: number): void {
  const {db, now} = work;
  const row = db.row(Instances, id);
  if (row?.doc.status !== 'running') return;
  const instance = db.update(Instances, id, {status: 'offline'});
  const recent = row.hidden.watchdogBoots.filter(moment => now - moment < 15 * minutes);
  const config = row.hidden.lastConfig;
  if (!instance.watchdog_enabled || recent.length >= maxWatchdogBoots || config === null) return;
  db.setHidden(Instances, id, {watchdogBoots: [...recent, now]});
  boot(work, instance, chooseConfig(db, id, config), {action: 'lassie_reboot'});
}

const endMaintenanceJob = defineJob<{id: number}>('instance.maintained', (work, {id}) => {
  const row = work.db.row(Instances, id);
  if (!row) return 'failed';
  const config = row.hidden.lastConfig;
  if (config !== null) boot(work, row.doc, chooseConfig(work.db, id, config));
  return undefined;
});

/** Simulates maintenance: the platform stops the instance for a time, without an action of a user (D2 §3). */
export function runMaintenance(work: UnitOfWork, id: number, seconds: number): void {
  const instance = work.db.get(Instances, id);
  if (instance?.status !== 'running') return;
  work.db.update(Instances, id, {status: 'stopped'});
  work.start({action: 'host_reboot', entity: instanceEntity(instance), seconds, ends: endMaintenanceJob, data: {id}});
}
