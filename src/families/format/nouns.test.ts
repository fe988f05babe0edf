import {expect, test} from 'vitest';
import {withArticle} from './nouns.ts';

test('bug: an instance was called "a instance"', () => {
  expect(['instance', 'image', 'volume', 'user', 'NodeBalancer'].map(withArticle)).toEqual([
    'an instance',
    'an image',
    'a volume',
    'a user',
    'a NodeBalancer',
  ]);
});
