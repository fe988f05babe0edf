import {setImmediate} from 'node:timers/promises';
import {describe, expect, test, vi} from 'vitest';
import {RejectedError} from '../../../client/core/errors.ts';
import {families} from '../../../families/registry.ts';
import {memoryStateFiles} from '../../../platform/files/state-files.ts';
import {createTracedStore} from '../../core/traced-store.ts';
import {manualClock} from '../../testing/manual-clock.ts';
import {TestAccount} from '../../testing/test-account.ts';
import {volume} from '../../testing/test-changes.ts';
import {instance} from '../../testing/test-families.ts';
import {createTestSession} from '../../testing/test-session.ts';
import type {Change} from '../change.ts';
import {type BatchJournal, BatchJournals, memoryBatchJournals} from './batch-journal.ts';
import type {BatchStep} from './batch-plan.ts';
import {BatchRun} from './batch-run.ts';
import type {ChangeResult} from './change-result.ts';
import {remainingRows} from './interrupted-batch.ts';
import {planBatch, planSteps} from './plan-batch.ts';

interface PlanOptions {
  /** The number of failing requests by label. */
  readonly failures?: Readonly<Record<string, number>>;
  readonly journals?: BatchJournals;
  /** The interrupted batch that the plan resumes. */
  readonly journal?: BatchJournal | undefined;
  /** Each reboot is a step of its own, as in an undo. */
  readonly isUndo?: boolean;
  /** Called while a request is under way. */
  readonly beforeAnswer?: () => void;
}

/** A plan to reboot instances with these labels. */
function planReboots(
  labels: readonly string[],
  {failures = {}, journals = memoryBatchJournals(), journal, isUndo = false, beforeAnswer}: PlanOptions = {},
) {
  const account = new TestAccount();
  account.beforeAnswer = ({operation}) => {
    if (operation === 'instances.reboot') beforeAnswer?.();
  };
  const rows = labels.map(label => instance(label.charCodeAt(0), {label, status: 'running'}));
  account.lists.set('instances.list', rows);
  const left = new Map(Object.entries(failures));
  const sent: string[] = [];
  account.answers.set('instances.reboot', ({params}) => {
    const label = String(rows.find(({id}) => id === params?.computeId)?.label);
    sent.push(label);
    const times = left.get(label) ?? 0;
    left.set(label, times - 1);
    if (times > 0) throw new RejectedError([{field: null, reason: 'is busy'}], {status: 400});
    return {};
  });
  const session = createTestSession({account, clock: manualClock()}, {families, batchJournals: journals});
  const family = families.find(({id}) => id === 'instances');
  if (!family) throw new Error('no instances');
  const context = {session, clock: {now: () => 0}};
  const steps = (): readonly BatchStep[] =>
    rows.map((row, index) => ({
      change: session.change({family: family.id, action: 'reboot', row, params: {}}),
      from: {key: String(index), undoneChange: {kind: 'Undo', title: 'Shut down'}},
      mark: '~',
      label: labels[index] ?? '',
      before: undefined,
      after: undefined,
      isDependent: false,
    }));
  const plan = isUndo
    ? planSteps(steps(), {title: 'Undo', about: undefined, skipped: [], context, params: {}, journal})
    : planBatch(context, {family, name: 'reboot', rows, params: {}, journal});
  if (!plan) throw new Error('no plan');
  const states = () => plan.results.getState().map(({state}) => state);
  return {plan, sent, states, journals};
}

/** Waits until the batch has ended, or needs the user to continue. */
async function quiet(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await setImmediate();
}

test('a batch sends all changes in order, and nothing remains to resume', async () => {
  const {plan, sent, states, journals} = planReboots(['a', 'b', 'c']);
  await plan.send();
  expect([sent, states(), plan.run.status.getState()]).toEqual([['a', 'b', 'c'], ['ok', 'ok', 'ok'], 'ended']);
  expect(await journals.listInterrupted()).toEqual([]);
});

test('the first failure pauses the batch until the user continues, and a retry sends only failed changes', async () => {
  const {plan, sent, states} = planReboots(['a', 'b', 'c'], {failures: {b: 1}});
  const sending = plan.send();
  await quiet();
  expect([sent, states(), plan.run.status.getState()]).toEqual([['a', 'b'], ['ok', 'failed', 'waiting'], 'failed']);
  plan.run.resume();
  await sending;
  expect([states(), plan.run.status.getState()]).toEqual([['ok', 'failed', 'ok'], 'ended']);
  await plan.retry();
  expect([sent, states()]).toEqual([
    ['a', 'b', 'c', 'b'],
    ['ok', 'ok', 'ok'],
  ]);
});

test('a batch paused before its first request sends nothing, and stopping it leaves its changes waiting', async () => {
  const {plan, sent, states} = planReboots(['a', 'b', 'c']);
  const sending = plan.send();
  plan.run.pause();
  await quiet();
  expect(sent).toEqual([]);
  plan.run.stop();
  await sending;
  expect([sent, states(), plan.run.status.getState()]).toEqual([[], ['waiting', 'waiting', 'waiting'], 'stopped']);
});

test('a pause lets the running request end, and a stop leaves the other changes to resume', async () => {
  const journals = memoryBatchJournals();
  const made = planReboots(['a', 'b', 'c'], {journals, beforeAnswer: () => made.plan.run.pause()});
  const {plan, sent, states} = made;
  const sending = plan.send();
  await quiet();
  expect([sent, states(), plan.run.status.getState()]).toEqual([['a'], ['ok', 'waiting', 'waiting'], 'paused']);
  plan.run.stop();
  await sending;
  expect([sent, states(), plan.run.status.getState()]).toEqual([['a'], ['ok', 'waiting', 'waiting'], 'stopped']);
  const [batch] = await journals.listInterrupted();
  expect(batch && remainingRows(batch).remaining.map(({label}) => label)).toEqual(['b', 'c']);
});

test('bug: a batch with a defect in the middle stayed running, and could not be resumed', async () => {
  const journals = memoryBatchJournals();
  const {plan, sent, states} = planReboots(['a', 'b', 'c'], {journals});
  vi.spyOn(plan.changes[1] as Change, 'send').mockRejectedValue(new TypeError('x is not a function'));
  await expect(plan.send()).rejects.toThrow('x is not a function');
  expect([sent, states(), plan.run.status.getState()]).toEqual([['a'], ['ok', 'unknown', 'waiting'], 'stopped']);
  const [batch] = await journals.listInterrupted();
  expect(batch && remainingRows(batch).remaining.map(({label}) => label)).toEqual(['c']);
});

test('an interrupted batch names the changes that were sent and those that may have been sent', async () => {
  const files = memoryStateFiles();
  const writer = {pid: 7, host: 'desk'};
  const journals = new BatchJournals({files, path: 'runs', writer, isRunning: () => false});
  const rows = ['a', 'b', 'c'].map((label, id) => ({id, label}));
  const plan = {
    at: 1,
    family: 'instances',
    action: 'reboot',
    title: 'Reboot',
    params: {},
    values: {},
    secrets: [],
    rows,
  };
  const journal = await journals.start({...plan, family: 'instances'});
  await journal.markSending(0);
  await journal.markEnded(0, 'ok');
  await journal.markSending(1);
  expect(await journals.listInterrupted()).toEqual([]);
  await files.append('runs', '{"run":"cut o');
  const later = new BatchJournals({files, path: 'runs', writer: {pid: 8, host: 'desk'}, isRunning: () => false});
  const [found] = await later.listInterrupted();
  expect([...(found?.states ?? [])]).toEqual([
    ['0', 'ok'],
    ['1', 'sending'],
  ]);
  // While another console sends this batch, no console may resume it.
  expect(
    await new BatchJournals({
      files,
      path: 'runs',
      writer: {pid: 9, host: 'desk'},
      isRunning: () => true,
    }).listInterrupted(),
  ).toEqual([]);
  const resumed = await later.resume(found?.id ?? '');
  // Only the first process that claims the batch may resume it.
  const third = new BatchJournals({files, path: 'runs', writer: {pid: 9, host: 'desk'}, isRunning: pid => pid === 8});
  expect(await third.resume(found?.id ?? '')).toBeUndefined();
  expect(await third.listInterrupted()).toEqual([]);
  await resumed?.journal.close();
  expect(await files.read('runs')).toBeUndefined();
});

test('a batch killed at any point, and again after resuming, sends exactly the remaining changes', async () => {
  const labels = ['a', 'b', 'c', 'd'];
  let kills = 0;
  /**
   * Resumes the batch in the text of a journal, or starts a batch.
   * @returns for each line of the journal: the line, the text before it, and the requests sent before it
   */
  async function session(text: string | undefined) {
    const files = memoryStateFiles();
    if (text !== undefined) await files.append('runs', text);
    const points: {readonly text: string; readonly line: string; readonly sent: readonly string[]}[] = [];
    let sent: readonly string[] = [];
    const append: typeof files.append = async (path, line) => {
      if (path === 'runs') points.push({text: (await files.read(path)) ?? '', line, sent: [...sent]});
      await files.append(path, line);
    };
    const journals = new BatchJournals({
      files: {...files, append},
      path: 'runs',
      writer: {pid: ++kills, host: 'desk'},
      isRunning: () => false,
    });
    const [batch] = await journals.listInterrupted();
    const due = batch ? remainingRows(batch).remaining.map(({label}) => label) : text === undefined ? labels : [];
    if (due.length === 0) return {points, sent};
    const journal = batch && (await journals.resume(batch.id))?.journal;
    const made = planReboots(due, {failures: {b: 1}, journals, journal});
    sent = made.sent;
    const sending = made.plan.send();
    await quiet();
    if (made.plan.run.status.getState() === 'failed') made.plan.run.resume();
    await sending;
    return {points, sent};
  }
  async function killAtEachPoint(before: readonly string[], text: string | undefined, depth: number): Promise<void> {
    const {points, sent} = await session(text);
    expect([...before, ...sent].toSorted()).toEqual(labels);
    if (depth === 0) return;
    for (const point of points) {
      const sentSoFar = [...before, ...point.sent];
      // The process is killed before the line is written, or in the middle of the line.
      for (const torn of ['', point.line.slice(0, point.line.length / 2)]) {
        if (point.text + torn === '') continue;
        // A journal that ends within its first line has no batch, and no request was sent.
        if (point.text === '') expect(sentSoFar).toEqual([]);
        else await killAtEachPoint(sentSoFar, point.text + torn, depth - 1);
      }
    }
  }
  await killAtEachPoint([], undefined, 2);
  expect(kills).toBeGreaterThan(100);
});

test.each([
  ['changes', false, ['b']],
  ['steps', true, ['~ b']],
])('a retry of failed %s has a journal of its own, without the completed ones', async (_, isUndo, expected) => {
  const files = memoryStateFiles();
  const open = (pid: number) =>
    new BatchJournals({files, path: 'runs', writer: {pid, host: 'desk'}, isRunning: () => false});
  const {plan} = planReboots(['a', 'b', 'c'], {failures: {b: 1}, journals: open(1), isUndo});
  const sending = plan.send();
  await quiet();
  plan.run.resume();
  await sending;
  let during: readonly string[] = [];
  const append = files.append;
  files.append = async (path, text) => {
    await append(path, text);
    if (!text.includes('"sending"')) return;
    const [left] = await open(2).listInterrupted();
    during = left?.rows.map(({label}) => label) ?? [];
  };
  await plan.retry();
  expect(during).toEqual(expected);
});

test('a stopped batch is resumed in the same console with the changes that were not sent', async () => {
  const {plan, journals} = planReboots(['a', 'b', 'c'], {failures: {a: 1}});
  const sending = plan.send();
  await quiet();
  expect(await journals.listInterrupted()).toEqual([]);
  plan.run.stop();
  await sending;
  const [batch] = await journals.listInterrupted();
  const labels = batch ? remainingRows(batch).remaining.map(({label}) => label) : [];
  expect(labels).toEqual(['b', 'c']);
  const journal = batch && (await journals.resume(batch.id))?.journal;
  expect(await journals.listInterrupted()).toEqual([]);
  const resumed = planReboots(labels, {journals, journal});
  await resumed.plan.send();
  expect([resumed.sent, resumed.states()]).toEqual([
    ['b', 'c'],
    ['ok', 'ok'],
  ]);
  expect(await journals.listInterrupted()).toEqual([]);
});

test('bug: a change was sent after the user continued although the journal could not be written', async () => {
  const files = memoryStateFiles();
  const append = files.append;
  let full = true;
  files.append = async (path, text) => {
    if (full) throw new Error('ENOSPC: no space left on device');
    await append(path, text);
  };
  const journals = new BatchJournals({files, path: 'runs', writer: {pid: 1, host: 'desk'}, isRunning: () => false});
  const {plan, sent, states} = planReboots(['a', 'b', 'c'], {journals});
  const sending = plan.send();
  await quiet();
  expect([sent, plan.run.status.getState(), plan.run.journalProblem()]).toEqual([
    [],
    'unwritable',
    'ENOSPC: no space left on device',
  ]);
  plan.run.resume();
  await quiet();
  expect([sent, plan.run.status.getState()]).toEqual([[], 'unwritable']);
  full = false;
  plan.run.resume();
  await sending;
  expect([sent, states(), plan.run.journalProblem()]).toEqual([['a', 'b', 'c'], ['ok', 'ok', 'ok'], undefined]);

  const second = planReboots(['a', 'b'], {journals});
  const send = second.plan.send();
  await new Promise<void>(resolve => {
    const stop = second.plan.results.subscribe(() => {
      if (second.states()[1] !== 'sending') return;
      full = true;
      stop();
      resolve();
    });
  });
  await quiet();
  expect([second.sent, second.plan.run.status.getState()]).toEqual([['a'], 'unwritable']);
  // The journal has only half of the batch, so a process that resumes the batch would send rows without a note again.
  second.plan.run.resume();
  await quiet();
  expect([second.sent, second.plan.run.status.getState()]).toEqual([['a'], 'unwritable']);
  full = false;
  second.plan.run.resume();
  await send;
  expect([second.sent, second.plan.run.status.getState(), second.plan.run.journalProblem()]).toEqual([
    ['a', 'b'],
    'ended',
    undefined,
  ]);
});

describe('a batch of a command', () => {
  /** A batch of a command with three rows, of which the second fails. Its journal accepts `journalLines` lines. */
  function commandRun(journalLines: number) {
    const sent: number[] = [];
    const warnings: string[] = [];
    const results = createTracedStore<readonly Pick<ChangeResult, 'state'>[]>('test', [
      {state: 'waiting'},
      {state: 'waiting'},
      {state: 'waiting'},
    ]);
    let left = journalLines;
    const write = async (): Promise<void> => {
      if (left-- <= 0) throw new Error('ENOSPC: no space left on device');
    };
    const journal: BatchJournal = {
      id: 'batch',
      markSending: write,
      markEnded: write,
      close: write,
      release() {},
      keepUnsent() {},
    };
    const run = new BatchRun({
      policy: {onError: 'continue', onUnwritable: 'stop'},
      results,
      settle: (index, {state = 'waiting'}) => results.update(state, results.getState().with(index, {state})),
      journal: undefined,
      begin: () => write().then(() => journal),
      keyOf: index => index,
      isDependent: () => false,
      prepare: async () => undefined,
      async send(index) {
        sent.push(index);
        return {state: index === 1 ? 'failed' : 'ok'};
      },
      warn: message => void warnings.push(message),
    });
    return {run, sent, warnings, states: () => results.getState().map(({state}) => state)};
  }

  test('sends the remaining changes after a failure', async () => {
    const {run, states} = commandRun(8);
    await run.work('waiting');
    expect([states(), run.status.getState()]).toEqual([['ok', 'failed', 'ok'], 'ended']);
  });

  test('bug: was sent although its journal could not be started', async () => {
    const {run, sent} = commandRun(0);
    await run.work('waiting');
    expect([sent, run.status.getState(), run.journalProblem()]).toEqual([
      [],
      'stopped',
      'ENOSPC: no space left on device',
    ]);
  });

  test('sends no change that could not be written to the journal first', async () => {
    const {run, sent, warnings} = commandRun(2);
    await run.work('waiting');
    expect([sent, run.status.getState(), run.journalProblem()]).toEqual([
      [0],
      'stopped',
      'ENOSPC: no space left on device',
    ]);
    expect(warnings).toEqual(['Can’t write the results to the batch journal: ENOSPC: no space left on device']);
  });

  test('bug: hid an error of closing the journal', async () => {
    const {run, warnings} = commandRun(7);
    await run.work('waiting');
    expect(warnings).toEqual(['ENOSPC: no space left on device. Nothing remains to resume.']);
    expect(run.status.getState()).toBe('ended');
  });
});

test('bug: a batch without a journal was no batch in the change log, so that U could not undo it', async () => {
  const sendAll = async (labels: readonly string[]) => {
    const results = createTracedStore<readonly Pick<ChangeResult, 'state'>[]>(
      'batch',
      labels.map(() => ({state: 'waiting'})),
    );
    const batchIds: (string | undefined)[] = [];
    const run = new BatchRun({
      policy: {onError: 'continue', onUnwritable: 'stop'},
      ...{journal: undefined, begin: async () => undefined, keyOf: () => undefined, isDependent: () => false},
      results,
      settle: (index, {state = 'waiting'}) => results.update('settle', results.getState().with(index, {state})),
      prepare: async () => undefined,
      async send(_, batchId) {
        batchIds.push(batchId);
        return {state: 'ok', message: ''};
      },
      warn: message => expect.fail(message),
    });
    await run.work('waiting');
    return batchIds;
  };
  const ids = await sendAll(['a', 'b']);
  expect(ids).toEqual([expect.any(String), ids[0]]);
  expect(await sendAll(['a', 'b'])).not.toContain(ids[0]);
  expect(await sendAll(['a'])).toEqual([undefined]);
});

test('bug: an undo of two creations asked for “1” after one of them was deleted elsewhere', async () => {
  const account = new TestAccount();
  const rows = [1, 2].map(id => volume(id, {label: `data-${id}`}));
  account.lists.set('volumes.list', rows);
  const session = createTestSession({account, clock: manualClock()}, {families});
  const collection = session.collection('volumes');
  await collection.refetch();
  const steps = rows.map(
    (row, index): BatchStep => ({
      change: session.change({family: 'volumes', action: 'delete', row, params: {}}),
      from: {key: String(index), undoneChange: {kind: 'Undo', title: 'Create'}},
      ...{mark: '-', label: String(row.label), before: undefined, after: undefined, isDependent: false},
    }),
  );
  const context = {session, clock: {now: () => 0}};
  const plan = planSteps(steps, {title: 'Undo', about: undefined, skipped: [], context, params: {}});
  if (!plan) throw new Error('no plan');
  for (const {change} of steps) {
    await change.whenReady;
    await change.toPreview();
  }
  expect(plan.confirmText()).toBe('2');
  account.lists.set('volumes.list', rows.slice(1));
  await collection.refetch();
  await quiet();
  expect(plan.toSend()).toHaveLength(1);
  expect(plan.confirmText()).toBe('data-2');
});
