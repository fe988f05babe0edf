/** `do --resume` beside other processes, and with resources that can't be changed now. */
import {appendFileSync, readFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {contract} from '../src/contract/index.ts';
import {Instances} from '../src/emulator/families/instances/instance-kinds.ts';
import type {TestAccount} from '../src/emulator/testing/test-account.ts';
import {openStateFiles} from '../src/platform/files/state-files.ts';
import {type BatchJournal, BatchJournals, batchJournalPath} from '../src/store/changes/batch/batch-journal.ts';
import type {BatchRecord, BatchRow} from '../src/store/changes/batch/interrupted-batch.ts';
import {addressProfile, bareEnv, openCommandLine, runCommandLine} from './support/cli.ts';
import {leapingClock} from './support/leaping-clock.ts';
import {startRecorder} from './support/recorder.ts';

type BatchFacts = Pick<BatchRecord, 'family' | 'action' | 'title' | 'values' | 'rows'>;

/** An edit of three volumes. */
async function editOfVolumes(account: TestAccount): Promise<BatchFacts> {
  const rows = await rowsOf(account, contract.volumes.list, ['batch-scratch-free', 'staging-data', 'crm-archive-2014']);
  return {family: 'volumes', action: 'update', title: 'Edit…', values: {tags: ['kept']}, rows};
}

/** A reboot of these instances. */
const rebootOf =
  (...labels: readonly string[]) =>
  async (account: TestAccount): Promise<BatchFacts> => {
    const rows = await rowsOf(account, contract.instances.list, labels);
    return {family: 'instances', action: 'reboot', title: 'Reboot', values: {}, rows};
  };

/** An undo of a shutdown of these instances. */
const undoOfShutdown =
  (...labels: readonly string[]) =>
  async (account: TestAccount): Promise<BatchFacts> => {
    const instances = await rowsOf(account, contract.instances.list, labels);
    const undoneChange = {kind: 'Undo', title: 'Shut down'} as const;
    const rows = instances.map(({id, label}, index) => ({
      id: String(index),
      label: `~ ${label}`,
      undo: {action: 'boot', id, values: {}, undoneChange},
    }));
    return {family: 'instances', action: 'undo', title: 'Undo', values: {}, rows};
  };

async function rowsOf(
  account: TestAccount,
  list: typeof contract.volumes.list | typeof contract.instances.list,
  labels: readonly string[],
): Promise<readonly BatchRow[]> {
  const rows: BatchRow[] = [];
  for (const label of labels) {
    const {data} = await account.ok(list, {filter: {label}});
    rows.push({id: data[0]?.id ?? 0, label});
  }
  return rows;
}

/** A command line whose profile has an interrupted batch of another host. */
async function openInterrupted(factsOf: (account: TestAccount) => Promise<BatchFacts> | BatchFacts = editOfVolumes) {
  const cli = await openCommandLine();
  onTestFinished(() => cli.close());
  const {account, folder} = cli;
  const {changes, reads, url} = await startRecorder(account.url);
  const path = batchJournalPath(addressProfile({url}));
  const journals = new BatchJournals({
    files: openStateFiles(join(folder, 'skydeck'), () => {}),
    path,
    writer: {pid: 1, host: 'attic'},
    isRunning: () => false,
  });
  const facts = await factsOf(account);
  const journal = await journals.start({at: 1, params: {}, secrets: [], ...facts});
  const run = (words: readonly string[], overrides: Parameters<typeof runCommandLine>[2] = {}) =>
    runCommandLine(
      ['do', '--resume', '--take-over', ...words],
      bareEnv(folder, {url, token: account.token}),
      overrides,
    );
  const journalPath = join(folder, 'skydeck', path);
  const journalText = () => readFileSync(journalPath, 'utf8');
  return {account, changes, journal, journalPath, journals, reads, rows: facts.rows, run, journalText};
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
  expect(err).toContain('Edit: 2 of 3 remaining after the interruption');
  expect(code).toBe(0);
  expect(changes.map(change => change.split('/').at(-1))).toEqual(rows.slice(1).map(({id}) => String(id)));
});

test('a preview of an interrupted batch whose resources are all deleted keeps the batch unchanged', async () => {
  const {account, rows, run, journalText} = await openInterrupted();
  for (const {id} of rows) await account.ok(contract.volumes.delete, {params: {volumeId: Number(id)}});
  const before = journalText();
  for (const words of [['--dry-run'], ['--plan', 'rest.json']]) {
    const {code, err} = await run(words);
    expect(code).toBe(1);
    expect(err).toContain('Nothing remains to send.');
  }
  expect(journalText()).toBe(before);
});

test('a preview of an interrupted batch whose resources can’t be changed now keeps the batch unchanged', async () => {
  const {run, journalText} = await openInterrupted(rebootOf('staging-db', 'batch-7'));
  const before = journalText();
  expect(await run(['--dry-run'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('staging-db is off: boot it instead'),
  });
  expect(journalText()).toBe(before);
});

test('an interrupted undo can’t be written to a plan file, and sends nothing instead', async () => {
  const undoneChange = {kind: 'Undo', title: 'Edit uploads'} as const;
  const undo = {action: 'update', id: 4404, values: {tags: ['before']}, undoneChange};
  const rows = [{id: '0', label: '~ uploads', undo}];
  const {changes, run} = await openInterrupted(() => ({
    family: 'volumes',
    action: 'undo',
    title: 'Undo',
    values: {},
    rows,
  }));
  expect(await run(['--yes', '--plan', 'rest.json'])).toMatchObject({
    code: 2,
    err: 'skydeck: --plan doesn’t work with --resume of an undo. Use --dry-run to see its requests\n',
  });
  expect(changes).toEqual([]);
});

test('a batch that another process resumes first isn’t reported as discarded', async () => {
  const {journalPath, run, journalText} = await openInterrupted();
  // The warning about a newer version comes after the batch was found, and before it is taken.
  appendFileSync(journalPath, '{"run":"newer","v":3,"begin":{}}\n');
  const [, runId] = /^\{"run":"([^"]+)"/.exec(journalText()) ?? [];
  const taken = {run: runId, v: 2, taken: {pid: process.ppid, host: hostname()}, after: 1};
  let err = '';
  const {code} = await run(['--forget'], {
    err(text) {
      if (err === '') appendFileSync(journalPath, `${JSON.stringify(taken)}\n`);
      err += text;
    },
  });
  expect(err.split('\n')[1]).toBe(
    'skydeck: Another Skydeck is working on this batch, or has ended it. Nothing was discarded.',
  );
  expect(code).toBe(1);
  expect(journalText()).not.toContain('"end":true');
});

function setStatus({db}: TestAccount, rows: readonly Pick<BatchRow, 'id'>[], status: 'running' | 'booting'): void {
  db.transaction(() => {
    for (const {id} of rows) db.update(Instances, Number(id), {status});
  });
}

test('a batch keeps the resources that can’t be changed now, and resumes them later', async () => {
  const {account, changes, journals, rows, run} = await openInterrupted(rebootOf('web-01', 'staging-db', 'batch-7'));
  const first = await run(['--yes']);
  expect(first).toMatchObject({code: 1, out: 'Reboot web-01 has started\n'});
  expect(first.err).toContain('staging-db is off: boot it instead');
  expect(first.err).toContain('2 instances stay in the batch. Run "skydeck do --resume" to resume later.');
  // Still nothing is possible, and nothing is lost.
  expect((await run(['--yes'])).err).toContain('2 of 3 remaining');
  setStatus(account, rows.slice(1), 'running');
  expect(await run(['--yes'])).toMatchObject({
    code: 0,
    out: 'Reboot staging-db has started\nReboot batch-7 has started\n',
  });
  expect(changes.map(change => change.split('/').at(-2))).toEqual(rows.map(({id}) => String(id)));
  expect(await journals.listInterrupted()).toEqual([]);
});

test('an undo keeps the steps that aren’t possible now, and ends those that are already done', async () => {
  const {account, journals, rows, run} = await openInterrupted(undoOfShutdown('web-01', 'staging-db'));
  const last = [{id: rows[1]?.undo?.id ?? 0}];
  setStatus(account, last, 'booting');
  const kept = await run(['--yes']);
  expect(kept.err).toContain('1 instance stays in the batch.');
  expect(kept.err).toContain('Nothing was sent.');
  setStatus(account, last, 'running');
  const {err} = await run(['--yes']);
  expect(err).toContain('staging-db: is already running');
  expect(err).toContain('Nothing remains to send.');
  expect(await journals.listInterrupted()).toEqual([]);
});

test('bug: a resumed undo ended before its operations, in spite of --wait', async () => {
  const {account, run} = await openInterrupted(undoOfShutdown('staging-db', 'batch-7'));
  const {code, err} = await run(['--yes', '--wait'], {clock: leapingClock(account.pass)});
  expect(code).toBe(0);
  expect(err).toMatch(/^staging-db is running\nbatch-7 is running\n$/m);
});

test('a batch of a type without single reads reads its list once, not once for each resource', async () => {
  const {reads, run} = await openInterrupted(async account => {
    const {data} = await account.ok(contract.tags.list);
    const rows = data.slice(0, 4).map(({label}) => ({id: label, label}));
    return {family: 'tags', action: 'delete', title: 'Delete', values: {}, rows};
  });
  expect((await run(['--dry-run', '--curl'])).out.match(/^curl /gm)).toHaveLength(4);
  expect(reads.filter(read => read.startsWith('GET /v4/tags?'))).toHaveLength(1);
});
