import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openStateFiles, type StateFiles} from '../../platform/files/state-files.ts';
import {manualClock} from '../testing/manual-clock.ts';
import {planOf} from '../testing/test-plan.ts';
import {noteApplied} from './applied-plans.ts';
import {openPlanQueue} from './plan-queue.ts';
import {waitingPlanFiles} from './waiting-plans.ts';

/** A queue with one plan that waits, on files whose list of applied plans can fail. */
async function openQueue() {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-queue-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  const clock = manualClock();
  const {plan, text} = planOf('Edit', clock.now());
  const files = openStateFiles(folder, message => expect.fail(message));
  let isDiskFull = false;
  const limitedFiles: StateFiles = {
    ...files,
    async update(path, change) {
      if (isDiskFull && path === 'applied-plans.json') throw new Error('the disk is full');
      return files.update(path, change);
    },
  };
  const {name} = await waitingPlanFiles(files, 'demo').add({plan, text, agent: 'helper', reason: '', now: clock.now()});
  const address = plan.base_url;
  const onFailure = (error: unknown) => expect.fail(String(error));
  return {
    queue: openPlanQueue({files: limitedFiles, profile: 'demo', address, clock, onFailure}),
    applyElsewhere: () => noteApplied(plan, clock.now(), files),
    setDiskFull: (isFull: boolean) => {
      isDiskFull = isFull;
    },
    name,
    plan,
  };
}

test('bug: a plan that could not be marked as applied was shown as “sending” forever', async () => {
  const {queue, name, plan, setDiskFull} = await openQueue();
  setDiskFull(true);
  await expect(queue.begin(name, plan)).rejects.toThrow('the disk is full');
  await queue.refresh();
  expect(queue.getState()).toMatchObject([{name, state: 'waiting'}]);
  setDiskFull(false);
  expect(await queue.begin(name, plan)).toBeUndefined();
});

test('bug: a plan that was applied as a file meanwhile was shown as “sending” forever', async () => {
  const {queue, name, plan, applyElsewhere} = await openQueue();
  await applyElsewhere();
  expect(await queue.begin(name, plan)).toContain('applied');
  await queue.refresh();
  expect(queue.getState()[0]?.state).not.toBe('sending');
});

test('a plan that waits again after a failed start names no decider, neither to the user nor to the agent', async () => {
  const {queue, name, plan, setDiskFull} = await openQueue();
  setDiskFull(true);
  await expect(queue.begin(name, plan)).rejects.toThrow('the disk is full');
  await queue.refresh();
  const [entry] = queue.getState();
  expect([entry?.state, entry?.by, entry?.decided]).toEqual(['waiting', undefined, undefined]);
});
