/** IPv6 pools and ranges. */
import {del, get, post} from '../schema/endpoint.ts';
import {choice, flag, integer, list, model, nullable, type Read, required, text} from '../schema/field.ts';

/** A pool of addresses routed to a region. */
export const Ipv6Pool = model(
  'Ipv6Pool',
  {
    range: text({readOnly: true}),
    prefix: integer(),
    region: text({readOnly: true, filterable: true}),
    route_target: nullable(text()),
  },
  'range',
);
export type Ipv6Pool = Read<typeof Ipv6Pool>;

/** A range of addresses, and the address to which it is routed. */
export const Ipv6Range = model(
  'Ipv6Range',
  {
    range: text({readOnly: true}),
    prefix: integer(),
    region: text({readOnly: true}),
    route_target: nullable(text()),
  },
  'range',
);
export type Ipv6Range = Read<typeof Ipv6Range>;

/** A range with the instances that share it. */
export const Ipv6RangeDetail = model(
  'Ipv6RangeDetail',
  {
    range: text({readOnly: true}),
    prefix: integer(),
    region: text({readOnly: true}),
    is_bgp: flag({readOnly: true}),
    computes: list(integer(), {readOnly: true}),
  },
  'range',
);
export type Ipv6RangeDetail = Read<typeof Ipv6RangeDetail>;

/** A new range, in its short form. */
export const Ipv6RangeCreated = model('Ipv6RangeCreated', {
  range: text({format: 'ipv6/prefix_length'}),
  route_target: text({format: 'ipv6'}),
});
export type Ipv6RangeCreated = Read<typeof Ipv6RangeCreated>;

/** Body of `networking.ipv6.ranges.create`; exactly one of `compute_id` and `route_target`. */
export const Ipv6RangeCreate = model('Ipv6RangeCreate', {
  compute_id: integer(),
  prefix_length: required(choice([56, 64])),
  route_target: text({format: 'ipv6'}),
});

export const ipv6Endpoints = {
  ipv6: {
    pools: {
      list: get('/networking/ipv6/pools', {scopes: ['ips:read_only'], page: Ipv6Pool}),
    },
    ranges: {
      list: get('/networking/ipv6/ranges', {scopes: ['ips:read_only'], page: Ipv6Range}),
      create: post('/networking/ipv6/ranges', {
        scopes: ['ips:read_write', 'compute:read_write'],
        body: Ipv6RangeCreate,
        responseModel: Ipv6RangeCreated,
      }),
      get: get('/networking/ipv6/ranges/{range}', {scopes: ['ips:read_only'], responseModel: Ipv6RangeDetail}),
      delete: del('/networking/ipv6/ranges/{range}', {scopes: ['ips:read_write']}),
    },
  },
};
