/** The preview of a change: its room, its request, its colors. */
import {existsSync, mkdtempSync, readFileSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {Volumes} from '../../src/emulator/families/volumes/volume-kinds.ts';
import {openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';
import {volume} from '../harness/fleet.ts';

test('a long preview shows how many lines are below, and scrolls while a name is typed', async () => {
  const screen = await openConsole({size: [60, 15]});
  await screen.moveTo('web-04');
  await screen.press('x');
  screen.expectText(/↓ \d+ more lines below. Use the arrow keys to scroll/);
  screen.expectNoText(/Status +running →/);
  // The request stays visible.
  screen.expectText('DELETE /v4/compute/instances/104');
  await screen.type('web');
  for (let page = 0; page < 6; page++) await screen.press('pagedown');
  screen.expectText(/Status +running →/);
  screen.expectText('Type web-04 to confirm: web');
  screen.expectNoText(/more lines? below/);
});

test('a name too long for its line is typed below, inside the frame', async () => {
  const account = openAccount();
  const label = `warehouse-${'loader-'.repeat(7)}01234`;
  account.put(Volumes, [volume(1, {label})]);
  const screen = await openConsole({account, size: [80, 24], view: 'volumes'});
  await screen.moveTo('warehouse');
  await screen.press('x');
  await screen.type(label);
  screen.expectText(new RegExp(`│ Type ${label} +│`));
  screen.expectText(/│ to confirm: +│/);
  screen.expectText(new RegExp(`│ ${label} +│`));
  expect(screen.focusedButton()).toMatch(/^Delete warehouse-loader-.*…$/);
});

test('the request is copied as a curl line without the token', async () => {
  const screen = await openConsole();
  await screen.press('O');
  screen.takeBytes();
  await screen.press('c');
  const [, copied = ''] = /\x1b\]52;c;([^\x07]+)\x07/.exec(screen.takeBytes()) ?? [];
  const text = Buffer.from(copied, 'base64').toString();
  expect(text).toContain('Bearer $TOKEN');
  expect(text).not.toContain(screen.account.token);
});

test('the request is saved as a private file without the token', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-saved-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  const screen = await openConsole({folder});
  await screen.press('O', 'w');
  screen.expectText(`saved as`);
  const path = join(folder, 'skydeck-request.sh');
  const text = readFileSync(path, 'utf8');
  expect(text).toContain('Bearer $TOKEN');
  expect(text).not.toContain(screen.account.token);
  expect(statSync(path).mode & 0o077).toBe(0);
  await screen.press('w');
  expect(existsSync(join(folder, 'skydeck-request-2.sh'))).toBe(true);
  screen.expectNoChanges();
});

test('a state has the same color in a preview as in the list', async () => {
  const screen = await openConsole();
  await screen.moveTo('web-06');
  await screen.press('H');
  screen.expectText(/Status +running → shutting down/);
  const rows = screen.text().split('\n');
  const at = (row: RegExp, word: string) => {
    const y = rows.findIndex(line => row.test(line));
    return screen.cell((rows[y] ?? '').indexOf(word), y).fg;
  };
  expect(at(/Status +running →/, 'running')).toBe(at(/web-01 +● running/, '●'));
  expect(at(/Status +running →/, 'shutting')).not.toBe(at(/Status +running →/, 'running'));
});

test.each([
  60, 80, 120, 200,
])('at %i columns the footer of a preview starts with y, and consequences are above the fields', async columns => {
  const screen = await openConsole({size: [columns, 24]});
  await screen.press('H');
  screen.expectText(/Status +running →/);
  screen.expectFooter(/^ y confirm {2}/);
  const text = screen.text();
  expect(text.indexOf('▲')).toBeLessThan(text.search(/Status +running →/));
  expect(text.search(/Status +running →/)).toBeLessThan(text.indexOf('POST /v4/'));
});

test('bug: at 60×15 a deletion hid its warnings without a hint', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), view: 'instances', size: [60, 15]});
  await screen.press('x');
  screen.expectText('Delete instance analytics');
  screen.expectText(/↓ \d+ more lines below/);
  screen.expectText('DELETE /v4/compute/instances/');
  screen.expectText('[Cancel]');
});

test('bug: enter after a wrong number left the preview of a batch unchanged, without a word in it', async () => {
  const account = openAccount();
  account.put(Volumes, [volume(9001, {label: 'old-1'}), volume(9002, {label: 'old-2'})]);
  const screen = await openConsole({account, size: [80, 24], view: 'volumes'});
  await screen.filter('old-');
  await screen.press('*', 'x');
  await screen.type('3');
  await screen.press('enter');
  screen.expectText('The text differs. Type 2 to confirm: 3');
  screen.expectNoChanges();
  await screen.press('backspace');
  screen.expectNoText('The text differs');
  await screen.confirm('2');
  expect(screen.changes()).toHaveLength(2);
});
