import {expect, test} from 'vitest';
import {familyOf} from '../../../families/registry.ts';
import {volume} from '../../../families/testing/rows.ts';
import {lookupFrom} from '../../../families/testing/test-lookup.ts';
import {duplicateLabelNote} from './duplicate-label.ts';

const data = volume({id: 1, label: 'data'});
const lookup = lookupFrom({lists: {volumes: [data, volume({id: 2, label: 'logs'})]}});
const noteOf = (operation: string, label: unknown, row: object | undefined = undefined) =>
  duplicateLabelNote({family: familyOf('volumes'), params: {}, operation, row: row && {...row}, lookup}, label);

test('a new volume and a clone with the label of a volume are pointed out', () => {
  expect(noteOf('volumes.create', 'data')).toBe('Another volume has this label.');
  expect(noteOf('volumes.clone', 'data', data)).toBe('Another volume has this label.');
  expect(noteOf('volumes.create', 'other')).toBeUndefined();
  expect(noteOf('volumes.create', undefined)).toBeUndefined();
});

test('the label of the edited volume itself is not pointed out', () => {
  expect(noteOf('volumes.update', 'data', data)).toBeUndefined();
  expect(noteOf('volumes.update', 'logs', data)).toBe('Another volume has this label.');
});

test('a resource of another type may have the same label', () => {
  expect(noteOf('images.create', 'data')).toBeUndefined();
});
