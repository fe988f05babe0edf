/** Families that consist of a description, without code of their own. */
import {describe, expect, test} from 'vitest';
import {contract} from '../../contract/index.ts';
import {endpointsOf} from '../../contract/schema/family.ts';
import {cellText} from '../format/cells.ts';
import {families, familyOf, handWrittenFamilies} from '../registry.ts';
import {cellOf} from '../shape/column.ts';
import {type AnyRow, columnId, type FamilyId} from '../shape/define-family.ts';
import {planAvailability, policyRow, servicePrice, transferPrice} from '../testing/described-rows.ts';
import {detailLines} from '../testing/probe.ts';
import {lookupFrom} from '../testing/test-lookup.ts';
import {describedFamilies} from './index.ts';

const cellsOf = (id: FamilyId, row: AnyRow): Record<string, string> =>
  Object.fromEntries(
    familyOf(id).columns.map(column => [columnId(column), cellText(cellOf(column, row, lookupFrom(), {}))]),
  );

/** GET operations of today's API that no family and no tab reads, each with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'kube.versions.get': 'the list of versions has everything',
  'kube.tiers.versions.get': 'the list of versions has everything',
};

test("every list and object of today's API is read by a family or by a tab", () => {
  const read = new Set(
    families.flatMap(({id, source, detail}) => [
      source,
      `${id}.get`,
      ...detail.flatMap(tab =>
        'operation' in tab ? [tab.operation] : 'requests' in tab ? tab.requests.map(({operation}) => operation) : [],
      ),
    ]),
  );
  const readOperations = [...endpointsOf(contract)].filter(({method, spec}) => spec.today && method === 'GET');
  expect(readOperations.map(({id}) => id).filter(id => !read.has(id) && !(id in exceptions))).toEqual([]);
  expect(Object.keys(exceptions).filter(id => !readOperations.some(endpoint => endpoint.id === id))).toEqual([]);
});

test('a described list has no handwritten family and no actions', () => {
  const handWritten = new Set(handWrittenFamilies.map(({id}) => id));
  expect(describedFamilies.filter(({id}) => handWritten.has(id))).toEqual([]);
  expect(
    describedFamilies.flatMap(({actions, borrowedActions}) => Object.keys({...actions, ...borrowedActions})),
  ).toEqual([]);
});

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
});

test('the availability of a plan has a key of region and plan, and opens each of them', () => {
  const family = familyOf('regions.availability');
  const row = planAvailability();
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
