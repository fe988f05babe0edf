import {expect, test} from 'vitest';
import {familyOf} from '../../families/registry.ts';
import type {AnyRow} from '../../families/shape/define-family.ts';
import {changeBench} from '../testing/test-changes.ts';
import {instance} from '../testing/test-families.ts';
import {plainProfile} from '../testing/test-session.ts';
import {memoryDraftStore} from './draft-store.ts';

const bench = changeBench();

/** An instance with these facts, and its edit. */
async function editInstance(facts: AnyRow) {
  bench.account.lists.set('instances.list', [instance(1, facts)]);
  const {start, ...opened} = await bench.open(plainProfile, familyOf('instances'));
  return {...opened, change: await start('update', 1)};
}

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
    message: 'Label changed meanwhile, so nothing was sent. Start the change again to see the new values.',
  });
  expect(bench.account.count('volumes.update')).toBe(0);
  expect(bench.account.count('volumes.get')).toBe(reads);
  await session.close();
});

test('bug: an edit was refused because a backup had ended meanwhile', async () => {
  const backups = {enabled: true, schedule: {day: 'Sunday', window: 'W2'}, last_successful: '2026-01-15T02:00:00'};
  const {change, toPreview, session} = await editInstance({backups});
  change.set('backups.schedule.day', 'Monday');
  await toPreview(change);
  bench.account.setFacts('instances.list', 1, {backups: {...backups, last_successful: '2026-01-16T02:00:00'}});
  await change.send();
  expect(bench.account.count('instances.update')).toBe(1);
  await session.close();
});

test('an edit of a part of an object is refused if that part changed meanwhile', async () => {
  const backups = {enabled: true, schedule: {day: 'Sunday', window: 'W2'}};
  const {change, toPreview, session} = await editInstance({backups});
  change.set('backups.schedule.day', 'Monday');
  await toPreview(change);
  bench.account.setFacts('instances.list', 1, {backups: {...backups, schedule: {day: 'Friday', window: 'W2'}}});
  await change.send();
  expect(bench.account.count('instances.update')).toBe(0);
  expect(change.getState().outcome?.message).toMatch(/ changed meanwhile, so nothing was sent/);
  await session.close();
});
