/** The harness of the journeys: its guarantees to the tests that use it. */
import {open} from 'node:fs/promises';
import {expect, test} from 'vitest';
import {openAccount} from './account.ts';
import {openConsole} from './console.ts';
import {settle} from './settle.ts';
import {sharedClock, testStart} from './shared-clock.ts';

const failureOf = async (run: () => unknown): Promise<string> => {
  try {
    await run();
  } catch (error) {
    return String(error);
  }
  throw new Error('It did not fail');
};

test('advancing the clock moves time for the console, the client and the account', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), view: 'instances'});
  await screen.filter('web-12');
  await screen.press('O');
  await screen.confirm();
  screen.expectRequest('POST /v4/compute/instances/112/reboot');
  screen.expectRow('web-12', /rebooting/);
  await screen.advance(60_000);
  screen.expectRow('web-12', 'running');
});

test('a failed expectation shows the screen, the last ten keys and the requests', async () => {
  const screen = await openConsole({view: 'volumes'});
  await screen.press('j', 'k', 'j', 'k', 'j', 'k', 'j', 'k', 'j', 'k', 'j');
  const message = await failureOf(() => screen.expectText('nonsense'));
  expect(message).toContain('Not on the screen: nonsense');
  expect(message).toContain('vol-db');
  expect(message).toContain('Last keys: k j k j k j k j k j\n');
  expect(message).toContain('GET /v4/volumes?page=1&page_size=100');
});

test('every expectation fails at once if its text, row or request is missing', async () => {
  const screen = await openConsole({view: 'volumes'});
  expect(await failureOf(() => screen.expectNoText('vol-db'))).toContain('Still on the screen: vol-db');
  expect(await failureOf(() => screen.expectRow('vol-9'))).toContain('No row with vol-9');
  expect(await failureOf(() => screen.expectRow('vol-0', 'web-09'))).toContain('No row with vol-0 has web-09');
  expect(await failureOf(() => screen.expectFooter('nonsense'))).toContain('Not in the footer: nonsense');
  expect(await failureOf(() => screen.moveTo('vol-9'))).toContain('No row with vol-9');
  const missing = await failureOf(() => screen.expectRequest('POST /v4/volumes/4401/attach'));
  expect(missing).toContain('No request POST /v4/volumes/4401/attach');
});

test('a choice that is not in the list fails at once', async () => {
  const screen = await openConsole({view: 'volumes'});
  await screen.press('j', 'A', 'enter');
  expect(await failureOf(() => screen.pick('web-99'))).toContain('No choice with web-99');
});

test('an expected request must have the expected body', async () => {
  const screen = await openConsole({view: 'volumes'});
  screen.expectNoChanges();
  await screen.press('j', 'A', 'enter');
  await screen.pick('web-03');
  await screen.press('ctrl-o');
  await screen.confirm();
  screen.expectRequest('POST /v4/volumes/4401/attach', {compute_id: 103});
  screen.expectRow('vol-1', 'web-03');
  const other = await failureOf(() => screen.expectRequest('POST /v4/volumes/4401/attach', {compute_id: 104}));
  expect(other).toContain('No request POST /v4/volumes/4401/attach with {"compute_id":104}');
  expect(await failureOf(() => screen.expectNoChanges())).toContain('POST /v4/volumes/4401/attach {"compute_id":103');
});

test('a request without an answer times out on the clock of the test', async () => {
  const account = openAccount();
  const screen = await openConsole({account, view: 'volumes'});
  account.intercept(() => 'silence');
  await screen.press('r');
  screen.expectNoText('offline');
  await screen.advance(180_000);
  screen.expectText(/offline|no answer|stale/);
});

test('bug: the first event of an account changed no row if the event list read it before the poll', async () => {
  const account = openAccount();
  const screen = await openConsole({account, view: 'volumes'});
  await account.call('PUT /v4/volumes/4401', {label: 'renamed'});
  screen.expectNoText('renamed');
  await screen.advance(60_000);
  screen.expectRow('renamed', 'active');
});

test('timers run in order, each at its own time', async () => {
  const clock = sharedClock();
  const calls: string[] = [];
  const note = (name: string) => () =>
    calls.push(`${name} ${clock.now() - testStart} ${clock.emulator.now() - testStart}`);
  clock.schedule(20, note('second'));
  clock.emulator.runAt(testStart + 10, note('first'));
  clock.schedule(20, note('third'));
  const cancel = clock.schedule(15, note('never'));
  cancel();
  await clock.advance(20, async () => void calls.push('settled'));
  expect(calls).toEqual([
    'settled',
    'first 10 10',
    'settled',
    'second 20 20',
    'settled',
    'third 20 20',
    'settled',
    'settled',
  ]);
});

test('work that never ends fails the test after a number of turns', async () => {
  await expect(settle(() => true, 100)).rejects.toThrow('Still busy after 100 turns');
});

test('bug: a file that was being closed did not count as work', async () => {
  const file = await open(process.execPath, 'r');
  let isClosed = false;
  const closing = file.close().then(() => {
    isClosed = true;
  });
  await settle(() => false);
  expect(isClosed).toBe(true);
  await closing;
});

test('an account from a cached copy answers like the original, and shares no state with it', async () => {
  const first = openAccount({accounts: 'demo', seed: 77});
  const second = openAccount({accounts: 'demo', seed: 77});
  const list = 'GET /v4/volumes?page_size=100';
  const before = await first.call(list);
  expect(await second.call(list)).toEqual(before);
  expect(second.token).toBe(first.token);
  const token = {label: 'deploy', scopes: 'account:read_only', expiry: null};
  const made = await first.call('POST /v4/profile/tokens', token);
  expect(await second.call('POST /v4/profile/tokens', token)).toEqual(made);
  await first.call('POST /v4/volumes', {label: 'one-more', region: 'us-east', size: 20});
  expect(await second.call(list)).toEqual(before);
  first.close();
  second.close();
});

test('the clock advances to the next timer, and does not move without one', async () => {
  const clock = sharedClock();
  const calls: number[] = [];
  clock.schedule(250, () => calls.push(clock.monotonic()));
  clock.schedule(100, () => calls.push(clock.monotonic()));
  for (let round = 0; round < 3; round++) await clock.advanceToNext(async () => {});
  expect(calls).toEqual([100, 250]);
  expect(clock.monotonic()).toBe(250);
});
