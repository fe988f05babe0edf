/** Network interfaces of a config (D2 §2.4). */

import type {ConfigInterface} from '../../../../contract/instances/configs.ts';
import type {Write} from '../../../../contract/schema/field.ts';
import type {FieldErrors} from '../../../engine/http/refusal.ts';
import type {Store} from '../../../engine/storage/store.ts';
import {Regions} from '../../regions.ts';
import {Subnets, Vpcs} from '../../vpcs/vpc-kinds.ts';
import type {ConfigInterfaceInput} from '../lifecycle/deploy-image.ts';

type InterfaceRequest = Write<typeof ConfigInterface>;
/** The fields of an interface that are validated. */
type InterfacePlace = {
  readonly [Name in 'label' | 'ipam_address' | 'subnet_id']?: InterfaceRequest[Name] | undefined;
} & {readonly purpose?: string | undefined};

/** VLANs exist in next-generation-network data centers only (D2 §2.4). */
export const hasVlans = (db: Store, region: string): boolean =>
  db.byKey(Regions, region)?.doc.capabilities.includes('Vlans') === true;

/** The region of the VPC that has this subnet. */
function regionOfSubnet(db: Store, subnet: number): string | undefined {
  const vpc = db.row(Subnets, subnet)?.parent;
  return typeof vpc === 'number' ? db.get(Vpcs, vpc)?.region : undefined;
}

interface RequestedInterfaces {
  readonly region: string;
  readonly requests: readonly InterfacePlace[];
  /** The field of an interface in the request. */
  readonly path?: (index: number, name: string) => string;
}

export function interfaceErrors(
  fieldErrors: FieldErrors,
  db: Store,
  {region, requests, path = (index: number, name: string) => `interfaces.${index}.${name}`}: RequestedInterfaces,
): void {
  const labels = new Set<string>();
  const addresses = new Set<string>();
  let publics = 0;
  for (const [index, {purpose, label, ipam_address, subnet_id}] of requests.entries()) {
    const at = (name: string) => path(index, name);
    fieldErrors.addIf(purpose === 'vpc' && !subnet_id, 'is required for a VPC', at('subnet_id'));
    fieldErrors.addIf(purpose !== 'vpc' && !!subnet_id, 'is for a VPC only', at('subnet_id'));
    fieldErrors.addIf(
      purpose === 'vpc' && !!subnet_id && regionOfSubnet(db, subnet_id) !== region,
      `is not a subnet of a VPC in ${region}`,
      at('subnet_id'),
    );
    fieldErrors.addIf(purpose === undefined, 'is required', at('purpose'));
    if (purpose === 'public') {
      fieldErrors.addIf(++publics > 1, 'only one interface can be public', at('purpose'));
      fieldErrors.addIf(!!label, 'must be empty for a public interface', at('label'));
      fieldErrors.addIf(!!ipam_address, 'must be empty for a public interface', at('ipam_address'));
    }
    if (purpose !== 'vlan') continue;
    fieldErrors.addIf(!hasVlans(db, region), `${region} has no VLANs`, at('purpose'));
    fieldErrors.addIf(!label, 'is required for a VLAN', at('label'));
    if (label) {
      fieldErrors.addIf(labels.has(label), 'is used twice', at('label'));
      labels.add(label);
    }
    if (ipam_address) {
      fieldErrors.addIf(addresses.has(ipam_address), 'is used twice', at('ipam_address'));
      addresses.add(ipam_address);
    }
  }
}

/** The stored form of interfaces, with all fields. */
export const completeInterfaces = (requests: readonly InterfaceRequest[]): ConfigInterfaceInput[] =>
  requests.map(({purpose = 'public', label = null, ipam_address = null, ...rest}) => ({
    purpose,
    label,
    ipam_address,
    ...completeAddresses(rest),
  }));

/** The fields that only the API of today has. */
function completeAddresses({
  ipv4,
  ...rest
}: InterfaceRequest): Pick<ConfigInterfaceInput, 'ipv4' | 'ip_ranges' | 'primary' | 'subnet_id'> {
  if (!ipv4) return ipv4 === undefined ? rest : {...rest, ipv4};
  const {vpc = null, nat_1_1 = null} = ipv4;
  return {...rest, ipv4: {vpc, nat_1_1}};
}
