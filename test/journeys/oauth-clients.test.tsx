/** OAuth clients: a secret that is shown once, and a picture that everybody can see. */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {png} from '../../src/emulator/seed/core/png.ts';
import {openLive} from '../support/live.tsx';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skydeck-oauth-'));
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

const open = () => openLive({columns: 120, rows: 45, initialDestination: {family: 'account.oauthClients'}});
const secret = /[0-9a-f]{64}/;

test('a client is made; its secret is shown with the answer, on demand, and nowhere afterwards', async () => {
  const screen = await open();
  await screen.expectText('Deploy bot');
  await screen.press('n');
  await screen.expectText('New OAuth client');
  await screen.type('Grafana');
  await screen.press('tab');
  await screen.type('grafana.example/callback');
  await screen.press('ctrl-o');
  await screen.expectText('Its secret is shown once');
  await screen.press('enter');
  // A URL without its scheme is invalid, and the typed text is still there.
  await screen.expectText(/✗.*must be a URL/);
  await screen.press('ctrl-u');
  await screen.type('https://grafana.example/callback');
  await screen.press('ctrl-o');
  await screen.expectText(/POST \/v4\/account\/oauth-clients/);
  await screen.press('enter');
  await screen.expectText('It is shown this once only.');
  expect(screen.text()).not.toMatch(secret);
  await screen.press('v');
  await screen.expectText(secret);
  await screen.press('esc');
  await screen.expectText(/Grafana +● active/);
  expect(screen.text()).not.toMatch(secret);
  await screen.moveTo('Grafana');
  await screen.press('y');
  await screen.expectText('grafana.example');
  expect(screen.text()).not.toMatch(secret);
  await screen.close();
});

test('a secret is reset only when its client is named, and the new one is shown once', async () => {
  const screen = await open();
  await screen.expectText('Deploy bot');
  await screen.press('W');
  await screen.expectText('The old secret stops working immediately.');
  await screen.type('Deploy bot');
  await screen.press('enter');
  await screen.expectText('It is shown this once only.');
  await screen.press('v');
  await screen.expectText(secret);
  await screen.press('esc');
  expect(screen.text()).not.toMatch(secret);
  await screen.close();
});

test('a picture is drawn in cells, replaced from a file, and what is no picture stays here', async () => {
  writeFileSync(
    join(folder, 'red.png'),
    png(20, () => [255, 0, 0]),
  );
  writeFileSync(join(folder, 'not.png'), 'GIF89a');
  const screen = await open();
  await screen.expectText('Deploy bot');
  await screen.press('enter', '2');
  await screen.expectText('64 × 64 points');
  expect(screen.text()).toContain('▀'.repeat(48));
  await screen.press('I');
  await screen.expectText('Change its picture');
  await screen.paste(join(folder, 'not.png'));
  await screen.press('ctrl-o');
  await screen.expectText('not.png is no PNG picture');
  await screen.press('ctrl-u');
  await screen.paste(join(folder, 'red.png'));
  await screen.press('ctrl-o');
  await screen.expectText('Everybody can see the picture');
  await screen.press('enter');
  await screen.expectText('20 × 20 points');
  await screen.close();
});

test('a client without a picture says how it gets one', async () => {
  writeFileSync(
    join(folder, 'blue.png'),
    png(16, () => [0, 0, 255]),
  );
  const screen = await open();
  await screen.expectText('Status page');
  await screen.moveTo('Status page');
  await screen.press('enter', '2');
  await screen.expectText('It has no picture: I takes one from a PNG file.');
  await screen.press('I');
  await screen.paste(join(folder, 'blue.png'));
  await screen.press('ctrl-o');
  await screen.expectText(/File|Picture +blue\.png/);
  await screen.press('enter');
  await screen.expectText('16 × 16 points');
  await screen.close();
});
