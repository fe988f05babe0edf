import {setImmediate} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {families} from '../../../families/registry.ts';
import {memoryFiles} from '../../../platform/files.ts';
import {memoryRuns, openRuns} from '../../../store/runs.ts';
import type {Deck} from '../../deck.ts';
import {fakeSession} from '../../testing.ts';
import {planFor} from './plan.ts';

/** A plan to reboot these, of which some fail so often. */
function planned(labels: readonly string[], failures: Readonly<Record<string, number>> = {}, runs = memoryRuns()) {
  const session = {...fakeSession(families), runs};
  const left = new Map(Object.entries(failures));
  const sent: string[] = [];
  const change = session.change;
  session.change = (...args) => {
    const made = change(...args);
    const label = String(args[2]?.label);
    const {send} = made;
    return Object.assign(made, {
      send() {
        sent.push(label);
        const times = left.get(label) ?? 0;
        left.set(label, times - 1);
        if (times > 0) session.refuseNext({label: 'is busy'});
        return send();
      },
    });
  };
  const rows = labels.map((label, id) => ({id, label, status: 'running', ipv4: [], tags: []}));
  const family = families.find(({id}) => id === 'instances');
  if (!family) throw new Error('no instances');
  const plan = planFor({session, clock: {now: () => 0}} as unknown as Deck, {family, name: 'reboot', rows, params: {}});
  if (!plan) throw new Error('no plan');
  const states = () => plan.results.get().map(({state}) => state);
  return {plan, sent, states, runs};
}

/** Until it waits for somebody, or has ended. */
async function quiet(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await setImmediate();
}

test('all are sent in their order, and nothing is left to go on with', async () => {
  const {plan, sent, states, runs} = planned(['a', 'b', 'c']);
  await plan.send();
  expect([sent, states(), plan.pace.get()]).toEqual([['a', 'b', 'c'], ['ok', 'ok', 'ok'], 'ended']);
  expect(await runs.interrupted()).toEqual([]);
});

test('the first that fails stops the others until somebody says go on; then what failed is tried again alone', async () => {
  const {plan, sent, states} = planned(['a', 'b', 'c'], {b: 1});
  const sending = plan.send();
  await quiet();
  expect([sent, states(), plan.pace.get()]).toEqual([['a', 'b'], ['ok', 'failed', 'waiting'], 'failed']);
  plan.goOn();
  await sending;
  expect([states(), plan.pace.get()]).toEqual([['ok', 'failed', 'ok'], 'ended']);
  await plan.retry();
  expect([sent, states()]).toEqual([
    ['a', 'b', 'c', 'b'],
    ['ok', 'ok', 'ok'],
  ]);
});

test('a pause lets the request under way end; a stop leaves the rest to be resumed', async () => {
  const {plan, sent, states} = planned(['a', 'b', 'c']);
  const sending = plan.send();
  plan.pause();
  await quiet();
  expect(sent).toEqual([]);
  plan.stop();
  await sending;
  expect([sent, states(), plan.pace.get()]).toEqual([[], ['waiting', 'waiting', 'waiting'], 'stopped']);
});

test('what was interrupted says what was sent, and what may have been', async () => {
  const files = memoryFiles();
  const writer = {pid: 7, host: 'desk'};
  const runs = openRuns({files, path: 'runs', writer, isRunning: () => false});
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
  const journal = await runs.begin({...plan, family: 'instances'});
  await journal.sending(0);
  await journal.ended(0, 'ok');
  await journal.sending(1);
  expect(await runs.interrupted()).toEqual([]);
  await files.append('runs', '{"run":"cut o');
  const later = openRuns({files, path: 'runs', writer: {pid: 8, host: 'desk'}, isRunning: () => false});
  const [found] = await later.interrupted();
  expect([...(found?.states ?? [])]).toEqual([
    ['0', 'ok'],
    ['1', 'sending'],
  ]);
  // Another console is at it just now: its run is nobody else's to go on with.
  expect(
    await openRuns({files, path: 'runs', writer: {pid: 9, host: 'desk'}, isRunning: () => true}).interrupted(),
  ).toEqual([]);
  await later.resume(found?.run ?? '').close();
  expect(await files.read('runs')).toBeUndefined();
});
