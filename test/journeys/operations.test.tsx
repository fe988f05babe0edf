/** Operations in progress, and the traffic of the console. */
import {expect, test} from 'vitest';
import {Events} from '../../src/emulator/engine/event-records.ts';
import {event} from '../../src/families/testing/rows.ts';
import {openAccount, type TestAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';

/** Resizes `vol-1`, as another client does. */
const resizeVolume = (account: TestAccount) => account.call('POST /v4/volumes/4401/resize', {size: 60});

test('a running operation shows its progress, times and user, and enter opens its resource', async () => {
  const account = openAccount();
  const screen = await openConsole({account, view: {page: 'operations'}});
  screen.expectText('nothing is running');
  await resizeVolume(account);
  await screen.advance(30_000);
  screen.expectText(/Operations {2}1 running/);
  screen.expectText(/◐ vol-1 +volume +resizing +[■□]+ \d+% +\d:\d\d +\d:\d\d {2}acme/);
  await screen.moveTo('vol-1');
  await screen.press('enter');
  screen.expectText('vol-1  ◐ resizing');
});

test('an operation that was started on this console is listed before its event arrives', async () => {
  const account = openAccount();
  const screen = await openConsole({account, view: 'instances'});
  await screen.press('j', 'O');
  account.holdNext('GET /v4/account/events');
  await screen.confirm();
  await screen.command('operations');
  screen.expectText(/◐ web-01 +instance +rebooting +0:00 +\? {2}this console/);
});

test('a failed operation has its duration, its user and its age', async () => {
  const account = openAccount();
  const entity = {id: 4402, label: 'vol-db', type: 'volume', url: '/v4/volumes/4402'};
  const facts = {action: 'volume_resize', status: 'failed', duration: 12, created: '2026-03-14T11:30:00'} as const;
  account.put(Events, [event({id: 3, ...facts, entity, username: 'ada'})]);
  const screen = await openConsole({account, view: {page: 'operations'}});
  screen.expectText(/✗ vol-db .* took 0:12 {2}by ada {2}30m ago/);
});

test('w reports the end and the result of an operation: message, bell and title', async () => {
  const account = openAccount();
  await resizeVolume(account);
  const screen = await openConsole({account, view: {page: 'operations'}});
  // The cursor is on the first one before any key moves it.
  expect(screen.bar()).toContain('vol-1');
  await screen.press('w');
  screen.expectText('Watching vol-1 until it is no longer resizing');
  screen.takeBytes();
  await screen.advance(600_000);
  screen.expectRecentText('vol-1 was resized');
  const bytes = screen.takeBytes();
  expect(bytes).toContain('\x07');
  expect(bytes).toContain('\x1b]2;skydeck: vol-1 was resized');
});

test('w needs a running operation', async () => {
  const screen = await openConsole({view: {page: 'operations'}});
  await screen.press('w');
  screen.expectText('choose an operation that is running');
});

test('a second w stops watching, and a terminal with notifications receives one', async () => {
  const account = openAccount();
  await resizeVolume(account);
  await account.call('POST /v4/volumes/4400/resize', {size: 60});
  const env = {TERM: 'xterm-kitty', LANG: 'C.UTF-8'};
  const screen = await openConsole({account, view: {page: 'operations'}, env});
  await screen.moveTo('vol-1');
  await screen.press('w', 'w');
  await screen.press('g');
  await screen.moveTo('vol-0');
  await screen.press('w');
  screen.takeBytes();
  await screen.advance(600_000);
  const bytes = screen.takeBytes();
  expect(bytes).toMatch(/\x1b\]9;skydeck: vol-0[^\x07]*\x07/);
  expect(bytes).not.toMatch(/\x1b\]9;skydeck: vol-1/);
});

test('an operation of the demo account has progress, duration and remaining time', async () => {
  const account = openAccount({accounts: 'demo'});
  const screen = await openConsole({account, size: [140, 45], view: {page: 'operations'}});
  screen.expectText(/web-02 +instance +booting +[■□]+ \d+% +\d:\d\d +\d:\d\d/);
});

test(':net shows the requests by class and by operation', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [140, 45]});
  await screen.command('net');
  screen.expectText(/Network {2}\d+ requests in/);
  screen.expectText(/general +\S+ +[■□]+ .* (API|docs)/);
  screen.expectText(/account\.events\.list +\d+/);
  screen.expectText(/requests .*[▁▂▃▄▅▆▇█]/);
  screen.expectText(/● none/);
});

test(':net counts the operations without a line of their own', async () => {
  const screen = await openConsole({
    account: openAccount({accounts: 'demo'}),
    size: [140, 45],
    view: {page: 'overview'},
  });
  await screen.advance(60_000);
  await screen.command('operations');
  expect(screen.row(1)).toContain('Operations');
  await screen.command('net');
  screen.expectText(/^.*│ and \d+ more *$/m);
});

test('at 80 columns :net hides columns instead of cutting them', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [80, 40]});
  screen.expectText('Instances  42');
  await screen.command('net');
  screen.expectText(/CLASS +LEFT +RENEWS +SENT +IN +FAILED +429 +BY$/m);
  screen.expectText(/OPERATION +SENT +IN +AGAIN +FAILED +429$/m);
  screen.expectText(/an answer takes \d+ ms, the slowest \d+ ms$/m);
  screen.expectNoText('…');
  await screen.resize(200, 40);
  screen.expectText(/RENEWS +SENT +IN +OUT +SAME +AGAIN +FAILED +429 +BY$/m);
});
