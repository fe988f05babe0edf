import {expect, test} from 'vitest';
import {familyOf} from '../registry.ts';
import type {AnyRow, Lookup} from '../shape/define-family.ts';
import {lookupFrom} from '../testing/test-lookup.ts';

test("an instance without an IPv6 address doesn't break the list of IPv6 ranges (found by npm run fuzz)", () => {
  const routed = familyOf('networking.ipv6.ranges').columns.find(column => 'id' in column && column.id === 'routed');
  const rows: readonly AnyRow[] = [{id: 1}, {id: 2, ipv6: null}, {id: 3, label: 'web-03', ipv6: '2001:db8::3/128'}];
  const lookup = {...lookupFrom(), rows: () => rows} as Lookup;
  const cell =
    routed &&
    'value' in routed &&
    routed.value({range: '2001:db8:1::', prefix: 64, route_target: '2001:db8::3'}, lookup, {});
  expect(cell).toBe('web-03');
});
