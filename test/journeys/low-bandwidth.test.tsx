/** The bytes sent over a slow connection. */
import {expect, test} from 'vitest';
import {lowBandwidthPreferences} from '../../src/ui/state/slow-link.ts';
import {openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';

/** The console on a slow line, when all counts of the sidebar have been read. */
async function openSlowConsole(account = openAccount(), view?: {readonly page: 'monitor'}) {
  const screen = await openConsole({
    account,
    size: [120, 40],
    colors: '16',
    preferences: lowBandwidthPreferences,
    ...(view && {view}),
  });
  await screen.advance(60_000);
  screen.takeBytes();
  return screen;
}

test.each([
  ['the list', undefined],
  ['the wallboard', {page: 'monitor'} as const],
])('an idle minute of %s writes at most 1 KiB', async (_, view) => {
  const screen = await openSlowConsole(openAccount(), view);
  await screen.advance(60_000);
  expect(Buffer.byteLength(screen.takeBytes())).toBeLessThanOrEqual(1024);
});

test('an operation of a minute is shown, and is not painted with every poll', async () => {
  const account = openAccount();
  const screen = await openSlowConsole(account);
  await account.call('POST /v4/volumes/4401/resize', {size: 1000});
  await screen.advance(60_000);
  screen.expectText(/vol-1 resizing .* \d+%/);
  // The strip itself appears once, in a frame of its own.
  expect(Buffer.byteLength(screen.takeBytes())).toBeLessThanOrEqual(8192);
});

test('a held key writes at most 600 bytes per press', async () => {
  const screen = await openSlowConsole();
  for (let key = 0; key < 35; key++) await screen.send('j');
  expect(Buffer.byteLength(screen.takeBytes()) / 35).toBeLessThanOrEqual(600);
});

test('the answer of the terminal to a status query is not a key', async () => {
  const screen = await openSlowConsole();
  const before = screen.text();
  await screen.send('\x1b[0n');
  expect(screen.text()).toBe(before);
  expect(screen.session.account.getState().toasts).toEqual([]);
});

test('the screen below a dialog is no longer dimmed once the connection turns out to be slow', async () => {
  const screen = await openConsole({size: [120, 40]});
  const y = screen
    .text()
    .split('\n')
    .findIndex(line => line.startsWith('  Images'));
  const isDim = (): boolean => screen.cell(3, y).dim;
  await screen.command('messages');
  expect(isDim()).toBe(true);
  screen.context.preferences.setState(lowBandwidthPreferences);
  await screen.advance(100);
  expect(isDim()).toBe(false);
});
