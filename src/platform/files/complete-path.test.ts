import {mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {homedir, tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, onTestFinished, test} from 'vitest';
import {completePath} from './complete-path.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'skydeck-complete-'));
  for (const name of ['image-a.iso', 'image-b.iso', 'notes.txt', '.hidden', 'with space.txt'])
    writeFileSync(join(folder, name), '');
  mkdirSync(join(folder, 'backups'));
  writeFileSync(join(folder, 'backups/db.gz'), '');
  symlinkSync(join(folder, 'nowhere'), join(folder, 'zz-gone'));
  symlinkSync(join(folder, 'backups'), join(folder, 'link'));
});
afterAll(() => rmSync(folder, {recursive: true, force: true}));

test.each([
  ['no', 'notes.txt', ['notes.txt']],
  ['notes.txt', 'notes.txt', ['notes.txt']],
  ['i', 'image-', ['image-a.iso', 'image-b.iso']],
  ['b', 'backups/', ['backups/']],
  ['backups/', 'backups/db.gz', ['db.gz']],
  ['w', 'with space.txt', ['with space.txt']],
  ['.h', '.hidden', ['.hidden']],
  ['zz', 'zz-gone', ['zz-gone']],
  ['l', 'link/', ['link/']],
  ['none', 'none', []],
  ['nowhere/x', 'nowhere/x', []],
  ['notes.txt/x', 'notes.txt/x', []],
])('%s is completed to %s', async (typed, path, names) => {
  expect(await completePath(`${folder}/${typed}`)).toEqual({path: `${folder}/${path}`, names});
});

test('hidden files aren’t offered before a dot is typed', async () => {
  const {path, names} = await completePath(`${folder}/`);
  expect(path).toBe(`${folder}/`);
  expect(names).toEqual(['backups/', 'image-a.iso', 'image-b.iso', 'link/', 'notes.txt', 'with space.txt', 'zz-gone']);
});

test('a tilde is completed in the home folder, and isn’t expanded', async () => {
  expect(await completePath('~')).toEqual({path: '~/', names: []});
  expect((await completePath('~/none-of-this-name')).path).toBe('~/none-of-this-name');
  expect((await completePath(homedir())).path).toBe(`${homedir()}/`);
});

test('a path without a folder is completed in the working directory', async () => {
  expect(await completePath('package.js')).toEqual({path: 'package.json', names: ['package.json']});
});

test('bug: two names whose emoji share the first half of a surrogate pair were completed by that half', async () => {
  const emojiFolder = mkdtempSync(join(tmpdir(), 'skydeck-emoji-'));
  onTestFinished(() => rmSync(emojiFolder, {recursive: true, force: true}));
  const names = ['x😀', 'x😁'];
  for (const name of names) writeFileSync(join(emojiFolder, name), '');
  expect(await completePath(`${emojiFolder}/`)).toEqual({path: `${emojiFolder}/x`, names});
});
