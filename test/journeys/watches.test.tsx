/** Watched operations and resources, with notifications about their changes. */
import {expect, test} from 'vitest';
import {Disks} from '../../src/emulator/families/instances/instance-kinds.ts';
import {openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';

test('a watched instance that is shut down rings the bell', async () => {
  const account = openAccount();
  const screen = await openConsole({account});
  await screen.press('w');
  screen.expectText('Watching web-00. Press w again to stop.');
  screen.takeBytes();
  await account.call('POST /v4/compute/instances/100/shutdown');
  await screen.advance(30_000);
  screen.expectRecentText('web-00 is offline');
  expect(screen.takeBytes()).toContain('\x07');
});

test('a watched volume reports an event although its status is unchanged', async () => {
  const account = openAccount();
  const screen = await openConsole({account, view: 'volumes'});
  await screen.moveTo('vol-1');
  await screen.press('w');
  await account.call('POST /v4/volumes/4401/attach', {compute_id: 101});
  screen.takeBytes();
  await screen.advance(30_000);
  screen.expectRecentText('vol-1 was attached');
  expect(screen.takeBytes()).toContain('\x07');
});

test('a watched disk reports its new status, and a bookmark opens the disk', async () => {
  const account = openAccount();
  const params = {computeId: 105};
  const screen = await openConsole({account, view: {family: 'instances.disks', params}});
  const [disk] = account.emulator.db.all(Disks, 105);
  if (!disk) throw new Error('web-05 has no disk');
  await screen.press('w', 'b');
  account.put(Disks, [{...disk, status: 'deleting'}]);
  await screen.press('r');
  screen.expectRecentText('Debian 11 Disk is deleting');
  await screen.command('bookmarks');
  screen.expectText(/disk Debian 11 Disk +deleting, was ready/);
  await screen.press('enter');
  expect(screen.context.navigation.current.getState()?.destination).toMatchObject({
    family: 'instances.disks',
    id: disk.id,
    params,
  });
});
