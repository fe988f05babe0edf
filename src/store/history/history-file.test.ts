import {mkdir, mkdtemp, readdir, rm, stat, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeEach, expect, test} from 'vitest';
import {openHistoryFile} from './history-file.ts';
import {defaultHistoryLimits, historyPath} from './history-types.ts';

const folders: string[] = [];
let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'skydeck-history-')), 'skydeck');
  folders.push(folder);
});
afterAll(() => Promise.all(folders.map(path => rm(join(path, '..'), {recursive: true}))));

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

test('the history file and its companion files are readable only by their owner', async () => {
  const file = openHistoryFile(folder, 'work', defaultHistoryLimits);
  const database = await file.open();
  expect(await file.open()).toBe(database);
  database.transaction(() => database.listId('volumes', {}));
  expect(await modeOf(folder)).toBe('700');
  const names = await readdir(folder);
  expect(names).toContain(historyPath('work'));
  for (const name of names) expect(await modeOf(join(folder, name)), name).toBe('600');
  file.close();
});

test('bug: a reader and a writer that opened the history file together left it open', async () => {
  const file = openHistoryFile(folder, 'work', defaultHistoryLimits);
  const [reader, writer] = await Promise.all([file.open(), file.open()]);
  expect(reader).toBe(writer);
  reader.transaction(() => reader.listId('volumes', {}));
  file.close();
  // SQLite removes its companion files with the last open handle.
  expect(await readdir(folder)).toEqual([historyPath('work')]);
});

test('bug: a history file that was closed while it opened stayed open', async () => {
  const file = openHistoryFile(folder, 'work', defaultHistoryLimits);
  const opened = file.open();
  file.close();
  await expect(opened).rejects.toThrow('closed');
  expect((await file.open()).listId('volumes', {})).toBe(1);
  file.close();
});

test('a damaged history file is renamed with a one-line message, and a new one is started', async () => {
  const file = openHistoryFile(folder, 'work', defaultHistoryLimits);
  await file.open();
  file.close();
  await writeFile(join(folder, historyPath('work')), 'not a database, but long enough for a header '.repeat(200));
  const error = await file.open().then(
    () => undefined,
    reason => reason,
  );
  expect(await file.onFailure(error)).toMatch(/work\.history\.sqlite is damaged; renamed to .*\.damaged-/);
  expect((await file.open()).listId('volumes', {})).toBe(1);
  file.close();
});

test('a full disk pauses the history with a one-line message', async () => {
  const file = openHistoryFile(folder, 'work', defaultHistoryLimits);
  const database = await file.open();
  database.sql.exec(`PRAGMA max_page_count=${Number(database.sql.prepare('PRAGMA page_count').get()?.page_count)}`);
  const fill = () =>
    database.transaction(() => {
      for (let id = 0; id < 1000; id++) database.listId('volumes', {instanceId: id});
    });
  expect(fill).toThrow('full');
  expect(database.sql.isTransaction).toBe(false);
  expect(await file.onFailure(Object.assign(new Error('full'), {errcode: 13}))).toMatch(
    /no history is recorded: the disk is full/,
  );
});

test('a folder in place of the history file is reported, and stays', async () => {
  const path = join(folder, historyPath('work'));
  await mkdir(path, {recursive: true});
  await writeFile(join(path, 'notes'), 'mine');
  const file = openHistoryFile(folder, 'work', defaultHistoryLimits);
  const error = await file.open().then(
    () => undefined,
    reason => reason,
  );
  expect(await file.onFailure(error)).toContain('no history is recorded');
  expect(await readdir(folder)).toEqual([historyPath('work')]);
  expect(await readdir(path)).toEqual(['notes']);
});
