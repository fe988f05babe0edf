import {expect, test} from 'vitest';
import {openLive} from '../support/live.tsx';

test('start on the demo account: the fleet, its counts, and a way into everything', async () => {
  const screen = await openLive({columns: 160, rows: 45});
  await screen.expectText('Instances  42');
  await screen.expectText(/skydeck {2}demo ▸ Acme/);
  expect(screen.row(0)).toContain('● live');
  await screen.filter('web-01');
  await screen.press('5');
  await screen.expectText('Volumes of the instance');
  await screen.press('7');
  await screen.expectText(/CPU +now/);
  await screen.press('esc', 'esc');
  await screen.command('overview');
  await screen.expectText('EVERYTHING');
  await screen.expectText(/Volumes +18/);
  // The time since the problem started; the first step down selects a line that opens.
  await screen.expectText(/stopped +for \d+h/);
  await screen.press('j', 'enter');
  expect(screen.text()).not.toContain('leads nowhere');
  expect(screen.text()).not.toContain('EVERYTHING');
  await screen.close();
});

test('an account that is gone is said to be, and nothing is lost; it comes back by itself', async () => {
  const screen = await openLive({columns: 120, rows: 30});
  await screen.expectText('Instances  42');
  const {port, token} = screen.account;
  await screen.account.close();
  await screen.expectText(/✗ offline|▲ stale/);
  expect(screen.text()).toContain('web-');
  const {startEmulator} = await import('../../src/emulator/server/start-server.ts');
  const again = await startEmulator({accounts: 'demo', seed: 1, limits: 'none', port, token});
  await screen.expectText('● live');
  await screen.close().catch(() => undefined);
  await again.close();
});

test('a reboot: previewed, confirmed, seen in its row and in the strip, and over', async () => {
  const screen = await openLive({columns: 140, rows: 40});
  await screen.expectText('Instances  42');
  await screen.filter('web-05');
  await screen.press('O');
  await screen.expectText(/POST \/v4\/compute\/instances\/\d+\/reboot/);
  await screen.press('y');
  await screen.expectGlimpse(/◐ rebooting/);
  await screen.expectGlimpse(/◐ web-05 rebooting [■□]+ \d+%/);
  await screen.expectText(/web-05 +● running/);
  await screen.command('events');
  await screen.expectText('web-05 rebooted');
  await screen.close();
});

test('attaching a Volume: its own region only, the profile kept, the row follows the event', async () => {
  const screen = await openLive({columns: 140, rows: 40, initialDestination: {family: 'volumes'}});
  await screen.expectText('Volumes  18');
  await screen.filter('scratch-free');
  await screen.press('A');
  await screen.expectText('Attach: batch-scratch-free');
  await screen.press('enter');
  await screen.expectText(/web-01 +in us-east/);
  await screen.type('batch-6');
  await screen.press('enter');
  await screen.expectText(/Attach to \* +batch-6/);
  await screen.press('ctrl-o');
  await screen.expectText(/POST \/v4\/volumes\/\d+\/attach/);
  expect(screen.text()).toMatch(/Attach to +none → batch-6/);
  expect(screen.footer()).toContain('y confirm');
  await screen.press('y');
  await screen.expectGlimpse(/◐ attaching/);
  await screen.expectText(/batch-scratch-free +● active.*batch-6/);
  await screen.press('u');
  await screen.expectText('─ Undo: Attach batch-scratch-free');
  expect(screen.text()).toMatch(/POST \/v4\/volumes\/\d+\/detach/);
  await screen.press('y');
  await screen.expectGlimpse(/Undo: Attach batch-scratch-free: under way/);
  await screen.expectText(/batch-scratch-free +● active +20 GB +[\w-]+ +—/);
  await screen.close();
});

test('what the API refuses comes back beside the field, with everything that was typed', async () => {
  const screen = await openLive({columns: 140, rows: 40, initialDestination: {family: 'domains'}});
  await screen.expectText('Domains  24');
  await screen.filter('acme-cdn');
  await screen.press('e', 'ctrl-u');
  await screen.type('no dots');
  await screen.press('ctrl-o');
  await screen.expectText(/PUT \/v4\/domains\/\d+/);
  await screen.press('y');
  await screen.expectText(/│ +✗ /);
  expect(screen.text()).toMatch(/▌Domain \*? +no dots/);
  await screen.close();
});

test('bounds are said before anything is sent', async () => {
  const screen = await openLive({columns: 140, rows: 40, initialDestination: {family: 'volumes'}});
  await screen.expectText('Volumes  18');
  await screen.press('e', 'ctrl-u', 'ctrl-o');
  await screen.expectText(/✗ .*(1|required|characters|empty)/);
  expect(screen.text()).not.toContain('PUT /v4/volumes');
  await screen.close();
});

test('a read-only profile can look at everything and change nothing', async () => {
  const screen = await openLive({columns: 140, rows: 40, readOnly: true});
  await screen.expectText('Instances  42');
  expect(screen.row(0)).toContain('READ-ONLY');
  await screen.press('O');
  await screen.expectText(/▲ .*read-only/);
  await screen.close();
});
