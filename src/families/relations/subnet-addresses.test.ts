import {expect, test} from 'vitest';
import {vpc} from '../testing/network-rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';
import {outsideSubnetsWarnings, outsideSubnetWarnings} from './subnet-addresses.ts';

const lookup = lookupFrom({lists: {vpcs: [vpc()]}});

test('bug: an address outside of its subnet had no warning', () => {
  expect(outsideSubnetWarnings(7, ['10.0.9.9', '10.0.0.9'], lookup)).toEqual([
    '10.0.9.9 is outside of the subnet web, which has 10.0.0.0/24.',
  ]);
  expect(outsideSubnetsWarnings([{subnet_id: 7, ipv4: {vpc: '10.0.9.9'}}, {ipv4: {vpc: '10.0.9.9'}}], lookup)).toEqual([
    '10.0.9.9 is outside of the subnet web, which has 10.0.0.0/24.',
  ]);
});

test('an address that the API chooses, that is invalid, or in a subnet that is not read has no warning', () => {
  expect(outsideSubnetWarnings(7, [undefined, null, '', 'auto', '10.0.9'], lookup)).toEqual([]);
  expect(outsideSubnetWarnings(8, ['10.0.9.9'], lookup)).toEqual([]);
  expect(outsideSubnetWarnings(null, ['10.0.9.9'], lookup)).toEqual([]);
});
