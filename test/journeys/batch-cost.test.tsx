/** The total of a change to several resources, in the preview of the console and of a command. */
import {expect, test} from 'vitest';
import {Volumes} from '../../src/emulator/families/volumes/volume-kinds.ts';
import {openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';
import {volume} from '../harness/fleet.ts';
import {openCommandLine} from '../support/cli.ts';

test('the preview of a deletion of several volumes shows their total price', async () => {
  const account = openAccount({accounts: 'empty', dialect: 'today'});
  const free = {compute_id: null, compute_label: null};
  account.put(Volumes, [volume(0, {...free, size: 100}), volume(1, {...free, size: 20})]);
  const screen = await openConsole({account, view: 'volumes'});
  await screen.press('*', 'x');
  screen.expectText('Cost in total: -$12.00/mo.');
  screen.expectNoChanges();
});

test('bug: the total cost was below the skipped resources, outside of a small screen', async () => {
  const account = openAccount({accounts: 'demo', dialect: 'today'});
  const screen = await openConsole({account, size: [80, 24], view: 'volumes'});
  await screen.press('*', 'x');
  screen.expectText(/more lines below/);
  screen.expectText(/Cost in total: -\$[\d.]+\/mo\./);
});

test('a single resource has no total', async () => {
  const account = openAccount({accounts: 'empty', dialect: 'today'});
  account.put(Volumes, [volume(0, {compute_id: null, compute_label: null})]);
  const screen = await openConsole({account, view: 'volumes'});
  await screen.press('x');
  screen.expectText('Billing stops');
  screen.expectNoText('Cost in total');
});

test('bug: a new volume is billed, and its preview does not say how much', async () => {
  const account = openAccount({accounts: 'demo', dialect: 'today'});
  const screen = await openConsole({account, view: 'volumes'});
  await screen.press('n');
  await screen.type('plain');
  await screen.press('tab', 'tab', 'enter');
  await screen.type('us-east');
  await screen.press('enter', 'ctrl-o');
  screen.expectText('Cost: +$2.00/mo.');
});

test('bug: the previews of a larger volume and of a new NodeBalancer had no cost before a price list was open', async () => {
  const account = openAccount({accounts: 'empty', dialect: 'today'});
  account.put(Volumes, [volume(0, {compute_id: null, compute_label: null, size: 20})]);
  const screen = await openConsole({account, view: 'volumes'});
  await screen.press('Z', 'ctrl-u');
  await screen.type('55');
  await screen.press('ctrl-o');
  screen.expectText('Cost: +$3.50/mo.');
  await screen.press('esc', 'esc');
  await screen.command('nodebalancers');
  await screen.press('n');
  await screen.press('enter');
  await screen.type('us-east');
  await screen.press('enter', 'ctrl-o');
  screen.expectText('Cost: +$10.00/mo.');
});

test('a dry run of a single change has the same cost as its confirmed request', async () => {
  const line = await openCommandLine({accounts: 'demo', dialect: 'today'});
  const words = ['do', 'volumes.create', '--label', 'plain', '--region', 'us-east', '--size', '20'];
  const {out} = await line.run([...words, '--dry-run']);
  expect(out).toContain('Cost: +$2.00/mo.');
  const sent = await line.run([...words, '--yes']);
  expect(sent).toMatchObject({code: 0, err: 'Cost: +$2.00/mo.\n'});
  await line.close();
});

test('a price list that could not be read is not shown as a price that the API lacks', async () => {
  const faults = {faults: [{on: 'volumes.types.list', kind: 'error', status: 403} as const]};
  const unread = /Cost: unknown\. The price list could not be read: /;
  const line = await openCommandLine({accounts: 'demo', dialect: 'today', faults});
  const words = ['do', 'volumes.create', '--label', 'plain', '--region', 'us-east', '--size', '20'];
  expect((await line.run([...words, '--dry-run'])).out).toMatch(unread);
  expect((await line.run([...words, '--yes'])).err).toMatch(unread);
  await line.close();

  const account = openAccount({accounts: 'empty', dialect: 'today', faults});
  account.put(Volumes, [volume(0, {compute_id: null, compute_label: null, size: 20})]);
  const screen = await openConsole({account, size: [140, 40], view: 'volumes'});
  await screen.press('Z', 'ctrl-u');
  await screen.type('55');
  await screen.press('ctrl-o');
  screen.expectText(unread);
});

test('a command prints the total before it asks', async () => {
  const line = await openCommandLine({accounts: 'demo', dialect: 'today'});
  const resized = await line.run([
    'do',
    'instances.resize',
    'batch-7',
    'batch-11',
    '--type',
    'g6-standard-2',
    '--dry-run',
  ]);
  expect(`${resized.out}${resized.err}`).toMatch(/Cost in total: \+\$[\d.]+\/mo\./);
  const renamed = await line.run(['do', 'instances.update', 'batch-7', 'batch-11', '--group', 'night', '--dry-run']);
  expect(`${renamed.out}${renamed.err}`).not.toContain('Cost in total');
  await line.close();
  const older = await openCommandLine();
  const grown = await older.run([
    'do',
    'volumes.resize',
    'warehouse',
    'crm-archive-2014',
    '--size',
    '2000',
    '--dry-run',
  ]);
  expect(`${grown.out}${grown.err}`).toContain('Cost in total: unknown.');
  await older.close();
});

test('bug: the preview of a deletion of many instances had a line for the addresses of each', async () => {
  const screen = await openConsole({size: [100, 40], view: 'instances'});
  await screen.press('*', 'x');
  screen.expectText(/\d\d IP addresses are released: 192\.0\.2\.\d+, /);
  screen.expectNoText('Its IP addresses are released');
  screen.expectText(/DELETE \/v4\/compute\/instances\/1\d\d and \d\d more/);
});
