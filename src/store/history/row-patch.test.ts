import {expect, test} from 'vitest';
import {applyPatch, differencesBetween, patchBetween} from './row-patch.ts';

test('a patch contains only the fields that differ, including those of nested objects', () => {
  const from = {label: 'web-1', specs: {disk: 20, memory: 1}, tags: ['a'], old: true};
  const to = {label: 'web-2', specs: {disk: 40, memory: 1}, tags: ['a'], fresh: null};
  const patch = patchBetween(from, to);
  expect(patch).toEqual({set: {label: 'web-2', fresh: null}, drop: ['old'], inside: {specs: {set: {disk: 40}}}});
  expect(applyPatch(from, patch ?? {})).toEqual(to);
});

test('equal objects have no patch, and lists are replaced as a whole', () => {
  expect(patchBetween({tags: ['a', {b: 1}]}, {tags: ['a', {b: 1}]})).toBeUndefined();
  expect(patchBetween({tags: ['a']}, {tags: ['a', 'b']})).toEqual({set: {tags: ['a', 'b']}});
});

const names = ['a', 'b', 'c', 'd'];

/** An object with nested objects, lists and values, which depends only on the number. */
const objectNumber = (number: number, depth = 0): Record<string, unknown> =>
  Object.fromEntries(
    names.flatMap((name, index): [string, unknown][] => {
      const choice = (number * 31 + index * 17 + depth * 7) % 6;
      if (choice === 0) return [];
      if (choice === 1) return [[name, null]];
      if (choice === 2) return [[name, [number % 3, {x: number % 2}]]];
      if (choice === 3 && depth < 2) return [[name, objectNumber(number >> 1, depth + 1)]];
      return [[name, number % 5]];
    }),
  );

test('a patch can turn any object into any other', () => {
  const objects = Array.from({length: 200}, (_, number) => objectNumber(number));
  for (const [index, to] of objects.entries()) {
    const from = objects[(index * 7 + 1) % objects.length] ?? {};
    const patch = patchBetween(from, to);
    expect(patch ? applyPatch(from, patch) : from).toEqual(to);
  }
});

test('differences contain the path, the old value and the new value of each field', () => {
  const before = {label: 'web-1', specs: {disk: 20, memory: 1}, group: ''};
  const after = {label: 'web-1', specs: {disk: 40, memory: 1}, tags: ['a']};
  expect(differencesBetween(before, after)).toEqual([
    {path: 'specs.disk', before: 20, after: 40},
    {path: 'tags', before: undefined, after: ['a']},
    {path: 'group', before: '', after: undefined},
  ]);
});
