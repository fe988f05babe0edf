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
