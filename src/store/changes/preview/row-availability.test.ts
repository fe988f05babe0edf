/** A preview checks the availability of all its rows before it is ready. */
import {expect, it} from 'vitest';
import type {AnyRow, Family, Lookup} from '../../../families/shape/define-family.ts';
import {volumes} from '../../../families/storage/volumes.ts';
import {changeBench, volume} from '../../testing/test-changes.ts';

const bench = changeBench();

/** A reason not to detach a Volume: an instance has the same label. The reason needs the list of instances. */
const unlessLabelTaken = (row: AnyRow | undefined, lookup: Lookup): string | undefined =>
  lookup.complete('instances') && lookup.rows('instances').some(({label}) => label === row?.label)
    ? 'its name is taken'
    : undefined;
const family: Family = {
  ...volumes,
  actions: {
    ...volumes.actions,
    detach: {
      operation: 'volumes.detach',
      on: 'row',
      title: 'Detach',
      confirm: 'ask',
      rowParams: row => ({volumeId: row.id as number}),
      unless: ({row, lookup}) => unlessLabelTaken(row, lookup),
    },
  },
};

async function open(...labels: readonly string[]) {
  bench.account.lists.set(
    'volumes.list',
    labels.map((label, index) => volume(index + 1, {label})),
  );
  const read = Promise.withResolvers<void>();
  bench.account.beforeAnswer = ({operation}) => (operation === 'instances.list' ? read.promise : undefined);
  const {session, collection} = await bench.open(undefined, family);
  const {rows} = collection.getState();
  // Another screen reads the list as well.
  session.collection('instances').subscribe(() => {});
  await bench.clock.settle();
  const change = session.change({family: 'volumes', action: 'detach', row: rows[0]}, {otherRows: rows.slice(1)});
  const arrive = async () => {
    read.resolve();
    await bench.clock.advance(1000);
  };
  return {change, arrive};
}

async function openFollowed(...labels: readonly string[]) {
  const opened = await open(...labels);
  opened.change.subscribe(() => {});
  await bench.clock.settle();
  return opened;
}

it('a batch preview counts the rows still being checked, and leaves out unavailable rows', async () => {
  const {change, arrive} = await openFollowed('web-01', 'data', 'db-01');
  expect(change.getState()).toMatchObject({
    step: 'preview',
    preview: {path: '/v4/volumes/1/detach', checking: 3, isLoading: true},
  });
  await arrive();
  const {preview} = change.getState();
  expect(preview).toMatchObject({path: '/v4/volumes/2/detach', checking: 0, isLoading: false});
  expect([...(preview?.unavailable ?? [])]).toEqual([
    [1, 'its name is taken'],
    [3, 'its name is taken'],
  ]);
});

it('a batch preview ends with the reason if no row is available', async () => {
  const {change, arrive} = await openFollowed('web-01');
  expect(change.getState()).toMatchObject({step: 'preview', preview: {checking: 1}});
  await arrive();
  expect(change.getState()).toMatchObject({step: 'outcome', outcome: {status: 'failed', message: 'its name is taken'}});
});

it("a batch preview is ready even if a list can't be read", async () => {
  const {change, arrive} = await openFollowed('web-01', 'data');
  bench.account.beforeAnswer = undefined;
  bench.account.failure = new Error('no answer');
  await arrive();
  expect(change.getState()).toMatchObject({step: 'preview', preview: {checking: 0}});
});

it('bug: a preview waited forever for a list that had arrived before it was shown', async () => {
  const {change, arrive} = await open('web-01', 'data');
  await change.whenReady;
  expect(change.getState()).toMatchObject({step: 'preview', preview: {checking: 2}});
  await arrive();
  change.subscribe(() => {});
  await bench.clock.settle();
  expect(change.getState()).toMatchObject({
    step: 'preview',
    preview: {path: '/v4/volumes/2/detach', checking: 0, isLoading: false},
  });
});
