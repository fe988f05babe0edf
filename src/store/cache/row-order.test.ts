import * as fc from 'fast-check';
import {expect, it} from 'vitest';
import {RowOrder} from './row-order.ts';
import {type RowEntry, RowTable} from './row-table.ts';

/** The result that `applyLists` must have, computed without optimizations. */
function expectedOrder(lists: readonly (readonly RowEntry[])[]): RowEntry[] {
  return [...new Set(lists.flat())].filter(entry => !entry.isRemoved);
}

const lists = fc.array(fc.array(fc.nat(30), {maxLength: 12}), {maxLength: 5});
const steps = fc.array(fc.record({lists, removed: fc.array(fc.nat(30), {maxLength: 3}), first: fc.boolean()}));

it('the row order contains each entry of all lists once, regardless of the order before', () => {
  fc.assert(
    fc.property(steps, rounds => {
      const table = new RowTable(() => '');
      const entries = new RowOrder();
      const entry = (id: number): RowEntry => {
        table.put(id, {id}, 1);
        return table.entries.get(id) as RowEntry;
      };
      for (const {lists, removed, first} of rounds) {
        const found = lists.map(list => list.map(entry));
        for (const id of removed) table.remove(id);
        entries.prune();
        const before = entries.order;
        const all = first ? [before, ...found] : [...found, before];
        const expected = expectedOrder(all);
        entries.applyLists(all, table.entries.size);
        expect(entries.order.map(({id}) => id)).toEqual(expected.map(({id}) => id));
        expect(entries.order.every(({isListed}) => isListed)).toBe(true);
      }
    }),
  );
});

it('the row order remains the same array while no position changes', () => {
  const table = new RowTable(() => '');
  const entriesInOrder = [1, 2, 3].map(id => {
    table.put(id, {id}, 1);
    return table.entries.get(id) as RowEntry;
  });
  const entries = new RowOrder();
  entries.applyLists([entriesInOrder], 3);
  const {order} = entries;
  entries.applyLists([entriesInOrder.slice(0, 2), entriesInOrder.slice(2), order], 3);
  expect(entries.order).toBe(order);
});
