/** Lists that are long, that are being read, or that cannot be read. */
import {expect, onTestFinished, test, vi} from 'vitest';
import {Instances, initialHidden} from '../../src/emulator/families/instances/instance-kinds.ts';
import {openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';
import {fleet, instance} from '../harness/fleet.ts';

test('states of a long list are told when all of it is there: until then, it says how much is', async () => {
  const account = openAccount();
  account.put(Instances, fleet(1500), initialHidden);
  // Arrived rows are painted ten times a second.
  const releasePage = account.holdPage('GET /v4/compute/instances', 14);
  const release = account.holdPage('GET /v4/compute/instances', 15);
  const screen = await openConsole({account});
  await screen.advance(200);
  releasePage();
  await screen.settled();
  expect(screen.row(1)).toContain('Instances  1,400+');
  expect(screen.row(1)).not.toContain('running');
  screen.expectText(/▌ Instances +1,400\+ /);
  release();
  await screen.settled();
  expect(screen.row(1)).toContain('Instances  1,500 · 1,498 running');
  screen.expectText(/▌ Instances +1,500 ◐1/);
});

test('a test waits for a long list on a slow machine, where a turn of the event loop has time for one step only', async () => {
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10));
  onTestFinished(() => clock.mockRestore());
  const account = openAccount();
  account.put(Instances, fleet(1500), initialHidden);
  const screen = await openConsole({account});
  expect(screen.row(1)).toContain('Instances  1,500 · 1,498 running');
});

test('rows that arrive between two keys come with the second; what a filter finds does not wait', async () => {
  const account = openAccount();
  const screen = await openConsole({account, coalescePaints: true});
  account.put(Instances, [instance(3, {label: 'mail-03'})]);
  await screen.press('j');
  screen.takeBytes();
  await screen.session.collection('instances').refetch();
  await screen.settled();
  expect(screen.takeBytes()).toBe('');
  await screen.press('j');
  // The list and the footer in one frame; the count in the sidebar follows in the next frame of Ink.
  expect(screen.takeBytes().split('\x1b[?2026h')).toHaveLength(3);
  screen.expectText('mail-03');
  await screen.filter('mail');
  expect(screen.row(1)).toContain('1 of 40');
});

test('a list that is being read says so, and how much of it was read', async () => {
  const account = openAccount();
  account.put(Instances, fleet(150), initialHidden);
  const releaseFirst = account.holdNext('GET /v4/compute/instances');
  const release = account.holdPage('GET /v4/compute/instances', 2);
  const screen = await openConsole({account});
  expect(screen.row(1)).toContain('Instances  loading…');
  releaseFirst();
  await screen.settled();
  expect(screen.row(1)).toContain('Instances  100+');
  release();
  await screen.settled();
  expect(screen.row(1)).toContain('Instances  150 · ');
});

test('a list counts items that cannot be read', async () => {
  const account = openAccount();
  const data = [...fleet(), 'no object', 7];
  account.answerNext('GET /v4/compute/instances', 200, {data, page: 1, pages: 1, results: data.length});
  const screen = await openConsole({account});
  expect(screen.row(1)).toContain('40 · 2 unreadable');
});

test('a list that cannot be read says why, and which key tries again', async () => {
  const account = openAccount();
  account.intercept(() => ({status: 0, headers: {}, body: undefined}));
  const screen = await openConsole({account});
  await screen.advance(20_000);
  expect(screen.row(1)).toMatch(/Instances {2}unknown/);
  screen.expectText('closed the connection early (ECONNRESET).');
  screen.expectText('Press r to retry.');
});

test('an empty list says which key makes the first resource', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'empty'})});
  screen.expectText('Press n to create the first instance.');
});
