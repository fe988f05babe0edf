/** The preview of a deletion names all other resources that it touches. */
import {test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';

const openInstances = (): Promise<TestConsole> =>
  openConsole({account: openAccount({accounts: 'demo'}), size: [130, 50], view: 'instances'});

/** Expects the resources of the demo account that the deletion of `web-01` touches. */
function expectImpact(screen: TestConsole): void {
  screen.expectText(/\d+ volumes? will be detached: .*uploads/);
  screen.expectText(/\d+ DNS records? will point to a released address: .*acme/);
  screen.expectNoText('Checking ');
  screen.expectNoText('unknown');
}

test('the preview of an instance’s deletion names its volumes, DNS records and NodeBalancers', async () => {
  const screen = await openInstances();
  await screen.filter('web-01');
  await screen.press('x');
  screen.expectText('Type web-01 to confirm:');
  expectImpact(screen);
  screen.expectText(/NodeBalancers? will lose a backend/);
});

test('bug: the preview of an instance’s deletion did not count its disks and configs', async () => {
  const screen = await openInstances();
  await screen.filter('web-01');
  await screen.press('x');
  screen.expectText(/\d+ disks? will be deleted: \S/);
  screen.expectText(/\d+ configs? will be deleted: \S/);
});

test('the preview of several deletions counts requests and seconds, and asks for the number of instances', async () => {
  const screen = await openInstances();
  await screen.press('G', 'space', 'g', 'g');
  await screen.moveTo('web-01');
  await screen.press('space', 'x');
  screen.expectText('Type 2 to confirm:');
  screen.expectNoText(/disks? will be deleted/);
  screen.expectText(/for 2 instances: web-01, \S+/);
  screen.expectText(
    /2 requests, one after the other: (?:a second at most|about \d+s); 1,\d{3} of 1,600 requests remain/,
  );
  expectImpact(screen);
});
