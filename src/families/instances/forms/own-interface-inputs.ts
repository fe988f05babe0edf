/** Forms of an interface: the addresses in its network, its default routes, its firewall. */
import type {Contract} from '../../../contract/index.ts';
import type {RequestBody} from '../../../contract/schema/endpoint.ts';
import type {FieldError} from '../../../contract/schema/field-error.ts';
import {subnetPick} from '../../relations/subnet-pick.ts';
import type {FormContext} from '../../shape/forms.ts';
import {unlessInInstanceRegion} from './interfaces.ts';

type Create = Partial<RequestBody<Contract['instances']['interfaces']['create']>>;

const networks = ['public', 'vpc', 'vlan'] as const;
type Network = (typeof networks)[number];

const address = {title: 'Address', help: 'An IPv4 address, or auto for the next free one.', input: 'text'} as const;
const primary = {title: 'Primary', input: 'toggle'} as const;
const ranges = {
  title: 'Ranges',
  input: 'rows',
  one: 'range',
  inputs: {range: {title: 'Range', help: 'A range, or a prefix length like /28 for a free one.', input: 'text'}},
} as const;

export const publicInputs = {
  ipv4: {
    title: 'IPv4',
    input: 'group',
    inputs: {addresses: {title: 'IPv4 addresses', input: 'rows', one: 'address', inputs: {address, primary}}},
  },
  ipv6: {title: 'IPv6', input: 'group', inputs: {ranges: {...ranges, title: 'IPv6 ranges'}}},
} as const;

/** A new public interface gets the next free address, unless the user requests another one. */
export const newPublicInputs = {
  ...publicInputs,
  ipv4: {
    ...publicInputs.ipv4,
    inputs: {
      addresses: {...publicInputs.ipv4.inputs.addresses, initial: () => [{address: 'auto', primary: true}]},
    },
  },
} as const;

const natAddress = {
  title: 'NAT address',
  help: 'A public address of the instance that is translated to this one, or auto.',
  input: 'text',
} as const;

export const vpcInputs = {
  subnet_id: {...subnetPick, help: 'of a VPC in the region of the instance', unless: unlessInInstanceRegion},
  ipv4: {
    title: 'IPv4',
    input: 'group',
    inputs: {
      addresses: {
        title: 'Addresses in VPC',
        input: 'rows',
        one: 'address',
        inputs: {address, nat_1_1_address: natAddress, primary},
      },
      ranges: {...ranges, title: 'Routed ranges'},
    },
  },
} as const;

export const vlanInputs = {
  vlan_label: {title: 'VLAN', help: 'A new label creates a VLAN.', input: 'text'},
  ipam_address: {title: 'Address', help: 'With its prefix length, for example 10.0.0.1/24.', input: 'text'},
} as const;

export const routeInputs = {
  ipv4: {title: 'IPv4', input: 'toggle'},
  ipv6: {title: 'IPv6', help: 'Only a public interface can have it.', input: 'toggle'},
} as const;

/** True for a value, or for a group that contains a value. */
const isGiven = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.values(value).some(isGiven)
    : value !== undefined && value !== null && value !== '';

/** The network that the typed values describe; default: public. */
export function networkOf({values: {vlan, vpc}}: FormContext): Network {
  if (isGiven(vlan)) return 'vlan';
  return isGiven(vpc) ? 'vpc' : 'public';
}

/** The API adds one interface at a time, in one network. */
export function networkProblems(body: Create | undefined): readonly FieldError[] {
  const given = networks.filter(network => body?.[network] != null);
  const fieldErrors: FieldError[] =
    given.length === 1 ? [] : [{field: null, reason: 'needs exactly one of a public, a VPC and a VLAN interface'}];
  if (body?.vlan && !body.vlan.vlan_label)
    fieldErrors.push({field: 'vlan.vlan_label', reason: 'is required for a VLAN'});
  return fieldErrors;
}
