/**
 * Node's cache of the compiled program, damaged in every way: the program starts with the same output and never waits.
 */
import {execFileSync, spawnSync} from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {skydeck} from '../support/pty.ts';

let home: string;
let good: ReturnType<typeof run>;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'skydeck-code-'));
  run();
  good = run();
  expect(good).toMatchObject({status: 0, signal: null, stdout: expect.stringContaining('skydeck get')});
  cpSync(join(home, '.cache'), join(home, 'good'), {recursive: true});
});
afterAll(() => rmSync(home, {recursive: true, force: true}));

function run() {
  const [file, ...args] = skydeck(['get', '--help']);
  const {status, signal, stdout} = spawnSync(file, args, {
    encoding: 'utf8',
    env: {PATH: process.env.PATH, HOME: home},
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  return {status, signal, stdout};
}

/** Restores the undamaged cache; returns the path of the largest file of compiled code. */
function restored(): string {
  rmSync(join(home, '.cache'), {recursive: true});
  cpSync(join(home, 'good'), join(home, '.cache'), {recursive: true});
  const root = join(home, '.cache/skydeck/compiled');
  const files = readdirSync(root, {recursive: true, encoding: 'utf8'})
    .map(name => join(root, name))
    .filter(path => statSync(path).isFile());
  const [largest = ''] = files.toSorted((a, b) => statSync(b).size - statSync(a).size);
  return largest;
}

const flipped = (path: string, at: number): void => {
  const bytes = readFileSync(path);
  bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ 0x10;
  writeFileSync(path, bytes);
};

const zeroed = (path: string, from: number, bytes = Number.POSITIVE_INFINITY): void => {
  const text = readFileSync(path);
  text.fill(0, from, Math.min(text.length, from + bytes));
  writeFileSync(path, text);
};

test('Skydeck starts with a flipped bit anywhere in the compile cache', {timeout: 120_000}, () => {
  for (const at of [4, 9, 13, 17, 21, 40, 1000, 20_000, 70_001, 123_457]) {
    flipped(restored(), at);
    expect([at, run()]).toEqual([at, good]);
  }
  expect(run()).toEqual(good);
});

test.each<[string, (path: string) => void]>([
  ['zeros after a valid header', path => zeroed(path, 24)],
  ['a page of zeros', path => zeroed(path, 8192, 4096)],
  ['half of the file', path => truncateSync(path, statSync(path).size >> 1)],
  ['an empty file', path => truncateSync(path, 0)],
  ['a file larger than the memory', path => truncateSync(path, 2 ** 36)],
  [
    'a pipe',
    path => {
      rmSync(path);
      execFileSync('mkfifo', [path]);
    },
  ],
  [
    'a device without end',
    path => {
      rmSync(path);
      symlinkSync('/dev/zero', path);
    },
  ],
  [
    'a folder',
    path => {
      rmSync(path);
      mkdirSync(path);
    },
  ],
])('Skydeck starts with a damaged compile cache: %s', {timeout: 60_000}, (_, damage) => {
  damage(restored());
  expect(run()).toEqual(good);
  expect(run()).toEqual(good);
});
