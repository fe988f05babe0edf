import {expect, test} from 'vitest';
import {families, familyOf} from '../registry.ts';
import {lookupFrom} from '../testing/test-lookup.ts';
import {shownOnceLine} from './shown-once.ts';
import {cloneLabel, createdLine, idLine, renameAction, tagsColumn, updatedColumn} from './standard.ts';

test('a missing value is shown as unknown, and not as absent', () => {
  const lookup = lookupFrom();
  expect([idLine.value({id: undefined}), idLine.value({id: null})]).toMatchObject([{text: '?'}, {text: '—'}]);
  expect([createdLine.value({}, lookup), createdLine.value({created: null}, lookup)]).toMatchObject([
    {text: '?'},
    {text: '—'},
  ]);
  expect(tagsColumn.format([])).toMatchObject({text: '—'});
  expect(updatedColumn.format('not a date', undefined, lookup)).toMatchObject({text: '?'});
});

test('a rename expects the new label, and its undo sends the old one', () => {
  expect(renameAction.expectedFields({body: {label: 'new'}})).toEqual({label: 'new'});
  expect(renameAction.expectedFields({body: {}})).toEqual({});
  expect(renameAction.undo.body({label: 'old'}, {label: 'new'})).toEqual({label: 'old'});
  expect(renameAction.undo.body({label: 'old'}, {})).toEqual({});
});

test('an events tab requests events of the entity type of its family', () => {
  const types = families.flatMap(({id, entity, detail}) =>
    detail.flatMap(tab => ('events' in tab ? [[id, tab.events({id: 1}, {}).type, entity]] : [])),
  );
  expect(types.length).toBeGreaterThan(15);
  expect(types.filter(([, type, entity]) => type !== entity)).toEqual([]);
});

test('a secret that was shown once has a line without its value', () => {
  expect(shownOnceLine('Secret', 'shown once').value()).toEqual({text: 'shown once', tone: 'dim'});
  const [secret] =
    familyOf('objectStorage.keys')
      .actions.create?.revealedValues?.({response: {secret_key: 'S3'}, values: {}, row: undefined, params: {}})
      ?.slice(-1) ?? [];
  expect(secret).toEqual({title: 'Secret key', value: 'S3', secret: true});
});

test.each([
  ['uploads', 'uploads-clone'],
  ['a'.repeat(32), `${'a'.repeat(26)}-clone`],
  [`${'a'.repeat(25)}-bcdefg`, `${'a'.repeat(25)}-clone`],
  [`${'a'.repeat(25)}🚀bcdef`, `${'a'.repeat(25)}-clone`],
  ['scratch_', 'scratch-clone'],
])('the clone of %s gets the label %s', (label, proposal) => {
  expect(cloneLabel(label, 32)).toBe(proposal);
});
