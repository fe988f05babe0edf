import {expect, test} from 'vitest';
import {openLive} from '../support/live.tsx';

test('start on the demo account: the fleet, its counts, and a way into everything', async () => {
  const screen = await openLive({columns: 160, rows: 45});
  await screen.expectText('Instances  42');
  await screen.expectText(/skydeck {2}demo ▸ Acme/);
  expect(screen.row(0)).toContain('● live');
  await screen.press('/');
  await screen.type('web-01');
  await screen.press('enter', '4');
  await screen.expectText('Volumes of the instance');
  await screen.press('5');
  await screen.expectText(/CPU +now/);
  await screen.press('esc', 'esc', ':');
  await screen.type('overview');
  await screen.press('enter');
  await screen.expectText('EVERYTHING');
  await screen.expectText(/Volumes +18/);
  await screen.close();
});

test('an account that is gone is said to be, and nothing is lost; it comes back by itself', async () => {
  const screen = await openLive({columns: 120, rows: 30});
  await screen.expectText('Instances  42');
  const {port, token} = screen.account;
  await screen.account.close();
  await screen.expectText(/✗ offline|▲ stale/);
  expect(screen.text()).toContain('web-');
  const {start} = await import('../../src/emulator/server.ts');
  const again = await start({accounts: 'demo', seed: 1, limits: 'none', port, token});
  await screen.expectText('● live');
  await screen.close().catch(() => undefined);
  await again.close();
});
