/** The detail stays on the resource that was opened, and the cursor of a list stays at its place. */
import {expect, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';

const idOf = async (account: ReturnType<typeof openAccount>, list: string, label: string): Promise<number> => {
  const {data} = (await account.call(`GET /v4/${list}`)) as {data: readonly {id: number; label: string}[]};
  return data.find(row => row.label === label)?.id ?? 0;
};

test('bug: an open detail became another resource when its row left the filter', async () => {
  const account = openAccount();
  const screen = await openConsole({account, view: 'instances'});
  await screen.filter('status:running');
  await screen.press('enter');
  screen.expectText(/web-00 +● running/);
  await account.call(`POST /v4/compute/instances/${await idOf(account, 'compute/instances', 'web-00')}/shutdown`);
  await screen.advance(60_000);
  screen.expectText(/web-00 +○ offline/);
  await screen.press('x');
  screen.expectText('Delete instance web-00');
  await screen.press('esc', 'esc');
  expect(screen.bar()).toContain('web-01');
});

test('a resource that came back to the list has the cursor after its detail, and no position meanwhile', async () => {
  const account = openAccount();
  const screen = await openConsole({account, view: 'instances', size: [150, 40]});
  await screen.filter('status:running');
  await screen.moveTo('web-01');
  await screen.press('enter');
  screen.expectFooter(/ 2\/38$/);
  const id = await idOf(account, 'compute/instances', 'web-01');
  await account.call(`POST /v4/compute/instances/${id}/shutdown`);
  await screen.advance(60_000);
  expect(screen.footer()).not.toMatch(/\d\/\d/);
  await account.call(`POST /v4/compute/instances/${id}/boot`);
  await screen.advance(120_000);
  await screen.press('esc');
  expect(screen.bar()).toContain('web-01');
});

test('bug: the detail of a deleted resource became that of its neighbor', async () => {
  const account = openAccount();
  const screen = await openConsole({account, view: 'volumes'});
  await screen.moveTo('vol-1');
  await screen.press('enter');
  await account.call(`DELETE /v4/volumes/${await idOf(account, 'volumes', 'vol-1')}`);
  await screen.advance(60_000);
  screen.expectNoText(/vol-0|vol-db/);
  screen.expectText('volume 4401 not found. It may be deleted.');
  await screen.press('x');
  screen.expectNoText('Delete volume');
});

test('bug: the screen was blank when the only match of the filter was booted in its detail', async () => {
  const screen = await openConsole({view: 'instances'});
  await screen.filter('label=web-05 status:offline');
  await screen.press('enter');
  screen.expectText(/web-05 +○ offline/);
  await screen.press('B', 'enter');
  await screen.advance(120_000);
  screen.expectText(/web-05 +● running/);
  await screen.press('esc');
  screen.expectText('Nothing matches label=web-05 status:offline.');
});

test('bug: the cursor went to the first row when its row left the filter', async () => {
  const account = openAccount();
  const screen = await openConsole({account, view: 'instances'});
  await screen.filter('status:running');
  await screen.moveTo('web-08');
  await account.call(`POST /v4/compute/instances/${await idOf(account, 'compute/instances', 'web-08')}/shutdown`);
  await screen.advance(60_000);
  screen.expectNoText('web-08');
  expect(screen.bar()).toContain('web-09');
});
