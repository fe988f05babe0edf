/** Interfaces of a config, one by one; the config also has all of them. The API of today has these operations. */
import {del, get, post, put} from '../schema/endpoint.ts';
import {flag, integer, list, model, nullable, object, type Read, required, text} from '../schema/field.ts';
import {ConfigInterface} from './configs.ts';

const ipv4 = object({
  vpc: nullable(text({format: 'ipv4', acceptedValues: ['']})),
  nat_1_1: nullable(text({format: 'ipv4', acceptedValues: ['', 'any']})),
});
const ipRanges = list(text({format: 'ipv4/prefix_length'}));
const {label, ipam_address, purpose} = ConfigInterface.fields;

/** An interface of a config with its ID; it is active while the instance runs with the config. */
export const BootInterface = model('BootInterface', {
  id: integer({readOnly: true}),
  purpose,
  label,
  ipam_address,
  active: flag({readOnly: true}),
  vpc_id: nullable(integer({readOnly: true})),
  subnet_id: nullable(integer()),
  ipv4: nullable(ipv4),
  ip_ranges: nullable(ipRanges),
  primary: flag(),
});
export type BootInterface = Read<typeof BootInterface>;

/** Body of `instances.configs.interfaces.create`; the new interface is the last one. */
export const BootInterfaceCreate = model('BootInterfaceCreate', {
  purpose: required(purpose),
  label,
  ipam_address,
  subnet_id: nullable(integer()),
  ipv4,
  ip_ranges: nullable(ipRanges),
  primary: flag(),
});

/** Body of `instances.configs.interfaces.update`: a VLAN has nothing to change, a VPC only its addresses. */
export const BootInterfaceUpdate = model('BootInterfaceUpdate', {
  primary: flag(),
  ipv4,
  ip_ranges: ipRanges,
});

/** Body of `instances.configs.interfaces.order`: all of them; the first one is eth0. */
export const BootInterfaceOrder = model('BootInterfaceOrder', {ids: required(list(integer()))});

const path = '/compute/instances/{computeId}/configs/{configId}/interfaces' as const;
const one = `${path}/{interfaceId}` as const;
const readScopes = ['compute:read_only'] as const;
const scopes = ['compute:read_write'] as const;

export const configInterfacesEndpoints = {
  list: get(path, {scopes: readScopes, page: BootInterface, unpaged: true, today: true}),
  create: post(path, {scopes, body: BootInterfaceCreate, responseModel: BootInterface, today: true}),
  order: post(`${path}/order`, {scopes, body: BootInterfaceOrder, today: true}),
  get: get(one, {scopes: readScopes, responseModel: BootInterface, today: true}),
  update: put(one, {scopes, body: BootInterfaceUpdate, responseModel: BootInterface, today: true}),
  delete: del(one, {scopes, today: true}),
};
