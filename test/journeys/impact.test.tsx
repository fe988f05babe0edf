import {expect, test} from 'vitest';
import {openLive} from '../support/live.tsx';

test('what else an instance’s deletion touches is looked up while its preview is read', async () => {
  const screen = await openLive({columns: 130, rows: 50});
  await screen.expectText('Instances  42');
  await screen.filter('web-01');
  await screen.press('x');
  await screen.expectText('Type web-01 to confirm:');
  await screen.expectText(/\d+ Volumes? will detach: uploads/);
  await screen.expectText(/\d+ DNS records? will point to a released address: .*acme/);
  await screen.expectText(/NodeBalancers? will lose a backend/);
  await screen.until(() => !screen.text().includes('being looked for'));
  expect(screen.text()).not.toContain('is unknown');
  await screen.press('esc', 'esc', 'G', 'space', 'g', 'g');
  await screen.moveTo('web-01');
  await screen.press('space', 'x');
  // Of several, what all of them touch, how many requests and how long; and one word for all.
  await screen.expectText('Type 2 to confirm:');
  expect(screen.text()).toMatch(/for 2 Instances: web-01, \S+/);
  expect(screen.text()).toMatch(
    /2 requests, one after the other: (?:a second at most|about \d+s); 1,\d{3} of 1,600 are left/,
  );
  await screen.expectText(/\d+ Volumes? will detach: .*uploads/);
  await screen.expectText(/\d+ DNS records? will point to a released address: .*acme/);
  await screen.until(() => !screen.text().includes('being looked for'));
  expect(screen.text()).not.toContain('unknown');
  await screen.close();
});
