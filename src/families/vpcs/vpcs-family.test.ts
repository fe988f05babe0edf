import {describe, expect, test} from 'vitest';
import type {Vpc} from '../../contract/resources/vpcs.ts';
import {cellText} from '../format/cells.ts';
import type {AnyRow, Family} from '../shape/define-family.ts';
import {formContext} from '../testing/form-context.ts';
import {vpc, vpcAddress, vpcSubnet} from '../testing/network-rows.ts';
import {instance} from '../testing/rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';
import {vpcs} from './index.ts';
import {allVpcAddresses, vpcAddresses} from './vpc-addresses.ts';
import {vpcSubnets} from './vpc-subnets.ts';

const empty = vpc({id: 4, label: 'staging', subnets: [vpcSubnet({id: 9, label: 'all', computes: []})]});
const lookup = lookupFrom({lists: {instances: [instance({id: 101, label: 'web-01'})], vpcs: [vpc(), empty]}});

/** The texts of the columns that have no field of their own. */
const cells = ({columns}: Family, row: object): Record<string, string> =>
  Object.fromEntries(
    columns.flatMap(column =>
      column.field === undefined ? [[column.id, cellText(column.value(row as AnyRow, lookup, {}))]] : [],
    ),
  );

describe('a VPC', () => {
  test('counts its subnets, and each instance once', () => {
    const twice = vpc({subnets: [vpcSubnet(), vpcSubnet({id: 8})]});
    expect(cells(vpcs, twice)).toMatchObject({subnets: '2', count: '1'});
  });

  test("can't be deleted while instances use it, and names them", () => {
    const {delete: remove} = vpcs.actions;
    expect(remove?.unless?.({row: vpc(), lookup, params: {}})).toBe(
      'it is used by web-01: remove the interfaces first',
    );
    expect(remove?.unless?.({row: empty, lookup, params: {}})).toBeUndefined();
  });

  test('is created again with its subnets when its deletion is undone', () => {
    expect(vpcs.actions.delete?.undo?.body?.(empty, undefined)).toEqual({
      label: 'staging',
      region: 'us-east',
      description: 'Web servers and their databases',
      subnets: [{label: 'all', ipv4: '10.0.0.0/24'}],
    });
  });

  test.each([
    ['10.0.0.0/24', []],
    ['10.0.0.1', []],
    ['8.8.8.0/24', ['must be in 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16']],
    ['172.32.0.0/16', ['must be in 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16']],
    ['172.31.0.0/16', []],
    ['10.0.0.0/30', ['needs a prefix length from 1 to 29']],
    ['10.0.0.0/0', ['needs a prefix length from 1 to 29']],
    ['192.168.192.0/24', ['must not be in 192.168.128.0/17']],
    ['192.168.127.0/24', []],
    ['10.1.0.0/15', ['overlaps with 10.1.0.0/16']],
  ])('rejects the subnet range %s on creation if it is invalid', (ipv4, reasons) => {
    const subnets = [
      {label: 'first', ipv4: '10.1.0.0/16'},
      {label: 'second', ipv4},
    ];
    const fieldErrors = vpcs.actions.create?.problems?.({
      row: undefined,
      lookup,
      params: {},
      body: {label: 'x', region: 'us-east', subnets},
    });
    expect(fieldErrors).toEqual(reasons.map(reason => ({field: 'subnets.1.ipv4', reason})));
  });

  test('needs a region that offers VPCs', () => {
    const {region} = vpcs.actions.create?.form ?? {};
    const place = (capabilities: readonly string[]) => ({id: 'us-east', status: 'ok', capabilities});
    expect(region?.unless?.(formContext({candidate: place(['Computes']), lookup}))).toBe('has no VPCs');
    expect(region?.unless?.(formContext({candidate: place(['Computes', 'VPCs']), lookup}))).toBeUndefined();
  });
});

describe('a subnet', () => {
  test('names its instances, with IDs until they are loaded', () => {
    const row = vpcSubnet({computes: [...vpcSubnet().computes, {id: 102, interfaces: []}]});
    expect(cells(vpcSubnets, row)).toMatchObject({count: '2', members: 'web-01, instance 102'});
  });

  test("can't overlap with another subnet", () => {
    const others = lookupFrom({lists: {'vpcs.subnets': [vpcSubnet()]}});
    const fieldErrors = vpcSubnets.actions.create?.problems?.({
      row: undefined,
      lookup: others,
      params: {
        vpcId: 3,
      },
      body: {label: 'x', ipv4: '10.0.0.128/25'},
    });
    expect(fieldErrors).toEqual([{field: 'ipv4', reason: 'overlaps with 10.0.0.0/24'}]);
  });

  test('can be deleted when it has no interface', () => {
    const {delete: remove} = vpcSubnets.actions;
    expect(remove?.unless?.({row: vpcSubnet(), lookup, params: {}})).toMatch(/used by web-01/);
    expect(remove?.unless?.({row: vpcSubnet({computes: []}), lookup, params: {}})).toBeUndefined();
  });
});

test('addresses of a VPC are identified by their interface, range and VPC', () => {
  const rows = [
    vpcAddress(),
    vpcAddress({config_id: 9002, interface_id: 90020}),
    vpcAddress({address: null, address_range: '10.0.4.0/28'}),
    vpcAddress({vpc_id: 4, subnet_id: 9}),
  ];
  for (const family of [vpcAddresses, allVpcAddresses])
    expect(new Set(rows.map(row => family.key(row))).size).toBe(rows.length);
  expect(cells(allVpcAddresses, rows[3] as object)).toMatchObject({vpc: 'staging', subnet: 'all', instance: 'web-01'});
  const unknown: Vpc['id'] = 99;
  expect(cells(allVpcAddresses, vpcAddress({vpc_id: unknown}))).toMatchObject({vpc: 'VPC 99', subnet: 'subnet 7'});
});
