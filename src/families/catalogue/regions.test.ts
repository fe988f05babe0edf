import {expect, test} from 'vitest';
import {familyOf} from '../registry.ts';
import {detailLines} from '../testing/probe.ts';
import {region} from '../testing/rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';

const regions = familyOf('regions');

test('a region is named by its label if the provider has one, otherwise by its country', () => {
  const newark = region({label: 'Newark, NJ'});
  expect(detailLines(regions, newark)).toMatchObject({Label: 'Newark, NJ', Country: 'United States'});
  expect([newark, region()].map(row => regions.summary?.(row, lookupFrom()))).toEqual(['Newark, NJ', 'United States']);
  expect(detailLines(regions, region())).not.toHaveProperty('Label');
});
