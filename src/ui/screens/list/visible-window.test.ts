import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {createVisibleWindow} from './visible-window.ts';

const fact = {};

function open(exists: (index: number) => boolean = () => true) {
  const asked: number[] = [];
  const window = createVisibleWindow((index, cursor) => {
    asked.push(index);
    return exists(index) ? `${index} ${cursor}` : undefined;
  });
  return {...window, asked: () => asked.splice(0)};
}

test('a move inside the window paints only the old and the new row of the cursor', () => {
  const {rows, asked} = open();
  rows(10, 5, 11, 'bar', [fact]);
  expect(asked()).toEqual([10, 11, 12, 13, 14]);
  expect(rows(10, 5, 12, 'bar', [fact])).toEqual(['10 none', '11 none', '12 bar', '13 none', '14 none']);
  expect(asked()).toEqual([11, 12]);
});

test('scrolling by one line paints only the new row and the old row of the cursor', () => {
  const {rows, asked} = open();
  rows(10, 5, 14, 'bar', [fact]);
  asked();
  expect(rows(11, 5, 15, 'bar', [fact])).toEqual(['11 none', '12 none', '13 none', '14 none', '15 bar']);
  expect(asked()).toEqual([14, 15]);
});

test('a changed fact paints all rows again', () => {
  const {rows, asked} = open();
  rows(0, 3, 0, 'bar', [fact]);
  asked();
  rows(0, 3, 0, 'bar', [{}]);
  expect(asked()).toEqual([0, 1, 2]);
});

test('shows the same as a new window, after any sequence of changes', () => {
  const step = fc.record({
    top: fc.nat(4),
    count: fc.nat(5),
    cursor: fc.nat(9),
    look: fc.constantFrom('bar' as const, 'resting' as const),
    facts: fc.constantFrom([1], [2]),
  });
  fc.assert(
    fc.property(fc.array(step, {minLength: 1, maxLength: 12}), fc.nat(9), (steps, gap) => {
      const exists = (index: number): boolean => index !== gap;
      const {rows} = open(exists);
      for (const {top, count, cursor, look, facts} of steps)
        expect([...rows(top, count, cursor, look, facts)]).toEqual(open(exists).rows(top, count, cursor, look, facts));
    }),
  );
});
