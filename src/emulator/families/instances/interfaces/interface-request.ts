/** Interfaces in requests: validation, and the addresses that the API allocates. */

import type {Contract} from '../../../../contract/index.ts';
import type {InstanceInterface} from '../../../../contract/instances/interfaces.ts';
import type {RequestBody} from '../../../../contract/schema/endpoint.ts';
import type {FieldErrors} from '../../../engine/http/refusal.ts';
import type {Store} from '../../../engine/storage/store.ts';
import {addressIn, parseRange} from '../../vpcs/subnet-ranges.ts';
import {freeAddress, usedAddresses} from '../../vpcs/vpc-interfaces.ts';
import {Subnets, Vpcs} from '../../vpcs/vpc-kinds.ts';
import {addressesOf, allocateAddress, showAddresses, slaacOf} from '../addresses/addresses.ts';
import {hasVlans} from '../addresses/interfaces.ts';
import type {StoredInstance} from '../instance-kinds.ts';
import {type InterfaceFacts, Interfaces} from './interface-kinds.ts';

export type InterfaceRequest = Pick<
  Partial<RequestBody<Contract['instances']['interfaces']['create']>>,
  'public' | 'vpc' | 'vlan'
>;

export const maxInterfaces = 3;
const kinds = ['public', 'vpc', 'vlan'] as const;

const kindOf = (facts: InterfaceRequest | InterfaceFacts) => kinds.find(kind => facts[kind]);

/** Rules between the interfaces of an instance. */
export function checkNewInterface(
  fieldErrors: FieldErrors,
  db: Store,
  instance: StoredInstance,
  request: InterfaceRequest,
): void {
  const others = db.all(Interfaces, instance.id);
  const given = kinds.filter(kind => request[kind]);
  fieldErrors.addIf(given.length !== 1, 'exactly one of public, vpc and vlan is needed');
  fieldErrors.addIf(others.length >= maxInterfaces, `an instance has at most ${maxInterfaces} interfaces`);
  const [kind] = given;
  if (kind === 'public' || kind === 'vpc')
    fieldErrors.addIf(
      others.some(other => kindOf(other) === kind),
      `the instance already has a ${kind} interface`,
      kind,
    );
  checkPlace(fieldErrors, db, {instance, request});
}

interface CheckedInterface {
  readonly instance: StoredInstance;
  readonly request: InterfaceRequest;
  /** The ID of the changed interface; undefined for a new one. */
  readonly own?: number;
}

/** Rules for a single interface. */
export function checkPlace(
  fieldErrors: FieldErrors,
  db: Store,
  {instance, request: {vpc, vlan}, own}: CheckedInterface,
): void {
  if (vpc) {
    const row = db.row(Subnets, vpc.subnet_id);
    const region = row?.parent == null ? undefined : db.get(Vpcs, row.parent)?.region;
    fieldErrors.addIf(region !== instance.region, `is not a subnet of a VPC in ${instance.region}`, 'vpc.subnet_id');
    const range = row && parseRange(row.doc.ipv4);
    for (const [index, {address = 'auto'}] of (vpc.ipv4?.addresses ?? []).entries()) {
      const at = `vpc.ipv4.addresses.${index}.address`;
      if (address === 'auto' || !range) continue;
      const {first, last} = parseRange(`${address}/32`);
      fieldErrors.addIf(first < range.first || last > range.last, 'is not in the range of the subnet', at);
      fieldErrors.addIf(usedAddresses(db, vpc.subnet_id, own).has(address), 'is used by another interface', at);
    }
  }
  if (!vlan) return;
  fieldErrors.addIf(!hasVlans(db, instance.region), `${instance.region} has no VLANs`, 'vlan');
  fieldErrors.addIf(!vlan.vlan_label, 'is required for a VLAN', 'vlan.vlan_label');
  const others = db.all(Interfaces, instance.id).filter(({id}) => id !== own);
  fieldErrors.addIf(
    others.some(other => other.vlan?.vlan_label === vlan.vlan_label),
    'is used by another interface of the instance',
    'vlan.vlan_label',
  );
}

type PublicPart = NonNullable<InstanceInterface['public']>;
type VpcPart = NonNullable<InstanceInterface['vpc']>;

/** An IPv6 range for interfaces by its number; each has room for a prefix length of 56. */
function numberedRange(number: number): string {
  const low = number % 256;
  return `2001:db8:${(0x7000 + Math.floor(number / 256)).toString(16)}:${low === 0 ? '' : `${low.toString(16)}00:`}:`;
}

/** Allocates IPv6 ranges that neither another interface nor the request itself names. */
function rangeAllocator(db: Store, requested: readonly string[], own: number | undefined): () => string {
  const rows = db.rows(Interfaces).filter(({id}) => id !== own);
  const ranges = rows.flatMap(({doc}) => doc.public?.ipv6.ranges ?? []);
  const used = new Set([...ranges.map(({range}) => range), ...requested].map(range => range.replace(/\/.*$/, '')));
  let number = 0;
  return () => {
    while (used.has(numberedRange(number))) number++;
    return numberedRange(number++);
  };
}

/** The public addresses of an instance; `auto` stands for the next one that the request does not name. */
function publicPart(
  db: Store,
  instance: StoredInstance,
  request: NonNullable<InterfaceRequest['public']>,
  own?: number,
): PublicPart {
  const wanted = request.ipv4?.addresses ?? [{address: 'auto'}];
  const ownAddresses = addressesOf(db, instance.id)
    .filter(doc => doc.public)
    .map(({address}) => address);
  const free = ownAddresses.filter(address => !wanted.some(entry => entry.address === address));
  const addresses = wanted.map(({address = 'auto'}, index) => {
    const real =
      address === 'auto' ? (free.shift() ?? allocateAddress(db, instance, {isPublic: true}).address) : address;
    return {address: real, primary: wanted[index]?.primary ?? index === 0};
  });
  showAddresses(db, instance.id);
  const slaac = slaacOf(db, instance);
  const requestedRanges = request.ipv6?.ranges ?? [];
  const namedRanges = requestedRanges.map(({range}) => range);
  const nextRange = requestedRanges.length > 0 ? rangeAllocator(db, namedRanges, own) : () => '';
  const ranges = requestedRanges.map(({range}) => ({
    range: range.startsWith('/') ? `${nextRange()}${range}` : range,
    route_target: slaac?.address ?? null,
  }));
  return {
    ipv4: {addresses, shared: []},
    ipv6: {ranges, shared: [], slaac: slaac ? [{address: slaac.address, prefix: 64}] : []},
  };
}

function vpcPart(
  db: Store,
  instance: StoredInstance,
  {subnet_id, ipv4}: NonNullable<InterfaceRequest['vpc']>,
  own?: number,
): VpcPart {
  const row = db.row(Subnets, subnet_id);
  const range = row?.doc.ipv4 ?? '10.0.0.0/24';
  const wanted = ipv4?.addresses ?? [{address: 'auto'}];
  const used = new Set([...usedAddresses(db, subnet_id, own), ...wanted.map(({address = 'auto'}) => address)]);
  const nextFree = (): string => {
    const address = freeAddress(range, used);
    used.add(address);
    return address;
  };
  const [primaryAddress = null] = addressesOf(db, instance.id).map(({address}) => address);
  const addresses = wanted.map((entry, index) => {
    const {
      address = 'auto',
      nat_1_1_address: nat = null,
      primary = index === 0,
    } = entry as {
      address?: string;
      nat_1_1_address?: string | null;
      primary?: boolean;
    };
    return {
      address: address === 'auto' ? nextFree() : address,
      nat_1_1_address: nat === 'auto' ? primaryAddress : nat,
      primary,
    };
  });
  const ranges = (ipv4?.ranges ?? []).map(({range: requested}) => ({
    range: requested.startsWith('/') ? `${addressIn(range, 64)}${requested}` : requested,
  }));
  return {vpc_id: row?.parent ?? 0, subnet_id, ipv4: {addresses, ranges}};
}

/** An interface with its allocated addresses. */
export function interfaceFacts(
  db: Store,
  instance: StoredInstance,
  request: InterfaceRequest,
  own?: number,
): InterfaceFacts {
  const {public: open, vpc, vlan} = request;
  return {
    public: open ? publicPart(db, instance, open, own) : null,
    vpc: vpc ? vpcPart(db, instance, vpc, own) : null,
    vlan: vlan ? {vlan_label: vlan.vlan_label ?? '', ipam_address: vlan.ipam_address ?? null} : null,
  };
}
