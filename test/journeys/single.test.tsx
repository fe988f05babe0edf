/** Families with a single row: the profile, the account, settings. They open their detail without a list. */
import {expect, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';

test('the settings open without a list, are edited, and esc returns to the previous view', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [120, 40], view: 'regions'});
  screen.expectText('Regions');
  await screen.command('settings');
  screen.expectText('FOR NEW INSTANCES');
  screen.expectNoText(/Settings +1\b/);
  expect(screen.footer()).not.toMatch(/tabs|1\/1/);
  await screen.press('e', 'space', 'ctrl-o');
  screen.expectText('PUT /v4/account/settings');
  screen.expectText('billed in addition to its plan');
  await screen.press('enter');
  screen.expectText(/Backups +on/);
  await screen.press('esc');
  screen.expectText('Regions  ');
});

test('q quits on a page without a list', async () => {
  const screen = await openConsole({view: 'profile'});
  await screen.press('q');
  expect(screen.quits()).toBe(1);
});

test('tab moves between the sidebar and the only pane', async () => {
  const screen = await openConsole({view: 'profile'});
  const where = () => screen.context.focus.getState();
  await screen.press('tab');
  expect(where()).toBe('sidebar');
  await screen.press('tab');
  expect(where()).toBe('main');
  await screen.press('shift-tab');
  expect(where()).toBe('sidebar');
});

test('a resource shows “loading…” until the answer arrives', async () => {
  const account = openAccount();
  account.intercept(({path}) => (path === '/v4/account' ? 'silence' : undefined));
  const screen = await openConsole({account, view: 'account'});
  screen.expectText('loading…');
});

test('a resource that the user may not read shows the refusal instead of “loading…”', async () => {
  const account = openAccount({accounts: 'demo'});
  account.signInAs('intern');
  const screen = await openConsole({account, view: 'account'});
  screen.expectText('Ask an account administrator.');
  screen.expectNoText('loading…');
});

test('the grants of a user are a tab with its own lines and actions', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [120, 40], view: 'account.users'});
  screen.expectText(/intern +restricted/);
  await screen.filter('intern');
  await screen.press('2');
  await screen.advance(1000);
  screen.expectText('GENERAL PERMISSIONS');
  screen.expectText(/New instances +no/);
  await screen.press('a');
  screen.expectText(/Edit grants…/);
});
