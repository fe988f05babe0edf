import {expect, test} from 'vitest';
import {cellText} from '../format/cells.ts';
import {familyOf} from '../registry.ts';
import {cellOf} from '../shape/column.ts';
import {type AnyRow, columnId, type FamilyId, type Lookup} from '../shape/define-family.ts';
import {servicePrice} from '../testing/read-only-rows.ts';
import {instance, plan, volume} from '../testing/rows.ts';
import {database, databaseType, nodebalancer} from '../testing/service-rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';

function priceText(family: FamilyId, row: AnyRow, lookup: Lookup): string {
  const column = familyOf(family).columns.find(candidate => columnId(candidate) === 'price');
  if (!column) throw new Error(`${family} has no price column`);
  return cellText(cellOf(column, row, lookup, {}));
}

const lookup = lookupFrom({
  lists: {
    types: [plan()],
    'volumes.types': [servicePrice()],
    'nodebalancers.types': [servicePrice({id: 'nodebalancer', price: {hourly: 0.015, monthly: 10}})],
    'databases.types': [databaseType()],
  },
});

test.each([
  ['instances', instance(), '$29.00/mo'],
  ['volumes', volume(), '$8.00/mo'],
  ['nodebalancers', nodebalancer(), '$10.00/mo'],
  ['databases.instances', database(), '$180.00/mo'],
  ['databases.mysql', database(), '$180.00/mo'],
] as const)('the price column of %s shows the monthly price, and a question mark without a price list', (family, row, text) => {
  expect(priceText(family, {...row}, lookup)).toBe(text);
  expect(priceText(family, {...row}, lookupFrom())).toBe('?');
});
