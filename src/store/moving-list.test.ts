import * as fc from 'fast-check';
import {beforeEach, describe, expect, it} from 'vitest';
import type {AnyRow, Family} from '../families/shape/define-family.ts';
import {manualClock} from './testing/manual-clock.ts';
import {offlineError, TestAccount} from './testing/test-account.ts';
import {openCollection, runBeforePage} from './testing/test-collection.ts';
import {instance, instancesOf} from './testing/test-families.ts';

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

describe('a list that changes while it is read', () => {
  it('finds a row that moved to an earlier page', async () => {
    list(instancesOf(300));
    const {collection, ids} = open();
    beforePage(3, () => list(rows().filter(row => row.id !== 50)));
    await clock.settle();
    // Item 201 moved to a page that was read already.
    expect(ids()).not.toContain(201);
    expect(collection.getState().isComplete).toBe(false);
    await clock.advance(1000);
    expect(collection.getState()).toMatchObject({isComplete: true, total: 299});
    expect(ids()).toContain(201);
    await clock.advance(3000);
    expect(ids()).toEqual(rows().map(row => row.id));
  });

  it('shows a row once that appears on two pages after an addition', async () => {
    list(instancesOf(250));
    const {ids} = open();
    beforePage(2, () => list([instance(999), ...rows()]));
    await clock.settle();
    expect(new Set(ids()).size).toBe(ids().length);
    await clock.advance(5000);
    expect(ids()).toEqual(rows().map(row => row.id));
  });

  it('keeps a row that moved between two pages during the read', async () => {
    list(instancesOf(250));
    const {collection, ids} = open();
    await clock.settle();
    beforePage(2, () => list(rows().filter(row => row.id !== 7)));
    collection.refetch();
    await clock.settle();
    expect(collection.annotation(101)).toBeUndefined();
    await clock.advance(5000);
    expect(ids()).toEqual(rows().map(row => row.id));
  });

  it('is read only three times if it contradicts itself', async () => {
    list(instancesOf(20));
    const {collection} = open();
    await clock.settle();
    // The API promises 20 rows and sends the same row 20 times.
    list(Array.from({length: 20}, () => instance(1)));
    const before = account.count('instances.list');
    // A fetch without end would keep the test from ending.
    account.beforeAnswer = () => {
      if (account.count('instances.list') - before > 10) throw offlineError();
    };
    void collection.refetch();
    await clock.settle();
    expect(account.count('instances.list') - before).toBe(1);
    await clock.advance(5000);
    expect(account.count('instances.list') - before).toBe(3);
    // The next requested fetch is sent, and ends.
    list(instancesOf(20));
    void collection.refetch();
    await clock.settle();
    expect(collection.getState()).toMatchObject({isComplete: true, total: 20});
  });

  it('ends with the present rows after any changes', async () => {
    const change = fc.record({page: fc.integer({min: 1, max: 3}), remove: fc.nat(40), add: fc.nat(3)});
    await fc.assert(
      fc.asyncProperty(fc.integer({min: 0, max: 60}), fc.array(change, {maxLength: 4}), async (count, changes) => {
        account = new TestAccount();
        clock = manualClock();
        account.pageSize = 25;
        list(instancesOf(count));
        let next = 1000;
        const remaining = [...changes];
        account.beforeAnswer = ({request}) => {
          const due = remaining[0];
          if (!due || due.page !== (request.page ?? 1)) return;
          remaining.shift();
          const added = Array.from({length: due.add}, () => instance(next++));
          list([...added, ...rows().filter((_, index) => index !== due.remove)]);
        };
        const {collection, ids, leave} = open();
        await clock.settle();
        for (const _ of changes) {
          expect(new Set(ids()).size).toBe(ids().length);
          collection.refetch();
          await clock.settle();
        }
        remaining.length = 0;
        collection.refetch();
        await clock.advance(5000);
        expect(ids()).toEqual(rows().map(row => row.id));
        expect(collection.getState()).toMatchObject({isComplete: true, total: rows().length});
        leave();
      }),
      {numRuns: 40},
    );
  });
});
