/** From a disk to an Image to another instance; and what a StackScript needs before it can run. */
import {expect, test} from 'vitest';
import {openLive} from '../support/live.tsx';

test('a disk is captured, told as the instance it is of, and the Image is deployed', async () => {
  const screen = await openLive({columns: 160, rows: 45, initialDestination: {family: 'images'}});
  await screen.expectText('Images  19');
  await screen.press('n');
  await screen.expectText('─ New Image of a disk');
  await screen.expectText(/Instance \* +choose/);
  await screen.type('bastion');
  await screen.press('enter', 'enter');
  await screen.expectText(/Disk .* ext4/);
  await screen.press('enter');
  await screen.type('golden-bastion');
  await screen.press('ctrl-o');
  await screen.expectText(/POST \/v4\/images/);
  await screen.expectText(/Label +golden-bastion/);
  expect(screen.text()).toMatch(/Instance +bastion/);
  await screen.press('enter');
  await screen.expectText('Images  20');
  await screen.expectText(/bastion capturing a disk/);
  // One thing runs, and is told once.
  expect(screen.text()).not.toContain('golden-bastion capturing');
  await screen.filter('golden-bastion');
  await screen.expectText('1 of 20');
  await screen.expectText(/golden-bastion +● available/);

  await screen.press('D');
  await screen.expectText('─ Deploy: golden-bastion');
  await screen.type('bastion-2');
  await screen.press('tab');
  await screen.type('us-east');
  await screen.press('enter');
  await screen.type('g6-nanode-1');
  await screen.expectText('Nanode 1 GB (g6-nanode-1)');
  await screen.press('enter');
  // Without it the API would refuse: said before anything is sent.
  await screen.press('ctrl-o');
  await screen.expectText('is required');
  await screen.type('correct-horse-battery');
  await screen.press('ctrl-o');
  await screen.expectText(/Image +golden-bastion \(private\/\d+\)/);
  expect(screen.text()).toMatch(/Swap +512 MB/);
  expect(screen.text()).toContain('It costs $5.00/mo');
  expect(screen.focusedButton()).toBe('Cancel');
  await screen.press('y');
  await screen.expectGlimpse('bastion-2 provisioning');
  await screen.command('instances');
  await screen.press('/');
  await screen.type('bastion-2');
  await screen.press('enter');
  await screen.expectText(/bastion-2 +● running/);
  await screen.expectText(/Image +golden-bastion/);
  await screen.close();
});

test('a StackScript is deployed on an Image only, with what it asks', async () => {
  const screen = await openLive({columns: 160, rows: 45, initialDestination: {family: 'stackscripts'}});
  await screen.expectText('StackScripts  5');
  await screen.moveTo('acme base');
  await screen.press('D');
  await screen.expectText('─ Deploy: acme base');
  await screen.press('tab');
  await screen.type('us-east');
  await screen.press('enter');
  await screen.type('g6-nanode-1');
  await screen.press('enter');
  // Without an Image the script would be left out in silence.
  await screen.expectText(/Image \* +choose/);
  await screen.press('ctrl-o');
  await screen.expectText('is required');
  await screen.type('debian');
  await screen.press('enter');
  await screen.expectText('What the StackScript asks');
  await screen.type('correct-horse-battery');
  await screen.press('ctrl-o');
  await screen.expectText(/Role \* +choose/);
  await screen.type('web');
  await screen.press('enter', 'ctrl-o');
  await screen.expectText(/StackScript +acme base \(\d+\)/);
  // An answer may be a secret: no preview shows it.
  expect(screen.text()).toMatch(/ Role +••••••/);
  await screen.press('y');
  await screen.expectGlimpse(/provisioning/);
  await screen.close();
});
