import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {AnyRow, Family} from '../../families/shape/define-family.ts';
import {emptyLookup} from '../core/lookup.ts';
import {januaryLookup, TestCollection} from '../testing/test-collection.ts';
import {instance, instances, instancesOf} from '../testing/test-families.ts';
import {inOrder} from './filter.ts';
import {createListModel} from './list-model.ts';
import {createComparator, naturalKey} from './sort.ts';

const open = (rows: readonly AnyRow[], options = {}) => {
  const collection = new TestCollection(instances, rows);
  const model = createListModel(collection, januaryLookup, options);
  let notificationCount = 0;
  model.subscribe(() => {
    notificationCount++;
  });
  return {collection, model, notificationCount: () => notificationCount};
};

const mixed = [
  instance(1, {label: 'web-10', region: 'us-east', tags: ['prod', 'web']}),
  instance(2, {label: 'web-2', region: 'eu-west', status: 'booting', tags: ['test']}),
  instance(3, {label: 'db-1', region: 'us-east', status: 'offline', tags: ['db'], specs: {memory: 16_384}}),
  instance(4, {label: 'Batch-7', region: 'ap-south', status: 'failed', tags: [], created: '2026-01-14T12:00:00'}),
];
const idsFor = (filter: string) => open(mixed, {filter}).model.getState().ids;

describe('filtering', () => {
  it.each([
    ['web', [1, 2]],
    ['WEB', [1, 2]],
    ['web us-east', [1]],
    ['status:running', [1]],
    ['region:us-east', [1, 3]],
    ['region:us-east,ap-south', [1, 3, 4]],
    ['tag:prod', [1]],
    ['!tag:prod', [2, 3, 4]],
    ['!web', [3, 4]],
    ['label=web-2', [2]],
    ['label!=web-2', [1, 3, 4]],
    ['memory>4096', [3]],
    ['ram>=4096', [1, 2, 3, 4]],
    ['specs.memory<=4096', [1, 2, 4]],
    ['created>1d', [1, 2, 3]],
    ['created<2026-01-02', [1, 2, 3]],
    ['state:failed', [4]],
    ['id:3', [3]],
    ['tag:none', [4]],
    ['status:', [1, 2, 3, 4]],
    ['"web-10"', [1]],
    ['192.0.2.3', []],
  ])('the filter %s matches the rows %j', (filter, ids) => {
    expect(idsFor(filter)).toEqual(ids);
  });

  it('matches letters in order if no row contains the words as typed', () => {
    const {model} = open(mixed, {filter: 'wb1'});
    expect(model.getState()).toMatchObject({ids: [1], isFuzzy: true});
    model.setFilter('web');
    expect(model.getState()).toMatchObject({ids: [1, 2], isFuzzy: false});
  });

  it('reports an unknown field, and does not mistake an IPv6 address for a field', () => {
    expect(open(mixed, {filter: 'stauts:running'}).model.getState().hint).toBe(
      'No field “stauts”. Did you mean status?',
    );
    expect(open(mixed, {filter: '2600:3c00::1'}).model.getState().hint).toBeUndefined();
  });

  it('reports an unknown state until a row has it', () => {
    const family = {...instances, stateWords: ['running', 'booting', 'offline', 'failed']};
    const collection = new TestCollection(family, mixed);
    const model = createListModel(collection, januaryLookup, {filter: 'status:hibernating'});
    model.subscribe(() => {});
    expect(model.getState()).toMatchObject({ids: [], hint: expect.stringContaining('No status “hibernating”')});
    collection.set([...mixed, instance(5, {status: 'hibernating'})]);
    expect(model.getState()).toMatchObject({ids: [5], hint: undefined});
    collection.set(mixed);
    expect(model.getState()).toMatchObject({ids: [], hint: expect.stringContaining('No status')});
    model.setFilter('!status:hibernating');
    expect(model.getState()).toMatchObject({ids: [], hint: expect.stringContaining('No status')});
    model.setFilter('status:"hibernating"');
    expect(model.getState()).toMatchObject({ids: [], hint: undefined});
  });

  it('reads a colon as that of a field only if no row contains the text', () => {
    const tagged = [...mixed, instance(5, {tags: ['env:prod']})];
    expect(open(tagged, {filter: 'env:prod'}).model.getState()).toMatchObject({ids: [5], hint: undefined});
    expect(open(tagged, {filter: '!env:prod'}).model.getState()).toMatchObject({ids: [1, 2, 3, 4], hint: undefined});
    // Without the check, a negated value that no row has would match every row.
    expect(open(tagged, {filter: '!env:lab'}).model.getState()).toMatchObject({ids: [], hint: expect.any(String)});
  });

  it('compares ages with the current time when the list is reevaluated', () => {
    let now = Date.UTC(2026, 0, 15, 12);
    const collection = new TestCollection(instances, mixed);
    const model = createListModel(collection, emptyLookup({now: () => now}), {filter: 'created<2d'});
    model.subscribe(() => {});
    expect(model.getState().ids).toEqual([4]);
    now += 2 * 86_400_000;
    model.reevaluate();
    expect(model.getState().ids).toEqual([]);
    // A filter without an age does not depend on the time, so the list does not change.
    model.setFilter('web');
    const before = model.getState();
    model.reevaluate();
    expect(model.getState()).toBe(before);
  });

  it('changes the edition only if other rows are shown or a shown row changed', () => {
    const {model, collection} = open(mixed, {filter: 'we'});
    const editions = [model.edition];
    const hasNewEdition = () => editions.push(model.edition) > 0 && editions.at(-2) !== editions.at(-1);
    model.setFilter('web');
    expect([model.getState().ids, hasNewEdition()]).toEqual([[1, 2], false]);
    model.setFilter('web-2');
    expect([model.getState().ids, hasNewEdition()]).toEqual([[2], true]);
    const stopped = mixed.map(row => (row.id === 2 ? {...row, status: 'offline'} : row));
    collection.set(stopped);
    expect([model.getState().ids, hasNewEdition()]).toEqual([[2], true]);
    collection.set(stopped.filter(({id}) => id !== 2));
    expect([model.getState().ids, hasNewEdition()]).toEqual([[], true]);
    collection.set(stopped);
    expect([model.getState().ids, hasNewEdition()]).toEqual([[2], true]);
  });

  it('accepts a field of rows that arrive later', () => {
    const {collection, model} = open([], {filter: 'specs.memory>5000'});
    expect(model.getState()).toMatchObject({ids: [], hint: undefined});
    collection.set([instance(1), instance(2, {specs: {memory: 9000}})]);
    expect(model.getState()).toMatchObject({ids: [2], hint: undefined});
  });

  it('can show problems only', () => {
    const {model} = open(mixed);
    model.setProblemsOnly(true);
    expect(model.getState().ids).toEqual([4]);
    model.setProblemsOnly(false);
    expect(model.getState().ids).toEqual([1, 2, 3, 4]);
  });

  const word = fc.constantFrom(
    'status:x',
    'created>1',
    'created>1d',
    'memory>4',
    'memory=4096',
    '!memory>5000',
    'env:x',
    'gb',
    'w',
    'web',
    '-1',
    'us',
    'status:',
    'status:r',
    'run',
    '!',
    '!test',
    ':',
    '"',
    'a b',
    '>',
    'id>2',
    'zz',
  );
  it('finds the same rows if the filter is typed letter by letter', () => {
    fc.assert(
      fc.property(fc.array(word, {maxLength: 4}), words => {
        const filter = words.join(' ');
        const {model} = open(mixed);
        for (let end = 1; end <= filter.length; end++) model.setFilter(filter.slice(0, end));
        const atOnce = open(mixed, {filter}).model.getState();
        expect(model.getState()).toMatchObject({ids: atOnce.ids, isFuzzy: atOnce.isFuzzy, hint: atOnce.hint});
      }),
    );
  });

  it('accepts any text', () => {
    fc.assert(
      fc.property(fc.string(), filter => {
        expect(Array.isArray(idsFor(filter))).toBe(true);
      }),
    );
  });

  it('recognizes letters in order', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.nat(30)), (text, places) => {
        const letters = [...new Set(places)].sort((a, b) => a - b).map(place => text[place] ?? '');
        expect(inOrder(letters.join(''), text)).toBe(true);
      }),
    );
  });
});

describe('a column that needs a request per row', () => {
  const cpu: Record<number, number | undefined> = {};
  const sample = {
    operation: 'instances.stats.get',
    params: (row: AnyRow) => ({computeId: Number(row.id)}),
    take: () => ({}),
  };
  const sampledFamily: Family = {
    ...instances,
    columns: [
      ...instances.columns,
      {
        id: 'cpu',
        title: 'CPU',
        value: row => `${cpu[Number(row.id)] ?? '?'} %`,
        kind: 'percent',
        measure: row => cpu[Number(row.id)],
        sample: sample as never,
      },
    ],
  };
  const openSampled = (options: object) => {
    for (const id of Object.keys(cpu)) delete cpu[Number(id)];
    const model = createListModel(new TestCollection(sampledFamily, mixed), januaryLookup, options);
    model.subscribe(() => {});
    return model;
  };

  it('is sorted by the values read so far, and again as values arrive', () => {
    const model = openSampled({sort: {column: 'cpu', descending: true}});
    expect(model.getState().ids).toEqual([1, 2, 3, 4]);
    cpu[3] = 5;
    model.reevaluate();
    expect(model.getState().ids).toEqual([3, 1, 2, 4]);
    Object.assign(cpu, {1: 1, 4: 90});
    model.reevaluate();
    // Rows without a sample come last in both directions.
    expect(model.getState().ids).toEqual([4, 3, 1, 2]);
    model.setSort({column: 'cpu', descending: false});
    expect(model.getState().ids).toEqual([1, 3, 4, 2]);
  });

  it('is filtered without rows whose value is unread, and names the rows that decide', () => {
    const model = openSampled({filter: 'cpu>50 region:us-east'});
    expect(model.getState().ids).toEqual([]);
    expect(model.dependencies.rows().map(({id}) => id)).toEqual([1, 3]);
    Object.assign(cpu, {1: 60, 2: 70});
    model.reevaluate();
    expect(model.getState().ids).toEqual([1]);
    for (const filter of ['!cpu>50', 'cpu!=60', '!cpu:60', 'cpu:none']) {
      model.setFilter(filter);
      expect(
        model.getState().ids.filter(id => id === 3 || id === 4),
        filter,
      ).toEqual([]);
    }
  });
});

describe('sorting', () => {
  it('compares numbers in text by value, and keeps the order of equal rows', () => {
    const {model} = open(mixed, {sort: {column: 'label', descending: false}});
    expect(model.getState().ids).toEqual([4, 3, 2, 1]);
    model.setSort({column: 'label', descending: true});
    expect(model.getState().ids).toEqual([1, 2, 3, 4]);
    model.setSort({column: 'region', descending: false});
    expect(model.getState().ids).toEqual([4, 2, 1, 3]);
    model.setSort({column: 'region', descending: true});
    expect(model.getState().ids).toEqual([1, 3, 2, 4]);
    model.setSort({column: 'memory', descending: true});
    expect(model.getState().ids).toEqual([3, 1, 2, 4]);
    model.setSort(undefined);
    expect(model.getState().ids).toEqual([1, 2, 3, 4]);
  });

  it('compares digits by their value', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.constantFrom('', 'web-', 'z'), (left, right, start) => {
        const a = naturalKey(`${start}${left}`);
        const b = naturalKey(`${start}${right}`);
        expect(a < b).toBe(left < right);
      }),
    );
  });

  it('puts rows without a value last in both directions', () => {
    const items = [
      {key: undefined, place: 0},
      {key: 'b', place: 1},
      {key: 3, place: 2},
      {key: 'a', place: 3},
    ];
    expect(items.toSorted(createComparator(false)).map(item => item.place)).toEqual([2, 3, 1, 0]);
    expect(items.toSorted(createComparator(true)).map(item => item.place)).toEqual([1, 3, 2, 0]);
  });
});

describe('the cursor', () => {
  it('follows its resource when the list is sorted or filtered, and when rows change', () => {
    const {model, collection} = open(mixed);
    model.moveTo(2);
    expect(model.getState().cursorId).toBe(3);
    model.setSort({column: 'label', descending: false});
    expect(model.getState()).toMatchObject({cursor: 1, cursorId: 3});
    collection.set(mixed.map(row => (row.id === 3 ? {...row, label: 'zz'} : row)));
    expect(model.getState()).toMatchObject({cursor: 3, cursorId: 3});
    model.setFilter('web');
    expect(model.getState()).toMatchObject({ids: [2, 1], cursor: 0, cursorId: 2});
    model.setFilter('');
    expect(model.getState()).toMatchObject({cursor: 3, cursorId: 3});
  });

  it('keeps its position when its resource disappears', () => {
    const {model, collection} = open(mixed);
    model.moveTo(1);
    collection.set(mixed.filter(row => row.id !== 2));
    expect(model.getState()).toMatchObject({cursor: 1, cursorId: 3});
    collection.set([mixed[3] ?? {}]);
    expect(model.getState()).toMatchObject({cursor: 0, cursorId: 4});
    collection.set([]);
    expect(model.getState()).toMatchObject({cursor: -1, cursorId: undefined});
  });

  it('stays on its resource when a new row is sorted before it', () => {
    const {model, collection} = open(mixed, {sort: {column: 'label', descending: false}});
    expect(model.getState().cursorId).toBe(4);
    collection.set([...mixed, instance(9, {label: 'aa'})]);
    expect(model.getState()).toMatchObject({cursor: 1, cursorId: 4});
  });

  it('moves without a new list of IDs', () => {
    const {model} = open(instancesOf(50));
    const {ids} = model.getState();
    model.move(10);
    model.move(-3);
    expect(model.getState()).toMatchObject({cursor: 7, cursorId: 8});
    expect(model.getState().ids).toBe(ids);
    model.move(1000);
    expect(model.getState().cursor).toBe(49);
    model.moveTo(-1);
    expect(model.getState().cursor).toBe(49);
    expect(model.moveToId(20)).toBe(true);
    expect(model.getState().cursor).toBe(19);
    expect(model.moveToId(777)).toBe(false);
  });
});

describe('the selection', () => {
  it('is kept by resource, and a range starts at the last selected row', () => {
    const {model} = open(instancesOf(10));
    model.moveTo(2);
    model.toggleSelected();
    model.moveTo(5);
    model.selectRange();
    expect(model.selectedRows().map(row => row.id)).toEqual([3, 4, 5, 6]);
    model.toggleSelected(4);
    model.setFilter('web-6');
    expect(model.selectedRows().map(row => row.id)).toEqual([6, 3, 5]);
    model.setFilter('');
    model.clearSelection();
    expect(model.selectedRows().map(row => row.id)).toEqual([6]);
    model.selectAll();
    expect(model.getState().selection.size).toBe(10);
    model.selectAll();
    expect(model.getState().selection.size).toBe(0);
  });

  it('loses rows that disappear', () => {
    const {model, collection} = open(instancesOf(3));
    model.selectAll();
    collection.set(instancesOf(2));
    expect(model.getState().selection.size).toBe(2);
    expect(model.selectedRows().map(row => row.id)).toEqual([1, 2]);
  });
});
