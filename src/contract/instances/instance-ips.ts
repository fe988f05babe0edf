/** Addresses of an instance. */

import {IpAddress} from '../networking/ips.ts';
import {Ipv6Pool} from '../networking/ipv6.ts';
import {del, get, post, put} from '../schema/endpoint.ts';
import {
  choice,
  either,
  flag,
  integer,
  list,
  model,
  nullable,
  object,
  type Read,
  required,
  text,
  today,
} from '../schema/field.ts';

const addressFields = {
  address: text({format: 'ip', readOnly: true}),
  gateway: text({readOnly: true}),
  subnet_mask: text({format: 'ip', readOnly: true}),
  prefix: integer({readOnly: true}),
  type: text({readOnly: true}),
  public: flag({readOnly: true}),
  rdns: nullable(text()),
  compute_id: integer({readOnly: true}),
  region: text({readOnly: true, filterable: true}),
};

/** An address in the private network of the region. */
export const IpAddressPrivate = model('IpAddressPrivate', {
  ...addressFields,
  gateway: nullable(text({format: 'ip', readOnly: true})),
});
export type IpAddressPrivate = Read<typeof IpAddressPrivate>;

/** An address that is valid on the local link only. */
export const IpAddressV6LinkLocal = model('IpAddressV6LinkLocal', addressFields);
export type IpAddressV6LinkLocal = Read<typeof IpAddressV6LinkLocal>;

/** The public IPv6 address that the instance configures automatically. */
export const IpAddressV6Slaac = model('IpAddressV6Slaac', addressFields);
export type IpAddressV6Slaac = Read<typeof IpAddressV6Slaac>;

/** An address, or a range of addresses, of an instance in a VPC. */
const VpcAddress = object({
  active: flag({readOnly: true}),
  address: nullable(text({format: 'ip', readOnly: true})),
  address_range: nullable(text({readOnly: true})),
  config_id: nullable(integer({readOnly: true})),
  gateway: nullable(text({readOnly: true})),
  interface_id: nullable(integer({readOnly: true})),
  compute_id: integer({readOnly: true}),
  nat_1_1: nullable(text({readOnly: true})),
  prefix: integer({readOnly: true}),
  region: text({readOnly: true}),
  subnet_id: integer({readOnly: true}),
  subnet_mask: text({readOnly: true}),
  vpc_id: integer({readOnly: true}),
});

/** All addresses of an instance, by kind. */
export const InstanceIps = model('InstanceIps', {
  ipv4: object(
    {
      public: list(IpAddress, {readOnly: true}),
      private: list(IpAddressPrivate, {readOnly: true}),
      shared: list(IpAddress, {readOnly: true}),
      reserved: list(IpAddress, {readOnly: true}),
      vpc: today(list(VpcAddress, {readOnly: true})),
    },
    {readOnly: true},
  ),
  ipv6: nullable(
    object(
      {
        link_local: IpAddressV6LinkLocal,
        slaac: IpAddressV6Slaac,
        // The documents have one range; providers list all ranges, including those that other instances share.
        global: either(list(Ipv6Pool), Ipv6Pool),
      },
      {readOnly: true},
    ),
  ),
});
export type InstanceIps = Read<typeof InstanceIps>;

/** Body of `instances.ips.allocate`. */
export const InstanceIpAllocate = model('InstanceIpAllocate', {
  type: required(choice(['ipv4'])),
  public: required(flag()),
});

/** Body of `instances.ips.update`; null restores the default name (supplement). */
export const InstanceIpUpdate = model('InstanceIpUpdate', {
  rdns: nullable(text()),
});

export const instanceIpsEndpoints = {
  ips: {
    list: get('/compute/instances/{computeId}/ips', {scopes: ['compute:read_only'], responseModel: InstanceIps}),
    allocate: post('/compute/instances/{computeId}/ips', {
      scopes: ['compute:read_write'],
      body: InstanceIpAllocate,
      responseModel: IpAddress,
    }),
    get: get('/compute/instances/{computeId}/ips/{address}', {scopes: ['compute:read_only'], responseModel: IpAddress}),
    update: put('/compute/instances/{computeId}/ips/{address}', {
      scopes: ['compute:read_write'],
      body: InstanceIpUpdate,
      bodyOptional: true,
      responseModel: IpAddress,
    }),
    delete: del('/compute/instances/{computeId}/ips/{address}', {scopes: ['compute:read_write']}),
  },
};
