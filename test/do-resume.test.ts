/** `do --resume` beside other processes, and with resources that can't be changed now. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {contract} from '../src/contract/index.ts';
import {openStateFiles} from '../src/platform/files/state-files.ts';
import {type BatchJournal, batchJournalPath, openBatchJournals} from '../src/store/changes/batch/batch-journal.ts';
import type {BatchRecord, BatchRow} from '../src/store/changes/batch/interrupted-batch.ts';
import {addressProfile, bareEnv, openCommandLine, runCommandLine} from './support/cli.ts';
import {startRecorder} from './support/recorder.ts';

const labels = ['uploads', 'ci-cache', 'metrics', 'batch-scratch-free'];

/** A command line whose profile has the batch of another host: an edit of four volumes. */
async function openInterrupted(record: Partial<BatchRecord> = {}) {
  const cli = await openCommandLine();
  onTestFinished(() => cli.close());
  const {account, folder} = cli;
  const {changes, url} = await startRecorder(account.url);
  const path = batchJournalPath(addressProfile({url}));
  const {data} = await account.ok(contract.volumes.list);
  const rows = labels.map((label): BatchRow => ({id: data.find(volume => volume.label === label)?.id ?? 0, label}));
  const journals = openBatchJournals({
    files: openStateFiles(join(folder, 'skydeck'), () => {}),
    path,
    writer: {pid: 1, host: 'attic'},
    isRunning: () => false,
  });
  const journal = await journals.start({
    at: 1,
    family: 'volumes',
    action: 'update',
    title: 'Edit…',
    params: {},
    values: {tags: ['kept']},
    secrets: [],
    rows,
    ...record,
  });
  const run = (words: readonly string[], overrides: Parameters<typeof runCommandLine>[2] = {}) =>
    runCommandLine(['do', '--resume', '--take-over', ...words], bareEnv(folder, {url, token: account.token}), overrides);
  const journalText = () => readFileSync(join(folder, 'skydeck', path), 'utf8');
  return {account, changes, journal, journals, rows, run, journalText};
}

async function sendRow(journal: BatchJournal, {id}: BatchRow): Promise<void> {
  await journal.markSending(id);
  await journal.markEnded(id, 'ok');
}

test('a batch that its host continues during the confirmation sends no request twice', async () => {
  const {changes, journal, rows, run} = await openInterrupted();
  const [first, second] = rows as [BatchRow, BatchRow];
  await sendRow(journal, first);
  let refusal: unknown;
  const {code, err} = await run([], {
    ask: async () => {
      refusal = await sendRow(journal, second).catch(error => error);
      return 'y';
    },
  });
  expect(refusal).toMatchObject({message: 'another Skydeck has resumed this batch'});
  expect(err).toContain('Edit: 3 of 4 remaining after the interruption');
  expect(code).toBe(0);
  expect(changes.map(change => change.split('/').at(-1))).toEqual(rows.slice(1).map(({id}) => String(id)));
});
