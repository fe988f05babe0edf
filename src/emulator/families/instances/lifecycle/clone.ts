/** Clones: disks and configs of one instance on another, new or existing. */
import type {Contract} from '../../../../contract/index.ts';
import type {Call, Handler} from '../../../engine/call.ts';
import {badRequest, FieldErrors, notFound} from '../../../engine/http/refusal.ts';
import {formatTimestamp} from '../../../engine/time/clock.ts';
import {defineJob} from '../../../engine/time/jobs.ts';
import {getSettings} from '../../account/account-kinds.ts';
import {Types} from '../../instance-types.ts';
import {addMembers, requestedGroup} from '../../placement/placement-kinds.ts';
import {Regions} from '../../regions.ts';
import {allocateAddress, regionNetwork, showAddresses, slaacAddress} from '../addresses/addresses.ts';
import {hasVlans} from '../addresses/interfaces.ts';
import {captureContent, restoreContent, sizeOf} from '../disks/backup-content.ts';
import {devicesOf} from '../disks/config-devices.ts';
import {Configs, Disks, Instances, initialHidden, instanceEntity, type StoredInstance} from '../instance-kinds.ts';
import {resourcesOf} from './create.ts';
import {allocatedDiskMb, markDisksReady} from './deploy-image.ts';
import {busyRefusal, requireIdle, setStatusLater} from './power.ts';

type Clone = Contract['instances']['clone'];

/** Maximum number of concurrent clones of an instance. */
const maxClones = 5;

const cloneDone = defineJob<{source: number; target: number}>('instance.cloned', (work, {source, target}) => {
  const {db} = work;
  const before = db.row(Instances, source)?.hidden.statusBeforeClone;
  // After the last clone, the source returns to its status before the first one.
  const last = work.runningActions('compute', source).length === 0;
  if (last && before !== undefined) db.update(Instances, source, {status: before});
  if (!db.has(Instances, target)) return 'failed';
  markDisksReady(db, target);
  return undefined;
});

export const clone: Handler<Clone> = call => {
  const {db, body} = call;
  const row = db.row(Instances, call.params.computeId);
  if (!row) throw notFound();
  const source = row.doc;
  const running = call.runningActions('compute', source.id);
  if (running.some(action => action !== 'compute_clone')) throw busyRefusal(call);
  if (running.length >= maxClones) throw badRequest(`At most ${maxClones} clones of an instance can run at a time.`);

  const content = captureContent(db, source.id, chooseContent(call, source));
  const target = body.compute_id === undefined ? createTarget(call, source) : existing(call, body.compute_id);
  const freeMb = target.specs.disk - allocatedDiskMb(db, target.id);
  if (sizeOf(content) > freeMb)
    throw badRequest(`The clone needs ${sizeOf(content)} MB; there is room for ${freeMb} MB.`);
  const vlan = content.configs.some(config => config.interfaces?.some(({purpose}) => purpose === 'vlan'));
  if (vlan && !hasVlans(db, target.region)) throw badRequest('has no VLANs, which the instance uses', 'region');
  restoreContent(db, call.now, target, content);

  const seconds = 30 + sizeOf(content) / 4096;
  if (source.status !== 'cloning') db.setHidden(Instances, source.id, {statusBeforeClone: source.status});
  db.update(Instances, source.id, {status: 'cloning'});
  call.start({
    action: 'compute_clone',
    entity: instanceEntity(source),
    secondary: instanceEntity(target),
    seconds,
    ends: cloneDone,
    data: {source: source.id, target: target.id},
  });
  setStatusLater(call, target, seconds, target.status === 'provisioning' ? 'offline' : target.status);
  return target;
};

/** Named configs with their disks, and the disks named besides; without names all of them. */
function chooseContent({db, body}: Call<Clone>, {id}: StoredInstance): {disks: number[]; configs: number[]} {
  const fieldErrors = new FieldErrors();
  const all = db.all(Configs, id);
  const configs = body.configs ?? all.map(config => config.id);
  for (const [index, config] of configs.entries())
    fieldErrors.addIf(db.row(Configs, config)?.parent !== id, 'is not a profile of the instance', `configs.${index}`);
  for (const [index, disk] of (body.disks ?? []).entries())
    fieldErrors.addIf(db.row(Disks, disk)?.parent !== id, 'is not a disk of the instance', `disks.${index}`);
  fieldErrors.throwIfAny();
  const usedMb = all
    .filter(config => configs.includes(config.id))
    .flatMap(config => devicesOf(config).flatMap(([, device]) => device?.disk_id ?? []));
  return {configs: [...configs], disks: [...new Set([...usedMb, ...(body.disks ?? [])])]};
}

function existing(call: Call<Clone>, id: number): StoredInstance {
  const target = call.db.get(Instances, id);
  if (!target) throw badRequest('is not an instance of this account', 'compute_id');
  call.requireGrant('compute', id, 'read_write');
  requireIdle(call, target);
  return target;
}

function createTarget(call: Call<Clone>, source: StoredInstance): StoredInstance {
  const {db, body, now} = call;
  const fieldErrors = new FieldErrors();
  const type = body.type === undefined ? undefined : db.byKey(Types, body.type)?.doc;
  const region = body.region ?? '';
  fieldErrors.addIf(body.type === undefined, `is required without ${call.word}_id`, 'type');
  fieldErrors.addIf(body.type !== undefined && !type, 'is not an instance type', 'type');
  fieldErrors.addIf(body.region === undefined, `is required without ${call.word}_id`, 'region');
  fieldErrors.addIf(body.region !== undefined && !db.byKey(Regions, region), 'is not a region', 'region');
  const placementGroup = requestedGroup(fieldErrors, db, body.placement_group, region);
  fieldErrors.throwIfAny();
  if (!type) throw new Error('an unknown type was let through');
  const hasBackups = body.backups_enabled === true || getSettings(db).backups_enabled;
  const moment = formatTimestamp(now);
  const target = db.insert(
    Instances,
    (id): StoredInstance => ({
      ...source,
      id,
      label: body.label ?? `${call.word}${id}`,
      group: body.group ?? source.group,
      region,
      status: 'provisioning',
      type: type.id,
      ...resourcesOf(type),
      ipv4: [],
      ipv6: `${slaacAddress(id, regionNetwork(db, region))}/128`,
      created: moment,
      updated: moment,
      backups: {
        enabled: hasBackups,
        available: false,
        schedule: hasBackups ? {day: 'Scheduling', window: 'Scheduling'} : {day: null, window: null},
        last_successful: null,
      },
      host_uuid: call.random.hex(40),
    }),
    {hidden: initialHidden},
  );
  if (placementGroup) addMembers(call, placementGroup, [target.id]);
  allocateAddress(db, target, {isPublic: true});
  call.grantToCaller('compute', target.id);
  return showAddresses(db, target.id);
}
