import {expect, test} from 'vitest';
import {rankMatches} from './fuzzy.ts';

const names = ['batch-1', 'batch-2', 'batch-10', 'bastion', 'web-01'];
const rank = (typed: string) => rankMatches(typed, names, name => name);

test('equal matches keep their order', () => {
  expect(rank('batch').slice(0, 3)).toEqual(['batch-1', 'batch-2', 'batch-10']);
});

test('letters in order match, and other names are left out', () => {
  expect(rank('wb1')).toEqual(['web-01']);
  expect(rank('xyz')).toEqual([]);
});

test('bug: a name with the typed letters far apart came first', () => {
  expect(rankMatches('wq', ['analytics-warehouse-prod-quarterly', 'web-quick'], name => name)).toEqual(['web-quick']);
});

test('an empty text matches all names', () => {
  expect(rank(' ')).toEqual(names);
  expect(rankMatches('', names, name => name, 2)).toEqual(['batch-1', 'batch-2']);
});
