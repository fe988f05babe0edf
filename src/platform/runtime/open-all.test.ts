import {expect, test} from 'vitest';
import {openAll} from './open-all.ts';

test('if one of several accounts can’t be opened, the opened ones are closed, also one that opens later', async () => {
  const later = Promise.withResolvers<string>();
  const closed: string[] = [];
  const opening = [Promise.resolve('lab'), Promise.reject(new Error('disk failure')), later.promise];
  const opened = openAll(opening, async name => {
    closed.push(name);
    throw new Error('can’t close');
  });
  later.resolve('home');
  await expect(opened).rejects.toThrow('disk failure');
  expect(closed).toEqual(['lab', 'home']);
});
