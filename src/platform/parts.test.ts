import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {afterEach, beforeEach, expect, onTestFinished, test, vi} from 'vitest';
import {headOf, partsIn} from './parts.ts';
import {isReplaced} from './replaced.ts';

let folder: string;
let kept: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skydeck-parts-'));
  kept = join(folder, 'cache/compiled/b1');
  mkdirSync(join(folder, 'chunks'));
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

/** Adds to what it starts from, one figure. */
const body = (from: number) => `exports.sum = (...values) => values.reduce((all, value) => all + value, ${from});`;
/** Large enough to be kept. */
const large = (from: number) => `${body(from)}${' '.repeat(20_000)}`;
const part = (name: string, code: string, build = 'b1') =>
  writeFileSync(join(folder, name), `${headOf(build)}(function(exports,require,module,__url){${code}})`);
const open = (place: string | undefined = kept) => partsIn(folder, 'b1', place);
type Sum = {readonly sum: (...values: number[]) => number};

test('a part runs once, and has the others by the way from where it is, and modules of Node by their names', () => {
  part(
    'main.js',
    `exports.from = require('./chunks/one.js'); exports.url = __url; exports.sep = require('node:path').sep`,
  );
  part(
    'chunks/one.js',
    `globalThis.partsRun = (globalThis.partsRun ?? 0) + 1; module.exports = {two: require('./two.js')}`,
  );
  part('chunks/two.js', `exports.name = 'two'`);
  const {load} = open();
  const main = load<{from: {two: {name: string}}; url: string; sep: string}>('main.js');
  expect(main.from.two.name).toBe('two');
  expect(main.url).toBe(pathToFileURL(join(folder, 'main.js')).href);
  expect(['/', '\\']).toContain(main.sep);
  expect(load('chunks/one.js')).toBe(main.from);
  expect(globalThis).toHaveProperty('partsRun', 1);
  Reflect.deleteProperty(globalThis, 'partsRun');
});

test('what was compiled is kept for the owner alone, and taken back as it is', async () => {
  part('chunks/sum.js', large(0));
  const first = open();
  expect(first.load<Sum>('chunks/sum.js').sum(1, 2)).toBe(3);
  await first.keep();
  const path = join(kept, 'sum.js');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(kept).mode & 0o777).toBe(0o700);

  // V8 tells texts apart by their lengths: with a new one, what it took back shows.
  part('chunks/sum.js', large(5));
  const {ino} = statSync(path);
  const again = open();
  expect(again.load<Sum>('chunks/sum.js').sum(3, 4)).toBe(7);
  again.keepNow();
  expect(statSync(path).ino).toBe(ino);
  expect(readdirSync(kept)).toEqual(['sum.js']);
});

test('a small part is compiled at every start', () => {
  part('small.js', body(0));
  const parts = open();
  expect(parts.load<Sum>('small.js').sum(1, 1)).toBe(2);
  parts.keepNow();
  expect(() => readdirSync(kept)).toThrow(/ENOENT/);
});

test.each([
  ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 100)],
  ['empty', () => Buffer.alloc(0)],
  ['of nothing but zeroes', (bytes: Buffer) => Buffer.alloc(bytes.length)],
])('a kept file that is %s is made anew', (_, spoil) => {
  part('sum.js', large(0));
  const first = open();
  first.load<Sum>('sum.js').sum(1);
  first.keepNow();
  const path = join(kept, 'sum.js');
  const good = readFileSync(path);
  writeFileSync(path, spoil(good));
  // Another text, as V8 would not look at the file for one that it has compiled before.
  part('sum.js', large(1));
  const again = open();
  expect(again.load<Sum>('sum.js').sum(2, 3)).toBe(6);
  again.keepNow();
  expect(readFileSync(path).length).toBe(good.length);
});

test('where nothing can be kept, it runs all the same', () => {
  part('sum.js', large(0));
  writeFileSync(join(folder, 'file'), '');
  for (const place of [undefined, join(folder, 'file/compiled')]) {
    const parts = partsIn(folder, 'b1', place);
    expect(parts.load<Sum>('sum.js').sum(1)).toBe(1);
    parts.keepNow();
  }
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('');
});

test('what others could have put there is not run', () => {
  part('sum.js', large(0));
  const first = open();
  first.load<Sum>('sum.js').sum(1);
  first.keepNow();
  chmodSync(kept, 0o777);
  // Another text, to see which of the two runs.
  part('sum.js', large(1));
  expect(open().load<Sum>('sum.js').sum(1)).toBe(2);
  chmodSync(kept, 0o700);
  part('sum.js', large(2));
  expect(open().load<Sum>('sum.js').sum(1)).toBe(1);
});

test('what other builds kept goes when nobody has added to it for a month', () => {
  const compiled = join(folder, 'cache/compiled');
  const [old, recent] = [join(compiled, 'old'), join(compiled, 'recent')];
  for (const path of [old, recent]) mkdirSync(path, {recursive: true});
  const days = (count: number) => new Date(Date.now() - count * 24 * 3600 * 1000);
  utimesSync(old, days(31), days(31));
  utimesSync(recent, days(20), days(20));
  part('sum.js', large(0));
  const parts = open();
  parts.load('sum.js');
  parts.keepNow();
  expect(readdirSync(compiled).sort()).toEqual(['b1', 'recent']);
});

test('what was compiled stays where another clock, a month behind, dates the files', () => {
  vi.useFakeTimers({toFake: ['Date'], now: Date.now() + 40 * 24 * 3600 * 1000});
  onTestFinished(() => void vi.useRealTimers());
  part('sum.js', large(0));
  const parts = open();
  parts.load('sum.js');
  parts.keepNow();
  expect(readdirSync(kept)).toEqual(['sum.js']);
});

test('a part of another build, and one that is gone, say that the program was replaced', () => {
  part('main.js', body(0), 'b2');
  const {load} = open();
  for (const name of ['main.js', 'gone.js']) {
    let failure: unknown;
    try {
      load(name);
    } catch (error) {
      failure = error;
    }
    expect(isReplaced(failure)).toBe(true);
  }
});

test('a part that fails while it runs fails again, and one that cannot be read says why', () => {
  part('broken.js', 'exports.half = 1; throw new RangeError(`no room`)');
  mkdirSync(join(folder, 'folder.js'));
  const {load} = open();
  for (let times = 0; times < 2; times++) expect(() => load('broken.js')).toThrow(RangeError);
  expect(() => load('folder.js')).toThrow(/EISDIR/);
});
