/** Managed: monitored services, contacts, and credentials. */
import {expect, test} from 'vitest';
import {openLive} from '../support/live.tsx';

test('a service is watched no more, and again by undoing', async () => {
  const screen = await openLive({columns: 120, rows: 40, initialDestination: {family: 'managed.services'}});
  await screen.expectText(/Managed services {2}4 · 2 answering/);
  await screen.moveTo('answering');
  const label = /(\w.*?) {2,}● answering/.exec(screen.bar())?.[1] ?? '';
  expect(label).not.toBe('');
  await screen.press('D');
  await screen.expectText(/Support staff is no longer alerted when .+ fails/);
  await screen.press('tab', 'enter');
  await screen.expectText(/Managed services {2}4 · .*2 not watched/);
  await screen.press('u');
  await screen.expectText(`Undo: Stop watching ${label}`);
  await screen.close();
});

test('the issues, contacts and charts of a service stand in its tabs', async () => {
  const screen = await openLive({columns: 120, rows: 40, initialDestination: {family: 'managed.services'}});
  await screen.expectText(/Managed services {2}4/);
  await screen.press('enter', '2');
  await screen.expectText('Managed issues');
  await screen.press('3');
  await screen.expectText('Managed contacts');
  await screen.press('5');
  await screen.expectText(/CPU|Network/);
  await screen.close();
});

test('a contact made beside a service is in its group, and a group that nobody is in is warned of', async () => {
  const screen = await openLive({columns: 120, rows: 40, initialDestination: {family: 'managed.services'}});
  await screen.expectText(/Managed services {2}4/);
  await screen.moveTo('Mail in');
  await screen.press('enter', '3', 'n');
  await screen.expectText(/Group +on-call\b/);
  expect(screen.text()).toContain('known: management, on-call');
  await screen.press('esc', '1', 'e');
  await screen.expectText(/Whom to ask +on-call/);
  await screen.press('tab', 'tab', 'tab', 'tab');
  await screen.type('x');
  await screen.press('ctrl-o');
  await screen.expectText('The group on-callx has no contacts');
  await screen.close();
});

test('a password is never shown, and the SSH key of staff is copied whole', async () => {
  const screen = await openLive({columns: 120, rows: 40, initialDestination: {family: 'managed.credentials'}});
  await screen.expectText(/Managed credentials {2}\d/);
  await screen.press('enter');
  await screen.expectText(/Password +stored, never shown/);
  await screen.press('2');
  await screen.expectText('ssh-');
  await screen.press('c');
  await screen.expectText(/w +ssh key of staff +\d+ characters/);
  await screen.press('w');
  await screen.expectGlimpse(/Sent ssh key of staff to/);
  await screen.press('W');
  await screen.expectText('Replace user name and password');
  await screen.press('tab');
  await screen.type('secret-secret');
  expect(screen.text()).not.toContain('secret-secret');
  await screen.press('ctrl-o');
  await screen.expectText('The former login is replaced.');
  expect(screen.text()).not.toContain('secret-secret');
  await screen.close();
});
