import {expect, test} from 'vitest';
import {createPaintCoalescer} from './paint-coalescer.ts';

/** A coalescer whose clock the test advances, with at most one pending timer. */
function openCoalescer() {
  let now = 0;
  let due: {at: number; run: () => void} | undefined;
  const painted: string[] = [];
  const coalescer = createPaintCoalescer(
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
    coalescer,
    header,
    rows,
    advance(milliseconds: number) {
      now += milliseconds;
      if (due && due.at <= now) due.run();
    },
    key: () => coalescer.runKey(() => void painted.push('key')),
    paints: () => painted.splice(0).join(' '),
  };
}

test('a background paint runs at once while no keys are pressed', () => {
  const {coalescer, header, key, advance, paints} = openCoalescer();
  coalescer.paint(header);
  expect(paints()).toBe('header');
  key();
  advance(40);
  coalescer.paint(header);
  expect(paints()).toBe('key header');
});

test('between keys a background paint waits for the next key, and each paint runs once', () => {
  const {coalescer, header, rows, key, advance, paints} = openCoalescer();
  key();
  advance(10);
  coalescer.paint(header);
  coalescer.paint(rows);
  coalescer.paint(header);
  expect(paints()).toBe('key');
  advance(20);
  key();
  expect(paints()).toBe('key header rows');
  advance(100);
  expect(paints()).toBe('');
});

test('background paints wait for at most 40 ms, and then share one frame', () => {
  const {coalescer, header, rows, key, advance, paints} = openCoalescer();
  key();
  coalescer.paint(header);
  coalescer.paint(rows);
  advance(39);
  expect(paints()).toBe('key');
  advance(1);
  expect(paints()).toBe('[ header rows ]');
});

test('a paint caused by a key doesn’t wait, and neither does one after the clock was set back', () => {
  const {coalescer, header, advance, key, paints} = openCoalescer();
  key();
  coalescer.runKey(() => coalescer.paint(header));
  expect(paints()).toBe('key header');
  advance(-3_600_000);
  coalescer.paint(header);
  expect(paints()).toBe('header');
});

test('waiting paints don’t run after a stop', () => {
  const {coalescer, header, key, advance, paints} = openCoalescer();
  key();
  coalescer.paint(header);
  coalescer.stop();
  advance(100);
  key();
  expect(paints()).toBe('key key');
});
