import {expect, test} from 'vitest';
import {closeAll} from './close-all.ts';

test('all parts are closed in their order, also after one that can’t be closed', async () => {
  const closed: string[] = [];
  const closing = closeAll([
    () => {
      throw new Error('disk failure');
    },
    async () => closed.push('drafts'),
    () => Promise.reject(new Error('no network')),
    () => closed.push('connection'),
  ]);
  await expect(closing).rejects.toThrow('disk failure');
  expect(closed).toEqual(['drafts', 'connection']);
});
