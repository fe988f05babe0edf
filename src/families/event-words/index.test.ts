import {describe, expect, test} from 'vitest';
import {eventActions} from '../../contract/account/events.ts';
import {families} from '../registry.ts';
import {databaseEvents} from './database-events.ts';
import {eventMeaning, eventWords} from './index.ts';

test('every known action has words, and no unknown one beside those of databases', () => {
  expect(Object.keys(eventWords).sort()).toEqual([...eventActions, ...Object.keys(databaseEvents)].sort());
  expect(eventActions.filter(action => action in databaseEvents)).toEqual([]);
});

test('an action nobody knows has none', () => {
  expect(eventMeaning('compute_hibernate')).toBeUndefined();
  expect(eventMeaning('toString')).toBeUndefined();
});

describe.each(Object.entries(eventWords))('%s', (_, {doing, done, failed, busy}) => {
  test('reads as three different sentences, complete also without names', () => {
    expect(doing).not.toBe(done);
    for (const phrase of [doing, done, failed]) {
      const bare = phrase.replace(/\[[^\]]*\]/g, '');
      expect(bare).toMatch(/^(\{entity\} \w|\w[\w' -]* \w)/);
      expect(bare).not.toMatch(/[[\]]|\{(?!entity\})/);
      expect(bare).not.toMatch(/\b(to|from|of|by)$/);
    }
    if (busy !== undefined) expect(busy).not.toBe('');
  });
});

test('a family gives its events the same words as everybody', () => {
  for (const family of families) {
    for (const [action, meaning] of Object.entries(family.onEvent)) expect(eventMeaning(action)).toEqual(meaning);
  }
});

test('what an event makes stale are families that exist', () => {
  const systemCas = new Set<string>(families.map(({id}) => id));
  const stale = Object.values(eventWords).flatMap(({invalidates}) => invalidates ?? []);
  expect(stale.filter(id => !systemCas.has(id))).toEqual([]);
});
