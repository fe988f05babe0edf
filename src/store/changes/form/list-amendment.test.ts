import {describe, expect, it} from 'vitest';
import {applyAmendment, isAmendment} from './list-amendment.ts';

describe('an amendment of a list', () => {
  it('keeps the order of the other entries and adds no duplicates', () => {
    expect(applyAmendment(['b', 'a', 'c'], {adds: ['d', 'b', 'd'], removes: ['a', 'x']})).toEqual(['b', 'c', 'd']);
    expect(applyAmendment([3, 1], {adds: [2], removes: [3]})).toEqual([1, 2]);
    expect(applyAmendment(['a'], {adds: [], removes: ['a']})).toEqual([]);
  });

  it('starts with an empty list if the current value is not a list', () => {
    for (const current of [undefined, null, 'a'])
      expect(applyAmendment(current, {adds: ['x'], removes: []})).toEqual(['x']);
  });

  it('is distinguished from a list and from any other object', () => {
    expect(isAmendment(JSON.parse('{"adds": ["a"], "removes": []}'))).toBe(true);
    for (const other of [['a'], null, 'a', {}, {adds: []}, {adds: [], removes: 'a'}, {adds: [], removes: [], more: 1}])
      expect(isAmendment(other)).toBe(false);
  });
});
