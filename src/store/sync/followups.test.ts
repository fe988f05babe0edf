import {expect, test} from 'vitest';
import type {Family, Lookup, RowId} from '../../families/shape/define-family.ts';
import type {LiveCollection} from '../cache/collection.ts';
import {manualClock} from '../testing/manual-clock.ts';
import {testDouble} from '../testing/test-double.ts';
import {Followups} from './followups.ts';

/** A list whose rows are in transition for all time, and the rows that were read again. */
function busyList({hasSubscribers = true, beforeRead = async (): Promise<void> => {}} = {}) {
  const reads: RowId[] = [];
  const list = {hasSubscribers, isBusy: true};
  const clock = manualClock();
  const family: Partial<Family> = {
    id: 'kube.clusters.nodes',
    state: () => ({condition: list.isBusy ? 'busy' : 'ok', word: 'not ready'}),
  };
  const collection = testDouble<LiveCollection>({
    family: family as Family,
    params: {},
    get hasSubscribers() {
      return list.hasSubscribers;
    },
    serverRow: id => ({id}),
    async refetchRows(ids) {
      reads.push(...ids);
      await beforeRead();
    },
  });
  const followups = new Followups({clock, lookup: testDouble<Lookup>({}), hasRunningOperation: () => false});
  return {followups, collection, clock, reads, list};
}

test('a row that stays in transition is read at growing intervals', async () => {
  const {followups, collection, clock, reads} = busyList();
  followups.scheduleIfBusy(collection, 1);
  const after: number[] = [];
  for (let second = 1; second <= 100; second++) {
    const before = reads.length;
    await clock.advance(1000);
    if (reads.length > before) after.push(second);
  }
  expect(after).toEqual([5, 15, 35, 75]);
});

test('of very many rows in transition, 50 are read again', async () => {
  const {followups, collection, clock, reads} = busyList();
  for (let id = 1; id <= 200; id++) followups.scheduleIfBusy(collection, id);
  await clock.advance(9000);
  expect(new Set(reads).size).toBe(50);
});

test('rows of a list that is not on screen are not read again', async () => {
  const {followups, collection, clock, reads} = busyList({hasSubscribers: false});
  followups.scheduleIfBusy(collection, 1);
  await clock.advance(60_000);
  expect(reads).toEqual([]);
});

test('a row in transition is read again in a list that was closed and opened during a read', async () => {
  const gate = Promise.withResolvers<void>();
  const {followups, collection, clock, reads, list} = busyList({beforeRead: () => gate.promise});
  const otherCollection = testDouble<LiveCollection>({
    ...{family: collection.family, params: {}, hasSubscribers: true},
    ...{serverRow: id => ({id}), refetchRows: async () => {}},
  });
  followups.scheduleIfBusy(collection, 1);
  await clock.advance(4000);
  followups.scheduleIfBusy(otherCollection, 2);
  await clock.advance(1000);
  expect(reads).toEqual([1]);
  // The plan of a list that isn't on screen is dropped.
  list.hasSubscribers = false;
  await clock.advance(4000);
  list.hasSubscribers = true;
  followups.scheduleIfBusy(collection, 3);
  list.isBusy = false;
  gate.resolve();
  await clock.settle();
  list.isBusy = true;
  await clock.advance(5000);
  expect(reads).toEqual([1, 3]);
});
