/** Texts about an interface of an instance: its network, its addresses, its default routes. */
import type {InstanceInterface} from '../../../contract/instances/interfaces.ts';
import {type Cell, cellFor, listCell, noneCell} from '../../format/cells.ts';
import {joinParts} from '../../format/format.ts';
import type {Lookup, Ref} from '../../shape/define-family.ts';

export const vpcOf = ({vpc}: InstanceInterface): Ref | undefined =>
  vpc ? {family: 'vpcs', id: vpc.vpc_id} : undefined;

/** "VPC production, subnet web" */
export function vpcText(
  {vpc_id, subnet_id}: {readonly vpc_id?: number | null; readonly subnet_id?: number | null},
  lookup: Lookup,
): string {
  const found = lookup.find('vpcs', vpc_id);
  const subnet = found?.subnets.find(({id}) => id === subnet_id);
  return `VPC ${found?.label ?? vpc_id ?? '?'}, subnet ${subnet?.label ?? subnet_id ?? '?'}`;
}

/** "public", "VPC production, subnet web", "VLAN backend" */
export function networkText(row: InstanceInterface, lookup: Lookup): string {
  if (row.vlan) return `VLAN ${row.vlan.vlan_label || '?'}`;
  return row.vpc ? vpcText(row.vpc, lookup) : 'public';
}

/** Addresses and ranges of the interface, IPv4 addresses first. */
export function interfaceAddresses({public: open, vpc, vlan}: InstanceInterface): readonly string[] {
  if (vlan) return vlan.ipam_address ? [vlan.ipam_address] : [];
  const {ipv4} = vpc ?? open ?? {};
  const {slaac = [], ranges = []} = open?.ipv6 ?? {};
  return [
    ...(ipv4?.addresses ?? []).map(({address}) => address),
    ...(vpc?.ipv4?.ranges ?? []).map(({range}) => range),
    ...slaac.map(({address}) => address),
    ...ranges.map(({range}) => range),
  ];
}

export const addressCell = (row: InstanceInterface): Cell => cellFor(interfaceAddresses(row)[0] ?? null);

/** Public addresses that NAT translates to addresses in the VPC. */
export const natText = ({vpc}: InstanceInterface): readonly string[] =>
  (vpc?.ipv4?.addresses ?? []).flatMap(({address, nat_1_1_address: nat}) => (nat ? [`${nat} to ${address}`] : []));

/** "IPv4, IPv6"; a dash for an interface without a default route. */
export function routeCell({default_route: route}: InstanceInterface): Cell {
  if (route === undefined) return cellFor(undefined);
  const protocols = [route?.ipv4 && 'IPv4', route?.ipv6 && 'IPv6'].filter(protocol => typeof protocol === 'string');
  return protocols.length > 0 ? protocols.join(', ') : noneCell;
}

/** "eth0": the interfaces of an instance are numbered in the order of their creation. */
export function deviceName(row: InstanceInterface, all: readonly InstanceInterface[]): string | undefined {
  const sorted = all.toSorted((one, other) =>
    one.created === other.created ? one.id - other.id : one.created < other.created ? -1 : 1,
  );
  const index = sorted.findIndex(({id}) => id === row.id);
  return index < 0 ? undefined : `eth${index}`;
}

/** "VPC production, subnet web · 10.0.0.3 · default route IPv4" */
export function interfaceSummary(row: InstanceInterface, lookup: Lookup): string {
  const route = routeCell(row);
  return joinParts(
    networkText(row, lookup),
    interfaceAddresses(row).join(', '),
    typeof route === 'string' ? `default route ${route}` : undefined,
  );
}

export const allAddressCells = (row: InstanceInterface): Cell => listCell(interfaceAddresses(row), '\n');
