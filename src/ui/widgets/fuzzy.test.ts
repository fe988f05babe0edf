import {expect, test} from 'vitest';
import {rankMatches} from './fuzzy.ts';

const names = ['batch-1', 'batch-2', 'batch-10', 'bastion', 'web-01'];
const rank = (typed: string) => rankMatches(typed, names, name => name);

test('what fits equally well keeps its order', () => {
  expect(rank('batch').slice(0, 3)).toEqual(['batch-1', 'batch-2', 'batch-10']);
});

test('letters in order are enough, and what does not fit is left out', () => {
  expect(rank('wb1')).toEqual(['web-01']);
  expect(rank('xyz')).toEqual([]);
});

test('bug: two letters far apart are offered first, and enter opens them', () => {
  expect(rankMatches('wq', ['analytics-warehouse-prod-quarterly', 'web-quick'], name => name)).toEqual(['web-quick']);
});

test('nothing typed is everything', () => {
  expect(rank(' ')).toEqual(names);
  expect(rankMatches('', names, name => name, 2)).toEqual(['batch-1', 'batch-2']);
});
