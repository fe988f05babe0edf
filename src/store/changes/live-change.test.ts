import {expect, test} from 'vitest';
import {changeBench} from '../testing/test-changes.ts';
import {plainProfile} from '../testing/test-session.ts';
import {memoryDraftStore} from './draft-store.ts';

const bench = changeBench();

test('a form closed before any input leaves no draft', async () => {
  const drafts = memoryDraftStore();
  const {start, session} = await bench.open(plainProfile, undefined, drafts);
  const change = await start('update', 1);
  change.close();
  expect(drafts.getState()).toEqual([]);
  const typed = await start('update', 1);
  typed.set('label', 'data-1');
  typed.close();
  expect(drafts.getState()).toHaveLength(1);
  await session.close();
});

test('a change of a batch is not sent if its resource was read again with another value', async () => {
  const {start, toPreview, collection, session} = await bench.open();
  const change = await start('update', 1);
  change.set('label', 'mine');
  await toPreview(change);
  bench.set(1, {label: 'theirs'});
  collection.refetch();
  await bench.clock.advance(1000);
  const reads = bench.account.count('volumes.get');
  await change.send('batch-1');
  expect(change.getState().outcome).toMatchObject({
    status: 'failed',
    message: 'Label changed since the form was opened, so nothing was sent. Open the form again to see the new values.',
  });
  expect(bench.account.count('volumes.update')).toBe(0);
  expect(bench.account.count('volumes.get')).toBe(reads);
  await session.close();
});
