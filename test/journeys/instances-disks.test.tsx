/** Disks, backups and addresses of an instance. */
import {test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';

/** The detail of an instance at one of its tabs. */
async function openAt(label: string, tab: string): Promise<TestConsole> {
  const screen = await openConsole({
    account: openAccount({accounts: 'demo'}),
    size: [130, 44],
    view: {family: 'instances', filter: label},
  });
  await screen.press('enter', tab);
  return screen;
}

test('the menu of a disk shows why a disk can’t be created or deleted now', async () => {
  const screen = await openAt('web-01', '3');
  screen.expectText('512 MB Swap Image');
  await screen.press('j', 'a');
  screen.expectText(/New disk… +the disks take all of the plan/);
  screen.expectText(/Delete +needs the instance to be off: shut it down first/);
});

test('a disk is renamed while the instance runs', async () => {
  const screen = await openAt('web-01', '3');
  await screen.moveTo('512 MB Swap Image');
  await screen.press('e', 'ctrl-u');
  await screen.type('swap');
  await screen.press('ctrl-o');
  screen.expectText(/Label +512 MB Swap Image → swap/);
  await screen.press('enter');
  await screen.advance(30_000);
  screen.expectText(/swap +● ready/);
});

test('an image is captured from the list of disks, with the disk as its label', async () => {
  const screen = await openAt('web-01', '3');
  screen.expectText('Debian 12 Disk');
  await screen.press('I');
  screen.expectText('Create image');
  // The disk is given, the label can be changed.
  screen.expectText(/Label +Debian 12 Disk/);
  screen.expectNoText(/Instance \*/);
  await screen.press('ctrl-o');
  screen.expectText(/POST \/v4\/images/);
  screen.expectText(/Label +Debian 12 Disk/);
  screen.expectText(/Disk +Debian 12 Disk \(\d+\)/);
  await screen.confirm();
  screen.expectRequest('POST /v4/images', {label: 'Debian 12 Disk'});
});

test('backups are enabled from their empty list, with the price in the preview', async () => {
  const screen = await openAt('web-01', '4');
  screen.expectText('No Backups.');
  screen.expectText(/A +Enable backups/);
  // The cursor is on the action.
  await screen.press('enter');
  screen.expectText(/Cost: \+\$\d+\.\d\d\/mo/);
  screen.expectText('Backups are billed in addition to the plan.');
  await screen.confirm();
  screen.expectRequest('POST /v4/compute/instances/101/backups/enable');
  screen.expectText(/T +Take a snapshot/);
});

test('a backup is restored to its own instance unless another is chosen', async () => {
  const screen = await openAt('db-01', '4');
  screen.expectText(/automatic +● good/);
  screen.expectText(/Backups {2}\d+ +daily, \d\d:00–\d\d:00 UTC; \w+day is kept longer/);
  await screen.press('I');
  screen.expectText(/To instance \* +db-01/);
  await screen.press('tab', 'space', 'ctrl-o');
  screen.expectText('All disks and configs of db-01 are deleted first');
  screen.expectText('to confirm:');
  screen.expectNoChanges();
});

test('the preview that disables backups counts the backups lost, and asks for the label', async () => {
  const screen = await openAt('db-01', '4');
  screen.expectText(/automatic +● good/);
  await screen.press('O');
  screen.expectText('3 backups permanently deleted.');
  screen.expectText('to confirm:');
  screen.expectNoChanges();
});

test('the menu of a private address shows why it has no reverse DNS and can’t be deleted', async () => {
  const screen = await openAt('web-01', '6');
  screen.expectText('192.0.2.10');
  await screen.press('j', 'a');
  screen.expectText(/Edit reverse DNS… +private: no reverse DNS/);
  screen.expectText(/Delete +a private address cannot be deleted/);
});

test('reverse DNS of an address is set from the instance', async () => {
  const screen = await openAt('web-01', '6');
  await screen.press('e', 'ctrl-u');
  await screen.type('web-01.example.com');
  await screen.press('ctrl-o');
  screen.expectText(/Reverse DNS .*→ web-01.example.com/);
  screen.expectText('The name must resolve to the address.');
  await screen.confirm();
  screen.expectRequest('PUT /v4/compute/instances/101/ips/192.0.2.10', {rdns: 'web-01.example.com'});
});
