import {beforeEach, describe, expect, it} from 'vitest';
import type {Family} from '../families/shape/define-family.ts';
import {whenCollection} from './cache/collection-state.ts';
import {manualClock} from './testing/manual-clock.ts';
import {event, TestAccount} from './testing/test-account.ts';
import {openCollection} from './testing/test-collection.ts';
import {instance, instances} from './testing/test-families.ts';
import {createTestSession} from './testing/test-session.ts';

let account: TestAccount;
let clock: ReturnType<typeof manualClock>;
beforeEach(() => {
  account = new TestAccount();
  clock = manualClock();
});

/** The rows with the IDs from `newest` to 1. The collection reads only the first 200. */
const rowsDownFrom = (newest: number) => Array.from({length: newest}, (_, index) => instance(newest - index));
const setNewest = (newest: number) => account.lists.set('instances.list', rowsDownFrom(newest));
const open = () => openCollection({account, clock}, instances, {pagesAtMost: 2});

describe('a list read only partly', () => {
  it('contains its newest pages and adds new rows', async () => {
    setNewest(500);
    const {collection, ids} = open();
    await clock.settle();
    expect(ids()).toEqual(Array.from({length: 200}, (_, index) => 500 - index));
    expect(collection.getState()).toMatchObject({isComplete: false, total: 500, detachedCount: 0});
    collection.putAll([instance(501), instance(502)]);
    await clock.settle();
    expect(ids().slice(0, 3)).toEqual([502, 501, 500]);
    expect(collection.annotation(300)).toBeUndefined();
  });

  it('reads further pages on request, up to its end', async () => {
    setNewest(500);
    const {collection, ids} = open();
    await clock.settle();
    expect(collection.hasMore).toBe(true);
    await clock.advance(1000);
    const detachedCounts: number[] = [];
    collection.subscribe(() => detachedCounts.push(collection.getState().detachedCount));
    const countBefore = account.count();
    expect([collection.fetchMore(), collection.fetchMore()]).toEqual([true, false]);
    await clock.settle();
    expect(ids()).toEqual(Array.from({length: 400}, (_, index) => 500 - index));
    expect(account.count()).toBe(countBefore + 2);
    // No gap is reported while the pages arrive.
    expect(detachedCounts.length).toBeGreaterThan(1);
    expect(detachedCounts.every(apart => apart === 0)).toBe(true);
    // New rows move the others to later pages. Some rows arrive twice, and no row is missing.
    setNewest(503);
    collection.putAll([instance(501), instance(502), instance(503)]);
    collection.fetchMore();
    await clock.settle();
    expect(ids()).toEqual(Array.from({length: 503}, (_, index) => 503 - index));
    expect([collection.hasMore, collection.fetchMore()]).toEqual([false, false]);
  });

  it('is read until a row beyond its first pages is known', async () => {
    setNewest(500);
    const {collection} = open();
    const found = whenCollection(collection, ({byId}) => byId.has(50), {clock});
    for (let turn = 0; turn < 4; turn++) await clock.advance(1);
    expect((await found).byId.get(50)).toMatchObject({id: 50});
  });

  it('reads further pages in order after its newest pages were read again', async () => {
    setNewest(700);
    const {collection, ids} = open();
    await clock.settle();
    collection.fetchMore();
    await clock.settle();
    await collection.refetch();
    expect(ids()).toHaveLength(400);
    collection.fetchMore();
    await clock.settle();
    expect(ids()).toEqual(Array.from({length: 600}, (_, index) => 700 - index));
  });

  it('shows older rows that were fetched individually in order, and counts them as apart', async () => {
    setNewest(500);
    const {collection, ids} = open();
    await clock.settle();
    const countBefore = account.count();
    for (const id of [7, 7, 499]) collection.fetchIfMissing(id);
    await clock.settle();
    expect(account.count()).toBe(countBefore + 1);
    expect(ids().slice(-2)).toEqual([301, 7]);
    expect(collection.getState()).toMatchObject({isComplete: false, total: 500, detachedCount: 1});
    // Older rows that were fetched individually are not new rows.
    collection.fetchIfMissing(20);
    await clock.settle();
    expect(ids().slice(-3)).toEqual([301, 20, 7]);
    expect(collection.getState()).toMatchObject({total: 500, detachedCount: 2});
  });

  it('has no gap if new rows arrived individually before the next read', async () => {
    setNewest(500);
    const {collection} = open();
    await clock.settle();
    collection.putAll(rowsDownFrom(800).slice(0, 300));
    setNewest(800);
    await collection.refetch();
    expect(collection.getState()).toMatchObject({detachedCount: 0});
    expect(collection.getState().rows).toHaveLength(500);
  });

  it('has a gap if more rows were added than reported, until a read reaches the known rows', async () => {
    setNewest(500);
    const {collection} = open();
    await clock.settle();
    collection.markGap(500);
    setNewest(701);
    await collection.refetch();
    expect(collection.getState()).toMatchObject({detachedCount: 200});
    collection.markGap(701);
    setNewest(801);
    await collection.refetch();
    expect(collection.getState()).toMatchObject({detachedCount: 200});
    expect(collection.getState().rows).toHaveLength(500);
  });

  it('has no gap after it was read to its end', async () => {
    setNewest(500);
    const {collection} = open();
    await clock.settle();
    collection.fetchIfMissing(7);
    await clock.settle();
    account.pageSize = 500;
    await collection.refetch();
    expect(collection.getState()).toMatchObject({isComplete: true, detachedCount: 0});
  });

  it('drops cached rows that the first read does not reach', async () => {
    setNewest(500);
    const {collection, ids} = openCollection({account, clock}, instances, {pagesAtMost: 2});
    collection.hydrate([instance(400), instance(90)]);
    expect(ids()).toEqual([400, 90]);
    await clock.settle();
    expect(ids().slice(-2)).toEqual([302, 301]);
    expect(collection.getState()).toMatchObject({isFromSnapshot: false, detachedCount: 0});
  });
});

it('marks a gap in the events if a poll did not reach the known events', async () => {
  const events: Family = {...instances, id: 'account.events', source: 'account.events.list', columns: []};
  const addEvents = (number: number) => {
    for (let left = number; left > 0; left--) account.events.push(event({action: 'compute_boot'}));
  };
  addEvents(600);
  const session = createTestSession({account, clock}, {families: [instances, events]});
  const list = session.collection('account.events');
  list.subscribe(() => {});
  await clock.advance(1000);
  expect(list.getState()).toMatchObject({detachedCount: 0});
  addEvents(250);
  await clock.advance(60_000);
  expect(list.getState()).toMatchObject({detachedCount: 0});
  const known = list.getState().rows.length;
  addEvents(2000);
  await clock.advance(60_000);
  expect(list.getState()).toMatchObject({detachedCount: known});
  expect(list.getState().rows).toHaveLength(known + 500);
});
