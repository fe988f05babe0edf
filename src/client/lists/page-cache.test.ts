import {expect, test} from 'vitest';
import {PageCache} from './page-cache.ts';

/** Bytes with memory of their own, as the bytes of a response. */
const bytesOf = (text: string): Buffer => Buffer.concat([Buffer.from(text.padEnd(100_000))]);

test('the bytes of a page are freed at once if the whole list is too long to keep', () => {
  const cache = new PageCache<string>(1_000_000);
  const bytes = bytesOf('a');
  cache.set('page 1', bytes, 'value', 1000);
  expect(bytes).toHaveLength(0);
  expect(cache.getIfSame('page 1', bytesOf('a'))).toBeUndefined();
});

test('an unchanged page is recognized again and again, and its new bytes are freed', () => {
  const cache = new PageCache<string>(1_000_000);
  const first = bytesOf('a');
  cache.set('page 1', first, 'value', 2);
  for (let round = 0; round < 3; round++) {
    const again = bytesOf('a');
    expect(cache.getIfSame('page 1', again)).toBe('value');
    expect(again).toHaveLength(0);
  }
  expect(first).toHaveLength(100_000);
});

test('the bytes of a page are freed when another page takes their place', () => {
  const cache = new PageCache<string>(150_000);
  const [first, changed, other] = [bytesOf('a'), bytesOf('b'), bytesOf('c')];
  cache.set('page 1', first, 'old', 1);
  cache.set('page 1', changed, 'new', 1);
  expect([first.length, changed.length]).toEqual([0, 100_000]);
  cache.set('page 2', other, 'other', 1);
  expect([changed.length, other.length, cache.size]).toEqual([0, 100_000, 100_000]);
});

test('bytes that share their memory with others stay readable', () => {
  const both = bytesOf('a');
  new PageCache<string>(10).set('page 1', both.subarray(0, 50), 'value', 1);
  expect(both).toHaveLength(100_000);
});
