/** OAuth clients: a secret that is shown once, and a logo that everybody can see. */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {onTestFinished, test} from 'vitest';
import {png} from '../../src/emulator/seed/core/png.ts';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';

const open = () =>
  openConsole({account: openAccount({accounts: 'demo'}), size: [120, 45], view: 'account.oauthClients'});
const secret = /[0-9a-f]{64}/;

/** Writes a file that is deleted when the test ends; returns its path. */
function writeFile(name: string, content: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-oauth-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function createClient(screen: TestConsole): Promise<void> {
  await screen.press('n');
  await screen.type('Grafana');
  await screen.press('tab');
  await screen.type('https://grafana.example/callback');
  await screen.press('ctrl-o');
  screen.expectText(/POST \/v4\/account\/oauth-clients/);
  await screen.press('enter');
}

test('a redirect URI without its scheme is refused, and the typed value is kept', async () => {
  const screen = await open();
  screen.expectText('Deploy bot');
  await screen.press('n');
  screen.expectText('New OAuth client');
  await screen.type('Grafana');
  await screen.press('tab');
  await screen.type('grafana.example/callback');
  await screen.press('ctrl-o');
  screen.expectText('The secret is shown only once');
  await screen.press('enter');
  screen.expectText(/✗.*must be a URL/);
  screen.expectText(/grafana\.example\/callback/);
});

test('the secret of a new client is shown with the answer, on demand', async () => {
  const screen = await open();
  await createClient(screen);
  screen.expectText('Shown only once.');
  screen.expectNoText(secret);
  await screen.press('v');
  screen.expectText(secret);
});

test('the secret of a new client is not shown afterwards', async () => {
  const screen = await open();
  await createClient(screen);
  await screen.press('v', 'esc');
  await screen.advance(3000);
  screen.expectText(/Grafana +● active/);
  screen.expectNoText(secret);
  await screen.moveTo('Grafana');
  await screen.press('y');
  screen.expectText('grafana.example');
  screen.expectNoText(secret);
});

test('a secret is reset after the label of its client is typed, and the new one is shown once', async () => {
  const screen = await open();
  await screen.press('W');
  screen.expectText('The old secret stops working immediately.');
  await screen.confirm('Deploy bot');
  screen.expectText('Shown only once.');
  await screen.press('v');
  screen.expectText(secret);
  await screen.press('esc');
  screen.expectNoText(secret);
});

test('a logo is drawn with block characters', async () => {
  const screen = await open();
  await screen.press('enter', '2');
  screen.expectText('64 × 64 points');
  screen.expectText('▀'.repeat(48));
});

test('a file that is not a PNG picture is not sent', async () => {
  const screen = await open();
  await screen.press('I');
  screen.expectText('Change picture');
  await screen.paste(writeFile('not.png', 'GIF89a'));
  await screen.press('ctrl-o');
  screen.expectText('not.png is no PNG picture');
  screen.expectNoChanges();
});

test('a logo is replaced from a file, after a warning that it is public', async () => {
  const path = writeFile(
    'red.png',
    png(20, () => [255, 0, 0]),
  );
  const screen = await open();
  await screen.press('enter', '2', 'I');
  await screen.paste(path);
  await screen.press('ctrl-o');
  screen.expectText('Anyone can see the picture');
  await screen.press('enter');
  await screen.advance(3000);
  screen.expectText('20 × 20 points');
});

test('a client without a logo names the key that uploads one', async () => {
  const path = writeFile(
    'blue.png',
    png(16, () => [0, 0, 255]),
  );
  const screen = await open();
  await screen.moveTo('Status page');
  await screen.press('enter', '2');
  screen.expectText('No picture. Press I to upload a PNG file.');
  await screen.press('I');
  await screen.paste(path);
  await screen.press('ctrl-o');
  screen.expectText(/(?:File|Picture) +blue\.png/);
  await screen.press('enter');
  await screen.advance(3000);
  screen.expectText('16 × 16 points');
});
