import {expect, test} from 'vitest';
import {noneCell, unknownCell} from '../format/cells.ts';
import {image, plan, region} from '../testing/rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';
import {imageCell, planCell, regionCell} from './reference-cells.ts';

const lookup = lookupFrom({
  lists: {
    regions: [
      region({id: 'us-east', label: 'Newark, NJ', status: 'ok'}),
      region({id: 'eu-west', label: 'London, UK', status: 'outage'}),
    ],
    types: [
      plan({id: 'g6-standard-2', label: 'Standard 4 GB', price: {hourly: 0.036, monthly: 24}, region_prices: []}),
    ],
    images: [image({id: 'private/15', label: 'golden'})],
  },
});

test('a region shows its label, and its outage', () => {
  expect(regionCell('us-east', lookup)).toEqual(['us-east', {text: 'Newark, NJ', tone: 'dim'}]);
  expect(regionCell('eu-west', lookup)).toEqual([
    'eu-west',
    {text: 'London, UK', tone: 'dim'},
    {text: 'outage', tone: 'failed'},
  ]);
  expect(regionCell('xx-new', lookup)).toBe('xx-new');
});

test('a plan shows its label and price, and an image its label', () => {
  expect(planCell('g6-standard-2', lookup)).toEqual([
    'Standard 4 GB',
    {text: 'g6-standard-2 · $24.00/mo', tone: 'dim'},
  ]);
  expect(planCell('g9-new', lookup)).toBe('g9-new');
  expect(imageCell('private/15', lookup)).toEqual(['golden', {text: 'private/15', tone: 'dim'}]);
  expect(imageCell('private/99', lookup)).toBe('private/99');
});

test('cells without a reference show a missing value', () => {
  expect(regionCell(undefined, lookup)).toEqual(unknownCell);
  expect(planCell(undefined, lookup)).toEqual(unknownCell);
  expect(imageCell(undefined, lookup)).toEqual(unknownCell);
  expect(imageCell(null, lookup)).toEqual(noneCell);
});
