/** VPCs: private networks of a region, their subnets, and the addresses in them. The API of today has them. */
import {del, get, post, put} from '../schema/endpoint.ts';
import {family} from '../schema/family.ts';
import {dateTime, flag, integer, list, model, nullable, object, type Read, required, text} from '../schema/field.ts';

/** A range of private addresses in a VPC, and the instances that have an interface in it. */
export const VpcSubnet = model('VpcSubnet', {
  id: integer({readOnly: true, filterable: true}),
  label: text({min: 1, max: 64, filterable: true}),
  ipv4: text({format: 'ipv4/mask'}),
  computes: list(
    object({
      id: integer(),
      // `config_id` is null for an interface of the instance itself.
      interfaces: list(object({id: integer(), active: flag(), config_id: nullable(integer())})),
    }),
    {readOnly: true},
  ),
  created: dateTime({readOnly: true, filterable: true}),
  updated: nullable(dateTime({readOnly: true, filterable: true})),
});
export type VpcSubnet = Read<typeof VpcSubnet>;

/** A private network of a region. */
export const Vpc = model('Vpc', {
  id: integer({readOnly: true, filterable: true}),
  label: text({min: 1, max: 64, filterable: true}),
  description: text({max: 255}),
  region: text({filterable: true}),
  subnets: list(VpcSubnet),
  created: dateTime({readOnly: true, filterable: true}),
  updated: nullable(dateTime({readOnly: true, filterable: true})),
});
export type Vpc = Read<typeof Vpc>;

/** An address or a range of an interface in a VPC. No field is a key: several configs may have the same address. */
export const VpcIpAddress = model('VpcIpAddress', {
  // Either `address` or `address_range` is null.
  address: nullable(text({format: 'ip', readOnly: true})),
  address_range: nullable(text({readOnly: true})),
  vpc_id: integer({readOnly: true, filterable: true}),
  subnet_id: integer(),
  region: text({readOnly: true, filterable: true}),
  compute_id: integer({readOnly: true, filterable: true}),
  config_id: nullable(integer({readOnly: true, filterable: true})),
  interface_id: integer({readOnly: true}),
  active: flag({readOnly: true, filterable: true}),
  nat_1_1: nullable(text({format: 'ip', acceptedValues: [''], readOnly: true})),
  gateway: nullable(text({format: 'ip', readOnly: true})),
  prefix: nullable(integer({readOnly: true})),
  subnet_mask: text({format: 'ip', acceptedValues: [''], readOnly: true}),
});
export type VpcIpAddress = Read<typeof VpcIpAddress>;

/** Body of `vpcs.subnets.create`. */
export const VpcSubnetCreate = model('VpcSubnetCreate', {
  label: required(VpcSubnet.fields.label),
  ipv4: required(VpcSubnet.fields.ipv4),
});

/** Body of `vpcs.subnets.update`; the range of a subnet is fixed. */
export const VpcSubnetUpdate = model('VpcSubnetUpdate', {label: VpcSubnet.fields.label});

/** Body of `vpcs.create`. */
export const VpcCreate = model('VpcCreate', {
  label: required(Vpc.fields.label),
  region: required(Vpc.fields.region),
  description: Vpc.fields.description,
  subnets: list(object(VpcSubnetCreate.fields)),
});

/** Body of `vpcs.update`. */
export const VpcUpdate = model('VpcUpdate', {label: Vpc.fields.label, description: Vpc.fields.description});

export const vpcs = family('vpcs', {
  list: get('/vpcs', {page: Vpc, today: true}),
  create: post('/vpcs', {
    scopes: ['vpc:read_write'],
    access: {grants: ['add_vpcs']},
    body: VpcCreate,
    responseModel: Vpc,
    today: true,
  }),
  get: get('/vpcs/{vpcId}', {responseModel: Vpc, today: true}),
  update: put('/vpcs/{vpcId}', {scopes: ['vpc:read_write'], body: VpcUpdate, responseModel: Vpc, today: true}),
  delete: del('/vpcs/{vpcId}', {scopes: ['vpc:read_write'], today: true}),
  subnets: {
    list: get('/vpcs/{vpcId}/subnets', {page: VpcSubnet, today: true}),
    create: post('/vpcs/{vpcId}/subnets', {
      scopes: ['vpc:read_write'],
      body: VpcSubnetCreate,
      responseModel: VpcSubnet,
      today: true,
    }),
    get: get('/vpcs/{vpcId}/subnets/{vpcSubnetId}', {responseModel: VpcSubnet, today: true}),
    update: put('/vpcs/{vpcId}/subnets/{vpcSubnetId}', {
      scopes: ['vpc:read_write'],
      body: VpcSubnetUpdate,
      responseModel: VpcSubnet,
      today: true,
    }),
    delete: del('/vpcs/{vpcId}/subnets/{vpcSubnetId}', {scopes: ['vpc:read_write'], today: true}),
  },
  ips: {
    list: get('/vpcs/{vpcId}/ips', {scopes: ['ips:read_only'], page: VpcIpAddress, today: true}),
  },
  allIps: {
    list: get('/vpcs/ips', {scopes: ['ips:read_only'], page: VpcIpAddress, today: true}),
  },
});
