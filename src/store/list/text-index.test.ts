import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {TextIndex} from './text-index.ts';
import {hasWord, joinSearchText} from './word-match.ts';

interface Item {
  text: string;
  block: number;
}

function runToEnd<R>(job: Generator<void, R>): R {
  for (;;) {
    const {done: isDone, value} = job.next();
    if (isDone) return value;
  }
}

const part = fc.string({unit: fc.constantFrom('a', 'b', '-', ':', '\n', 'é'), maxLength: 8});
const text = fc
  .tuple(fc.array(part, {maxLength: 2}), fc.array(part, {maxLength: 2}))
  .map(([words, codes]) => joinSearchText(words, codes));

const word = fc.constantFrom('a', 'b', 'ab', 'b-', 'aba', 'é', ':', 'a:', 'a:b');

test('finds the same texts as a full scan, in order, after any searches and changes', () => {
  fc.assert(
    fc.property(
      fc.array(text, {minLength: 1, maxLength: 600}),
      fc.array(fc.record({word, changes: fc.array(fc.tuple(fc.nat(), text), {maxLength: 3})}), {maxLength: 6}),
      (texts, searches) => {
        const items: Item[] = texts.map(each => ({text: each, block: -1}));
        const blocks = new TextIndex<Item>();
        runToEnd(blocks.build(items));
        for (const {word, changes} of searches) {
          expect(runToEnd(blocks.find(word))).toEqual(items.filter(item => hasWord(item.text, word)));
          for (const [at, changed] of changes) {
            const item = items[at % items.length] as Item;
            item.text = changed;
            blocks.markChanged(item);
          }
        }
      },
    ),
    {numRuns: 200},
  );
});

/** 256 items with each word, which fill one block of the index. */
const inBlocks = (...words: string[]): Item[] =>
  words.flatMap(text => Array.from({length: 256}, () => ({text, block: -1})));

test('a longer word is searched only among the matches of its prefix, until a text changes', () => {
  const items = inBlocks('web', 'db', 'app');
  const blocks = new TextIndex<Item>();
  runToEnd(blocks.build(items));
  runToEnd(blocks.find('w'));
  expect(blocks.candidateCount('we')).toBe(256);
  expect(blocks.candidateCount('b')).toBe(768);
  blocks.markChanged(items[300] as Item);
  expect(blocks.candidateCount('we')).toBe(768);
  runToEnd(blocks.find('w'));
  runToEnd(blocks.build(items));
  expect(blocks.candidateCount('we')).toBe(768);
});

test('a text that changes during a search is searched again', () => {
  const items = inBlocks(...new Array(20).fill('db'));
  const blocks = new TextIndex<Item>();
  runToEnd(blocks.build(items));
  const job = blocks.find('w');
  job.next();
  const [first] = items as [Item];
  first.text = 'web';
  blocks.markChanged(first);
  expect(runToEnd(job)).toEqual([]);
  expect(runToEnd(blocks.find('we'))).toEqual([first]);
});

test('covers a list only after the index is complete', () => {
  const items: Item[] = Array.from({length: 10_000}, () => ({text: 'web', block: -1}));
  const blocks = new TextIndex<Item>();
  const job = blocks.build(items);
  job.next();
  expect(blocks.covers(items)).toBe(false);
  runToEnd(job);
  expect(blocks.covers(items)).toBe(true);
  expect(blocks.covers([...items])).toBe(false);
});
