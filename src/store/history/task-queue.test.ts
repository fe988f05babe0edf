import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openSqlite} from '../../platform/files/sqlite.ts';
import {manualClock} from '../testing/manual-clock.ts';
import {memoryHistoryFile, openHistoryFile} from './history-file.ts';
import type {HistoryFile} from './history-file-port.ts';
import {defaultHistoryLimits, historyPath} from './history-types.ts';
import {TaskQueue} from './task-queue.ts';

function openQueue(file: HistoryFile, clock = manualClock()) {
  const reports: string[] = [];
  const written: number[] = [];
  const queue = new TaskQueue({
    clock,
    file,
    hasSpans: () => false,
    saveSpans: () => {},
    onFailure: () => {},
    report: message => reports.push(message),
  });
  const add = (number: number) => queue.add({write: () => void written.push(number)});
  return {clock, reports, written, queue, add};
}

/** A queue, and another console that writes to the same file. */
async function openShared() {
  const folder = await mkdtemp(join(tmpdir(), 'skydeck-queue-'));
  const file = openHistoryFile(folder, 'work', defaultHistoryLimits);
  await file.open();
  const other = openSqlite(join(folder, historyPath('work')));
  onTestFinished(async () => {
    other.close();
    file.close();
    await rm(folder, {recursive: true});
  });
  return {...openQueue(file), other};
}

test('a version that finds the file locked by another console is written when the file is free', async () => {
  const {clock, reports, written, add, other} = await openShared();
  other.exec('BEGIN IMMEDIATE');
  add(1);
  await clock.advance(3000);
  expect(written).toEqual([]);
  other.exec('COMMIT');
  await clock.advance(1000);
  expect(written).toEqual([1]);
  expect(reports).toEqual([]);
});

test('a console that never frees the file is reported once', async () => {
  const {clock, reports, add, other} = await openShared();
  other.exec('BEGIN IMMEDIATE');
  add(1);
  await clock.advance(35_000);
  expect(reports).toEqual([expect.stringMatching(/no history is recorded: database is locked$/)]);
  other.exec('COMMIT');
});

test('a step that waited for another console still writes', async () => {
  const file = memoryHistoryFile(defaultHistoryLimits);
  const database = await file.open();
  let monotonic = 0;
  const clock = {...manualClock(), monotonic: () => monotonic};
  const {queue, add, written} = openQueue(file, clock);
  const run = database.transaction.bind(database);
  database.transaction = work => {
    monotonic += 1000;
    run(work);
  };
  add(1);
  add(2);
  await queue.close();
  expect(written).toEqual([1, 2]);
});

test('a task with many parts is written in steps, and repeats no part after the file was locked', async () => {
  const {clock, written, queue, add, other} = await openShared();
  queue.add({length: 600, write: (_, part) => void written.push(part)});
  await clock.advance(1000);
  const first = written.length;
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(600);
  other.exec('BEGIN IMMEDIATE');
  add(-1);
  await clock.advance(5000);
  expect(written).toHaveLength(first);
  other.exec('COMMIT');
  await queue.flush();
  expect(written).toEqual([...Array.from({length: 600}, (_, part) => part), -1]);
});
