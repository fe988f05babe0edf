/** Several accounts in one console: lists are merged, and everything about a row is sent to its own account. */
import {expect, test} from 'vitest';
import {Volumes} from '../../src/emulator/families/volumes/volume-kinds.ts';
import {openAccount, type TestAccount} from '../harness/account.ts';
import {volume} from '../harness/fleet.ts';
import {openMergedConsole} from '../harness/merged-console.ts';
import {sharedClock} from '../harness/shared-clock.ts';

/** Two accounts on one clock; both have a volume named data. */
function openAccounts(): Record<'prod' | 'lab', TestAccount> {
  const clock = sharedClock();
  const open = (...labels: readonly string[]) => {
    const account = openAccount({accounts: 'empty', clock});
    account.put(
      Volumes,
      labels.map((label, index) => volume(index, {label})),
    );
    return account;
  };
  return {prod: open('data', 'logs'), lab: open('data', 'scratch')};
}

async function openVolumes() {
  const accounts = openAccounts();
  const screen = await openMergedConsole({accounts, view: {family: 'volumes'}});
  return {screen, ...accounts};
}

type Screen = Awaited<ReturnType<typeof openVolumes>>['screen'];

/** The console shows one account, under its name. */
function expectAccount(screen: Screen, name: 'prod' | 'lab'): void {
  expect(screen.row(0)).toMatch(new RegExp(` ${name} `));
  expect(screen.row(0)).not.toMatch(name === 'lab' ? / prod/ : / lab/);
}

test('the lists of several accounts are merged, and each row names its profile', async () => {
  const {screen} = await openVolumes();
  screen.expectText(/PROFILE +LABEL/);
  expect(screen.row(0)).toMatch(/skydeck +prod +lab/);
  screen.expectText(/prod +data\b/);
  screen.expectText(/prod +logs\b/);
  screen.expectText(/lab +data\b/);
  screen.expectText(/lab +scratch\b/);
  screen.expectText(/Volumes +4/);
});

test('a row found with a profile filter opens in its own account', async () => {
  const {screen} = await openVolumes();
  await screen.filter('profile:prod data');
  screen.expectText('1 of 4');
  await screen.press('enter');
  screen.expectText('Overview');
  expectAccount(screen, 'prod');
  await screen.press('esc');
  screen.expectText('1 of 4');
  expect(screen.row(0)).toMatch(/prod +lab/);
});

test('a row found with Find opens in its own account', async () => {
  const {screen} = await openVolumes();
  await screen.press('ctrl-p');
  await screen.type('logs');
  screen.expectText('prod/');
  await screen.press('enter');
  screen.expectText('Overview');
  expectAccount(screen, 'prod');
});

test('rows selected in two accounts can’t be changed together, and the reason names both', async () => {
  const {screen} = await openVolumes();
  await screen.press('*', 'x');
  screen.expectText('selected in prod and lab: one account at a time');
  screen.expectNoChanges();
});

test('a volume is deleted only in its own account, which the dialog names', async () => {
  const {screen, prod, lab} = await openVolumes();
  await screen.moveTo('scratch');
  await screen.press('x');
  screen.expectText('lab · ');
  await screen.confirm('scratch');
  screen.expectText(/under way|done/);
  screen.expectRequest('DELETE /v4/volumes/4401');
  expect(prod.requests.filter(({method}) => method !== 'GET')).toEqual([]);
  expect(lab.requests.filter(({method}) => method === 'DELETE')).toHaveLength(1);
  expect(await prod.call('GET /v4/volumes')).toMatchObject({results: 2});
  expect(await lab.call('GET /v4/volumes')).toMatchObject({results: 1});
});

test('a new volume asks in which account it is created', async () => {
  const {screen} = await openVolumes();
  await screen.press('n');
  screen.expectText('in which account?');
  screen.expectText(/prod +production/);
});

test('a command for one account is refused for several', async () => {
  const {screen} = await openVolumes();
  await screen.command('whoami');
  screen.expectText('needs one account; open a row, or press @');
});

test('an account that is offline keeps its rows, and the other account is still read', async () => {
  const {screen, prod, lab} = await openVolumes();
  lab.intercept(() => ({status: 0, headers: {}, body: undefined}));
  await prod.call('POST /v4/volumes', {label: 'fresh', region: 'us-east', size: 20});
  // The events are read too: the state of the connection does not wait for the next poll.
  await screen.press('R');
  await screen.advance(30_000);
  screen.expectText('fresh');
  screen.expectText('lab: ');
  screen.expectText(/lab +data\b/);
  expect(screen.row(0)).toMatch(/lab ✗ offline/);
});

test('bug: with several accounts, the command bar had no match for a list of one account', async () => {
  const {screen} = await openVolumes();
  await screen.press(':');
  await screen.type('my profile');
  screen.expectText('My profile: prod');
  screen.expectText('My profile: lab');
  await screen.press('down', 'enter');
  expectAccount(screen, 'lab');
  screen.expectText('My profile');
});

test('bug: undo was refused on a row of one account', async () => {
  const {screen, lab} = await openVolumes();
  await screen.filter('scratch');
  await screen.press('e');
  await screen.type('2');
  await screen.press('ctrl-o');
  await screen.confirm();
  await screen.press('esc');
  await screen.filter('scratch');
  await screen.press('u');
  screen.expectText('Undo');
  await screen.confirm();
  expect(await lab.call('GET /v4/volumes')).toMatchObject({data: [{label: 'data'}, {label: 'scratch'}]});
});

test('bug: the number of devices of each firewall stayed unknown', async () => {
  const clock = sharedClock();
  const prod = openAccount({accounts: 'demo', clock});
  const lab = openAccount({accounts: 'demo', clock, seed: 2});
  const screen = await openMergedConsole({
    accounts: {prod, lab},
    size: [160, 30],
    view: {family: 'networking.firewalls'},
  });
  await screen.advance(1000);
  screen.expectText(/prod +databases .* let through +5 /);
  screen.expectText(/lab +databases .* let through +5 /);
  screen.expectText(/lab +lockdown .* let through +0 /);
});

test('bug: a payment on an invoice asked for the account, though the invoice belongs to one', async () => {
  const clock = sharedClock();
  const open = () => openAccount({accounts: 'demo', clock});
  const accounts = {prod: open(), lab: open()};
  const screen = await openMergedConsole({accounts, view: {family: 'account.invoices'}});
  await screen.filter('profile:lab');
  await screen.press('P');
  screen.expectNoText('in which account?');
  screen.expectText('lab · Make account payment');
  await screen.press('esc');
  await screen.filter('profile:nothing');
  await screen.press('P');
  screen.expectText('in which account?');
});

test('bug: the sidebar had a plus after a complete count, if one account’s API is older than the resource type', async () => {
  const clock = sharedClock();
  const open = (dialect: 'documents' | 'today') => openAccount({accounts: 'demo', dialect, clock});
  const accounts = {prod: open('today'), lab: open('documents')};
  const screen = await openMergedConsole({accounts, size: [120, 46]});
  await screen.advance(20_000);
  screen.expectText(/Kubernetes +2 /);
  screen.expectNoText(/Kubernetes +2\+/);
});

test('bug: a number in the list of databases of several accounts opened the first tab', async () => {
  const clock = sharedClock();
  const prod = openAccount({accounts: 'demo', clock});
  const lab = openAccount({accounts: 'demo', clock, seed: 2});
  const screen = await openMergedConsole({
    accounts: {prod, lab},
    size: [120, 40],
    view: {family: 'databases.instances'},
  });
  await screen.moveTo('shop-mysql');
  await screen.press('4');
  await screen.advance(200);
  screen.expectText('-----BEGIN CERTIFICATE-----');
});
