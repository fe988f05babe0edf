import {describe, expect, test} from 'vitest';
import {entity, event} from '../testing/rows.ts';
import {entityNoun, entityOf, entityRef, isEventAbout, isInProgress} from './event-entities.ts';

describe('the reference of an entity', () => {
  test.each([
    ['compute', 101, {family: 'instances', id: 101}],
    ['volume', 4411, {family: 'volumes', id: 4411}],
    ['image', 'private/12', {family: 'images', id: 'private/12'}],
    ['tag', 'prod', {family: 'tags', id: 'prod'}],
  ])('%s %s', (type, id, ref) => expect(entityRef({type, id})).toEqual(ref));

  test.each([
    ['an unknown type', {type: 'spaceship', id: 1}],
    ['a type named like an object property', {type: 'constructor', id: 1}],
    ['an entity without an ID', {type: 'compute', id: null}],
    ['a missing entity', null],
  ])('%s has no reference', (_, entity) => expect(entityRef(entity)).toBeUndefined());

  test('a disk as the second entity has no reference, because its ID is not that of an instance', () => {
    expect(entityRef({type: 'disks', id: 9001})).toBeUndefined();
  });
});

test('entity types have names in any letter case, and unknown types are named after themselves', () => {
  expect(entityNoun('nodeBalancer')).toBe('NodeBalancer');
  expect(entityNoun('compute_config')).toBe('compute config');
});

describe('the subject of an event', () => {
  test('events of disks and backups carry the ID of their instance', () => {
    const entry = event({action: 'disk_resize', entity: entity('disks', 101, 'web-01')});
    expect(entityOf(entry)?.type).toBe('compute');
    expect(isEventAbout(entry, 'compute', 101)).toBe(true);
    expect(isEventAbout(entry, 'disks', 101)).toBe(false);
  });

  test('an entity of another type with the same ID is not the subject', () => {
    expect(isEventAbout(event({entity: entity('volume', 101, 'x')}), 'compute', 101)).toBe(false);
    expect(isEventAbout(event({entity: null}), 'compute', 101)).toBe(false);
    expect(isEventAbout(event({entity: entity('compute', null, null)}), 'compute', 101)).toBe(false);
  });

  test('an ID matches as text and as number', () => {
    expect(isEventAbout(event({entity: entity('compute', '101', 'web-01')}), 'compute', 101)).toBe(true);
  });
});

test.each([
  ['scheduled', true],
  ['started', true],
  ['finished', false],
  ['notification', false],
  ['failed', false],
  ['paused', false],
])('%s is in progress: %s', (status, is) => expect(isInProgress(event({status}))).toBe(is));
