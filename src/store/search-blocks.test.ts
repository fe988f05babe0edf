import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {SearchBlocks} from './search-blocks.ts';

interface Item {
  text: string;
  block: number;
}

function done<R>(job: Generator<void, R>): R {
  for (;;) {
    const {done: isDone, value} = job.next();
    if (isDone) return value;
  }
}

const text = fc.string({unit: fc.constantFrom('a', 'b', '-', '\n', 'é'), maxLength: 8});

test('finds what looking into each text would find, in order, after changes too', () => {
  fc.assert(
    fc.property(
      fc.array(text, {minLength: 1, maxLength: 600}),
      fc.array(fc.tuple(fc.nat(), text), {maxLength: 5}),
      fc.constantFrom('a', 'b', 'ab', 'b-', 'aba', 'é'),
      (texts, changes, word) => {
        const items: Item[] = texts.map(each => ({text: each, block: -1}));
        const blocks = new SearchBlocks<Item>();
        done(blocks.take(items));
        expect(done(blocks.find(word))).toEqual(items.filter(item => item.text.includes(word)));
        for (const [at, changed] of changes) {
          const item = items[at % items.length] as Item;
          item.text = changed;
          blocks.changed(item);
        }
        expect(done(blocks.find(word))).toEqual(items.filter(item => item.text.includes(word)));
      },
    ),
    {numRuns: 200},
  );
});

test('holds what was taken whole, and nothing while it is being taken', () => {
  const items: Item[] = Array.from({length: 10_000}, () => ({text: 'web', block: -1}));
  const blocks = new SearchBlocks<Item>();
  const job = blocks.take(items);
  job.next();
  expect(blocks.holds(items)).toBe(false);
  done(job);
  expect(blocks.holds(items)).toBe(true);
  expect(blocks.holds([...items])).toBe(false);
});
