/** Databases: the certificate as a file, the password hidden, copied and replaced. */
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test, vi} from 'vitest';
import type {AnyRow} from '../../src/families/shape/define-family.ts';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';

/** The detail of the database `shop`. */
async function openShop(): Promise<TestConsole> {
  const screen = await openConsole({
    account: openAccount({accounts: 'demo'}),
    size: [120, 40],
    view: 'databases.mysql',
  });
  screen.expectText('MySQL databases  1');
  await screen.press('enter');
  screen.expectText('every Sunday, 20:00–23:00 UTC');
  return screen;
}

test('the certificate is saved as a file that is never overwritten', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-certificate-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  const path = join(folder, 'ca.pem');
  const screen = await openShop();
  await screen.press('4');
  screen.expectText('-----BEGIN CERTIFICATE-----');
  await screen.press('c', 'f');
  screen.expectText('Keep the certificate as a file');
  screen.expectText('-certificate.pem');
  await screen.press('ctrl-u');
  await screen.paste(path);
  await screen.press('enter');
  screen.expectRecentText(`the certificate is in ${path}`);
  expect(readFileSync(path, 'utf8')).toMatch(/^-----BEGIN CERTIFICATE-----\n[\s\S]+-----END CERTIFICATE-----\n$/);
  await screen.press('c', 'f', 'ctrl-u');
  await screen.paste(path);
  await screen.press('enter');
  screen.expectRecentText('ca.pem exists');
});

test('bug: the password of a database could not be copied', async () => {
  const screen = await openShop();
  const copied: string[] = [];
  vi.spyOn(screen.context.terminal, 'copy').mockImplementation(async text => {
    copied.push(text);
    return {result: 'copied', isRelayed: true};
  });
  await screen.press('3');
  screen.expectText(/Password +•+/);
  await screen.moveTo('Password');
  await screen.press('c');
  screen.expectText(/v +Password +a hidden secret/);
  await screen.press('enter', 'v');
  const [, password = ''] = /Password +(\S+)/.exec(screen.text()) ?? [];
  expect(password).toMatch(/\w{8}/);
  expect(copied).toEqual([password]);
  await screen.press('c', 'v');
  expect(copied).toEqual([password, password]);
});

test('bug: a password that was being replaced was shown as current', async () => {
  const screen = await openShop();
  await screen.press('3', 'v');
  screen.expectText(/User +root/);
  const old = /Password +(\S+)/.exec(screen.text())?.[1] ?? '';
  expect(old).toMatch(/\w{8}/);
  await screen.press('W');
  screen.expectText('Clients that use the old one lose access.');
  screen.expectText('Don’t restore backups from before this change');
  const label = /Type (\S+) to confirm/.exec(screen.text())?.[1] ?? '';
  await screen.confirm(label);
  screen.expectRequest('POST /v4/databases/mysql/instances/2201/credentials/reset');
  await screen.advance(3000);
  screen.expectText('The password is being replaced…');
  screen.expectNoText(old);
  await screen.advance(120_000);
  screen.expectText(new RegExp(`Password +(?!${old.replace(/[^\w]/g, '\\$&')})[^ •?]{8,}`));
  await screen.press('v');
  screen.expectNoText(/User +root/);
});

/** The password on the Credentials tab of `shop`, revealed. */
async function openCredentials(screen: TestConsole): Promise<string> {
  await screen.press('3', 'v');
  const [, password = ''] = /Password +(\S+)/.exec(screen.text()) ?? [];
  expect(password).toMatch(/\w{8}/);
  return password;
}

test('bug: the old password looked current between the response to a reset and its event', async () => {
  const screen = await openShop();
  const old = await openCredentials(screen);
  await screen.press('W');
  // Until this poll is answered, the console knows no event of the reset.
  const release = screen.account.holdNext('GET /v4/account/events');
  await screen.confirm('shop-mysql');
  screen.expectRequest('POST /v4/databases/mysql/instances/2201/credentials/reset');
  screen.expectText('The password is being replaced…');
  screen.expectNoText(old);
  release();
  await screen.advance(120_000);
  screen.expectNoText(old);
  expect(/Password +(\S+)/.exec(screen.text())?.[1]).toMatch(/[^•?]{8}/);
});

test('bug: after a reset by another client the old password looked current until the new one was read', async () => {
  const screen = await openShop();
  const old = await openCredentials(screen);
  const credentials = 'GET /v4/databases/mysql/instances/2201/credentials';
  const failed = {errors: [{reason: 'Internal error'}]};
  const release = screen.account.holdNext(credentials, 503, failed);
  await screen.account.call('POST /v4/databases/mysql/instances/2201/credentials/reset');
  await screen.advance(30_000);
  screen.expectNoText(old);
  screen.expectText('loading…');
  release();
  await screen.advance(120_000);
  screen.expectNoText(old);
  expect(/Password +(\S+)/.exec(screen.text())?.[1]).toMatch(/[^•?]{8}/);
});

test('bug: the form of a database said that Skydeck sends pending updates back', async () => {
  const screen = await openConsole({
    account: openAccount({accounts: 'demo', dialect: 'today'}),
    size: [120, 40],
    view: 'databases.mysql',
  });
  await screen.press('e');
  screen.expectText(/Edit: shop/);
  screen.expectNoText('pending');
  await screen.type('2');
  await screen.press('ctrl-o');
  screen.expectText(/Edit database/);
  await screen.confirm();
  screen.expectRequest('PUT /v4/databases/mysql/instances/2201', {label: 'shop-mysql2'});
});

test('bug: the cursor was not on a database that was created in the list of all engines', async () => {
  const screen = await openConsole({
    account: openAccount({accounts: 'demo'}),
    size: [120, 40],
    view: 'databases.instances',
  });
  await screen.press('n', 'enter');
  screen.expectText('─ New MySQL database');
  await screen.type('zz-orders');
  for (const value of ['mysql/8', 'eu-west', 'g6-standard-4']) {
    await screen.press('tab', 'enter');
    await screen.pick(value);
  }
  await screen.press('ctrl-o');
  screen.expectText('Create MySQL database?');
  await screen.confirm();
  await screen.press('esc');
  await screen.advance(3000);
  expect(screen.bar()).toContain('zz-orders');
});

test('bug: the key of New in the list of all engines always created a MySQL database', async () => {
  const screen = await openConsole({
    account: openAccount({accounts: 'demo'}),
    size: [120, 40],
    view: 'databases.instances',
  });
  await screen.press('n');
  screen.expectText('New MySQL database');
  await screen.type('postgres');
  await screen.press('enter');
  screen.expectText('─ New PostgreSQL database');
});

test('bug: a database opened by a number, or shown beside the list, had other tabs than one opened by enter', async () => {
  const screen = await openConsole({
    account: openAccount({accounts: 'demo'}),
    size: [200, 50],
    view: 'databases.instances',
  });
  await screen.moveTo('shop-mysql');
  screen.expectText('1 Overview  2 Backups  3 Credentials  4 Certificate');
  screen.expectText(/Port +\d+/);
  await screen.press('4');
  await screen.advance(200);
  screen.expectText('-----BEGIN CERTIFICATE-----');
  await screen.press('esc');
  expect(screen.bar()).toContain('shop-mysql');
  await screen.command('certificate');
  await screen.advance(200);
  screen.expectText('-----BEGIN CERTIFICATE-----');
  await screen.press('esc', 'enter');
  screen.expectText('1 Overview  2 Backups  3 Credentials  4 Certificate');
});

test('bug: the tab of a database was lost after a row without it, and the old tab was drawn for a moment', async () => {
  const screen = await openConsole({
    account: openAccount({accounts: 'demo'}),
    size: [200, 50],
    view: 'databases.instances',
  });
  await screen.moveTo('shop-mysql');
  await screen.press('4', 'esc');
  await screen.advance(200);
  screen.expectText('-----BEGIN CERTIFICATE-----');
  await screen.press('k', 'j', '5', 'esc');
  await screen.advance(200);
  screen.expectNoText('-----BEGIN CERTIFICATE-----');
  const shown = screen.text();
  await screen.press('k');
  expect(screen.bar()).toContain('events-mongo');
  await screen.press('j');
  await screen.advance(200);
  expect(screen.text()).toBe(shown);
  await screen.press('4', 'esc', 'k');
  expect(screen.bar()).toContain('events-mongo');
  await screen.press('j');
  await screen.advance(200);
  screen.expectText('-----BEGIN CERTIFICATE-----');
});

test('bug: a bookmark of the third tab of a database opened its first tab, and said that the view has 2 tabs', async () => {
  const screen = await openConsole({
    account: openAccount({accounts: 'demo'}),
    size: [200, 50],
    view: {family: 'databases.instances', id: 2201, tab: 3},
  });
  await screen.advance(200);
  screen.expectText('-----BEGIN CERTIFICATE-----');
  screen.expectNoText('This view has');
});

test('bug: a database was active in the list, and its edit was refused because it was updating', async () => {
  const {screen, patch} = await openDatabases();
  await screen.press('enter');
  await patch();
  await screen.press('r');
  screen.expectText('updating');
  await screen.press('esc');
  screen.expectRow('shop-mysql', 'updating');
  await screen.advance(1_500_000);
  screen.expectRow('shop-mysql', 'active');
  await screen.press('e');
  screen.expectText('─ Edit: shop-mysql');
});

test('bug: a database stayed active in the list after its detail was read as updating, and the other way', async () => {
  const {screen, patch} = await openDatabases();
  await patch();
  await screen.press('r');
  screen.expectRow('shop-mysql', 'updating');
  await screen.press('e');
  screen.expectText('it is updating');
});

test('bug: after a restart, a database was restoring as a day before, beside active in the list', async () => {
  const account = openAccount({accounts: 'demo'});
  const {data} = (await account.call('GET /v4/databases/mysql/instances')) as {data: AnyRow[]};
  const rows = data.map(row => ({...row, status: 'restoring'}));
  const cachedLists = [{family: 'databases.mysql', params: {}, rows} as const];
  const screen = await openConsole({account, size: [80, 24], view: 'databases.instances', storedData: {cachedLists}});
  await screen.moveTo('shop-mysql');
  screen.expectRow('shop-mysql', 'active');
  await screen.press('e');
  screen.expectText('─ Edit: shop-mysql');
});

/** The list of all databases in a narrow terminal, and a way to start an update by another program. */
async function openDatabases(): Promise<{readonly screen: TestConsole; readonly patch: () => Promise<unknown>}> {
  const account = openAccount({accounts: 'demo'});
  const screen = await openConsole({account, size: [80, 24], view: 'databases.instances'});
  await screen.moveTo('shop-mysql');
  return {screen, patch: () => account.call('POST /v4/databases/mysql/instances/2201/patch')};
}

test('a narrow screen shows the price of each plan of a new database, and that of the chosen plan', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [80, 24], view: 'databases.mysql'});
  await screen.press('n');
  screen.expectText('New MySQL database');
  await screen.press('tab', 'tab', 'tab', 'enter');
  screen.expectText(/Nanode 1 GB.*\$\d+\.\d\d\/mo/);
  screen.expectNoText('$…');
  await screen.type('nanode');
  await screen.press('enter');
  screen.expectText(/Plan.*Nanode 1 GB.*\$\d+\.\d\d\/mo/);
});
