/** The console on an account of today's API: added fields are shown and edited, removed operations aren't offered. */
import {expect, test} from 'vitest';
import type {FamilyId} from '../../src/families/shape/define-family.ts';
import {openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';

const open = (view: FamilyId, dialect: 'documents' | 'today' = 'today') =>
  openConsole({account: openAccount({accounts: 'demo', dialect}), size: [120, 50], view});

test('the account causes no API mismatch, and the details show the added fields', async () => {
  const screen = await open('volumes');
  await screen.press('enter');
  screen.expectText(/Encryption +(enabled|disabled)/);
  screen.expectText(/Ready for IO +yes/);
  expect(screen.text()).not.toContain('mismatch');
});

test('an engine that the account does not offer is missing from menus and commands', async () => {
  const menu = async (dialect: 'documents' | 'today') => {
    const screen = await open('databases.instances', dialect);
    screen.expectText(/shop/);
    await screen.press('a');
    screen.expectText('New MySQL database…');
    const text = screen.text();
    await screen.press('esc', ':');
    await screen.type('mongo');
    return `${text}\n${screen.text()}`;
  };
  expect(await menu('documents')).toContain('New MongoDB database…');
  expect(await menu('today')).not.toMatch(/MongoDB/);
});

test('a database whose API has no list of backups explains how to restore one', async () => {
  const screen = await open('databases.mysql');
  await screen.press('enter', '2');
  screen.expectText('create a database as a copy of this one');
});

test('a rule is edited beside a rule set, and the account accepts it', async () => {
  const screen = await open('networking.firewalls');
  await screen.press('down', 'down', 'enter', '2');
  screen.expectText(/in 4 +— +rule set 5/);
  await screen.press('down', 'down', 'e');
  screen.expectText(/Protocol +IPENCAP/);
  await screen.press('ctrl-u');
  await screen.type('site-tunnel');
  await screen.press('ctrl-o');
  screen.expectText(/→ site-tunnel accept IPENCAP/);
  await screen.press('tab', 'enter');
  expect(screen.context.overlays.stack.getState()).toEqual([]);
  screen.expectText(/in 3 .*site-tunnel/);
  screen.expectText(/in 4 +— +rule set 5/);
});
