import {expect, test} from 'vitest';
import {withArticle} from './nouns.ts';

test('bug: an instance was called "a instance"', () => {
  expect(['instance', 'image', 'volume', 'user', 'NodeBalancer', 'SSH key', 'VPC'].map(withArticle)).toEqual([
    'an instance',
    'an image',
    'a volume',
    'a user',
    'a NodeBalancer',
    'an SSH key',
    'a VPC',
  ]);
});
