import {expect, test} from 'vitest';
import {createKeymap} from './keymap.ts';
import type {Layer} from './layer.ts';
import {unboundKeyHint} from './unbound-keys.ts';

const keymap = createKeymap();
const list: Layer = {id: 'list', handler: command => (command === 'delete' ? {run: () => undefined} : undefined)};
const words = (key: string, layers: readonly Layer[] = [list]) => unboundKeyHint({key}, layers, keymap);

test('bug: an unbound key showed no hint with the right key for its command', () => {
  expect(words('d')).toBe('d isn’t a key of this screen. Press x to delete.');
  expect(words('p')).toBe('p isn’t a key of this screen. Press ? to list the keys.');
});

test('bug: D, a key of actions such as Detach, led to the deletion of the resource', () => {
  expect(words('D')).toBe('D isn’t a key of this screen. Press ? to list the keys.');
  expect(words('d', [{...list, canSuggest: command => command !== 'delete'}])).toBe(
    'd isn’t a key of this screen. Press ? to list the keys.',
  );
  expect(words('D', [{...list, hintFor: key => `${key} is a key of tab 1.`}])).toBe('D is a key of tab 1.');
});

test("the hint names no key for an unavailable command, and doesn't appear in a text input", () => {
  const hiddenKeys: Layer = {id: 'list', handler: () => ({run: () => undefined, isHidden: () => true})};
  expect(words('d', [hiddenKeys])).toBe('d isn’t a key of this screen. Press ? to list the keys.');
  expect(words('d', [{...list, isTyping: () => true}])).toBeUndefined();
  expect(unboundKeyHint({key: 'd', isPaste: true}, [list], keymap)).toBeUndefined();
  for (const key of ['esc', 'enter', 'wheel-up', 'click', 'paste']) expect(words(key)).toBeUndefined();
});
