/** Interrupted batches in the console: taking them, and the rows that remain. */
import {expect, test} from 'vitest';
import {Instances} from '../../src/emulator/families/instances/instance-kinds.ts';
import {memoryStateFiles} from '../../src/platform/files/state-files.ts';
import {type BatchJournal, BatchJournals} from '../../src/store/changes/batch/batch-journal.ts';
import {type BatchRow, interruptedText} from '../../src/store/changes/batch/interrupted-batch.ts';
import {nameOf} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';

interface InterruptedConsole {
  readonly screen: TestConsole;
  /** The journal of the batch, as the other process writes it. */
  readonly other: BatchJournal;
}

interface InterruptedOptions {
  readonly host?: string;
  /** The numbers of the instances. */
  readonly rows?: readonly number[];
  readonly overrides?: Partial<BatchJournals>;
}

const instance = (number: number): BatchRow => ({id: 100 + number, label: `web-0${number}`});

/** A console on `desk`, and an interrupted reboot of several instances. */
async function openInterrupted({
  host = 'desk',
  rows = [0, 1, 2, 4],
  overrides = {},
}: InterruptedOptions = {}): Promise<InterruptedConsole> {
  const files = memoryStateFiles();
  const journalsOf = (pid: number, writerHost: string) =>
    new BatchJournals({files, path: 'runs', writer: {pid, host: writerHost}, isRunning: () => false});
  const other = await journalsOf(1, host).start({
    at: 1,
    family: 'instances',
    action: 'reboot',
    title: 'Reboot',
    params: {},
    values: {},
    secrets: [],
    rows: rows.map(instance),
  });
  const own = journalsOf(2, 'desk');
  const screen = await openConsole({storedData: {batchJournals: Object.assign(own, overrides)}});
  return {screen, other};
}

async function sendRow(journal: BatchJournal, {id}: BatchRow): Promise<void> {
  await journal.markSending(id);
  await journal.markEnded(id, 'ok');
}

test('a batch that another host continued during the question is resumed with the rows that it left', async () => {
  const {screen, other} = await openInterrupted({host: 'attic'});
  await sendRow(other, instance(0));
  await screen.command('resume');
  screen.expectText('Has the Skydeck on attic ended?');
  await sendRow(other, instance(1));
  await screen.press('j', 'enter');
  screen.expectText('for 2 instances');
  // From the preview on, the other host sends no row.
  await expect(sendRow(other, instance(2))).rejects.toThrow('another Skydeck has resumed this batch');
  await screen.press('y');
  expect(screen.changes().map(nameOf)).toEqual([102, 104].map(id => `POST /v4/compute/instances/${id}/reboot`));
});

test('a batch that another Skydeck resumes first is neither resumed nor reported as discarded', async () => {
  const {screen} = await openInterrupted({overrides: {resume: async () => undefined}});
  await screen.command('forget');
  screen.expectText('or has ended it. Nothing');
  await screen.command('resume');
  screen.expectText('4 of 4 remaining after the interruption. Another Skydeck is working on this batch');
  screen.expectNoChanges();
});

test('a batch keeps the resources that can’t be changed now, and resumes them with :resume', async () => {
  // web-03 is booting.
  const {screen} = await openInterrupted({rows: [0, 3]});
  await screen.command('resume');
  screen.expectText('not web-03: is busy: booting');
  screen.expectText('1 instance stays in the batch. Type :resume to continue later.');
  await screen.press('y');
  screen.expectRequest('POST /v4/compute/instances/100/reboot');
  await screen.command('resume');
  screen.expectText('Reboot: web-03 is busy: booting. 1 instance stays in the batch. Type :resume to continue later.');
  const [batch] = await screen.session.batchJournals.listInterrupted();
  expect(batch && interruptedText(batch)).toBe('Reboot: 1 of 2 remaining after the interruption');
  const {db} = screen.account.emulator;
  db.transaction(() => db.update(Instances, 103, {status: 'running'}));
  await screen.press('r');
  await screen.command('resume');
  await screen.press('y');
  screen.expectRequest('POST /v4/compute/instances/103/reboot');
  expect(await screen.session.batchJournals.listInterrupted()).toEqual([]);
});

test('a discarded batch leaves the remaining resources unchanged, and can’t be resumed', async () => {
  const {screen} = await openInterrupted();
  await screen.command('forget');
  screen.expectText('4 of 4 remaining after the interruption: discarded. The remaining resources are unchanged.');
  await screen.command('resume');
  screen.expectText('nothing was interrupted');
  screen.expectNoChanges();
});

test('a resource that is deleted while the preview is open doesn’t stay in the batch', async () => {
  const {screen} = await openInterrupted();
  await screen.command('resume');
  screen.expectText('for 4 instances');
  const {db} = screen.account.emulator;
  db.transaction(() => db.remove(Instances, 101));
  await screen.session.collection('instances').refetch();
  await screen.settle();
  screen.expectText('not web-01: deleted meanwhile');
  await screen.press('y');
  expect(screen.changes().map(nameOf)).toEqual([100, 102, 104].map(id => `POST /v4/compute/instances/${id}/reboot`));
  expect(await screen.session.batchJournals.listInterrupted()).toEqual([]);
});

test('bug: a resource that became busy while the preview was open was sent, and left the batch', async () => {
  const {screen} = await openInterrupted({rows: [0, 1]});
  const {db} = screen.account.emulator;
  const setStatus = async (id: number, status: 'booting' | 'running') => {
    db.transaction(() => db.update(Instances, id, {status}));
    await screen.session.collection('instances').refetch();
    await screen.settle();
  };
  await screen.command('resume');
  screen.expectText('for 2 instances');
  await setStatus(101, 'booting');
  await screen.press('y');
  expect(screen.changes().map(nameOf)).toEqual(['POST /v4/compute/instances/100/reboot']);
  screen.expectRecentText('Reboot: web-01 is busy: booting. 1 instance stays in the batch.');
  await setStatus(101, 'running');
  await screen.command('resume');
  await setStatus(101, 'booting');
  await screen.press('y');
  screen.expectRecentText('Reboot: web-01 is busy: booting. Nothing was sent.');
  await setStatus(101, 'running');
  await screen.press('y');
  screen.expectRequest('POST /v4/compute/instances/101/reboot');
  expect(await screen.session.batchJournals.listInterrupted()).toEqual([]);
});
