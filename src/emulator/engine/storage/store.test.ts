import fc from 'fast-check';
import {describe, expect, it, vi} from 'vitest';
import {type Filter, filterAndSort} from '../../../contract/wire/filter.ts';
import {openDatabase} from './database.ts';
import {defineKind} from './kind.ts';
import type {PageQuery} from './paging.ts';
import {Store} from './store.ts';

interface Thing {
  readonly id: number;
  readonly label: string;
  readonly owner: number | null;
  readonly created: string;
  readonly tags: readonly string[];
  readonly big: boolean;
}

const Things = defineKind<Thing, {readonly secret: string}>('thing', {
  firstId: 10,
  columns: {key: 'label', parent: 'owner', at: 'created'},
});
const Latest: typeof Things = defineKind('latest', {columns: {at: 'created'}, isNewestFirst: true});

const open = () => new Store(openDatabase(undefined).sql, () => 0);
const thing = (id: number, change: Partial<Thing> = {}): Thing => ({
  id,
  label: `t${id}`,
  owner: null,
  created: '2026-01-01T00:00:00',
  tags: [],
  big: false,
  ...change,
});
const fill = (store: Store, of = Things, count = 60) =>
  store.transaction(() => Array.from({length: count}, () => store.insert(of, id => thing(id))));
const listing = (change: Partial<PageQuery> = {}): PageQuery => ({page: 1, pageSize: 25, ...change});
const ids = (store: Store, change: Partial<PageQuery> = {}, of = Things) =>
  (JSON.parse(store.page(of, listing(change)).text) as {data: Thing[]}).data.map(({id}) => id);

describe('the store', () => {
  it('keeps documents with their key, parent and hidden fields', () => {
    const store = open();
    store.transaction(() => store.insert(Things, id => thing(id, {owner: 7}), {hidden: {secret: 's'}}));
    expect(store.row(Things, 10)).toEqual({id: 10, parent: 7, doc: thing(10, {owner: 7}), hidden: {secret: 's'}});
    expect(store.byKey(Things, 't10')?.id).toBe(10);
    expect(store.all(Things, 7)).toHaveLength(1);
    store.transaction(() => store.update(Things, 10, {owner: 8, label: 'other'}));
    expect([store.all(Things, 7).length, store.all(Things, 8).length]).toEqual([0, 1]);
    expect(store.byKey(Things, 'other')?.hidden).toEqual({secret: 's'});
  });

  it('never assigns an ID that a document was placed at, or a lower one', () => {
    const store = open();
    const assignedIds = store.transaction(() => {
      store.insertWithId(Things, 12, thing(12));
      const next = store.insert(Things, id => thing(id)).id;
      // These IDs are below the assigned ones, so the next ID stays the same.
      store.insertWithId(Things, 11, thing(11));
      store.reserve(Things, 5);
      return [next, store.insert(Things, id => thing(id)).id];
    });
    expect(assignedIds).toEqual([13, 14]);
    expect(ids(store)).toEqual([11, 12, 13, 14]);
    store.transaction(() => store.remove(Things, 14));
    expect(store.transaction(() => store.nextId(Things))).toBe(15);
  });

  it('restores all rows of a list when a change fails on a full disk, and reports the reason', () => {
    const store = open();
    fill(store, Things, 30);
    const all = ids(store, {pageSize: 100});
    const pages = (pragma: string) => Number(Object.values(store.sql.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]);
    store.sql.exec(`PRAGMA max_page_count=${pages('page_count') + 1}`);
    const attempt = () =>
      store.transaction(() => {
        store.remove(Things, 15);
        for (let more = 0; more < 100; more++) store.insert(Things, id => thing(id, {label: 'x'.repeat(1000)}));
      });
    expect(attempt).toThrow('database or disk is full');
    expect(ids(store, {pageSize: 100})).toEqual(all);
    expect(store.get(Things, 15)).toEqual(thing(15));
    store.sql.exec('PRAGMA max_page_count=100000');
    store.transaction(() => store.remove(Things, 15));
    expect(ids(store, {pageSize: 100})).toEqual(all.filter(id => id !== 15));
  });

  it('applies all changes of a transaction, or none', () => {
    const store = open();
    fill(store, Things, 3);
    expect(ids(store)).toEqual([10, 11, 12]);
    const failHalfway = () =>
      store.transaction(() => {
        store.insert(Things, id => thing(id));
        store.remove(Things, 10);
        store.update(Things, 11, {label: 'changed'});
        throw new Error('no');
      });
    expect(failHalfway).toThrow('no');
    expect(ids(store)).toEqual([10, 11, 12]);
    expect(store.get(Things, 11)?.label).toBe('t11');
    expect(store.count(Things)).toBe(3);
    expect(store.transaction(() => store.insert(Things, id => thing(id))).id).toBe(13);
  });

  it('never assigns an ID twice', () => {
    const store = open();
    fill(store, Things, 2);
    store.transaction(() => store.remove(Things, 11));
    expect(store.transaction(() => store.nextId(Things))).toBe(12);
  });

  it('rejects a change outside of a transaction', () => {
    const store = open();
    expect(() => store.insert(Things, id => thing(id))).toThrow('must not change');
  });

  it('returns pages up to the last row, and rejects the page after it', () => {
    const store = open();
    fill(store);
    expect(ids(store, {page: 3})).toEqual([60, 61, 62, 63, 64, 65, 66, 67, 68, 69]);
    expect(() => ids(store, {page: 4})).toThrow('Not found');
    store.transaction(() => store.remove(Things, 30));
    expect(ids(store, {page: 2})[0]).toBe(36);
    expect(ids(store, {page: 3})).toHaveLength(9);
  });

  it('lists the newest first for a kind with isNewestFirst', () => {
    const store = open();
    fill(store, Latest, 30);
    expect(ids(store, {}, Latest).slice(0, 2)).toEqual([30, 29]);
    expect(ids(store, {page: 2}, Latest)).toEqual([5, 4, 3, 2, 1]);
    const filter = {id: {'+lte': 3}};
    expect(ids(store, {filter}, Latest)).toEqual([3, 2, 1]);
    expect(ids(store, {filter: {...filter, '+order_by': 'id'}}, Latest)).toEqual([1, 2, 3]);
  });

  it('drops the result of a filter when a row changes', () => {
    const store = open();
    fill(store, Things, 3);
    const filter = {tags: 'red'};
    expect(ids(store, {filter})).toEqual([]);
    store.transaction(() => store.update(Things, 11, {tags: ['red']}));
    expect(ids(store, {filter})).toEqual([11]);
  });

  it('finds the rows that a transaction changed while it runs, and the earlier rows when it fails', () => {
    const store = open();
    fill(store, Things, 3);
    const filter: Filter = {tags: 'red'};
    const found = () => [ids(store, {filter}), ids(store, {filter: {...filter, '+order_by': 'label'}})];
    store.transaction(() => store.update(Things, 11, {tags: ['red']}));
    expect(found()).toEqual([[11], [11]]);
    const failHalfway = () =>
      store.transaction(() => {
        store.update(Things, 10, {tags: ['red']});
        store.remove(Things, 11);
        expect(found()).toEqual([[10], [10]]);
        throw new Error('no');
      });
    expect(failHalfway).toThrow('no');
    expect(found()).toEqual([[11], [11]]);
  });

  it('after a write, reads only the changed rows for a filter', () => {
    const store = open();
    fill(store, Things, 2000);
    const filter = {tags: 'red'};
    expect(ids(store, {filter})).toEqual([]);
    // Each row that a search compares is passed to this function.
    let compared = 0;
    store.sql.function('instr', (text, part) => {
      compared++;
      return String(text).indexOf(String(part)) + 1;
    });
    store.transaction(() => store.update(Things, 500, {tags: ['red']}));
    expect(ids(store, {filter})).toEqual([500]);
    expect(compared).toBe(1);
    store.transaction(() => {
      for (let id = 10; id < 1500; id++) store.update(Things, id, {tags: ['red']});
    });
    expect(ids(store, {filter, pageSize: 100})).toHaveLength(100);
    expect(store.page(Things, listing({filter})).text).toContain('"results":1490');
    expect(compared).toBe(2001);
  });

  it('finds any of several IDs without reading other documents', () => {
    const store = open();
    fill(store);
    const parse = vi.spyOn(JSON, 'parse');
    const filter: Filter = {'+or': [{id: {'+gt': 67}}, {id: 12}], '+order_by': 'id', '+order': 'desc'};
    expect(ids(store, {filter})).toEqual([69, 68, 12]);
    // The page that this test reads.
    expect(parse).toHaveBeenCalledTimes(1);
  });

  it('shifts the start of a page on request', () => {
    const store = open();
    fill(store);
    expect(ids(store, {page: 2, shift: 2})[0]).toBe(37);
    expect(ids(store, {page: 2, shift: -2})[0]).toBe(33);
    expect(ids(store, {page: 3, shift: 50})).toEqual([]);
  });
});

describe('filters in SQL', () => {
  const texts = ['a', 'ab', 'A"b', 'é日', '', '12', 't1', 'true', '2026-01-05T00:00:00'];
  const moments = fc.integer({min: 1, max: 28}).map(day => `2026-01-${String(day).padStart(2, '0')}T00:00:00`);
  const docs = fc.array(
    fc.record({
      label: fc.constantFrom(...texts),
      owner: fc.option(fc.integer({min: 1, max: 12})),
      created: moments,
      tags: fc.array(fc.constantFrom(...texts), {maxLength: 3}),
      big: fc.boolean(),
    }),
    {minLength: 4, maxLength: 10},
  );
  const scalar = fc.oneof(
    fc.constantFrom(...texts),
    fc.integer({min: 1, max: 30}),
    fc.integer({min: 1, max: 12}).map(id => `0${id}`),
    moments,
    fc.boolean(),
    fc.constant(null),
  );
  const bound = fc.oneof(fc.integer({min: 9, max: 16}), moments);
  const name = fc.constantFrom('id', 'label', 'owner', 'created', 'tags', 'big');
  const operand = fc.oneof(
    scalar,
    fc.record({'+gt': bound}),
    fc.record({'+lte': bound}),
    fc.record({'+gte': bound, '+lt': bound}),
    fc.record({'+neq': scalar}),
    fc.record({'+contains': fc.constantFrom(...texts)}),
    fc.record({'+or': fc.array(scalar, {maxLength: 2})}),
  );
  const field = fc.tuple(name, operand).map(([key, value]) => ({[key]: value}) as Filter);
  const condition = fc.oneof(
    field,
    fc.tuple(field, field).map(([a, b]) => ({...a, ...b}) as Filter),
    fc.array(field, {maxLength: 3}).map(inner => ({'+or': inner}) as Filter),
    fc.array(field, {maxLength: 3}).map(inner => ({'+and': inner}) as Filter),
  );
  const order = fc.option(fc.tuple(name, fc.constantFrom('asc', 'desc')), {nil: undefined});

  it('find the same rows after any changes as on a first read', () => {
    const change = fc.record({
      id: fc.integer({min: 9, max: 16}),
      kind: fc.constantFrom('update', 'remove', 'insert', 'fail'),
      label: fc.constantFrom(...texts),
      tags: fc.array(fc.constantFrom(...texts), {maxLength: 2}),
    });
    const lists = fc.array(fc.tuple(condition, order), {minLength: 1, maxLength: 3});
    fc.assert(
      fc.property(docs, lists, fc.array(change, {maxLength: 8}), (docs, lists, changes) => {
        const store = open();
        store.transaction(() => docs.map(doc => store.insert(Things, id => thing(id, doc))));
        const filters = lists.map(([conditions, sorted]) =>
          sorted ? {...conditions, '+order_by': sorted[0], '+order': sorted[1] as 'asc' | 'desc'} : conditions,
        );
        for (const filter of filters) ids(store, {filter});
        for (const {id, kind, label, tags} of changes) {
          const run = () =>
            store.transaction(() => {
              if (kind === 'insert') store.insert(Things, id => thing(id, {label, tags}));
              else if (store.has(Things, id) && kind === 'remove') store.remove(Things, id);
              else if (store.has(Things, id)) store.update(Things, id, {label, tags});
              for (const filter of filters) ids(store, {filter});
              if (kind === 'fail') throw new Error('no');
            });
          if (kind === 'fail') expect(run).toThrow('no');
          else run();
        }
        const cached = filters.map(filter => ids(store, {filter}));
        store.refresh();
        expect(cached).toEqual(filters.map(filter => ids(store, {filter})));
        store.sql.close();
      }),
      {numRuns: 200},
    );
  });

  it("find the same rows as the contract's filterAndSort", () => {
    fc.assert(
      fc.property(docs, condition, order, (docs, conditions, sorted) => {
        const store = open();
        const all = store.transaction(() => docs.map(change => store.insert(Things, id => thing(id, change))));
        const filter = sorted
          ? {...conditions, '+order_by': sorted[0], '+order': sorted[1] as 'asc' | 'desc'}
          : conditions;
        // Rows with equal values keep the direction of the list.
        const base = sorted?.[1] === 'desc' ? all.toReversed() : all;
        expect(ids(store, {filter})).toEqual(filterAndSort(filter, base).map(({id}) => id));
        store.sql.close();
      }),
      {numRuns: 400},
    );
  });
});
