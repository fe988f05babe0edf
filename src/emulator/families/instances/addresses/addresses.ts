/** Addresses of instances: assigning them, and showing them. */
import {isIPv6} from 'node:net';
import type {IpAddress} from '../../../../contract/networking/ips.ts';
import {badRequest} from '../../../engine/http/refusal.ts';
import type {Store} from '../../../engine/storage/store.ts';
import type {UnitOfWork} from '../../../engine/unit-of-work.ts';
import {targetOf} from '../../networking/ipv6-ranges.ts';
import {Regions} from '../../regions.ts';
import {Addresses, Instances, type StoredInstance} from '../instance-kinds.ts';

/** Blocks for documentation are used first, then the shared address space, which has millions of addresses. */
const blocks = ['192.0.2', '198.51.100', '203.0.113'] as const;

export function publicAddress(index: number): string {
  const block = blocks[Math.floor(index / 250)];
  if (block) return `${block}.${2 + (index % 250)}`;
  const rest = index - blocks.length * 250;
  return `100.${64 + (Math.floor(rest / 62500) % 64)}.${Math.floor(rest / 250) % 250}.${2 + (rest % 250)}`;
}

const privateSize = 127 * 250;
/**
 * Offset of the first private address; after the end of the block, numbering continues at its start, so that every
 * number has a unique address.
 */
const privateStart = 4850;

/** Private addresses are in 192.168.128.0/17; when that block is full, in 10.0.0.0/8. */
export function privateAddress(index: number): string {
  if (index < privateSize) {
    const place = (privateStart + index) % privateSize;
    return `192.168.${128 + Math.floor(place / 250)}.${2 + (place % 250)}`;
  }
  const rest = index - privateSize;
  return `10.${Math.floor(rest / 62500) % 256}.${Math.floor(rest / 250) % 250}.${2 + (rest % 250)}`;
}

/** SLAAC: derived from the hardware address, which is derived from the ID. */
export function slaacAddress(id: number, net: number): string {
  const suffix = (id * 2654435761) % 2 ** 24;
  return `2001:db8:${(net + 0x100).toString(16)}::f03c:91ff:fe${hex(suffix >>> 16, 2)}:${hex(suffix & 0xffff, 4).replace(/^0+(?=.)/, '')}`;
}

const hex = (value: number, length: number) => value.toString(16).padStart(length, '0');

const gatewayOf = (address: string): string => address.replace(/\d+$/, '1');
export const defaultReverseDns = (address: string): string => `${address.replaceAll(/[.:]/g, '-')}.ip.example.net`;

type Owner = Pick<StoredInstance, 'id' | 'region'>;

export const addressDoc = (address: string, {isPublic}: {isPublic: boolean}, {id, region}: Owner): IpAddress => ({
  address,
  gateway: isPublic ? gatewayOf(address) : null,
  subnet_mask: isPublic ? '255.255.255.0' : '255.255.128.0',
  prefix: isPublic ? 24 : 17,
  type: 'ipv4',
  public: isPublic,
  rdns: isPublic ? defaultReverseDns(address) : null,
  compute_id: id,
  region,
});

/** Adds an address to an instance. */
export function allocateAddress(db: Store, owner: Owner, {isPublic}: {readonly isPublic: boolean}): IpAddress {
  const index = db.nextId(Addresses);
  const doc = addressDoc(isPublic ? publicAddress(index) : privateAddress(index), {isPublic}, owner);
  db.insertWithId(Addresses, index, doc);
  return doc;
}

/** IPv4 addresses of an instance: public ones first, each group in the order of allocation. */
export function addressesOf(db: Store, instance: number): IpAddress[] {
  const all = db.all(Addresses, instance).filter(({type}) => type === 'ipv4');
  return [...all.filter(doc => doc.public), ...all.filter(doc => !doc.public)];
}

/** Updates the addresses in the instance's document. */
export function showAddresses(db: Store, instance: number): StoredInstance {
  return db.update(Instances, instance, {ipv4: addressesOf(db, instance).map(({address}) => address)});
}

/** The network number of a region. */
export const regionNetwork = (db: Store, region: string): number => db.byKey(Regions, region)?.id ?? 0;

/** The SLAAC address of an instance; its reverse DNS is stored with the instance. */
export function slaacOf(db: Store, {id, region, ipv6}: Pick<StoredInstance, 'id' | 'region' | 'ipv6'>) {
  if (ipv6 === null) return null;
  return {
    address: ipv6.replace(/\/\d+$/, ''),
    gateway: 'fe80::1',
    subnet_mask: 'ffff:ffff:ffff:ffff::',
    prefix: 64,
    type: 'ipv6' as const,
    public: true,
    rdns: db.row(Instances, id)?.hidden.slaacName ?? null,
    compute_id: id,
    region,
  };
}

/** An address of the account; a SLAAC address has no row and no ID. */
export interface AddressRow {
  readonly id: number | undefined;
  readonly doc: IpAddress;
}

export function findAddress(db: Store, address: string): AddressRow | undefined {
  const row = db.byKey(Addresses, address);
  if (row) return row;
  const instance = isIPv6(address) ? targetOf(db, address) : undefined;
  const doc = instance && slaacOf(db, instance);
  return doc ? {id: undefined, doc} : undefined;
}

/** Sets the reverse DNS of an address; null resets it to the default. @throws Refusal 400 */
export function setReverseDns(work: UnitOfWork, {id, doc}: AddressRow, rdns: string | null | undefined): IpAddress {
  const {db} = work;
  // A private address has no reverse DNS; null is accepted, because clients may send the value that they read.
  if (!doc.public && !rdns) return doc;
  if (!doc.public) throw badRequest('Private addresses have no reverse DNS.', 'rdns');
  const {address, compute_id} = doc;
  if (id === undefined) db.setHidden(Instances, compute_id, {slaacName: rdns ?? null});
  else db.update(Addresses, id, {rdns: rdns ?? defaultReverseDns(address)});
  work.emit({
    action: 'ipaddress_update',
    entity: {id: id ?? compute_id, label: address, type: 'ipaddress', url: `/v4/networking/ips/${address}`},
  });
  return findAddress(db, address)?.doc ?? doc;
}
