import {expect, test} from 'vitest';
import {instance, region} from '../testing/rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';
import {isCurrentApi, mayBeCurrentApi} from './api-version.ts';
import {isOffered} from './offered-operations.ts';

const unknown = lookupFrom();
const older = lookupFrom({lists: {regions: [region()]}});
const current = lookupFrom({lists: {regions: [region(), region({site_type: 'core'})]}});

test('the version of the API is unknown until the regions are loaded', () => {
  expect([unknown, older, current].map(isCurrentApi)).toEqual([undefined, false, true]);
  expect(isCurrentApi(lookupFrom({lists: {regions: []}}))).toBeUndefined();
});

test('with an unknown version, new fields and removed operations are both offered', () => {
  expect([unknown, older, current].map(lookup => mayBeCurrentApi({lookup}))).toEqual([true, false, true]);
  const isRemovedOffered = [unknown, older, current].map(lookup => isOffered('account.events.markRead', lookup));
  expect(isRemovedOffered).toEqual([true, true, false]);
});

test('bug: a form left out new fields, while the menu left out removed operations', () => {
  const lookup = lookupFrom({lists: {regions: [region()], instances: [instance({interface_generation: 'compute'})]}});
  expect(mayBeCurrentApi({lookup})).toBe(false);
  expect(isOffered('account.events.markRead', lookup)).toBe(true);
});
