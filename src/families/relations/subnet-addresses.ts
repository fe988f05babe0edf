/** Checks addresses that a form requests in a subnet of a VPC. */
import {isWithin, parseRange} from '../format/address-ranges.ts';
import type {Lookup} from '../shape/define-family.ts';

interface ConfigInterface {
  readonly subnet_id?: number | null | undefined;
  readonly ipv4?: {readonly vpc?: string | null | undefined} | null | undefined;
}

/** "10.0.9.9 is outside of the subnet web, which has 10.0.0.0/24."; no warning for an address that the API chooses. */
export function outsideSubnetWarnings(
  subnetId: number | null | undefined,
  addresses: readonly (string | null | undefined)[],
  lookup: Lookup,
): readonly string[] {
  const requested = addresses.flatMap(address => (address ? [{address, range: parseRange(`${address}/32`)}] : []));
  if (requested.length === 0 || typeof subnetId !== 'number') return [];
  const subnet = lookup
    .rows('vpcs')
    .flatMap(({subnets}) => subnets)
    .find(({id}) => id === subnetId);
  const whole = subnet?.ipv4 ? parseRange(subnet.ipv4) : undefined;
  if (!subnet || !whole) return [];
  return requested.flatMap(({address, range}) =>
    range && !isWithin(range, whole)
      ? [`${address} is outside of the subnet ${subnet.label}, which has ${subnet.ipv4}.`]
      : [],
  );
}

/** The warnings for the interfaces of a config. */
export const outsideSubnetsWarnings = (
  interfaces: readonly ConfigInterface[] | null | undefined,
  lookup: Lookup,
): readonly string[] =>
  (interfaces ?? []).flatMap(({subnet_id: id, ipv4}) => outsideSubnetWarnings(id, [ipv4?.vpc], lookup));
