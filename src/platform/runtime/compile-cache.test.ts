import {execFileSync} from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import module from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test, vi} from 'vitest';
import {enableCompileCache, isOwnedPrivately} from './compile-cache.ts';

let folder: string;
let enabledPaths: string[];
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'skydeck-compile-')));
  enabledPaths = [];
  vi.spyOn(module, 'enableCompileCache').mockImplementation(path => {
    enabledPaths.push(String(path));
    return {status: module.constants.compileCacheStatus.ENABLED};
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, {recursive: true, force: true});
});

const enable = (base = folder) => enableCompileCache('b1', {XDG_CACHE_HOME: base});
const cacheFolder = () => join(folder, 'skydeck/compiled/b1');

test('the compile cache is in a folder of this build that only its owner can open', () => {
  expect(enable()).toBe(cacheFolder());
  expect(enabledPaths).toEqual([cacheFolder()]);
  expect(statSync(cacheFolder()).mode & 0o777).toBe(0o700);
});

test('the compile cache is off without a home folder and with NODE_DISABLE_COMPILE_CACHE', () => {
  expect(enableCompileCache('b1', {})).toBeUndefined();
  expect(enableCompileCache('b1', {XDG_CACHE_HOME: folder, NODE_DISABLE_COMPILE_CACHE: '1'})).toBeUndefined();
  expect(enabledPaths).toEqual([]);
});

test.each([
  ['the folder itself', 'skydeck/compiled/b1'],
  ['its parent folder', 'skydeck/compiled'],
  ['the parent of its parent folder', 'skydeck'],
])('the compile cache is off if others can write to %s', (_, open) => {
  enable();
  chmodSync(join(folder, open), 0o777);
  expect(enable()).toBeUndefined();
});

test('the compile cache works below a shared folder with the sticky bit, where others can’t rename it', () => {
  mkdirSync(join(folder, 'shared'), {mode: 0o777});
  chmodSync(join(folder, 'shared'), 0o1777);
  expect(enable(join(folder, 'shared'))).toBe(join(folder, 'shared/skydeck/compiled/b1'));
});

test.runIf(process.getuid?.() === 0)('the compile cache is off if another user owns a parent folder', () => {
  enable();
  chownSync(join(folder, 'skydeck'), 54_321, 54_321);
  expect(enable()).toBeUndefined();
  expect(isOwnedPrivately(cacheFolder())).toBe(false);
});

test('a symbolic link is resolved, and the permissions of its target are checked', () => {
  mkdirSync(join(folder, 'real'), {mode: 0o777});
  chmodSync(join(folder, 'real'), 0o777);
  symlinkSync(join(folder, 'real'), join(folder, 'link'));
  expect(enable(join(folder, 'link'))).toBeUndefined();
  chmodSync(join(folder, 'real'), 0o700);
  expect(enable(join(folder, 'link'))).toBe(join(folder, 'real/skydeck/compiled/b1'));
});

test.each<[string, (path: string) => void]>([
  ['a pipe', path => execFileSync('mkfifo', [path])],
  ['a device', path => symlinkSync('/dev/zero', path)],
  ['a folder', path => mkdirSync(path)],
  [
    'a file of 8 GB',
    path => {
      writeFileSync(path, '');
      truncateSync(path, 2 ** 33);
    },
  ],
])('%s in the compile cache is removed before Node reads it', (_, put) => {
  enable();
  const inner = join(cacheFolder(), 'v24-x64-0');
  mkdirSync(inner);
  writeFileSync(join(inner, 'good'), 'x');
  enable();
  expect(readdirSync(inner)).toEqual(['good']);
  put(join(inner, 'bad'));
  expect(enable()).toBe(cacheFolder());
  expect(existsSync(inner)).toBe(false);
});

test('the compile cache of another build is deleted after a month without use', () => {
  for (const [name, days] of [
    ['old', 31],
    ['new', 1],
  ] as const) {
    const path = join(folder, 'skydeck/compiled', name);
    mkdirSync(path, {recursive: true, mode: 0o700});
    const at = Date.now() / 1000 - days * 86_400;
    utimesSync(path, at, at);
  }
  enable();
  expect(readdirSync(join(folder, 'skydeck/compiled')).sort()).toEqual(['b1', 'new']);
});

test('a file in place of the cache folder turns the compile cache off without an error', () => {
  writeFileSync(join(folder, 'skydeck'), '');
  expect(enable()).toBeUndefined();
});
