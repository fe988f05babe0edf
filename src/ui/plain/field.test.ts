import {expect, test} from 'vitest';
import type {FieldItems, FieldState} from '../../store/changes/form/field-state.ts';
import {valueWords} from './field.ts';

const field = (facts: Partial<FieldState>): FieldState => ({input: 'pick', isSecret: false, ...facts}) as FieldState;

test('bug: plain mode read out the JSON of a slot without a disk', () => {
  expect(valueWords(field({value: {disk_id: null, volume_id: null}}))).toBe('');
  expect(valueWords(field({value: {disk_id: 5, volume_id: null}}))).toBe('disk_id 5');
});

const oneRule: FieldItems = {
  entries: [{path: 'rules.0', about: undefined, fields: [], others: undefined}],
  one: 'rule',
  isFixed: false,
  atMost: undefined,
  blank: () => ({}),
};

test.each<[Partial<FieldState>, string]>([
  [{value: undefined}, ''],
  [{value: 'hunter2', input: 'secret', isSecret: true}, 'hidden'],
  [{value: false, input: 'toggle'}, 'no'],
  [{value: 'a\nb', input: 'multiline'}, '2 lines'],
  [{value: [1, 2], input: 'pickMany', options: [{value: 1, text: 'web', detail: '', unless: undefined}]}, 'web, 2'],
  [{value: [{}], input: 'rows', items: oneRule}, '1 entry'],
  [{value: {}, input: 'json'}, '{}'],
  [{value: {cpu: {max: 2}}}, 'cpu {"max":2}'],
  [{input: 'text', several: {total: 2, differs: true, entries: [], amendment: undefined}}, 'differs'],
  [{value: true, input: 'toggle', several: {total: 2, differs: true, entries: [], amendment: undefined}}, 'yes'],
])('a field with %o has the words %s', (facts, words) => {
  expect(valueWords(field(facts))).toBe(words);
});
