import {expect, it} from 'vitest';
import {familyOf} from '../../../families/registry.ts';
import {rowFromResponse} from './response-row.ts';

const inAnswer = (id: Parameters<typeof familyOf>[0], name: string, response: unknown) => {
  const family = familyOf(id);
  const action = family.actions[name];
  if (!action) throw new Error(`${id} has no action ${name}`);
  return rowFromResponse({family, action}, response);
};

it('a row in an answer is recognized by the key of its resource type, which can be a text', () => {
  const user = {username: 'ada', email: 'ada@example.com'};
  expect(inAnswer('account.users', 'create', user)).toBe(user);
  const volume = {id: 7, label: 'data'};
  expect(inAnswer('volumes', 'create', volume)).toBe(volume);
});

it('a row is found in an answer with further content', () => {
  const image = {id: 'private/1', label: 'golden'};
  expect(inAnswer('images', 'upload', {upload_to: 'https://images.example.com/1', image})).toBe(image);
});

it.each([undefined, null, 'text', [], {}, {id: null}, {id: {}}])('no row is found in %j', response => {
  expect(inAnswer('volumes', 'create', response)).toBeUndefined();
});

it('no row is found in an answer of another kind', () => {
  expect(inAnswer('objectStorage.objects', 'createUrl', {url: 'https://example.com/a'})).toBeUndefined();
});
