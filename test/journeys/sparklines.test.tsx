/** How busy instances are, drawn into their list: nothing is asked for until somebody chooses the column. */
import {expect, test} from 'vitest';
import {openLive} from '../support/live.tsx';

test('the load of a day stands in the list once its column is chosen, for the rows that show', async () => {
  const screen = await openLive({columns: 130, rows: 15});
  await screen.expectText('Instances  42');
  await screen.press('C', '/');
  await screen.type('24 hours');
  await screen.press('enter', 'space', 'esc', 'esc');
  await screen.expectText('CPU, 24 HOURS');
  await screen.expectText(/bastion .*[▁-█]{4,} +\d+ %/);
  await screen.command('net');
  await screen.resize(130, 44);
  await screen.expectText(/instances\.stats\.get +\d+/);
  // Of 42 instances eleven show at most.
  const [, requests] = /instances\.stats\.get +(\d+)/.exec(screen.text()) ?? [];
  expect(Number(requests)).toBeGreaterThanOrEqual(2);
  expect(Number(requests)).toBeLessThanOrEqual(11);
  await screen.close();
});
