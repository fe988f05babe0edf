/** Databases: fields that are asked for, hidden fields, and drafts. */
import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test, vi} from 'vitest';
import {openLive} from '../support/live.tsx';

async function openShop() {
  const screen = await openLive({columns: 120, rows: 40, initialDestination: {family: 'databases.mysql'}});
  await screen.expectText('MySQL databases  1');
  await screen.press('enter');
  await screen.expectText('every Sunday, 20:00–23:00 UTC');
  return screen;
}

test('the certificate is kept as a file, which is never written over', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'));
  const path = join(folder, 'ca.pem');
  const screen = await openShop();
  await screen.press('4');
  await screen.expectText('-----BEGIN CERTIFICATE-----');
  await screen.press('c', 'f');
  await screen.expectText('Keep the certificate as a file');
  expect(screen.text()).toContain('-certificate.pem');
  await screen.press('ctrl-u');
  await screen.paste(path);
  await screen.press('enter');
  await screen.expectGlimpse(`the certificate is in ${path}`);
  expect(await readFile(path, 'utf8')).toMatch(/^-----BEGIN CERTIFICATE-----\n[\s\S]+-----END CERTIFICATE-----\n$/);
  await screen.press('c', 'f', 'ctrl-u');
  await screen.paste(path);
  await screen.press('enter');
  await screen.expectGlimpse('ca.pem is there already');
  await screen.press('esc');
  await screen.close();
  await rm(folder, {recursive: true});
});

test('bug: the password of a database cannot be copied: hidden or shown, it is the first thing to copy', async () => {
  const screen = await openShop();
  const copied: string[] = [];
  vi.spyOn(screen.deck.terminal, 'copy').mockImplementation(async text => {
    copied.push(text);
    return {result: 'copied', isRelayed: true};
  });
  await screen.press('3');
  await screen.expectText(/Password +•+/);
  await screen.moveTo('Password');
  await screen.press('c');
  await screen.expectText(/v +Password +a secret, not shown here/);
  await screen.press('enter', 'v');
  const [, password = ''] = /Password +(\S+)/.exec(screen.text()) ?? [];
  expect(password).toMatch(/\w{8}/);
  expect(copied).toEqual([password]);
  await screen.press('c', 'v');
  expect(copied).toEqual([password, password]);
  await screen.close();
});

test('bug: a password that is being replaced is shown as current: the new one follows, after the label is typed', async () => {
  const screen = await openShop();
  await screen.press('3', 'v');
  await screen.expectText(/User +root/);
  const old = /Password +(\S+)/.exec(screen.text())?.[1] ?? '';
  expect(old).toMatch(/\w{8}/);
  await screen.press('W');
  await screen.expectText('Clients that use the old one lose access.');
  await screen.expectText('Don’t restore backups from before this change');
  const label = /Type (\S+) to confirm/.exec(screen.text())?.[1] ?? '';
  await screen.type(label);
  await screen.press('enter');
  await screen.expectText('The password is being replaced…');
  expect(screen.text()).not.toContain(old);
  await screen.expectText(new RegExp(`Password +(?!${old.replace(/[^\w]/g, '\\$&')})[^ •?]{8,}`));
  await screen.press('v');
  expect(screen.text()).not.toMatch(/User +root/);
  await screen.close();
});
