/** Lists that are long, that are being read, or that cannot be read. */
import {expect, onTestFinished, test, vi} from 'vitest';
import {Instances, initialHidden} from '../../src/emulator/families/instances/instance-kinds.ts';
import {openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';
import {fleet, instance} from '../harness/fleet.ts';

test('a long list counts its states when it is complete, and shows the number of read rows until then', async () => {
  const account = openAccount();
  account.put(Instances, fleet(1500), initialHidden);
  // Arrived rows are painted ten times a second.
  const releasePage = account.holdPage('GET /v4/compute/instances', 14);
  const release = account.holdPage('GET /v4/compute/instances', 15);
  const screen = await openConsole({account});
  await screen.advance(200);
  releasePage();
  await screen.settle();
  expect(screen.row(1)).toContain('Instances  1,400+');
  expect(screen.row(1)).not.toContain('running');
  screen.expectText(/▌ Instances +1,400\+ /);
  release();
  await screen.settle();
  expect(screen.row(1)).toContain('Instances  1,500 · 1,498 running');
  screen.expectText(/▌ Instances +1,500 ◐1/);
});

test('a console test waits for a long list on a machine that does one step per turn', async () => {
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10));
  onTestFinished(() => clock.mockRestore());
  const account = openAccount();
  account.put(Instances, fleet(1500), initialHidden);
  const screen = await openConsole({account});
  expect(screen.row(1)).toContain('Instances  1,500 · 1,498 running');
});

test('rows that arrive between two keys are painted with the second key, and a filter does not wait', async () => {
  const account = openAccount();
  const screen = await openConsole({account, coalescePaints: true});
  account.put(Instances, [instance(3, {label: 'mail-03'})]);
  await screen.press('j');
  screen.takeBytes();
  await screen.session.collection('instances').refetch();
  await screen.settle();
  expect(screen.takeBytes()).toBe('');
  await screen.press('j');
  // The list and the footer in one frame; the count in the sidebar follows in the next frame of Ink.
  expect(screen.takeBytes().split('\x1b[?2026h')).toHaveLength(3);
  screen.expectText('mail-03');
  await screen.filter('mail');
  expect(screen.row(1)).toContain('1 of 40');
});

test('a list shows that it is loading, and how many rows it has', async () => {
  const account = openAccount();
  account.put(Instances, fleet(150), initialHidden);
  const releaseFirst = account.holdNext('GET /v4/compute/instances');
  const release = account.holdPage('GET /v4/compute/instances', 2);
  const screen = await openConsole({account});
  expect(screen.row(1)).toContain('Instances  loading…');
  releaseFirst();
  await screen.settle();
  expect(screen.row(1)).toContain('Instances  100+');
  release();
  await screen.settle();
  expect(screen.row(1)).toContain('Instances  150 · ');
});

test('a list counts its unreadable items', async () => {
  const account = openAccount();
  const data = [...fleet(), 'no object', 7];
  account.answerNext('GET /v4/compute/instances', 200, {data, page: 1, pages: 1, results: data.length});
  const screen = await openConsole({account});
  expect(screen.row(1)).toContain('40 · 2 unreadable');
});

test('a list that can’t be read shows the reason and the key that retries', async () => {
  const account = openAccount();
  account.intercept(() => ({status: 0, headers: {}, body: undefined}));
  const screen = await openConsole({account});
  await screen.advance(20_000);
  expect(screen.row(1)).toMatch(/Instances {2}unknown/);
  screen.expectText('closed the connection early (ECONNRESET).');
  screen.expectText('Press r to retry.');
});

test('an empty list shows the key that creates the first resource', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'empty'})});
  screen.expectText('Press n to create the first instance.');
});
