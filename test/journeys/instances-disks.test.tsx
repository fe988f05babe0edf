import {expect, test} from 'vitest';
import {type LiveScreen, openLive} from '../support/live.tsx';

/** The detail of an instance at one of its tabs. */
async function openAt(label: string, tab: string): Promise<LiveScreen> {
  const screen = await openLive({columns: 130, rows: 44});
  await screen.expectText('Instances  42');
  await screen.filter(label);
  await screen.press('enter', tab);
  return screen;
}

test('disks: a full plan says so, renaming needs no stop, deleting does', async () => {
  const screen = await openAt('web-01', '3');
  await screen.expectText('512 MB Swap Image');
  await screen.press('j', 'a');
  await screen.expectText(/New disk… +the disks take all of the plan/);
  await screen.expectText(/Delete +needs the instance to be off: shut it down first/);
  await screen.press('esc', 'e', 'ctrl-u');
  await screen.type('swap');
  await screen.press('ctrl-o');
  await screen.expectText(/Label +512 MB Swap Image → swap/);
  await screen.press('enter');
  await screen.expectText(/swap +● ready/);
  await screen.close();
});

test('an Image is made of a disk, from the disk', async () => {
  const screen = await openAt('web-01', '3');
  await screen.expectText('Debian 12 Disk');
  await screen.press('I');
  await screen.expectText('Make an Image');
  await screen.press('ctrl-o');
  await screen.expectText(/POST \/v4\/images/);
  await screen.expectText(/Label +Debian 12 Disk/);
  await screen.press('esc');
  // The label is the user's choice; the source disk isn't.
  await screen.expectText(/Label +Debian 12 Disk/);
  expect(screen.text()).not.toMatch(/Instance \*/);
  await screen.press('ctrl-o');
  await screen.expectText(/Disk +Debian 12 Disk \(\d+\)/);
  await screen.close();
});

test('backups: where there are none, the way to have some stands there with its price', async () => {
  const screen = await openAt('web-01', '4');
  await screen.expectText('No Backups.');
  await screen.expectText(/A +Switch backups on/);
  // The cursor starts on the available action, and enter runs it.
  await screen.press('enter');
  await screen.expectText(/charged for on top of the plan: \$\d+\.\d\d a month/);
  await screen.press('y');
  await screen.expectText(/T +Take a snapshot/);
  await screen.close();
});

test('a backup is restored to its own instance unless another is chosen', async () => {
  const screen = await openAt('db-01', '4');
  await screen.expectText(/automatic +● good/);
  await screen.expectText(/Backups {2}\d+ +daily, \d\d:00–\d\d:00 UTC; \w+day is kept longer/);
  await screen.press('I');
  await screen.expectText(/To instance \* +db-01/);
  await screen.press('tab', 'space', 'ctrl-o');
  await screen.expectText('All disks and profiles of db-01 are deleted first');
  expect(screen.text()).toContain('to confirm:');
  await screen.close();
});

test('switching backups off names what is lost, and wants the label', async () => {
  const screen = await openAt('db-01', '4');
  await screen.expectText(/automatic +● good/);
  await screen.press('O');
  await screen.expectText('3 backups permanently deleted.');
  expect(screen.text()).toContain('to confirm:');
  await screen.close();
});

test('addresses: a reverse name is set; what is not its own says why', async () => {
  const screen = await openAt('web-01', '6');
  await screen.expectText('192.0.2.10');
  await screen.press('j', 'a');
  await screen.expectText(/Set the reverse name… +private: it has no reverse name/);
  await screen.expectText(/Delete +a private address cannot be deleted/);
  await screen.press('esc', 'k', 'e', 'ctrl-u');
  await screen.type('web-01.example.com');
  await screen.press('ctrl-o');
  await screen.expectText(/Reverse name .*→ web-01.example.com/);
  await screen.expectText('The name must lead to the address, or it is refused.');
  await screen.close();
});
