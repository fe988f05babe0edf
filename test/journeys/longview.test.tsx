/** Longview: machines that report, and what that costs. */
import {expect, test, vi} from 'vitest';
import {openLive} from '../support/live.tsx';

test('a new client shows its code and its key, both hidden until they are asked for, and says where they stay', async () => {
  const screen = await openLive({columns: 120, rows: 40, initialDestination: {family: 'longview.clients'}});
  await screen.expectText(/Longview clients {2}\d/);
  await screen.press('n');
  await screen.expectText('New Longview client');
  await screen.press('ctrl-u');
  await screen.type('zz-bastion');
  await screen.press('ctrl-o');
  await screen.expectText('Nothing is monitored until the agent runs on the machine');
  await screen.press('enter');
  await screen.expectText(/Install code.*\n.*•+ {2}v shows it/);
  await screen.expectText('It stays in the detail, where v shows it.');
  expect(screen.text()).not.toContain('once only');
  await screen.press('v');
  await screen.expectText(/Install code.*\n.*│ +[\w-]{20,}/);
  await screen.press('esc');
  // The cursor is on it, wherever it stands in the list.
  await screen.expectText(/▌ zz-bastion/);
  expect(screen.text()).not.toMatch(/[0-9A-F]{8}-[0-9A-F]{4}/);
  await screen.close();
});

test('another plan names its price before it is charged for', async () => {
  const screen = await openLive({columns: 120, rows: 40, initialDestination: {family: 'longview.plan'}});
  await screen.expectText(/Longview plan/);
  await screen.press('e');
  await screen.expectText('Change the plan');
  await screen.press('enter');
  await screen.type('100');
  await screen.press('enter', 'ctrl-o');
  await screen.expectText(/It is charged for from now on: \$\d+\.\d\d\/mo\./);
  await screen.close();
});

test('the JSON of a client is copied with its secrets masked, and with them only when asked for by name', async () => {
  const screen = await openLive({columns: 120, rows: 40, initialDestination: {family: 'longview.clients'}});
  await screen.expectText(/Longview clients {2}\d/);
  const copied: string[] = [];
  vi.spyOn(screen.deck.terminal, 'copy').mockImplementation(text => {
    copied.push(text);
    return Promise.resolve({result: 'copied', isRelayed: true});
  });
  await screen.press('c');
  await screen.expectText(/j +JSON +\d+ characters, its secrets masked/);
  await screen.press('j');
  await screen.press('c', 'J');
  const [masked, whole] = copied.map(text => JSON.parse(text) as Record<string, unknown>);
  expect(masked).toMatchObject({id: whole?.id, label: whole?.label, api_key: '••••••', install_code: '••••••'});
  expect(whole?.api_key).toMatch(/^[\w-]{20,}$/);
  await screen.command('volumes');
  await screen.expectText('Volumes  18');
  await screen.press('c');
  await screen.expectText(/j +JSON +\d+ characters/);
  expect(screen.text()).not.toContain('secrets');
  await screen.close();
});
