import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openDemo} from '../support/console.tsx';

test('a resource that is known by a secret alone is called otherwise, and is remembered nowhere', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-export-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  const screen = await openDemo({initialDestination: {family: 'account.serviceTransfers'}, folder});
  const token = 'b3a1c0de-0000-4000-8000-00000000c0de';
  const [created, expiry] = ['2026-03-14T10:00:00', '2026-03-15T10:00:00'];
  const transfer = {token, entities: {computes: [101]}, is_sender: true, status: 'pending', created, updated: created};
  screen.session.setRows('account.serviceTransfers', [{...transfer, expiry}]);
  await screen.expectText('from here');
  const seen: string[] = [];
  const look = async (): Promise<void> => {
    seen.push(screen.text());
    await screen.press('esc');
  };
  await screen.press('y');
  await look();
  await screen.press('c');
  await look();
  await screen.press('ctrl-p');
  await screen.type('from here');
  await look();
  expect(seen[0]).toContain('service transfer 1 instance from here');
  expect(seen[1]).toMatch(/i +ID +a secret, not shown here/);
  expect(seen[2]).toContain('service transfer  1 instance from here');

  // Whoever asks for it by name gets it.
  screen.takeBytes();
  await screen.press('c', 'i');
  expect(screen.takeBytes()).toContain(Buffer.from(token).toString('base64'));
  for (const format of ['csv', 'markdown', 'json', 'ndjson']) {
    await screen.command(`export ${format} ${format}`);
    await screen.until(() => readdirSync(folder).some(name => name.startsWith(format)), `${format} is written`);
  }
  const files = readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'));
  expect(files.every(text => text.includes('pending'))).toBe(true);
  seen.push(...files);
  await screen.press('ctrl-p');
  await screen.type('from here');
  await screen.press('enter');
  seen.push(screen.text());
  expect(seen.filter(text => text.includes(token))).toEqual([]);
  expect(JSON.stringify(screen.deck.preferences.get())).not.toContain(token);
  await screen.close();
});

test('the raw object of what a tab lists is called by its own ID', async () => {
  const params = {computeId: 100};
  const screen = await openDemo({initialDestination: {family: 'instances', id: 100}});
  const disk = {id: 7, label: 'swap', status: 'ready', size: 512, filesystem: 'swap', created: null, updated: null};
  screen.session.setRows('instances.disks', [disk], {}, params);
  const tab = screen.deck.family('instances').detail.findIndex(one => 'list' in one && one.list === 'instances.disks');
  await screen.press(String(tab + 1));
  await screen.expectText('swap');
  await screen.press('y');
  expect(screen.text()).toContain('─ disk 7 ─');
  await screen.close();
});
