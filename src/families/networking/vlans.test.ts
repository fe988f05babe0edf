import {expect, test} from 'vitest';
import {vlan} from '../testing/network-rows.ts';
import {region} from '../testing/rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';
import {vlans} from './vlans.ts';

const {delete: remove} = vlans.actions;
const today = lookupFrom({lists: {regions: [region({site_type: 'core'})]}});
const older = lookupFrom({lists: {regions: [region()]}});

test('a VLAN without instances can be deleted if the API supports it', () => {
  const unused = vlan({computes: []});
  expect(remove?.unless?.({row: unused, lookup: today, params: {}})).toBeUndefined();
  expect(remove?.unless?.({row: unused, lookup: older, params: {}})).toBe('your provider’s API can’t do this');
  expect(remove?.rowParams?.(unused)).toEqual({regionId: 'us-east', label: 'backend'});
});

test("a VLAN in use can't be deleted", () => {
  expect(remove?.unless?.({row: vlan(), lookup: today, params: {}})).toBe(
    'attached to 2 instances; remove the interfaces first',
  );
});
