import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {AnyRow, RowId} from '../families/shape/define-family.ts';
import {createListModel} from './list/list-model.ts';
import {januaryLookup, TestCollection} from './testing/test-collection.ts';
import {instance, instances, instancesOf} from './testing/test-families.ts';

const open = (rows: readonly AnyRow[], options = {}) => {
  const collection = new TestCollection(instances, rows);
  const model = createListModel(collection, januaryLookup, options);
  let notificationCount = 0;
  model.subscribe(() => {
    notificationCount++;
  });
  return {collection, model, notificationCount: () => notificationCount};
};

describe('a long list', () => {
  const many = instancesOf(150_000);

  it('yields to the event loop, and reports that it is still being filtered or sorted', async () => {
    let yields = 0;
    const waiting: (() => void)[] = [];
    const yieldToLoop = () => {
      yields++;
      return new Promise<void>(resolve => waiting.push(resolve));
    };
    const {model} = open(many, {yieldToLoop});
    const turn = async () => {
      for (let turns = 0; turns < 500 && model.getState().isSettling; turns++) {
        for (const resolve of waiting.splice(0)) resolve();
        await new Promise(resolve => setImmediate(resolve));
      }
    };
    await turn();
    expect(model.getState().ids).toHaveLength(150_000);
    model.setFilter('web-14999');
    expect(model.getState()).toMatchObject({filter: 'web-14999', isSettling: true});
    model.setFilter('web-149999');
    await turn();
    expect(model.getState().ids).toEqual([149_999]);
    model.setFilter('');
    model.setSort({column: 'label', descending: true});
    model.move(1);
    await turn();
    expect(model.getState()).toMatchObject({isSettling: false});
    expect(model.getState().ids[0]).toBe(150_000);
    expect(yields).toBeGreaterThan(5);
  });
});

it('finds words in an indexed list, and in rows that changed since', async () => {
  const rows = instancesOf(21_000);
  let turns = 0;
  const yieldToLoop = () => {
    turns++;
    return new Promise<void>(resolve => setImmediate(resolve));
  };
  const {collection, model} = open(rows, {yieldToLoop});
  const settle = async () => {
    for (let before = -1; before !== turns || model.getState().isSettling; ) {
      before = turns;
      for (let turn = 0; turn < 3; turn++) await new Promise(resolve => setImmediate(resolve));
    }
  };
  const idsWith = (word: string) =>
    collection
      .getState()
      .rows.filter(({label}) => String(label).includes(word))
      .map(({id}) => id);
  await settle();
  for (const word of ['web', 'web-2', 'web-20', '']) {
    model.setFilter(word);
    await settle();
    expect(model.getState().ids).toEqual(idsWith(word));
  }
  const renamed = rows.map(row => (row.id === 7 ? {...row, label: 'mail-7'} : row)).slice(1);
  collection.set(renamed);
  for (const word of ['mail', 'web', '']) {
    model.setFilter(word);
    await settle();
    expect(model.getState().ids).toEqual(idsWith(word));
  }
});

it('shows the same rows after any sequence of changes as a newly opened list', () => {
  const label = fc.constantFrom('web', 'db', 'web-2', 'web-10', 'x', '');
  const row = fc.record({id: fc.nat(12), label, status: fc.constantFrom('running', 'failed', 'booting')});
  const rows = fc.uniqueArray(row, {selector: ({id}) => id, maxLength: 10});
  const step = fc.oneof(
    rows.map(set => ({set})),
    fc.constantFrom('', 'w', 'web', 'w2', 'status:run', '!db').map(filter => ({filter})),
    fc.boolean().map(problems => ({problems})),
    fc.constantFrom('label', 'status', undefined).map(sort => ({sort})),
  );
  fc.assert(
    fc.property(fc.array(step, {maxLength: 12}), steps => {
      const {collection, model} = open([]);
      const rowsByKey = new Map<string, AnyRow>();
      let problems = false;
      for (const change of steps) {
        if ('set' in change)
          collection.set(
            change.set.map(facts => {
              const key = JSON.stringify(facts);
              const kept = rowsByKey.get(key) ?? instance(facts.id, facts);
              rowsByKey.set(key, kept);
              return kept;
            }),
          );
        else if ('filter' in change) model.setFilter(change.filter);
        else if ('problems' in change) {
          problems = change.problems;
          model.setProblemsOnly(problems);
        } else model.setSort(change.sort === undefined ? undefined : {column: change.sort, descending: false});
      }
      const {filter, sort} = model.getState();
      const {model: fresh} = open(collection.getState().rows, {filter, sort});
      fresh.setProblemsOnly(problems);
      expect(model.getState().ids).toEqual(fresh.getState().ids);
      expect(model.getState().isFuzzy).toBe(fresh.getState().isFuzzy);
      const {cursor, cursorId, ids} = model.getState();
      expect(ids[cursor]).toBe(cursorId);
      expect(cursor).toBe(ids.length === 0 ? -1 : Math.max(0, cursor));
    }),
    {numRuns: 150},
  );
});

it('shows the same rows in the end for any order of new rows, searches and yields', async () => {
  const all = instancesOf(3000);
  const step = fc.oneof(
    fc.tuple(fc.nat(2500), fc.nat(2000)).map(([from, count]) => ({set: all.slice(from, from + count)})),
    fc.constantFrom('', 'web', 'web-1', '!web-2', 'w9', 'w95', 'nothing', 'nothing-else').map(filter => ({filter})),
    fc.constantFrom('label', undefined).map(sort => ({sort})),
    fc.constantFrom('all', 'one').map(mark => ({mark})),
    fc.integer({min: 1, max: 3}).map(turns => ({turns})),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, {maxLength: 12}), async steps => {
      const waiting: (() => void)[] = [];
      // Each read of the clock advances it by a millisecond, so long work is interrupted.
      let now = 0;
      const {collection, model} = open(all.slice(0, 10), {
        now: () => now++,
        yieldToLoop: () => new Promise<void>(resolve => waiting.push(resolve)),
      });
      const turn = async () => {
        for (const resolve of waiting.splice(0)) resolve();
        await new Promise(resolve => setImmediate(resolve));
      };
      // Selected rows stay selected during any work.
      let selected = new Set<RowId>();
      const mark = (how: string): void => {
        if (how === 'one') model.toggleSelected();
        else model.selectAll();
        const {selection} = model.getState();
        selected = new Set(
          collection
            .getState()
            .rows.map(row => collection.family.key(row))
            .filter(id => selection.has(id)),
        );
      };
      for (const change of steps) {
        if ('mark' in change) mark(change.mark);
        else if ('set' in change) {
          collection.set(change.set);
          selected = new Set([...selected].filter(id => collection.getState().byId.has(id)));
        } else if ('filter' in change) model.setFilter(change.filter);
        else if ('sort' in change) model.setSort(change.sort && {column: change.sort, descending: true});
        else for (let count = 0; count < change.turns; count++) await turn();
      }
      while (waiting.length > 0) await turn();
      const {filter, sort, ids, isSettling, selection} = model.getState();
      const kept = [...selected].filter(id => collection.getState().byId.has(id));
      expect(kept.filter(id => !selection.has(id))).toEqual([]);
      expect(model.selectedRows()).toHaveLength(selection.size || Math.min(1, ids.length));
      const {model: fresh} = open(collection.getState().rows, {filter, sort});
      expect(isSettling).toBe(false);
      expect(ids).toEqual(fresh.getState().ids);
    }),
    {numRuns: 100},
  );
});

it('keeps the selection when a pass over all rows is interrupted', async () => {
  const rows = instancesOf(20_000);
  let now = 0;
  const waiting: (() => void)[] = [];
  const {collection, model} = open(rows, {
    now: () => now++,
    yieldToLoop: () => new Promise<void>(resolve => waiting.push(resolve)),
  });
  const turn = async () => {
    for (const resolve of waiting.splice(0)) resolve();
    await new Promise(resolve => setImmediate(resolve));
  };
  while (waiting.length > 0) await turn();
  model.selectAll();
  model.setSort({column: 'label', descending: true});
  collection.set(rows.slice(0, 19_000));
  await turn();
  await turn();
  model.setFilter('web-1');
  expect(model.selectedRows().length).toBeGreaterThan(18_999);
  await turn();
  model.setFilter('');
  while (waiting.length > 0) await turn();
  expect(model.getState().selection.size).toBe(19_000);
});

describe('selecting all rows', () => {
  const openDelayed = (count: number) => {
    const waiting: (() => void)[] = [];
    return {waiting, ...open(instancesOf(count), {yieldToLoop: () => new Promise<void>(go => waiting.push(go))})};
  };

  it('applies pending rows and the filter first', () => {
    const {collection, model} = openDelayed(100);
    collection.set(instancesOf(1000));
    expect(model.getState()).toMatchObject({isSettling: true});
    expect(model.getState().ids).toHaveLength(100);
    expect(model.finish()).toBe(true);
    model.selectAll();
    expect(model.getState()).toMatchObject({isSettling: false, selection: {size: 1000}});
    expect(model.selectedRows()).toHaveLength(1000);
  });

  it('is not possible yet if the pending work takes too long for a key press', async () => {
    const {collection, model, waiting} = openDelayed(100);
    collection.set(instancesOf(150_000));
    expect(model.finish()).toBe(false);
    expect(model.getState()).toMatchObject({isSettling: true, selection: {size: 0}});
    while (model.getState().isSettling) {
      for (const go of waiting.splice(0)) go();
      await new Promise(resolve => setImmediate(resolve));
    }
    expect(model.finish()).toBe(true);
    model.setFilter('web-14999');
    expect(model.finish()).toBe(false);
  });

  it('includes only the rows so far while the list is being read', () => {
    const {collection, model} = openDelayed(100);
    collection.set(instancesOf(150_000), {complete: false});
    expect(model.finish()).toBe(true);
    expect(model.getState().ids.length).toBeLessThan(150_000);
  });
});

it('yields before it adds many rows of a list being read, and does not report a search', () => {
  const rows = instancesOf(1000);
  const waiting: (() => void)[] = [];
  const {collection, model, notificationCount} = open(rows.slice(0, 100), {
    yieldToLoop: () => new Promise<void>(resolve => waiting.push(resolve)),
  });
  const before = notificationCount();
  collection.set(rows, {complete: false});
  expect(notificationCount()).toBe(before);
  expect(waiting.length).toBeGreaterThan(0);
  model.move(1);
  expect(model.getState()).toMatchObject({cursor: 1, isSearching: false, isSettling: true});
});

it('reports a search only if it takes longer than a moment', async () => {
  let now = 0;
  const waiting: (() => void)[] = [];
  const {model} = open(instancesOf(30_000), {
    now: () => now++,
    yieldToLoop: () => new Promise<void>(resolve => waiting.push(resolve)),
  });
  const turn = async () => {
    for (const resolve of waiting.splice(0)) resolve();
    await new Promise(resolve => setImmediate(resolve));
  };
  while (model.getState().isSettling) await turn();
  model.setSort({column: 'label', descending: true});
  expect(model.getState()).toMatchObject({isSettling: true, isSearching: false});
  now += 130;
  await turn();
  expect(model.getState()).toMatchObject({isSettling: true, isSearching: true});
  while (model.getState().isSettling) await turn();
  expect(model.getState()).toMatchObject({isSettling: false, isSearching: false});
});

it('sorts in shorter turns while the cursor moves', async () => {
  const rows = instancesOf(12_000);
  const turnsTaken = async (move: boolean) => {
    let now = 0;
    let turns = 0;
    const {collection, model} = open(rows.slice(0, 2000), {
      // Each read of the clock advances it by a quarter of a millisecond.
      now: () => (now += 0.25),
      yieldToLoop: () => {
        turns++;
        return new Promise<void>(resolve => setImmediate(resolve));
      },
    });
    const rest = async () => {
      do await new Promise(resolve => setImmediate(resolve));
      while (model.getState().ids.length < collection.getState().rows.length);
    };
    await rest();
    now += 1000;
    turns = 0;
    if (move) model.move(1);
    collection.set(rows);
    await rest();
    return turns;
  };
  const [moved, still] = [await turnsTaken(true), await turnsTaken(false)];
  expect(still).toBeGreaterThan(4);
  expect(moved).toBeGreaterThan(1.4 * still);
});
