import {execFileSync} from 'node:child_process';
import {chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {readRegularFile} from './regular-file.ts';
import {seal, unseal} from './sealed-text.ts';
import {openStateFiles} from './state-files.ts';

let folder: string;
let messages: string[];
const files = () => openStateFiles(folder, message => messages.push(message));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skydeck-kept-'));
  messages = [];
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

test('a pipe is renamed once, even when several reads find it at the same time', async () => {
  execFileSync('mkfifo', [join(folder, 'a.json')]);
  const stateFiles = files();
  expect(await Promise.all([stateFiles.read('a.json'), stateFiles.read('a.json'), stateFiles.read('a.json')])).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(messages).toEqual([expect.stringMatching(/^a\.json is not a regular file; renamed to a\.json\.damaged-/)]);
});

test.each(['write', 'append', 'update'] as const)('%s puts a new file in place of a folder', async way => {
  mkdirSync(join(folder, 'a.json'));
  const stateFiles = files();
  if (way === 'update') await stateFiles.update('a.json', (text = '') => `${text}new`);
  else await stateFiles[way]('a.json', 'new');
  expect(readFileSync(join(folder, 'a.json'), 'utf8')).toBe('new');
  expect(messages).toHaveLength(1);
});

test('a lock that is a folder doesn’t block a write', async () => {
  mkdirSync(join(folder, 'a.json.lock'));
  utimesSync(join(folder, 'a.json.lock'), 1, 1);
  await files().update('a.json', () => 'new');
  expect(readFileSync(join(folder, 'a.json'), 'utf8')).toBe('new');
});

test.skipIf(process.getuid?.() === 0)(
  'a permission error is rejected with EACCES, without a further message',
  async () => {
    writeFileSync(join(folder, 'a.json'), 'old');
    chmodSync(join(folder, 'a.json'), 0);
    chmodSync(folder, 0o500);
    await expect(files().read('a.json')).rejects.toThrow('EACCES');
    await expect(files().write('b.json', '')).rejects.toThrow('EACCES');
    expect(messages).toEqual([]);
    chmodSync(folder, 0o700);
    expect(readdirSync(folder)).toEqual(['a.json']);
  },
);

test('a file above the size limit is refused', async () => {
  writeFileSync(join(folder, 'a'), '12345');
  expect(await readRegularFile(join(folder, 'a'), {maxBytes: 5})).toBe('12345');
  await expect(readRegularFile(join(folder, 'a'), {maxBytes: 4})).rejects.toThrow('has 5 bytes');
});

test('a sealed text opens unchanged, but not for another program and not when damaged', () => {
  const sealed = seal('1.0 "x"', 'text\nof two lines');
  expect(unseal('1.0 "x"', sealed)).toEqual({text: 'text\nof two lines'});
  expect(unseal('1.1', sealed)).toBe('of another program');
  for (let at = 0; at < sealed.length; at++) {
    const damaged = `${sealed.slice(0, at)}${String.fromCharCode(sealed.charCodeAt(at) ^ 1)}${sealed.slice(at + 1)}`;
    expect(typeof unseal('1.0 "x"', damaged), damaged).toBe('string');
    expect(typeof unseal('1.0 "x"', sealed.slice(0, at))).toBe('string');
  }
});
