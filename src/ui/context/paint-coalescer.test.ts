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

test('a background paint runs at once while no keys are pressed', () => {
  const {unasked, header, key, later, taken} = opened();
  unasked.paint(header);
  expect(taken()).toBe('header');
  key();
  later(40);
  unasked.paint(header);
  expect(taken()).toBe('key header');
});

test('between keys a background paint waits for the next key, and each paint runs once', () => {
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

test('background paints wait for at most 40 ms, and then share one frame', () => {
  const {unasked, header, rows, key, later, taken} = opened();
  key();
  unasked.paint(header);
  unasked.paint(rows);
  later(39);
  expect(taken()).toBe('key');
  later(1);
  expect(taken()).toBe('[ header rows ]');
});

test('a paint caused by a key doesn’t wait, and neither does one after the clock was set back', () => {
  const {unasked, header, later, key, taken} = opened();
  key();
  unasked.runKey(() => unasked.paint(header));
  expect(taken()).toBe('key header');
  later(-3_600_000);
  unasked.paint(header);
  expect(taken()).toBe('header');
});

test('waiting paints don’t run after a stop', () => {
  const {unasked, header, key, later, taken} = opened();
  key();
  unasked.paint(header);
  unasked.stop();
  later(100);
  key();
  expect(taken()).toBe('key key');
});
