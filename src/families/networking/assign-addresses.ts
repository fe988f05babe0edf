/** Addresses that move to another instance: the old owner, the new owner, and owners that would lose all addresses. */

import type {Contract} from '../../contract/index.ts';
import type {Instance} from '../../contract/instances/index.ts';
import type {IpAddress} from '../../contract/networking/ips.ts';
import type {RequestBody} from '../../contract/schema/endpoint.ts';
import {countText} from '../format/format.ts';
import type {BorrowedAction} from '../shape/actions.ts';
import type {Lookup} from '../shape/define-family.ts';

type Assign = NonNullable<RequestBody<Contract['networking']['ips']['assign']>>;
type Share = NonNullable<RequestBody<Contract['networking']['ips']['share']>>;

const instanceName = (id: number | null | undefined, lookup: Lookup): string =>
  id === null || id === undefined ? 'unassigned' : (lookup.find('instances', id)?.label ?? `instance ${id}`);

/**
 * "192.0.2.7 goes from web-01 to web-02", for each address; and assignments that the API will refuse, if the addresses
 * are loaded.
 */
export function assignWarnings(lookup: Lookup, {assignments = []}: Partial<Assign>): readonly string[] {
  const moves = assignments.flatMap(({address, compute_id}) => {
    if (!address || typeof compute_id !== 'number') return [];
    return [{address, from: lookup.find('networking.ips', address)?.compute_id, to: compute_id}];
  });
  return [
    ...moves.map(
      ({address, from, to}) => `${address} goes from ${instanceName(from, lookup)} to ${instanceName(to, lookup)}.`,
    ),
    ...leftWithoutAddress(moves, lookup),
    'Traffic is routed to the new instances immediately. Configure each one for its new addresses. A reboot may be needed.',
  ];
}

/** "Move 192.0.2.7 to web-02", "Move 2 addresses to web-02" */
export function assignSentence(lookup: Lookup, {assignments = []}: Partial<Assign>): string | undefined {
  const addresses = assignments.flatMap(({address}) => address ?? []);
  const targets = [...new Set(assignments.map(({compute_id}) => instanceName(compute_id, lookup)))];
  if (addresses.length === 0) return undefined;
  const [first] = addresses;
  return `Move ${addresses.length === 1 ? first : countText(addresses.length, 'address', 'addresses')} to ${targets.join(', ')}`;
}

/** "Share addresses with web-02" */
export const shareSentence = (lookup: Lookup, {compute_id}: Partial<Share>): string =>
  `Share addresses with ${instanceName(compute_id, lookup)}`;

interface MovedAddress {
  readonly address: string;
  readonly from: number | null | undefined;
  readonly to: number;
}

/** Every instance must keep a public address; otherwise the API refuses the whole request. */
function leftWithoutAddress(moves: readonly MovedAddress[], lookup: Lookup): readonly string[] {
  if (!lookup.complete('networking.ips')) return ['Couldn’t read the addresses of the instances.'];
  const goesTo = new Map(moves.map(({address, to}) => [address, to]));
  const after = lookup
    .rows('networking.ips')
    .filter(row => row.type === 'ipv4' && row.public)
    .map(row => goesTo.get(row.address) ?? row.compute_id);
  const previousOwners = new Set(moves.flatMap(({from}) => (typeof from === 'number' ? [from] : [])));
  return [...previousOwners]
    .filter(id => !after.includes(id))
    .map(id => `${instanceName(id, lookup)} would have no public address. The API will reject the request.`);
}

/** An address or a range without its prefix length. */
export const withoutPrefixLength = (address: string): string => address.replace(/\/\d+$/, '');

/** The instance with this IPv6 address, to which ranges are routed. */
export function routedInstance(route: string | null | undefined, lookup: Lookup): Instance | undefined {
  if (typeof route !== 'string') return undefined;
  return lookup
    .rows('instances')
    .find(({ipv6}) => typeof ipv6 === 'string' && withoutPrefixLength(ipv6) === withoutPrefixLength(route));
}

/** The owner of an address or a range, if loaded. */
function ownerOf(address: string, lookup: Lookup): number | null | undefined {
  const row = lookup.find('networking.ips', address);
  if (row || !address.includes(':')) return row?.compute_id;
  return routedInstance(lookup.find('networking.ipv6.ranges', withoutPrefixLength(address))?.route_target, lookup)?.id;
}

/** Warnings about addresses that an instance shares; the list replaces the previous one. */
export function shareWarnings(lookup: Lookup, {ips = [], compute_id}: Partial<Share>): readonly string[] {
  const owner = instanceName(compute_id, lookup);
  if (ips.length === 0) return [`${owner} no longer shares any address.`];
  const owners = ips.map(address => `${address} of ${instanceName(ownerOf(address, lookup), lookup)}`);
  return [`${owner} may take over: ${owners.join(', ')}.`, 'Addresses that are not in this list are no longer shared.'];
}

const isMovable = (row: IpAddress): boolean => row.type === 'ipv4' && row.public && row.compute_id !== null;

export const unlessMovable = (row: IpAddress | undefined): string | undefined =>
  row && !isMovable(row) ? 'only public IPv4 addresses of instances change hands' : undefined;

type BorrowedIpAction = BorrowedAction<IpAddress, Readonly<Record<never, never>>>;

export const swapAddresses = {
  title: 'Swap with…',
  key: 'W',
  on: 'row',
  family: 'networking.ips',
  action: 'assign',
  unless: ({row}) => unlessMovable(row),
  pick: {
    title: 'Swap with which address?',
    unless({candidate, row}) {
      if (candidate.region !== row?.region) return `in ${candidate.region}`;
      if (candidate.compute_id === row?.compute_id) return 'of the same instance';
      return unlessMovable(candidate);
    },
  },
  presetValues: ({row, picked: otherAddress}) =>
    row && otherAddress
      ? {
          region: row.region,
          assignments: [
            {address: row.address, compute_id: otherAddress.compute_id ?? undefined},
            {address: otherAddress.address, compute_id: row.compute_id ?? undefined},
          ],
        }
      : {},
} as const satisfies BorrowedIpAction;

export const moveAddress = {
  title: 'Move to another instance…',
  key: 'M',
  on: 'row',
  family: 'networking.ips',
  action: 'assign',
  unless: ({row}) => unlessMovable(row),
  presetValues: ({row}) => (row ? {region: row.region, assignments: [{address: row.address}]} : {}),
  only: () => 'assignments.0.compute_id',
} as const satisfies BorrowedIpAction;
