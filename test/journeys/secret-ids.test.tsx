/** Resources that are known by a secret alone, or only within another resource. */
import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';

/** The list of service transfers with one in it. */
async function openTransfers() {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-export-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  const account = openAccount();
  const {token} = (await account.call('POST /v4/account/service-transfers', {entities: {computes: [105]}})) as {
    token: string;
  };
  const screen = await openConsole({account, view: 'account.serviceTransfers', folder});
  screen.expectText('outgoing');
  return {screen, folder, token};
}

test('a resource that is identified only by a secret has another name on every screen', async () => {
  const {screen, token} = await openTransfers();
  await screen.press('y');
  screen.expectText('service transfer 1 instance, outgoing');
  screen.expectNoText(token);
  await screen.press('esc', 'c');
  screen.expectText(/i +ID +a hidden secret/);
  screen.expectNoText(token);
  await screen.press('esc', 'ctrl-p');
  await screen.type('outgoing');
  screen.expectText('service transfer  1 instance, outgoing');
  screen.expectNoText(token);
  await screen.press('enter');
  screen.expectNoText(token);
  expect(JSON.stringify(screen.context.preferences.getState())).not.toContain(token);
});

test('a resource that is identified only by a secret can’t be bookmarked', async () => {
  const {screen} = await openTransfers();
  await screen.press('b');
  screen.expectText('1 instance, outgoing can’t be bookmarked: its only ID is a secret token');
});

test('the secret that identifies a resource is copied with its ID', async () => {
  const {screen, token} = await openTransfers();
  screen.takeBytes();
  await screen.press('c', 'i');
  expect(screen.takeBytes()).toContain(Buffer.from(token).toString('base64'));
});

test.each([
  'csv',
  'markdown',
  'json',
  'ndjson',
])('a %s file does not contain the secret that identifies a resource', async format => {
  const {screen, folder, token} = await openTransfers();
  await screen.command(`export ${format} ${format}`);
  const [name = ''] = readdirSync(folder);
  const text = readFileSync(join(folder, name), 'utf8');
  expect(text).toContain('pending');
  expect(text).not.toContain(token);
});

test('the JSON of a row in a tab has the ID of the row as title', async () => {
  const screen = await openConsole({view: {family: 'instances', id: 100}});
  const tab = screen.context
    .family('instances')
    .detail.findIndex(one => 'list' in one && one.list === 'instances.disks');
  await screen.press(String(tab + 1));
  await screen.advance(1000);
  screen.expectText('Debian 11 Disk');
  await screen.press('y');
  const [disk] = screen.session.lookup.rows('instances.disks', {computeId: 100});
  screen.expectText(`─ disk ${disk?.id} ─`);
});
