import {expect, test} from 'vitest';
import {createPaintCoalescer} from './paint-coalescer.ts';

/** A clock that is turned by hand, with one thing to come. */
function opened() {
  let now = 0;
  let due: {at: number; run: () => void} | undefined;
  const painted: string[] = [];
  const unasked = createPaintCoalescer(
    {
      now: () => now,
      schedule(milliseconds, run) {
        due = {at: now + milliseconds, run};
        return () => {
          due = undefined;
        };
      },
    },
    work => {
      painted.push('[');
      work();
      painted.push(']');
    },
  );
  const header = () => void painted.push('header');
  const rows = () => void painted.push('rows');
  return {
    unasked,
    header,
    rows,
    later(milliseconds: number) {
      now += milliseconds;
      if (due && due.at <= now) due.run();
    },
    key: () => unasked.runKey(() => void painted.push('key')),
    taken: () => painted.splice(0).join(' '),
  };
}

test('what nobody asked for is painted at once while no keys come', () => {
  const {unasked, header, key, later, taken} = opened();
  unasked.paint(header);
  expect(taken()).toBe('header');
  key();
  later(40);
  unasked.paint(header);
  expect(taken()).toBe('key header');
});

test('between keys it waits for the next one, each thing once', () => {
  const {unasked, header, rows, key, later, taken} = opened();
  key();
  later(10);
  unasked.paint(header);
  unasked.paint(rows);
  unasked.paint(header);
  expect(taken()).toBe('key');
  later(20);
  key();
  expect(taken()).toBe('key header rows');
  later(100);
  expect(taken()).toBe('');
});

test('it never waits longer than a moment, and is one frame then', () => {
  const {unasked, header, rows, key, later, taken} = opened();
  key();
  unasked.paint(header);
  unasked.paint(rows);
  later(39);
  expect(taken()).toBe('key');
  later(1);
  expect(taken()).toBe('[ header rows ]');
});

test('what a key leads to does not wait, nor does anything after the clock was set back by hours', () => {
  const {unasked, header, later, key, taken} = opened();
  key();
  unasked.runKey(() => unasked.paint(header));
  expect(taken()).toBe('key header');
  later(-3_600_000);
  unasked.paint(header);
  expect(taken()).toBe('header');
});

test('where nobody sees it any more, nothing comes', () => {
  const {unasked, header, key, later, taken} = opened();
  key();
  unasked.paint(header);
  unasked.stop();
  later(100);
  key();
  expect(taken()).toBe('key key');
});
