/** Interfaces of configs that are in a subnet of a VPC. */
import type {ConfigInterface} from '../../../contract/instances/configs.ts';
import type {VpcIpAddress} from '../../../contract/resources/vpcs.ts';
import {badRequest} from '../../engine/http/refusal.ts';
import type {Store} from '../../engine/storage/store.ts';
import {Configs} from '../instances/instance-kinds.ts';
import {Interfaces} from '../instances/interfaces/interface-kinds.ts';
import {addressIn, parseRange, subnetMask} from './subnet-ranges.ts';
import {type StoredSubnet, Subnets, Vpcs} from './vpc-kinds.ts';

/** The ID of an interface; by default derived from its index, because configs have at most three interfaces. */
export const interfaceId = (config: number, {id}: Pick<ConfigInterface, 'id'>, index: number): number =>
  id ?? config * 10 + index;

/** The VPC that a subnet belongs to. */
export function vpcOfSubnet(db: Store, subnet: unknown): number | null {
  return typeof subnet === 'number' ? (db.row(Subnets, subnet)?.parent ?? null) : null;
}

/** The default address of an interface in its subnet: the first free one. */
export function defaultAddress(db: Store, subnet: unknown): string | null {
  const row = typeof subnet === 'number' ? db.get(Subnets, subnet) : undefined;
  return row ? addressIn(row.ipv4, 2) : null;
}

export interface VpcInterface {
  readonly id: number;
  readonly instance: number;
  /** Null for an interface of the instance itself. */
  readonly config: number | null;
  readonly subnet: number;
  readonly entry: ConfigInterface;
}

/** All interfaces of the account that are in a subnet. */
export function vpcInterfaces(db: Store): readonly VpcInterface[] {
  return [...configInterfaces(db), ...ownInterfaces(db)];
}

/** Interfaces of instances themselves, as entries of configs. */
function ownInterfaces(db: Store): readonly VpcInterface[] {
  return db.rows(Interfaces).flatMap(({id, doc: {vpc}, parent}): VpcInterface[] => {
    if (!vpc || parent === null) return [];
    const [first] = vpc.ipv4.addresses;
    const entry = {
      purpose: 'vpc',
      label: null,
      ipam_address: null,
      ipv4: {vpc: first?.address ?? null, nat_1_1: first?.nat_1_1_address ?? null},
      ip_ranges: vpc.ipv4.ranges.map(({range}) => range),
    } as const;
    return [{id, instance: parent, config: null, subnet: vpc.subnet_id, entry}];
  });
}

/** The addresses in a subnet that interfaces use. @param except an interface of an instance, which is ignored */
export function usedAddresses(db: Store, subnet: number, except?: number): ReadonlySet<string> {
  const ofConfigs = configInterfaces(db)
    .filter(one => one.subnet === subnet)
    .map(({entry}) => entry.ipv4?.vpc || defaultAddress(db, subnet) || '');
  const ofInstances = db
    .rows(Interfaces)
    .flatMap(({id, doc: {vpc}}) => (vpc?.subnet_id === subnet && id !== except ? vpc.ipv4.addresses : []));
  return new Set([...ofConfigs, ...ofInstances.map(({address}) => address)]);
}

/**
 * The first free address of a subnet, whose first two and last two addresses are reserved.
 * @throws Refusal 400 if the subnet is full
 */
export function freeAddress(range: string, used: ReadonlySet<string>): string {
  const {first, last} = parseRange(range);
  for (let place = 2; first + place <= last - 2; place++)
    if (!used.has(addressIn(range, place))) return addressIn(range, place);
  throw badRequest('the subnet has no free address', 'subnet_id');
}

function configInterfaces(db: Store): readonly VpcInterface[] {
  return db.rows(Configs).flatMap(({id: config, doc, parent}) =>
    doc.interfaces.flatMap((entry, index): VpcInterface[] => {
      const {purpose, subnet_id} = entry;
      if (purpose !== 'vpc' || typeof subnet_id !== 'number' || parent === null) return [];
      return [{id: interfaceId(config, entry, index), instance: parent, config, subnet: subnet_id, entry}];
    }),
  );
}

/** The instances in a subnet, as the subnet lists them. */
export function instancesIn(subnet: number, interfaces: readonly VpcInterface[]) {
  const byInstance = new Map<number, {id: number; active: boolean; config_id: number | null}[]>();
  for (const one of interfaces) {
    if (one.subnet !== subnet) continue;
    const own = byInstance.get(one.instance) ?? [];
    byInstance.set(one.instance, [...own, {id: one.id, active: true, config_id: one.config}]);
  }
  return [...byInstance].map(([id, all]) => ({id, interfaces: all}));
}

/** The addresses and the ranges of an interface. */
function addressesOf(
  {id, instance, config, entry}: VpcInterface,
  vpc: {readonly id: number; readonly region: string},
  subnet: StoredSubnet,
): VpcIpAddress[] {
  const row = {
    vpc_id: vpc.id,
    subnet_id: subnet.id,
    region: vpc.region,
    compute_id: instance,
    config_id: config,
    interface_id: id,
    active: true,
    nat_1_1: entry.ipv4?.nat_1_1 || null,
    gateway: addressIn(subnet.ipv4, 1),
    prefix: parseRange(subnet.ipv4).prefix,
    subnet_mask: subnetMask(subnet.ipv4),
  };
  const address = entry.ipv4?.vpc || addressIn(subnet.ipv4, 2);
  return [
    {address, address_range: null, ...row},
    ...(entry.ip_ranges ?? []).map(range => ({address: null, address_range: range, ...row})),
  ];
}

/** The addresses in all VPCs, or in one. */
export function vpcAddresses(db: Store, only?: number): VpcIpAddress[] {
  return vpcInterfaces(db).flatMap(one => {
    const row = db.row(Subnets, one.subnet);
    const vpc = row && row.parent !== null ? db.get(Vpcs, row.parent) : undefined;
    return row && vpc && (only === undefined || vpc.id === only) ? addressesOf(one, vpc, row.doc) : [];
  });
}
