/** The preview of deleting a firewall. */
import {expect, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';

test('bug: the preview of a deleted firewall named its instances twice', async () => {
  const account = openAccount({accounts: 'demo'});
  const screen = await openConsole({account, size: [120, 40], view: 'networking.firewalls'});
  await screen.moveTo('databases');
  await screen.press('x');
  screen.expectText(/5 instances will lose this firewall and accept all traffic: db-01/);
  screen.expectText('1 rule is permanently deleted.');
  screen.expectText('Can’t be undone.');
  expect(screen.text().match(/db-05/g)).toHaveLength(1);
});

test('bug: a list that was not shown kept a deleted firewall until it was read again', async () => {
  const account = openAccount({accounts: 'demo', dialect: 'today'});
  const screen = await openConsole({account, size: [140, 40], view: 'instances'});
  const {data} = (await account.call('GET /v4/compute/instances')) as {data: {id: number; label: string}[]};
  const computeId = data.find(({label}) => label === 'db-01')?.id ?? 0;
  const assigned = screen.session.collection('instances.firewalls', {computeId});
  const labels = () => assigned.getState().rows.map(row => row.label);
  const stop = assigned.subscribe(() => {});
  await assigned.refetch();
  stop();
  expect(labels()).toEqual(['databases']);
  await screen.command('firewalls');
  await screen.moveTo('databases');
  await screen.press('x');
  await screen.confirm('databases');
  await screen.advance(5000);
  screen.expectNoText(/databases +●/);
  expect(labels()).toEqual([]);
});
