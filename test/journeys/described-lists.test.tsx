/** Lists of today's API that only inform: prices, plan availability, maintenance policies. */
import {expect, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';
import {openCommandLine} from '../support/cli.ts';

const today = () => openAccount({accounts: 'demo', dialect: 'today'});

test('the sidebar shows the group MORE once the API is known to have its lists, and reads none of them', async () => {
  const account = today();
  const screen = await openConsole({account, size: [140, 60], view: 'instances'});
  screen.expectNoText('MORE');
  await screen.advance(20_000);
  screen.expectText('MORE');
  screen.expectText('Volume prices');
  expect(account.requests.filter(({path}) => path.includes('/volumes/types'))).toEqual([]);
});

test('a price list shows its prices and opens one', async () => {
  const screen = await openConsole({account: today(), size: [140, 40], view: 'volumes.types'});
  screen.expectText('Volume prices  1');
  screen.expectRow('Storage Volume', '$0.00015/h', '$0.10/mo');
  await screen.press('enter');
  screen.expectText(/Monthly +\$0\.10\/mo/);
});

test('plans are filtered by region and availability, and lead to their region', async () => {
  const screen = await openConsole({account: today(), size: [140, 40], view: 'regions.availability'});
  await screen.press('/');
  await screen.type('region:eu-west available:no');
  await screen.press('enter');
  screen.expectRow('eu-west', 'g1-gpu-rtx6000-1', 'no');
  screen.expectNoText('g6-standard-1');
  await screen.press('enter');
  await screen.moveTo('Region');
  await screen.press('enter');
  screen.expectText(/│ REGION/);
  screen.expectText(/ID +eu-west/);
});

test('an API without maintenance policies is reported, and the sidebar has no group MORE', async () => {
  const account = openAccount({accounts: 'demo'});
  const screen = await openConsole({account, size: [140, 60], view: 'maintenance.policies'});
  screen.expectText('Your provider’s API has no maintenance policies.');
  await screen.advance(20_000);
  screen.expectNoText('MORE');
});

test('commands read a list by its name and by its ID', async () => {
  const line = await openCommandLine({accounts: 'demo', dialect: 'today'});
  const prices = await line.run(['get', 'nodebalancer-prices', '--output', 'json']);
  expect(JSON.parse(prices.out)).toMatchObject([{id: 'nodebalancer', price: {hourly: 0.015, monthly: 10}}]);
  const policies = await line.run(['get', 'maintenance.policies', '--filter', 'default:yes', '--output', 'name']);
  expect(policies.out).toMatch(/^[^\n]*compute\/migrate\n$/);
  await line.close();
});
