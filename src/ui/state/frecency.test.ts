import {expect, test} from 'vitest';
import {createStore} from 'zustand/vanilla';
import type {Preferences, UsageRecord} from '../context/console-types.ts';
import {createFrecency} from './frecency.ts';

const WEEK = 7 * 86_400_000;
const profile = {name: 'prod', production: false, readOnly: false};

function openFrecency(uses: UsageRecord = {}) {
  let now = 10 * WEEK;
  const preferences = createStore(() => ({uses}) as Preferences);
  const frecency = createFrecency(preferences, profile, {now: () => now});
  return {
    ...frecency,
    preferences,
    pass(time: number) {
      now += time;
    },
    order: (...keys: string[]) => frecency.sort(keys, key => key),
  };
}

test('more frequent items come first, and unused ones keep their order', () => {
  const {record, order} = openFrecency();
  expect(order('a', 'b', 'c')).toEqual(['a', 'b', 'c']);
  for (const key of ['c', 'b', 'c']) record(key);
  expect(order('a', 'b', 'c', 'd')).toEqual(['c', 'b', 'a', 'd']);
});

test('a use of today counts more than two uses of a month ago', () => {
  const {record, order, pass} = openFrecency();
  record('old');
  record('old');
  pass(4 * WEEK);
  record('new');
  expect(order('old', 'new')).toEqual(['new', 'old']);
});

test('at most 200 uses are kept, including the latest', () => {
  const many = Object.fromEntries(
    Array.from({length: 200}, (_, index) => [`key ${index}`, {weight: 5 + index, at: 10 * WEEK}]),
  );
  const {record, preferences} = openFrecency(many);
  record('newest');
  const {uses} = preferences.getState();
  expect(Object.keys(uses)).toHaveLength(200);
  expect(uses.newest).toEqual({weight: 1, at: 10 * WEEK});
  expect(uses).not.toHaveProperty('key 0');
});

test('the key of a resource contains its profile and its list', () => {
  const {keyOf} = openFrecency();
  expect(keyOf({family: 'instances.disks', id: 7, params: {instanceId: 101}})).toBe('prod instances.disks 101 7');
});
