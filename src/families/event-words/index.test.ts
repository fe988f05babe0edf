import {describe, expect, test} from 'vitest';
import {eventActions, todayEventActions} from '../../contract/account/events.ts';
import {families} from '../registry.ts';
import {eventMeaning, eventWords} from './index.ts';

test("the words cover exactly the event actions of the documents and of today's API", () => {
  expect(Object.keys(eventWords).sort()).toEqual([...eventActions, ...todayEventActions].sort());
  expect(todayEventActions).toHaveLength(70);
});

test('only actions that report a problem are alarms', () => {
  const alarms = Object.entries(eventWords).flatMap(([action, {alarm}]) => (alarm === undefined ? [] : [action]));
  expect(alarms.sort()).toEqual([
    'database_degraded',
    'database_failed',
    'database_low_disk_space',
    'placement_group_became_non_compliant',
    'tax_id_invalid',
  ]);
});

test('an unknown action has no words', () => {
  expect(eventMeaning('compute_hibernate')).toBeUndefined();
  expect(eventMeaning('toString')).toBeUndefined();
});

describe.each(Object.entries(eventWords))('%s', (_, {doing, done, failed, busyWord}) => {
  test('has another sentence for its run than for its end, and all are complete without names', () => {
    // An event that reports a failure has the same sentence for its end and for its own failure.
    expect([done, failed]).not.toContain(doing);
    for (const phrase of [doing, done, failed]) {
      const bare = phrase.replace(/\[[^\]]*\]/g, '');
      expect(bare).toMatch(/^(\{entity\} \w|\w[\w' -]* \w)/);
      expect(bare).not.toMatch(/[[\]]|\{(?!entity\})/);
      expect(bare).not.toMatch(/\b(to|from|of|by)$/);
    }
    if (busyWord !== undefined) expect(busyWord).not.toBe('');
  });
});

test('the event words of a family equal the shared ones', () => {
  for (const family of families) {
    for (const [action, meaning] of Object.entries(family.onEvent)) expect(eventMeaning(action)).toEqual(meaning);
  }
});

test('every family that an event invalidates exists', () => {
  const familyIds = new Set<string>(families.map(({id}) => id));
  const stale = Object.values(eventWords).flatMap(({invalidates}) => invalidates ?? []);
  expect(stale.filter(id => !familyIds.has(id))).toEqual([]);
});
