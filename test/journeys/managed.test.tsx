/** Managed: monitored services, contacts, and credentials. */
import {expect, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';

const openList = (view: 'managed.services' | 'managed.credentials') =>
  openConsole({account: openAccount({accounts: 'demo'}), size: [120, 40], view});

test('a service is disabled, and u offers to undo the change', async () => {
  const screen = await openList('managed.services');
  screen.expectText(/Managed services {2}4 · 2 answering/);
  await screen.moveTo('answering');
  const label = /(\w.*?) {2,}● answering/.exec(screen.bar())?.[1] ?? '';
  expect(label).not.toBe('');
  await screen.press('D');
  screen.expectText(/Support staff is no longer alerted when .+ fails/);
  await screen.press('tab', 'enter');
  await screen.advance(3000);
  screen.expectText(/Managed services {2}4 · .*2 not watched/);
  await screen.press('u');
  screen.expectText(`Undo: Disable ${label}`);
});

test('the issues, contacts and charts of a service are in its tabs', async () => {
  const screen = await openList('managed.services');
  await screen.press('enter', '2');
  screen.expectText('Managed issues');
  await screen.press('3');
  screen.expectText('Managed contacts');
  await screen.press('5');
  screen.expectText(/CPU|Network/);
});

test('a contact created from a service is in the contact group of the service', async () => {
  const screen = await openList('managed.services');
  await screen.moveTo('Mail in');
  await screen.press('enter', '3', 'n');
  screen.expectText(/Group +on-call\b/);
  screen.expectText('known: management, on-call');
});

test('a contact group without contacts causes a warning in the preview', async () => {
  const screen = await openList('managed.services');
  await screen.moveTo('Mail in');
  await screen.press('enter', 'e');
  screen.expectText(/Contact group +on-call/);
  await screen.press('tab', 'tab', 'tab', 'tab');
  await screen.type('x');
  await screen.press('ctrl-o');
  screen.expectText('The group on-callx has no contacts');
});

test('a stored password is never shown, also while it is replaced', async () => {
  const screen = await openList('managed.credentials');
  await screen.press('enter');
  screen.expectText(/Password +stored, never shown/);
  await screen.press('W');
  screen.expectText('Replace user name and password');
  await screen.press('tab');
  await screen.type('secret-secret');
  screen.expectNoText('secret-secret');
  await screen.press('ctrl-o');
  screen.expectText('The former login is replaced.');
  screen.expectNoText('secret-secret');
});

test('the SSH key of staff is copied in full', async () => {
  const screen = await openList('managed.credentials');
  await screen.press('enter', '2');
  screen.expectText('ssh-');
  await screen.press('c');
  screen.expectText(/w +ssh key of staff +\d+ characters/);
  await screen.press('w');
  screen.expectRecentText(/Sent ssh key of staff to/);
});
