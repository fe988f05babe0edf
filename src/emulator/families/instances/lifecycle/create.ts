/** Creates instances: from an image, with a StackScript, from a backup, or empty (D2 §2.4). */

import type {Contract} from '../../../../contract/index.ts';
import type {Image} from '../../../../contract/resources/images.ts';
import type {InstanceType} from '../../../../contract/resources/types.ts';
import type {RequestBody} from '../../../../contract/schema/endpoint.ts';
import type {Call, Handler} from '../../../engine/call.ts';
import {FieldErrors, forbidden} from '../../../engine/http/refusal.ts';
import {formatTimestamp} from '../../../engine/time/clock.ts';
import {defineJob} from '../../../engine/time/jobs.ts';
import type {UnitOfWork} from '../../../engine/unit-of-work.ts';
import {getSettings} from '../../account/account-kinds.ts';
import {imageEntity, visibleImage} from '../../images/image-kinds.ts';
import {Types} from '../../instance-types.ts';
import {firewallErrors, protectNew} from '../../networking/assigned-firewalls.ts';
import {keepVlans} from '../../networking/vlan-kinds.ts';
import {addMembers, requestedGroup, type StoredGroup} from '../../placement/placement-kinds.ts';
import {Regions} from '../../regions.ts';
import {stackscriptErrors} from '../../stackscripts/script-answers.ts';
import {addTags, tagErrors} from '../../tags.ts';
import {allocateAddress, regionNetwork, showAddresses, slaacAddress} from '../addresses/addresses.ts';
import {completeInterfaces, interfaceErrors} from '../addresses/interfaces.ts';
import {restoreContent, sizeOf} from '../disks/backup-content.ts';
import type {BackupContent} from '../instance-content.ts';
import {Backups, Configs, Instances, initialHidden, instanceEntity, type StoredInstance} from '../instance-kinds.ts';
import {deployImage, markDisksReady} from './deploy-image.ts';
import {userErrors} from './deploy-users.ts';
import {boot} from './power.ts';

type Create = Contract['instances']['create'];

/** Default size of the swap disk in MB (D2 §2.4). */
const defaultSwap = 512;

interface Plan {
  readonly type: InstanceType;
  readonly image: Image | undefined;
  readonly content: BackupContent | undefined;
  readonly swap: number;
  readonly group: StoredGroup | undefined;
}

/** The data is written; the instance boots or stays off (D2 §2.4 r2). */
const provisioned = defineJob<{id: number; booted: boolean}>('instance.provisioned', (work, {id, booted}) => {
  const {db} = work;
  const instance = db.get(Instances, id);
  if (!instance) return 'failed';
  markDisksReady(db, id);
  const config = db.all(Configs, id)[0];
  if (booted && config) boot(work, instance, config);
  else db.update(Instances, id, {status: 'offline'});
  return undefined;
});

/** Starts to write the data of an image or a backup; then boots the instance unless the request disables that. */
export function provision(
  work: UnitOfWork,
  instance: StoredInstance,
  {action, image, seconds, booted}: {action: string; image?: Image | undefined; seconds: number; booted: boolean},
): void {
  const secondary = image && imageEntity(image);
  const data = {id: instance.id, booted};
  work.start({action, entity: instanceEntity(instance), secondary, seconds, ends: provisioned, data});
}

export const create: Handler<Create> = call => {
  const {db, now, body, random} = call;
  const {booted = true, interfaces = [], tags = [], private_ip = false} = body;
  if (call.actor.isRestricted && tags.length > 0)
    throw forbidden('Unauthorized: only unrestricted users may add tags.');
  const {type, image, content, swap, group} = check(call, body);
  const hasBackups = body.backups_enabled === true || getSettings(db).backups_enabled;
  const deployed = image !== undefined || content !== undefined;
  const moment = formatTimestamp(now);

  const instance = db.insert(
    Instances,
    (id): StoredInstance => ({
      id,
      label: body.label ?? `${call.word}${id}`,
      group: body.group ?? '',
      status: deployed ? 'provisioning' : 'offline',
      created: moment,
      updated: moment,
      type: type.id,
      ipv4: [],
      ipv6: `${slaacAddress(id, regionNetwork(db, body.region))}/128`,
      image: image?.id ?? null,
      region: body.region,
      ...resourcesOf(type),
      backups: {
        enabled: hasBackups,
        available: false,
        schedule: hasBackups ? {day: 'Scheduling', window: 'Scheduling'} : {day: null, window: null},
        last_successful: null,
      },
      hypervisor: 'kvm',
      watchdog_enabled: true,
      tags,
      host_uuid: random.hex(40),
      ...(body.disk_encryption && {disk_encryption: body.disk_encryption}),
      ...(body.metadata && {has_user_data: true}),
    }),
    {hidden: initialHidden},
  );
  allocateAddress(db, instance, {isPublic: true});
  if (private_ip) allocateAddress(db, instance, {isPublic: false});
  const instanceDoc = showAddresses(db, instance.id);
  if (image) deployImage(db, now, instanceDoc, {image, swap, interfaces: completeInterfaces(interfaces)});
  if (image && call.dialect.additions === 'today') keepVlans(call, body.region, interfaces);
  if (content) restoreContent(db, now, instanceDoc, content);
  if (group) addMembers(call, group, [instance.id]);
  protectNew(call, instanceEntity(instanceDoc), 'compute', body.firewall_id);
  addTags(call, tags);
  call.grantToCaller('compute', instance.id);
  if (deployed) provision(call, instanceDoc, {action: 'compute_create', image, seconds: random.int(18, 30), booted});
  else call.emitFinished({action: 'compute_create', entity: instanceEntity(instanceDoc)});
  return instanceDoc;
};

/** Resources and default alerts of a plan; the CPU alert is 90% of all cores (D2 §2.2). */
export const resourcesOf = ({disk, memory, vcpus, transfer, gpus}: InstanceType) => ({
  specs: {disk, memory, vcpus, gpus, transfer},
  alerts: {cpu: 90 * vcpus, network_in: 10, network_out: 10, transfer_quota: 80, io: 10000},
});

function check(call: Call<Create>, body: RequestBody<Create>): Plan {
  const {db} = call;
  const fieldErrors = new FieldErrors();
  const region = db.byKey(Regions, body.region)?.doc;
  const type = db.byKey(Types, body.type)?.doc;
  const swap = body.image === undefined ? 0 : (body.swap_size ?? defaultSwap);
  fieldErrors.addIf(!region, 'is not a region', 'region');
  fieldErrors.addIf(!!region && !region.capabilities.includes('Computes'), 'offers no instances', 'region');
  fieldErrors.addIf(!type, 'is not an instance type', 'type');
  fieldErrors.addIf(swap < 0, 'must not be negative', 'swap_size');
  fieldErrors.addIf(
    body.image !== undefined && body.backup_id !== undefined,
    'must not be given with image',
    'backup_id',
  );
  fieldErrors.addIf(body.image !== undefined && body.root_pass === undefined, 'is required with image', 'root_pass');
  const image = body.image === undefined ? undefined : checkImage(call, fieldErrors, {id: body.image, type, swap});
  const content =
    body.backup_id === undefined
      ? undefined
      : checkBackup(call, fieldErrors, {id: body.backup_id, region: body.region, type});
  stackscriptErrors(fieldErrors, db, body);
  userErrors(fieldErrors, db, body.authorized_users);
  interfaceErrors(fieldErrors, db, {region: body.region, requests: body.interfaces ?? []});
  tagErrors(fieldErrors, body.tags ?? []);
  firewallErrors(fieldErrors, db, body.firewall_id);
  const group = requestedGroup(fieldErrors, db, body.placement_group, body.region);
  fieldErrors.throwIfAny();
  if (!type) throw new Error('an unknown type was let through');
  return {type, image, content, swap, group};
}

function checkImage(
  call: Call<Create>,
  fieldErrors: FieldErrors,
  {id, type, swap}: {id: string; type: InstanceType | undefined; swap: number},
): Image | undefined {
  const image = visibleImage(call, id);
  if (!image) fieldErrors.add('is not an Image of this account', 'image');
  else imageErrors(fieldErrors, image, (type?.disk ?? Number.POSITIVE_INFINITY) - swap);
  return image;
}

/** Problems of deploying an image to a disk of `freeMb` (D1 §2.4). */
export function imageErrors(fieldErrors: FieldErrors, image: Image, freeMb: number): void {
  fieldErrors.addIf(image.status !== 'available', 'is not available yet', 'image');
  fieldErrors.addIf(image.size > freeMb, `needs ${image.size} MB`, 'image');
}

function checkBackup(
  call: Call<Create>,
  fieldErrors: FieldErrors,
  {id, region, type}: {id: number; region: string; type: InstanceType | undefined},
): BackupContent | undefined {
  const {db} = call;
  const row = db.row(Backups, id);
  const source = row?.parent == null ? undefined : db.get(Instances, row.parent);
  if (!row || !source) {
    fieldErrors.add('is not a backup of this account', 'backup_id');
    return undefined;
  }
  call.requireGrant('compute', source.id, 'read_write');
  fieldErrors.addIf(row.doc.status !== 'successful', 'is not a successful backup', 'backup_id');
  fieldErrors.addIf(source.region !== region, 'must be the region of the backup', 'region');
  const size = sizeOf(row.hidden.content);
  fieldErrors.addIf(!!type && size > type.disk, `has less disk than the ${size} MB of the backup`, 'type');
  return row.hidden.content;
}
