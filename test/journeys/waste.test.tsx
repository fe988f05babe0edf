/** `:waste`: resources that cost money and seem unused, with their actions. */
import {expect, test} from 'vitest';
import {Volumes} from '../../src/emulator/families/volumes/volume-kinds.ts';
import {jsonResponse, nameOf, openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';
import {volume} from '../harness/fleet.ts';
import {openMergedConsole} from '../harness/merged-console.ts';
import {sharedClock} from '../harness/shared-clock.ts';

const openToday = () =>
  openConsole({account: openAccount({accounts: 'demo', dialect: 'today'}), size: [120, 40], view: {page: 'waste'}});

const inTotal = /(\$[\d,.]+)\/mo in total/g;

/** The amounts that the group of the pattern matches. */
const pricesIn = (pattern: RegExp, text: string): readonly number[] =>
  [...text.matchAll(pattern)].map(([, price = '']) => Number(price.replaceAll(/[$,]/g, '')));

test('waste lists resources with their price, the most expensive first, and the total', async () => {
  const screen = await openToday();
  screen.expectText(/\d+ resources cost \$[\d,.]+\/mo in total\. The price of 1 more is unknown\./);
  screen.expectText('5 of 5 checks done.');
  screen.expectText(/\$1,000\.00\/mo +instance +gpu-train-1 +powered off, and still billed/);
  screen.expectText(/\$32\.00\/mo +volume +crm-archive-2014 +attached to no instance/);
  screen.expectText(/\$10\.00\/mo +NodeBalancer +api-eu +no healthy node/);
  screen.expectText(/unknown +image +golden-db-v14 +no instance uses it/);
  const prices = pricesIn(/(\$[\d,.]+)\/mo {2}\S/g, screen.text());
  expect(prices).toHaveLength(14);
  expect(prices).toEqual(prices.toSorted((left, right) => right - left));
  const [total] = pricesIn(inTotal, screen.text());
  expect(prices.reduce((sum, price) => sum + price)).toBe(total);
});

test('each resource has its own actions and their keys, and opens with enter', async () => {
  const screen = await openToday();
  await screen.moveTo('crm-archive-2014');
  await screen.press('a');
  screen.expectText('Actions: crm-archive-2014');
  screen.expectText('Attach…');
  await screen.press('esc', 'x');
  screen.expectText('All data on crm-archive-2014 is permanently deleted.');
  await screen.press('esc');
  await screen.press('A');
  screen.expectText('Attach to');
  await screen.press('esc', 'enter');
  expect(screen.context.navigation.current.getState()?.destination).toMatchObject({family: 'volumes'});
  screen.expectText(/Attached to +—/);
  await screen.press('esc');
  expect(screen.context.navigation.current.getState()?.destination).toEqual({page: 'waste'});
  screen.expectNoChanges();
});

test('a deleted volume disappears, and the total decreases', async () => {
  const screen = await openToday();
  const [before = 0] = pricesIn(inTotal, screen.text());
  await screen.moveTo('crm-archive-2014');
  await screen.press('x');
  await screen.type('crm-archive-2014');
  await screen.press('enter');
  await screen.advance(10_000);
  screen.expectNoText(/volume +crm-archive-2014/);
  expect(pricesIn(inTotal, screen.text())).toEqual([before - 32]);
});

test('a check that can’t be done is named with the reason', async () => {
  const account = openAccount({accounts: 'demo', dialect: 'today'});
  const refusal = {errors: [{reason: 'Your OAuth token is not authorized to use this endpoint.'}]};
  account.intercept(received =>
    nameOf(received) === 'GET /v4/compute/instances' ? jsonResponse(401, refusal) : undefined,
  );
  const screen = await openConsole({account, size: [200, 40], view: {page: 'waste'}});
  screen.expectText('3 of 5 checks done.');
  screen.expectText(/Not checked: Instances that are powered off\. Couldn’t read instances: \S/);
  screen.expectText(/Not checked: Images that no instance uses\. Couldn’t read instances: \S/);
  screen.expectText(/\$32\.00\/mo +volume +crm-archive-2014/);
  screen.expectNoText(/golden-db-v14/);
});

test('prices are unknown if the API has no price lists', async () => {
  const screen = await openConsole({
    account: openAccount({accounts: 'demo'}),
    size: [120, 50],
    view: {page: 'waste'},
  });
  screen.expectText(/unknown +volume +crm-archive-2014/);
  screen.expectText(/\$5\.00\/mo +instance +batch-12/);
});

test('each of several accounts has a total, and a resource opens in its own account', async () => {
  const clock = sharedClock();
  const prod = openAccount({accounts: 'empty', dialect: 'today', clock});
  const lab = openAccount({accounts: 'empty', dialect: 'today', clock});
  prod.put(Volumes, [volume(0, {label: 'logs', size: 100, compute_id: null, compute_label: null})]);
  lab.put(Volumes, [volume(1, {label: 'scratch', size: 10, compute_id: null, compute_label: null})]);
  const screen = await openMergedConsole({accounts: {prod, lab}, size: [140, 30], view: {page: 'waste'}});
  screen.expectText(/prod +1 resource costs \$10\.00\/mo in total\./);
  screen.expectText(/prod +5 of 5 checks done\./);
  screen.expectText(/lab +1 resource costs \$1\.00\/mo in total\./);
  await screen.moveTo('scratch');
  await screen.press('enter');
  screen.expectText(/Attached to +—/);
  expect(screen.row(0)).toContain('lab');
});
