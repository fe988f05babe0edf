/** IP addresses of the account. */
import {get, post, put} from '../schema/endpoint.ts';
import {
  choice,
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

/** An IP address. */
export const IpAddress = model(
  'IpAddress',
  {
    address: text({format: 'ip', readOnly: true}),
    gateway: nullable(text({format: 'ip', readOnly: true})),
    subnet_mask: text({format: 'ip', readOnly: true}),
    prefix: integer({readOnly: true}),
    type: choice(['ipv4', 'ipv6', 'ipv6/pool', 'ipv6/range'], {readOnly: true}),
    public: flag({readOnly: true}),
    rdns: nullable(text()),
    compute_id: integer({readOnly: true}),
    region: text({readOnly: true, filterable: true}),
    interface_id: today(nullable(integer({readOnly: true}))),
    vpc_nat_1_1: today(
      nullable(object({address: text({format: 'ipv4'}), subnet_id: integer(), vpc_id: integer()}, {readOnly: true})),
    ),
  },
  'address',
);
export type IpAddress = Read<typeof IpAddress>;

/** Body of `networking.ips.allocate`. */
export const IpAllocate = model('IpAllocate', {
  type: required(choice(['ipv4'])),
  public: required(flag()),
  compute_id: required(integer()),
});

/** Body of `networking.ips.update`; null restores the default name (supplement). */
export const IpUpdate = model('IpUpdate', {
  rdns: nullable(text()),
});

/** Body of `networking.ips.assign`. */
export const IpAssign = model('IpAssign', {
  region: required(text()),
  assignments: required(list(object({address: text({format: 'ipv4|ipv6/prefix_length'}), compute_id: integer()}))),
});

/** Body of `networking.ips.share`. */
export const IpShare = model('IpShare', {
  compute_id: required(integer()),
  ips: required(list(text({format: 'ipv4|ipv6/prefix_length'}))),
});

/** Body of `networking.ipv4.assign`. */
export const Ipv4Assign = model('Ipv4Assign', {
  region: required(text()),
  assignments: required(list(object({address: text({format: 'ip'}), compute_id: integer()}))),
});

export const ipsEndpoints = {
  ips: {
    list: get('/networking/ips', {scopes: ['ips:read_only'], page: IpAddress}),
    allocate: post('/networking/ips', {
      scopes: ['ips:read_write', 'compute:read_write'],
      body: IpAllocate,
      responseModel: IpAddress,
    }),
    get: get('/networking/ips/{address}', {scopes: ['ips:read_only'], responseModel: IpAddress}),
    update: put('/networking/ips/{address}', {scopes: ['ips:read_write'], body: IpUpdate, responseModel: IpAddress}),
    assign: post('/networking/ips/assign', {scopes: ['ips:read_write', 'compute:read_write'], body: IpAssign}),
    share: post('/networking/ips/share', {scopes: ['ips:read_write', 'compute:read_write'], body: IpShare}),
  },
  ipv4: {
    assign: post('/networking/ipv4/assign', {scopes: ['ips:read_write', 'compute:read_write'], body: Ipv4Assign}),
    share: post('/networking/ipv4/share', {scopes: ['ips:read_write', 'compute:read_write'], body: IpShare}),
  },
};
