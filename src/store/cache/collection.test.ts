import * as fc from 'fast-check';
import {beforeEach, describe, expect, it} from 'vitest';
import type {AnyRow, Family} from '../../families/shape/define-family.ts';
import type {ListPage} from '../api/connection.ts';
import {Interner} from '../core/interner.ts';
import {jsonEqual} from '../core/json-equal.ts';
import {createListModel} from '../list/list-model.ts';
import {manualClock} from '../testing/manual-clock.ts';
import {offlineError, TestAccount} from '../testing/test-account.ts';
import {januaryLookup, openCollection, runBeforePage} from '../testing/test-collection.ts';
import {instance, instances, instancesOf} from '../testing/test-families.ts';

let account: TestAccount;
let clock: ReturnType<typeof manualClock>;
beforeEach(() => {
  account = new TestAccount();
  clock = manualClock();
});

const open = (family?: Family, options = {}) => openCollection({account, clock}, family, options);
const list = (rows: readonly AnyRow[]) => account.lists.set('instances.list', [...rows]);
const rows = () => account.lists.get('instances.list') ?? [];
const beforePage = (page: number, run: () => void) => runBeforePage(account, page, run);

it('bug: a new row with a pending change was missing from a list without an order of its own', async () => {
  list(instancesOf(3));
  const {collection} = open();
  await clock.settle();
  const model = createListModel(collection, januaryLookup);
  model.subscribe(() => {});
  collection.put(instance(9));
  collection.setPending(9, 'uploading');
  await clock.settle();
  expect(model.getState().ids).toEqual([1, 2, 3, 9]);
});

describe('the read of a list', () => {
  it('shows the first page at once, marks the list as incomplete, and then shows all rows', async () => {
    list(instancesOf(250));
    const {collection, states} = open();
    expect(collection.getState()).toMatchObject({phase: 'idle', isComplete: false});
    let seen: unknown;
    account.beforeAnswer = async ({request}) => {
      if (request.page !== 2) return;
      await new Promise(resolve => setImmediate(resolve));
      seen = {...collection.getState(), rows: collection.getState().rows.length};
    };
    await clock.settle();
    expect(seen).toMatchObject({phase: 'loading', rows: 100, isComplete: false, total: 250});
    expect(collection.getState()).toMatchObject({phase: 'ready', isComplete: true, total: 250});
    expect(states.at(-1)).toBe(250);
  });

  it('shows the rows of a longer list early although the clock was set back since the last read', async () => {
    list(instancesOf(100));
    const {collection} = open();
    await clock.advance(1000);
    clock.jumpBy(-5 * 3_600_000);
    list(instancesOf(400));
    const rowCounts: number[] = [];
    account.beforeAnswer = async ({request}) => {
      await clock.advance(200);
      if (request.page !== 1) rowCounts.push(collection.getState().rows.length);
    };
    await collection.refetch();
    expect(collection.getState().rows).toHaveLength(400);
    expect(rowCounts.at(-1)).toBe(300);
  });

  it('shows new rows less often while a long list becomes longer, because every state copies its order', async () => {
    list(instancesOf(60_000));
    account.pageSize = 500;
    const {collection, states} = open();
    account.beforeAnswer = async () => clock.advance(100);
    await clock.settle();
    await collection.refetch();
    const early = states.filter(count => count > 0 && count < 10_000).length;
    const late = states.filter(count => count >= 50_000 && count < 60_000).length;
    expect(states.at(-1)).toBe(60_000);
    expect(early).toBeGreaterThan(10);
    expect(late).toBeLessThan(early / 2);
  });

  it('yields to the event loop after at most about a hundred items', async () => {
    list(instancesOf(2000));
    account.pageSize = 500;
    open();
    await clock.settle();
    expect(clock.yields).toBeGreaterThanOrEqual(18);
  });

  it('counts unreadable rows', async () => {
    list([instance(1), {label: 'no id'}, instance(3)]);
    const {collection, ids} = open();
    await clock.settle();
    expect(ids()).toEqual([1, 3]);
    expect(collection.getState()).toMatchObject({isComplete: true, total: 3, unreadable: [{label: 'no id'}]});
  });

  it('counts a row again that was marked as deleted and returned', async () => {
    list(instancesOf(3));
    const {collection} = open();
    await clock.settle();
    collection.markDeleted(2);
    await clock.settle();
    expect(collection.getState().total).toBe(2);
    collection.put(instance(2));
    await clock.settle();
    expect(collection.getState().total).toBe(3);
  });

  it('keeps the rows of earlier pages when a page fails, and retries automatically', async () => {
    list(instancesOf(250));
    const {collection} = open();
    beforePage(2, () => {
      account.failure = offlineError();
    });
    await clock.settle();
    expect(collection.getState()).toMatchObject({phase: 'failed', isComplete: false});
    expect(collection.getState().rows).toHaveLength(100);
    expect(collection.getState().failure?.retryAt).toBeGreaterThan(clock.now());
    account.failure = undefined;
    await clock.advance(3000);
    expect(collection.getState()).toMatchObject({phase: 'ready', isComplete: true, failure: undefined});
  });

  it('shows cached rows first, and replaces them with the rows of the first read', async () => {
    list(instancesOf(3));
    const {collection, leave} = open();
    leave();
    collection.hydrate([instance(2, {status: 'offline'}), instance(9)]);
    expect(collection.getState()).toMatchObject({
      isFromSnapshot: true,
      isComplete: false,
      total: undefined,
      validAt: undefined,
    });
    expect(collection.getState().rows.map(row => row.id)).toEqual([2, 9]);
    collection.subscribe(() => {});
    await clock.settle();
    expect(collection.getState()).toMatchObject({isFromSnapshot: false, isComplete: true, total: 3});
    expect(collection.annotation(9)).toEqual({isDeleted: true});
    expect(collection.annotation(2)).toBeUndefined();
    await clock.advance(3000);
    expect(collection.getState().rows.map(row => [row.id, row.status])).toEqual([
      [1, 'running'],
      [2, 'running'],
      [3, 'running'],
    ]);
  });
});

describe('a change during the read of a list', () => {
  /** Holds the pages of the next read back until the returned function is called. */
  const holdPages = () => {
    const gate = Promise.withResolvers<void>();
    const ask = account.connection.pages;
    account.connection.pages = async (endpoint, request, take) => {
      account.connection.pages = ask;
      const pages: ListPage[] = [];
      await ask(endpoint, request, page => pages.push(page));
      await gate.promise;
      for (const page of pages) take(page);
    };
    return gate.resolve;
  };

  it('is shown although its event arrived before the answer', async () => {
    list(instancesOf(3));
    const {collection} = open();
    await clock.settle();
    const release = holdPages();
    void collection.fetch('background');
    await clock.settle();
    account.setFacts('instances.list', 2, {status: 'offline'});
    const isRead = collection.invalidate();
    release();
    await isRead;
    expect(collection.getState().byId.get(2)).toMatchObject({status: 'offline'});
  });

  it('is read by the next screen that shows the list, if none does now', async () => {
    list(instancesOf(3));
    const {collection, leave} = open();
    await clock.settle();
    const release = holdPages();
    void collection.fetch('background');
    await clock.settle();
    leave();
    account.setFacts('instances.list', 2, {status: 'offline'});
    await collection.invalidate();
    release();
    await clock.settle();
    expect(collection.getState().byId.get(2)).toMatchObject({status: 'running'});
    expect(collection.hasUnreadChanges).toBe(true);
    collection.subscribe(() => {});
    await clock.settle();
    expect(collection.getState().byId.get(2)).toMatchObject({status: 'offline'});
  });

  it('is read with the priority of the user who refreshes meanwhile', async () => {
    list(instancesOf(3));
    const {collection} = open();
    await clock.settle();
    const release = holdPages();
    account.calls.length = 0;
    void collection.fetch('background');
    await clock.settle();
    const isRead = collection.refetch();
    release();
    await isRead;
    expect(account.calls.map(({request}) => request.priority)).toEqual(['background', 'user']);
  });
});

describe('rows', () => {
  it('keep their identity, and only changed rows are reported', async () => {
    list(instancesOf(250));
    const {collection} = open();
    await clock.settle();
    const before = collection.getState();
    list(rows().map(row => (row.id === 120 ? {...row, status: 'offline'} : row)));
    collection.refetch();
    await clock.settle();
    const after = collection.getState();
    expect([...(collection.changesSince(before.version)?.ids ?? [])]).toEqual([120]);
    expect(after.rows.filter((row, index) => row !== before.rows[index]).map(row => row.id)).toEqual([120]);
    expect(collection.searchText(120)).toContain('offline');
    expect(collection.annotation(120)).toEqual({isChanged: true});
  });

  it('deleted in the API remain in their place for a moment', async () => {
    list(instancesOf(5));
    const {collection, ids} = open();
    await clock.settle();
    list(rows().filter(row => row.id !== 3));
    collection.refetch();
    await clock.settle();
    expect(ids()).toEqual([1, 2, 3, 4, 5]);
    expect(collection.annotation(3)).toEqual({isDeleted: true});
    expect(collection.isSettled()).toBe(false);
    await clock.advance(3000);
    expect(ids()).toEqual([1, 2, 4, 5]);
    expect(collection.isSettled()).toBe(true);
  });

  it('marked as deleted lose the mark if the next read contains them', async () => {
    list(instancesOf(2));
    const {collection, ids} = open();
    await clock.settle();
    collection.markDeleted(2);
    await clock.settle();
    expect(collection.getState().total).toBe(1);
    collection.refetch();
    await clock.advance(5000);
    expect(ids()).toEqual([1, 2]);
    expect(collection.annotation(2)).toBeUndefined();
    expect(collection.getState().total).toBe(2);
  });

  it('read individually during a refresh take precedence over an older page', async () => {
    list(instancesOf(250));
    const {collection} = open();
    await clock.settle();
    const gate = Promise.withResolvers<void>();
    account.beforeAnswer = ({request}) => (request.page === 2 ? gate.promise : undefined);
    collection.refetch();
    await clock.settle();
    collection.put(instance(150, {status: 'offline'}));
    collection.markDeleted(160);
    gate.resolve();
    await clock.advance(4000);
    expect(collection.getState().byId.get(150)).toMatchObject({status: 'offline'});
    expect(collection.getState().byId.has(160)).toBe(false);
  });

  it('return to the values of an unchanged page', async () => {
    list(instancesOf(3));
    const {collection} = open();
    await clock.settle();
    collection.put(instance(2, {status: 'booting'}));
    await clock.settle();
    collection.refetch();
    await clock.settle();
    expect(collection.getState().byId.get(2)).toMatchObject({status: 'running'});
  });

  it('are kept once although the page that contained them is in memory, too', async () => {
    const pages: ListPage[] = [];
    const ask = account.connection.pages;
    account.connection.pages = (endpoint, request, take) =>
      ask(endpoint, request, page => {
        pages.push(page);
        take(page);
      });
    list(instancesOf(3));
    const {collection} = open();
    await clock.settle();
    account.setFacts('instances.list', 2, {status: 'offline'});
    await collection.refetch();
    const before = pages[0]?.items ?? [];
    const {rows} = collection.getState();
    expect(rows[1]).toMatchObject({status: 'offline'});
    expect(rows.map(row => before.includes(row))).toEqual([true, false, true]);
    expect(pages[1]?.items.map((item, index) => item === rows[index])).toEqual([true, true, true]);
  });

  it('are read again when a subscriber returns', async () => {
    list(instancesOf(3));
    const {collection, leave} = open();
    await clock.settle();
    leave();
    list(rows().map(row => ({...row, status: 'offline'})));
    await collection.refetchRows([2]);
    expect(collection.getState().byId.get(2)).toMatchObject({status: 'running'});
    collection.subscribe(() => {});
    await clock.settle();
    expect(collection.getState().byId.get(2)).toMatchObject({status: 'offline'});
    expect(collection.getState().byId.get(3)).toMatchObject({status: 'running'});
  });
});

describe('rows of a list without page numbers', () => {
  it('are the rows in the answer', async () => {
    const family: Family = {
      ...instances,
      source: 'account.get',
      rows: response => (response as {readonly things: readonly AnyRow[]}).things,
    };
    account.answers.set('account.get', () => ({things: instancesOf(3)}));
    const {collection, ids} = open(family);
    await clock.settle();
    expect(ids()).toEqual([1, 2, 3]);
    expect(collection.getState()).toMatchObject({isComplete: true, total: 3, phase: 'ready'});
  });

  it('are read part by part with a marker', async () => {
    const family: Family = {...instances, source: 'objectStorage.objects.list'};
    account.answers.set('objectStorage.objects.list', () => ({data: instancesOf(2), next_marker: null}));
    const {collection, ids} = open(family);
    await clock.settle();
    expect(ids()).toEqual([1, 2]);
    expect(collection.getState()).toMatchObject({isComplete: true, total: 2});
  });

  it('beyond the first 1,000 are read on request, from the last marker on', async () => {
    const all = instancesOf(2400);
    account.answers.set('objectStorage.objects.list', ({query}) => {
      const from = query?.marker === undefined ? 0 : Number(query.marker);
      const data = all.slice(from, from + 100);
      const next = from + 100 < all.length ? String(from + 100) : null;
      return {data: data.map((row, index) => (index === data.length - 1 ? {...row, next_marker: next} : row))};
    });
    const family: Family = {...instances, source: 'objectStorage.objects.list'};
    const {collection, ids} = open(family);
    const read = async () => {
      await clock.settle();
      const {isComplete, total, rows} = collection.getState();
      expect(rows.map(({id}) => id)).toEqual(all.slice(0, rows.length).map(({id}) => id));
      return {isComplete, total, rows: rows.length, requests: account.count('objectStorage.objects.list')};
    };
    expect(await read()).toMatchObject({rows: 1000, isComplete: false, requests: 10});
    collection.fetchMore();
    expect(await read()).toMatchObject({rows: 2000, isComplete: false, requests: 20});
    collection.fetchMore();
    expect(await read()).toMatchObject({rows: 2400, isComplete: true, total: 2400, requests: 24});
    // The listing is complete, and a refresh reads as far as before.
    collection.fetchMore();
    expect(await read()).toMatchObject({rows: 2400, requests: 24});
    collection.refetch();
    expect(await read()).toMatchObject({rows: 2400, isComplete: true, requests: 48});
    expect(new Set(ids()).size).toBe(2400);
  });
});

describe('comparing rows', () => {
  it('considers values equal if their JSON is equal', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
        expect(jsonEqual(left, structuredClone(left))).toBe(true);
        if (jsonEqual(left, right)) expect(right).toEqual(left);
      }),
    );
    expect(jsonEqual({a: undefined}, {})).toBe(false);
    expect(jsonEqual({a: 1}, {b: 1})).toBe(false);
    expect(jsonEqual([], {})).toBe(false);
  });

  it('shares equal values between rows without changing them', () => {
    const interner = new Interner();
    const plans = instancesOf(2000).map(row => ({...row, specs: {disk: 1, memory: Number(row.id) % 3}}));
    const copies = structuredClone(plans);
    for (const row of plans) interner.share(row);
    expect(plans).toEqual(copies);
    expect(new Set(plans.map(row => row.specs)).size).toBe(3);
  });
});
