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
