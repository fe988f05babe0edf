import {expect, test} from 'vitest';
import {createRowPrefetch} from './row-prefetch.ts';

function ahead() {
  const prepared: string[] = [];
  const tasks: (() => void)[] = [];
  const {onPainted} = createRowPrefetch({
    prepare: (index, cursor) => prepared.push(cursor ? `${index} under the cursor` : String(index)),
    whenFree: run => tasks.push(run),
  });
  return {
    seen: (top: number, height: number, cursor: number, count = top + height) => onPainted(top, height, cursor, count),
    /** The rows that were prepared in idle time, and the number of slices. */
    free() {
      let goes = 0;
      for (let run = tasks.shift(); run; run = tasks.shift()) {
        run();
        goes++;
      }
      return {rows: prepared.splice(0), goes};
    },
  };
}

test('a cursor that moves inside the window is expected one row on', () => {
  const {seen, free} = ahead();
  seen(0, 10, 1);
  expect(free().rows).toEqual(['2 under the cursor']);
  seen(0, 10, 0);
  expect(free().rows).toEqual(['-1 under the cursor']);
});

test('a line scrolled down brings one row that was not seen coming, the window after next', () => {
  const {seen, free} = ahead();
  seen(0, 10, 9);
  free();
  seen(1, 10, 10);
  expect(free().rows).toEqual(['11 under the cursor', '20']);
});

test('a page down prepares the next page, a few rows at a time', () => {
  const {seen, free} = ahead();
  seen(9, 10, 9);
  const {rows, goes} = free();
  expect(rows).toEqual(['18 under the cursor', '20', '21', '22', '23', '24', '25', '26', '27', '28']);
  // The row under the cursor brings its detail along, and is a go of its own.
  expect(goes).toBe(3);
});

test('a page up prepares the page above', () => {
  const {seen, free} = ahead();
  seen(50, 10, 55);
  free();
  seen(40, 10, 45);
  expect(free().rows).toEqual(['35 under the cursor', ...Array.from({length: 10}, (_, row) => String(30 + row))]);
});

test('what is no longer expected is not prepared, and a still cursor expects nothing', () => {
  const {seen, free} = ahead();
  seen(9, 10, 9);
  seen(0, 10, 0);
  const {rows} = free();
  expect(rows).not.toContain('20');
  seen(0, 10, 0);
  expect(free().rows).toEqual([]);
});

test('once there is more than shows, the way down is prepared before the first key', () => {
  const {seen, free} = ahead();
  seen(0, 3, 0, 3);
  expect(free().rows).toEqual([]);
  seen(0, 3, 0, 100);
  expect(free().rows).toEqual(['1 under the cursor', '3', '4', '5']);
  seen(0, 3, 0, 100);
  expect(free().rows).toEqual([]);
});
