/** An instance from another account: unchanged, with addresses of this account, and powered off. */
import {formatTimestamp} from '../../../engine/time/clock.ts';
import type {UnitOfWork} from '../../../engine/unit-of-work.ts';
import {Images} from '../../images/image-kinds.ts';
import {Types} from '../../instance-types.ts';
import {allocateAddress, regionNetwork, showAddresses, slaacAddress} from '../../instances/addresses/addresses.ts';
import {Instances, initialHidden} from '../../instances/instance-kinds.ts';
import {resourcesOf} from '../../instances/lifecycle/create.ts';
import {deployImage, markDisksReady} from '../../instances/lifecycle/deploy-image.ts';
import type {TransferInstance} from '../account-kinds.ts';

/** Adds the instance to the account and returns its ID. */
export function receiveInstance({db, now, random}: UnitOfWork, {label, region, type, image}: TransferInstance): number {
  const plan = db.byKey(Types, type)?.doc;
  const from = db.byKey(Images, image)?.doc;
  if (!plan || !from) throw new Error(`${label} was made from what does not exist`);
  const id = db.nextId(Instances);
  const moment = formatTimestamp(now);
  // Labels are unique in an account.
  const free = db.byKey(Instances, label) ? `${label}-${id}` : label;
  db.insertWithId(
    Instances,
    id,
    {
      id,
      label: free,
      group: '',
      status: 'offline',
      created: moment,
      updated: moment,
      type,
      ipv4: [],
      ipv6: `${slaacAddress(id, regionNetwork(db, region))}/128`,
      image,
      region,
      ...resourcesOf(plan),
      backups: {enabled: false, available: false, schedule: {day: null, window: null}, last_successful: null},
      hypervisor: 'kvm',
      watchdog_enabled: true,
      tags: [],
      host_uuid: random.hex(40),
    },
    {hidden: initialHidden},
  );
  allocateAddress(db, {id, region}, {isPublic: true});
  const instance = showAddresses(db, id);
  deployImage(db, now, instance, {image: from, swap: 512, interfaces: []});
  markDisksReady(db, id);
  return id;
}
