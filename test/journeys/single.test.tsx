/** Families of one row: the profile, the account, settings. They are their detail; there is no list to pass through. */
import {expect, test} from 'vitest';
import {openDemo} from '../support/console.tsx';
import {openLive} from '../support/live.tsx';

test('the settings open as what they are, are changed there, and leave the way they were come by', async () => {
  const screen = await openLive({columns: 120, rows: 40, initialDestination: {family: 'regions'}});
  await screen.expectText('Regions');
  await screen.command('settings');
  await screen.expectText('FOR NEW INSTANCES');
  expect(screen.text()).not.toMatch(/Settings +1\b/);
  expect(screen.footer()).not.toMatch(/tabs|1\/1/);
  await screen.press('e', 'space', 'ctrl-o');
  await screen.expectText('PUT /v4/account/settings');
  await screen.expectText('each is charged for them on top of its plan');
  await screen.press('enter');
  await screen.expectText(/Backups +on/);
  await screen.press('esc');
  await screen.expectText('Regions  ');
  await screen.close();
});

test('q leaves the program from there: there is no list it could go back to', async () => {
  const screen = await openDemo({initialDestination: {family: 'profile'}});
  await screen.press('q');
  expect(screen.quits()).toBe(1);
  await screen.close();
});

test('tab goes between the sidebar and the one pane', async () => {
  const screen = await openDemo({initialDestination: {family: 'profile'}});
  const where = () => screen.deck.focus.get();
  await screen.press('tab');
  expect(where()).toBe('sidebar');
  await screen.press('tab');
  expect(where()).toBe('main');
  await screen.press('shift-tab');
  expect(where()).toBe('sidebar');
  await screen.close();
});

test('without the right to read it, it says so instead of loading for ever', async () => {
  const screen = await openDemo({initialDestination: {family: 'account'}});
  expect(screen.text()).toContain('loading…');
  screen.session.setRows('account', [], {
    complete: false,
    phase: 'failed',
    failure: {code: 'unauthorised', words: 'Not allowed here: ask whoever administers the account', problems: []},
  });
  await screen.expectText('ask whoever administers the account');
  await screen.close();
});

test('the one row of another family is a tab with its own lines and actions', async () => {
  const screen = await openLive({columns: 120, rows: 40, initialDestination: {family: 'account.users'}});
  await screen.expectText(/intern +restricted/);
  await screen.filter('intern');
  await screen.press('2');
  await screen.expectText('IN GENERAL');
  expect(screen.text()).toMatch(/New instances +no/);
  await screen.press('a');
  await screen.expectText(/Edit grants…/);
  await screen.close();
});
