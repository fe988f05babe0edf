import fs, {mkdtemp, readdir, readFile, rm, stat, utimes, writeFile} from 'node:fs/promises';
import {syncBuiltinESMExports} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, it, vi} from 'vitest';
import {withLock} from './file-lock.ts';
import {filesIn, memoryFiles, permissionProblem} from './private-files.ts';
import {settingsFile, stateFolder} from './xdg-paths.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skydeck-files-'));
});
afterEach(() => {
  vi.useRealTimers();
  return rm(folder, {recursive: true, force: true});
});

it('writes private files in private folders, completely or not at all', async () => {
  const files = filesIn(join(folder, 'state'));
  await files.write('drafts/a.json', 'one');
  await files.write('drafts/a.json', 'two');
  expect(await files.read('drafts/a.json')).toBe('two');
  expect(await readdir(join(folder, 'state', 'drafts'))).toEqual(['a.json']);
  expect((await stat(join(folder, 'state', 'drafts', 'a.json'))).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, 'state', 'drafts'))).mode & 0o777).toBe(0o700);
});

it('leaves no temporary file when the target can’t be replaced', async () => {
  const files = filesIn(folder);
  await files.write('taken/inner', 'x');
  await expect(files.write('taken', 'y')).rejects.toThrow();
  expect(await readdir(folder)).toEqual(['taken']);
});

it('keeps one complete text when many writes run at once', async () => {
  const files = filesIn(folder);
  const texts = Array.from({length: 20}, (_, index) => `${index}`.repeat(1000));
  await Promise.all(texts.map(text => files.write('same', text)));
  expect(texts).toContain(await files.read('same'));
  expect(await readdir(folder)).toEqual(['same']);
});

it('applies every update to the latest content, also across consoles', async () => {
  const consoles = [filesIn(folder), filesIn(folder), filesIn(folder)];
  const add = (text = '') => `${text}x`;
  await Promise.all(Array.from({length: 30}, (_, index) => consoles[index % 3]?.update('same', add)));
  expect(await consoles[0]?.read('same')).toBe('x'.repeat(30));
  expect(await readdir(folder)).toEqual(['same']);
});

it('keeps an update that takes longer than a lock is valid from being overwritten by another console', async () => {
  vi.useFakeTimers({toFake: ['setInterval', 'clearInterval']});
  const lock = join(folder, 'same.lock');
  const longAgo = new Date(Date.now() - 60_000);
  await filesIn(folder).update('same', async () => {
    await utimes(lock, longAgo, longAgo);
    vi.advanceTimersByTime(1000);
    // The lock is touched by another task, as late as the disk likes.
    while (Math.abs((await stat(lock)).mtimeMs - longAgo.getTime()) < 1000);
    return 'x';
  });
  expect(await filesIn(folder).read('same')).toBe('x');
});

it('applies every update to the latest content, also in memory', async () => {
  const files = memoryFiles();
  const add = async (text = '') => {
    await stat(folder);
    return `${text}x`;
  };
  await Promise.all([files.update('same', add), files.update('same', add), files.update('other', add)]);
  expect(await files.read('same')).toBe('xx');
  await files.withLock('same', () => files.update('other', add));
  expect(await files.read('other')).toBe('xx');
});

it('continues after an update fails, and after a console was killed while it held the lock', async () => {
  const files = filesIn(folder);
  await expect(files.update('same', () => Promise.reject(new Error('no idea')))).rejects.toThrow('no idea');
  await writeFile(join(folder, 'same.lock'), '');
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(join(folder, 'same.lock'), longAgo, longAgo);
  await files.update('same', () => 'after all');
  expect(await files.read('same')).toBe('after all');
  expect(await readdir(folder)).toEqual(['same']);
});

it('admits one writer at a time when several find an abandoned lock at once', async () => {
  const path = join(folder, 'same');
  const longAgo = new Date(Date.now() - 60_000);
  for (let round = 0; round < 10; round++) {
    await writeFile(`${path}.lock`, '');
    await utimes(`${path}.lock`, longAgo, longAgo);
    let inside = 0;
    let peak = 0;
    const work = async () => {
      peak = Math.max(peak, ++inside);
      for (let turn = 0; turn < 3; turn++) await stat(folder);
      inside--;
    };
    await Promise.all(Array.from({length: 8}, () => withLock(path, work)));
    expect(peak).toBe(1);
  }
  expect(await readdir(folder)).toEqual([]);
});

it.each([
  ['ahead', 86_400_000],
  ['back', -86_400_000],
])('admits one writer at a time when the clock was set %s or differs from the file times', async (_, by) => {
  vi.useFakeTimers({now: Date.now() + by, toFake: ['Date']});
  const consoles = [filesIn(folder), filesIn(folder), filesIn(folder)];
  const add = (text = '') => `${text}x`;
  await Promise.all(Array.from({length: 30}, (_, index) => consoles[index % 3]?.update('same', add)));
  expect(await consoles[0]?.read('same')).toBe('x'.repeat(30));
  await writeFile(join(folder, 'same.17.k3j2h1g0'), 'of another console, just now');
  await filesIn(folder).write('same', 'y');
  expect((await readdir(folder)).sort()).toEqual(['same', 'same.17.k3j2h1g0']);
});

it('doesn’t wait for an abandoned lock whose time is in the future', async () => {
  const path = join(folder, 'same');
  await writeFile(`${path}.lock`, '');
  const tomorrow = new Date(Date.now() + 86_400_000);
  await utimes(`${path}.lock`, tomorrow, tomorrow);
  expect(await withLock(path, async () => 'after all')).toBe('after all');
  expect(await readdir(folder)).toEqual([]);
});

it('doesn’t delete a lock that another console has taken over', async () => {
  const path = join(folder, 'same');
  await withLock(path, () => writeFile(`${path}.lock`, 'another console'));
  expect(await readFile(`${path}.lock`, 'utf8')).toBe('another console');
});

it('doesn’t delete a lock that can’t be read, because it may be another console’s', async () => {
  const path = join(folder, 'same');
  const {readFile: read} = fs;
  try {
    await withLock(path, async () => {
      await writeFile(`${path}.lock`, 'another console');
      fs.readFile = () => Promise.reject(Object.assign(new Error('too many open files'), {code: 'EMFILE'}));
      syncBuiltinESMExports();
    });
  } finally {
    fs.readFile = read;
    syncBuiltinESMExports();
  }
  expect(await readFile(`${path}.lock`, 'utf8')).toBe('another console');
});

it('doesn’t delete the lock of another console when no lock can be created', async () => {
  const {open} = fs;
  await writeFile(join(folder, 'same.lock'), 'another console');
  try {
    fs.open = () => Promise.reject(Object.assign(new Error('too many open files'), {code: 'EMFILE'}));
    syncBuiltinESMExports();
    await expect(filesIn(folder).update('same', () => 'mine')).rejects.toThrow('too many open files');
  } finally {
    fs.open = open;
    syncBuiltinESMExports();
  }
  expect(await readFile(join(folder, 'same.lock'), 'utf8')).toBe('another console');
});

it('deletes old temporary files of killed writers, and nothing else', async () => {
  const longAgo = new Date(Date.now() - 2 * 86_400_000);
  const abandoned = ['a.json.17.0', 'a.json.17.k3j2h1g0', 'a.json.lock.17.k3j2h1g0', 'a.json.17.k3j2h1g0.18.k3j2h1g0'];
  const others = ['a.json', 'a.json.unreadable', 'a.json.1', 'a.json.lock', 'b.json.17.0'];
  for (const name of [...abandoned, ...others]) {
    await writeFile(join(folder, name), 'old');
    await utimes(join(folder, name), longAgo, longAgo);
  }
  await writeFile(join(folder, 'a.json.18.0'), 'of another console, just now');
  await filesIn(folder).write('a.json', 'new');
  expect((await readdir(folder)).sort()).toEqual([...others, 'a.json.18.0'].sort());
});

it('starts a new line after a line that was cut off', async () => {
  await writeFile(join(folder, 'log'), 'whole\nhal');
  const files = filesIn(folder);
  await files.append('log', 'next\n');
  await files.append('log', 'last\n');
  expect(await files.read('log')).toBe('whole\nhal\nnext\nlast\n');
});

it('appends to a file, removes it, and reads undefined if it doesn’t exist', async () => {
  const files = filesIn(folder);
  expect(await files.read('log')).toBeUndefined();
  await files.append('log', 'a\n');
  await files.append('log', 'b\n');
  expect(await readFile(join(folder, 'log'), 'utf8')).toBe('a\nb\n');
  await files.remove('log');
  await files.remove('log');
  expect(await files.read('log')).toBeUndefined();
});

it('rotates a file that has reached its size limit, and deletes the oldest', async () => {
  const files = filesIn(folder);
  const limit = {maxBytes: 4, older: 2};
  for (const text of ['one\n', 'two\n', 'three\n', 'four\n']) await files.append('log', text, limit);
  expect((await readdir(folder)).sort()).toEqual(['log', 'log.1', 'log.2']);
  expect(await files.read('log')).toBe('four\n');
  expect(await files.read('log.2')).toBe('two\n');
  expect((await stat(join(folder, 'log'))).mode & 0o777).toBe(0o600);
});

it('rotates once when several consoles reach the limit at the same time', async () => {
  const limit = {maxBytes: 100, older: 3};
  const full = 'the newest'.padEnd(100, '.');
  const lines = Array.from({length: 8}, (_, index) => `${index}\n`);
  for (let round = 0; round < 5; round++) {
    for (const [name, text] of Object.entries({log: full, 'log.1': 'newer', 'log.2': 'old', 'log.3': 'oldest'}))
      await writeFile(join(folder, name), text);
    const append = async (line: string, index: number) => {
      for (let turn = 0; turn < index; turn++) await stat(folder);
      await filesIn(folder).append('log', line, limit);
    };
    await Promise.all(lines.map(append));
    expect((await readdir(folder)).sort()).toEqual(['log', 'log.1', 'log.2', 'log.3']);
    const text = (name: string) => readFile(join(folder, name), 'utf8');
    expect((await text('log')).split(/(?<=\n)/).sort()).toEqual(lines);
    expect([await text('log.1'), await text('log.2'), await text('log.3')]).toEqual([full, 'newer', 'old']);
  }
});

it('fills the number that a killed rotation left free', async () => {
  for (const [name, text] of Object.entries({log: 'full', 'log.2': 'old', 'log.3': 'oldest'}))
    await writeFile(join(folder, name), text);
  const files = filesIn(folder);
  await files.append('log', 'next\n', {maxBytes: 4, older: 3});
  expect(await files.read('log.1')).toBe('full');
  expect(await files.read('log.2')).toBe('old');
  expect(await files.read('log.3')).toBe('oldest');
});

it('names the command that makes a file private', () => {
  expect(permissionProblem("/home/o'b/token", {mode: 0o100640})).toBe(
    "/home/o'b/token can be read by others: run chmod 600 '/home/o'\\''b/token'",
  );
  expect(permissionProblem('/t', {mode: 0o100600})).toBeUndefined();
});

it('follows the XDG folders', () => {
  expect(settingsFile({HOME: '/h'})).toBe('/h/.config/skydeck/config.yaml');
  expect(settingsFile({HOME: '/h', XDG_CONFIG_HOME: '/c'})).toBe('/c/skydeck/config.yaml');
  expect(settingsFile({HOME: '/h', SKYDECK_CONFIG: '/x.yaml'})).toBe('/x.yaml');
  expect(stateFolder({HOME: '/h'})).toBe('/h/.local/state/skydeck');
});
