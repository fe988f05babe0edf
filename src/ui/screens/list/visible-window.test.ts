import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {createVisibleWindow} from './visible-window.ts';

const fact = {};

function open(exists: (index: number) => boolean = () => true) {
  const painted: number[] = [];
  const window = createVisibleWindow((index, cursor) => {
    painted.push(index);
    return exists(index) ? `${index} ${cursor}` : undefined;
  });
  return {...window, painted: () => painted.splice(0)};
}

test('a move inside the window paints only the old and the new row of the cursor', () => {
  const {rows, painted} = open();
  rows(10, 5, 11, 'bar', [fact]);
  expect(painted()).toEqual([10, 11, 12, 13, 14]);
  expect(rows(10, 5, 12, 'bar', [fact])).toEqual(['10 none', '11 none', '12 bar', '13 none', '14 none']);
  expect(painted()).toEqual([11, 12]);
});

test('scrolling by one line paints only the new row and the old row of the cursor', () => {
  const {rows, painted} = open();
  rows(10, 5, 14, 'bar', [fact]);
  painted();
  expect(rows(11, 5, 15, 'bar', [fact])).toEqual(['11 none', '12 none', '13 none', '14 none', '15 bar']);
  expect(painted()).toEqual([14, 15]);
});

test('a changed fact paints all rows again', () => {
  const {rows, painted} = open();
  rows(0, 3, 0, 'bar', [fact]);
  painted();
  rows(0, 3, 0, 'bar', [{}]);
  expect(painted()).toEqual([0, 1, 2]);
});

test('shows the same as a new window, after any sequence of changes', () => {
  const step = fc.record({
    top: fc.nat(4),
    count: fc.nat(5),
    cursor: fc.nat(9),
    style: fc.constantFrom('bar' as const, 'resting' as const),
    facts: fc.constantFrom([1], [2]),
  });
  fc.assert(
    fc.property(fc.array(step, {minLength: 1, maxLength: 12}), fc.nat(9), (steps, gap) => {
      const exists = (index: number): boolean => index !== gap;
      const {rows} = open(exists);
      for (const {top, count, cursor, style, facts} of steps)
        expect([...rows(top, count, cursor, style, facts)]).toEqual(
          open(exists).rows(top, count, cursor, style, facts),
        );
    }),
  );
});
