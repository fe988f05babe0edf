/** Lists without actions: prices, availability, policies, endpoints. */
import {describe, expect, test} from 'vitest';
import {cellText} from '../format/cells.ts';
import {familyOf} from '../registry.ts';
import {cellOf} from '../shape/column.ts';
import {type AnyRow, columnId, type FamilyId} from '../shape/define-family.ts';
import {detailLines} from '../testing/probe.ts';
import {availabilityRow, policyRow, servicePrice, storageEndpoint, transferPrice} from '../testing/read-only-rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';

const cellsOf = (id: FamilyId, row: AnyRow): Record<string, string> =>
  Object.fromEntries(
    familyOf(id).columns.map(column => [columnId(column), cellText(cellOf(column, row, lookupFrom(), {}))]),
  );

describe('a price list', () => {
  test('shows the lowest price if regions differ', () => {
    expect(cellsOf('volumes.types', servicePrice())).toEqual({
      label: 'Storage Volume',
      id: 'volume',
      hourly: 'from $0.00015/h',
      price: 'from $0.10/mo',
      transfer: '0',
    });
    expect(cellsOf('networkTransfer.prices', transferPrice())).toMatchObject({hourly: 'from $0.005/h', price: '—'});
  });

  test('shows each region with its own price', () => {
    expect(detailLines(familyOf('volumes.types'), servicePrice())).toEqual({
      ID: 'volume',
      Label: 'Storage Volume',
      Hourly: '$0.00015/h',
      Monthly: '$0.10/mo',
      'In other regions': 'ap-south · hourly $0.00018/h · monthly $0.12/mo',
      Transfer: '0',
    });
    expect(detailLines(familyOf('volumes.types'), servicePrice({region_prices: []}))['In other regions']).toBe('—');
  });

  test('shows a price without a monthly maximum', () => {
    expect(detailLines(familyOf('networkTransfer.prices'), transferPrice())).toMatchObject({
      Monthly: '—',
      'In other regions': 'ap-south · hourly $0.015/h · monthly —',
    });
  });

  test.each([
    'volumes.types',
    'objectStorage.types',
    'nodebalancers.types',
    'longview.types',
  ] as const)('%s has the columns of all price lists', id =>
    expect(familyOf(id).columns.map(columnId)).toEqual(['label', 'id', 'hourly', 'price', 'transfer']));
});

test('the availability of a plan has a key of region and plan, and opens each of them', () => {
  const family = familyOf('regions.availability');
  const row = availabilityRow();
  expect(family.key(row)).toBe('us-east/g6-standard-2');
  expect(cellsOf('regions.availability', row)).toEqual({region: 'us-east', plan: 'g6-standard-2', available: 'yes'});
  const targets = family.columns.map(({link}) => link?.(row, lookupFrom(), {}));
  expect(targets).toEqual([{family: 'regions', id: 'us-east'}, {family: 'types', id: 'g6-standard-2'}, undefined]);
});

test('a policy shows its label and notice period, and its ID in the provider’s spelling', () => {
  const row = policyRow();
  expect(cellsOf('maintenance.policies', row)).toMatchObject({
    label: 'Power off and on',
    type: 'power off on',
    notification_period_sec: '72:00:00',
    is_default: 'no',
    slug: 'compute/power_off_on',
  });
  const spell = (position: string, text: string) => `${position} ${text}`;
  const lines = detailLines(familyOf('maintenance.policies'), row, lookupFrom({spell}));
  expect(lines.ID).toBe('policy compute/power_off_on');
});

test('two endpoints of a region without an address differ by their type', () => {
  const {key} = familyOf('objectStorage.endpoints');
  expect(key(storageEndpoint())).toBe('us-east/E1/us-east-1.storage.example.com');
  expect(key(storageEndpoint({endpoint_type: 'E3', s3_endpoint: null}))).toBe('us-east/E3/');
});
