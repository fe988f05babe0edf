import {describe, expect, it} from 'vitest';
import type {InstanceIps} from '../../../contract/instances/instance-ips.ts';
import {ip} from '../../testing/network-rows.ts';
import {instanceIps} from './instance-ips.ts';

const address = ip();
const six = {
  ...address,
  type: 'ipv6',
  address: '2001:db8::1',
  subnet_mask: 'ffff:ffff:ffff:ffff::',
  gateway: 'fe80::1',
};
const range = (name: string, route_target: string | null = '2001:db8::1') => ({
  range: name,
  prefix: 64,
  region: 'us-east',
  route_target,
});
const response = (global: unknown): InstanceIps =>
  ({
    ipv4: {public: [address], private: [], shared: [], reserved: []},
    ipv6: {slaac: six, link_local: {...six, address: 'fe80::1', public: false}, global},
  }) as InstanceIps;
const rangesIn = (global: unknown) =>
  instanceIps.rows?.(response(global)).flatMap(row => (row.type === 'ipv6/range' ? [[row.address, row.use]] : []));

describe('the addresses of an instance', () => {
  it('include the IPv6 ranges of both dialects, a single one or a list', () => {
    expect(rangesIn(range('2001:db8:1::'))).toEqual([['2001:db8:1::', 'range']]);
    expect(rangesIn([range('2001:db8:1::'), range('2001:db8:2::')])).toEqual([
      ['2001:db8:1::', 'range'],
      ['2001:db8:2::', 'range'],
    ]);
    expect(rangesIn([])).toEqual([]);
  });

  it('mark a range of another instance as shared', () => {
    expect(rangesIn([range('2001:db8:9::', '2001:db8::2')])).toEqual([['2001:db8:9::', 'shared']]);
  });

  it('have the same use when they are read individually', () => {
    const readAlone = (facts: object, computeId = address.compute_id) =>
      instanceIps.row?.({...address, ...facts}, {computeId});
    const rows = instanceIps.rows?.(response([])) ?? [];
    expect(rows.map(({use, ...facts}) => ({use, alone: readAlone(facts)?.use}))).toEqual(
      rows.map(({use}) => ({use, alone: use})),
    );
    expect(readAlone({public: false})).toMatchObject({use: 'private'});
    expect(readAlone({}, 999)).toMatchObject({use: 'shared'});
  });
});
