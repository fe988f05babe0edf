import {expect, test} from 'vitest';
import {familyOf} from './registry.ts';
import {lookAt} from './testing/look.ts';
import {region} from './testing/rows.ts';
import {lines} from './testing/try.ts';

const regions = familyOf('regions');

test('a region goes by its label where the provider gives one, otherwise by its country', () => {
  const newark = region({label: 'Newark, NJ'});
  expect(lines(regions, newark)).toMatchObject({Label: 'Newark, NJ', Country: 'United States'});
  expect([newark, region()].map(row => regions.summary?.(row, lookAt()))).toEqual(['Newark, NJ', 'United States']);
  expect(lines(regions, region())).not.toHaveProperty('Label');
});
