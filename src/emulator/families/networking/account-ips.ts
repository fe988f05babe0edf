/** Addresses of all instances: reverse DNS, assignment and sharing. */

import type {Contract} from '../../../contract/index.ts';
import type {AccessLevel} from '../../../contract/schema/endpoint.ts';
import type {Call, Handlers} from '../../engine/call.ts';
import {badRequest, FieldErrors, notFound} from '../../engine/http/refusal.ts';
import {allOf} from '../../engine/storage/selection.ts';
import type {Store} from '../../engine/storage/store.ts';
import {
  type AddressRow,
  addressesOf,
  allocateAddress,
  findAddress,
  setReverseDns,
  showAddresses,
} from '../instances/addresses/addresses.ts';
import {Addresses, Instances, instanceEntity} from '../instances/instance-kinds.ts';
import {findRange, targetOf, withoutPrefixLength} from './ipv6-ranges.ts';
import {Ranges, SharedAddresses} from './network-kinds.ts';

type Networking = Contract['networking'];

interface Assignment {
  readonly address?: string;
  readonly compute_id?: number;
}

/**
 * Moves addresses and ranges between instances, all of them or none. Afterwards every instance in the request has at
 * least one public address and at most one private one.
 */
function assign(
  call: Pick<Call<Networking['ips']['assign']>, 'db' | 'body' | 'emit' | 'requireGrant'>,
): Record<string, never> {
  const {db, body} = call;
  const fieldErrors = new FieldErrors();
  const touched = new Set<number>();
  for (const [index, {address = '', compute_id = 0}] of (body.assignments as readonly Assignment[]).entries()) {
    const at = `assignments.${index}`;
    const instance = db.get(Instances, compute_id);
    fieldErrors.addIf(!instance, 'is not an instance of this account', `${at}.compute_id`);
    fieldErrors.addIf(!!instance && instance.region !== body.region, `is not in ${body.region}`, `${at}.compute_id`);
    const row = db.byKey(Addresses, address);
    const range = findRange(db, address);
    fieldErrors.addIf(!row && !range, 'is not an address of this account', `${at}.address`);
    fieldErrors.addIf(
      (row ?? range)?.doc.region !== body.region && !!(row ?? range),
      `is not in ${body.region}`,
      `${at}.address`,
    );
    if (!instance || (!row && !range)) continue;
    call.requireGrant('compute', instance.id, 'read_write');
    touched.add(instance.id);
    if (row) {
      if (row.doc.compute_id) touched.add(row.doc.compute_id);
      db.update(Addresses, row.id, {compute_id: instance.id});
    } else if (range) db.update(Ranges, range.id, {route_target: instance.ipv6 && withoutPrefixLength(instance.ipv6)});
  }
  for (const id of touched) {
    const all = addressesOf(db, id);
    fieldErrors.addIf(
      !all.some(address => address.public),
      `would leave instance ${id} without a public address`,
      'assignments',
    );
    fieldErrors.addIf(
      all.filter(address => !address.public).length > 1,
      `would give instance ${id} two private addresses`,
      'assignments',
    );
  }
  fieldErrors.throwIfAny();
  for (const id of touched) {
    const instance = showAddresses(db, id);
    call.emit({action: 'compute_addip', entity: instanceEntity(instance)});
  }
  return {};
}

/** A public address or a range that an instance can share with another. */
function shareable(db: Store, address: string): {owner: number | undefined; region: string} | undefined {
  const row = db.byKey(Addresses, address)?.doc;
  if (row) return row.public ? {owner: row.compute_id, region: row.region} : undefined;
  const range = findRange(db, address)?.doc;
  return range && {owner: targetOf(db, range.route_target)?.id, region: range.region};
}

/** Sets the addresses that other instances share with an instance; the list replaces the old one. */
function share(call: Pick<Call<Networking['ips']['share']>, 'db' | 'body' | 'requireGrant'>): Record<string, never> {
  const {db, body} = call;
  const instance = db.get(Instances, body.compute_id);
  const fieldErrors = new FieldErrors();
  fieldErrors.addIf(!instance, 'is not an instance of this account', 'compute_id');
  for (const [index, address] of body.ips.entries()) {
    const row = shareable(db, address);
    fieldErrors.addIf(!row, 'is not a public address or an IPv6 range of this account', `ips.${index}`);
    fieldErrors.addIf(!!row && row.owner === body.compute_id, 'belongs to the instance itself', `ips.${index}`);
    fieldErrors.addIf(!!row && !!instance && row.region !== instance.region, 'is in another region', `ips.${index}`);
  }
  fieldErrors.throwIfAny();
  call.requireGrant('compute', body.compute_id, 'read_write');
  const sharing = {ips: body.ips.map(withoutPrefixLength)};
  if (db.has(SharedAddresses, body.compute_id)) db.replace(SharedAddresses, body.compute_id, sharing);
  else db.insertWithId(SharedAddresses, body.compute_id, sharing);
  return {};
}

/** @throws Refusal 404 for an address that no instance has. */
function addressAt(db: Store, address: string): AddressRow {
  const addressRow = findAddress(db, address);
  if (!addressRow) throw notFound();
  return addressRow;
}

/**
 * @throws Refusal 403 when the caller lacks this permission on its instance, 404 for an address that no instance has.
 */
function visibleAddress(
  call: Pick<Call<Networking['ips']['get']>, 'db' | 'params' | 'requireGrant'>,
  level: AccessLevel,
): AddressRow {
  const addressRow = addressAt(call.db, call.params.address);
  call.requireGrant('compute', addressRow.doc.compute_id, level);
  return addressRow;
}

export const accountIps: Handlers<Networking['ips']> = {
  // Excludes private addresses (supplement §19), and those of instances that the caller can't read.
  list: call =>
    call.page(Addresses, {
      where: allOf([{sql: `json_extract(doc, '$.public')`, values: []}, call.visible('compute', 'parent')]),
    }),

  allocate(call) {
    const {db, body} = call;
    const instance = db.get(Instances, body.compute_id);
    if (!instance) throw badRequest('is not an instance of this account', 'compute_id');
    call.requireGrant('compute', instance.id, 'read_write');
    if (!body.public && addressesOf(db, instance.id).some(address => !address.public))
      throw badRequest('The instance has a private address already.', 'public');
    const address = allocateAddress(db, instance, {isPublic: body.public});
    showAddresses(db, instance.id);
    call.emit({action: 'compute_addip', entity: instanceEntity(instance)});
    return address;
  },

  get: call => visibleAddress(call, 'read_only').doc,

  update: call => setReverseDns(call, visibleAddress(call, 'read_write'), call.body.rdns),

  assign,
  share,
};

export const ipv4: Handlers<Networking['ipv4']> = {assign, share};
