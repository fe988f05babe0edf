/** Lists: the cursor, columns, order and status texts. */
import {expect, onTestFinished, test, vi} from 'vitest';
import {Instances, initialHidden} from '../../src/emulator/families/instances/instance-kinds.ts';
import {openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';
import {instance} from '../harness/fleet.ts';

test('the cursor moves in a list, and the detail follows it', async () => {
  const screen = await openConsole({size: [160, 30]});
  expect(screen.row(0)).toContain('skydeck  demo ▸ Acme Infrastructure');
  expect(screen.row(1)).toContain('Instances  40 · 38 running · 1 booting · 1 offline');
  await screen.press('j', 'j');
  screen.expectText('▌ web-02');
  await screen.advance(72);
  expect(screen.row(1)).toContain('web-02  ● running  102');
  screen.expectFooter('3/40');
  const [hints] = screen.footer().split(/ +3\/40/);
  await screen.press('G');
  screen.expectText('▌ web-39');
  // The key hints stay in place, however many digits the row number has.
  expect(screen.footer().split(/ +40\/40/)).toEqual([hints, '']);
  await screen.press('ctrl-u', 'g');
  screen.expectText('▌ web-00');
});

test('bug: the tab of a row that the cursor passed was read', async () => {
  const screen = await openConsole({size: [160, 30]});
  await screen.press('tab', '2', 'shift-tab');
  await screen.advance(500);
  const configReads = () => screen.account.requests.filter(({path}) => /instances\/10[12]\/configs/.test(path));
  await screen.press('j');
  await screen.advance(110);
  await screen.press('j');
  await screen.advance(30);
  expect(configReads()).toEqual([]);
  await screen.advance(300);
  expect(configReads().map(({path}) => path)).toEqual([expect.stringContaining('/instances/102/configs')]);
});

test('a cursor move is one write of less than 1,500 bytes', async () => {
  const screen = await openConsole({size: [160, 30]});
  await screen.press('j');
  screen.takeBytes();
  const before = screen.writes;
  await screen.press('j');
  expect(screen.writes - before).toBe(1);
  expect(screen.takeBytes().length).toBeLessThan(1500);
});

test('a key in a detail computes its lines once for the paint, and not for every key hint', async () => {
  const screen = await openConsole({view: {family: 'instances', id: 101}});
  const [tab] = screen.context.family('instances').detail;
  const line = tab && 'sections' in tab ? tab.sections[0]?.lines[0] : undefined;
  if (!line) throw new Error('the first tab of an instance has no lines');
  const asked = vi.spyOn(line, 'value');
  onTestFinished(() => asked.mockRestore());
  await screen.press('j');
  expect(asked.mock.calls.length).toBe(1);
  await screen.press('k', 'b');
  expect(asked.mock.calls.length).toBeLessThanOrEqual(4);
});

test('nothing is written while nothing changes', async () => {
  const screen = await openConsole();
  const before = screen.writes;
  await screen.settle();
  await screen.session.collection('instances').refetch();
  await screen.settle();
  expect(screen.writes).toBe(before);
});

test('the list is sorted by a column from the picker, and reversed', async () => {
  const screen = await openConsole();
  await screen.press('s');
  screen.expectText('─ Sort Instances ─');
  // The choices in the picker have no keys.
  screen.expectText(/│ type a name +│/);
  await screen.press('g', 'j', 'enter');
  expect(screen.row(2)).toContain('LABEL↓');
  screen.expectFooter('40/40');
  await screen.press('S');
  expect(screen.row(2)).toContain('LABEL↑');
  screen.expectFooter('1/40');
});

test('columns are chosen in a picker, and the last ones are hidden on a narrow screen', async () => {
  const screen = await openConsole({size: [80, 30]});
  expect(screen.row(3)).not.toContain('TAGS');
  await screen.resize(170, 30);
  expect(screen.row(2)).toContain('REGION');
  await screen.press('C');
  screen.expectText('[x] Region');
  screen.expectText(/1 of \d+/);
  await screen.press('down', 'down', 'down', 'space');
  screen.expectText(/4 of \d+/);
  screen.expectText('[ ] Region');
  // As in every picker, esc discards the choices.
  await screen.press('esc');
  expect(screen.row(2)).toContain('REGION');
  await screen.press('C');
  await screen.type('region');
  await screen.press('tab', 'enter');
  expect(screen.row(2)).not.toContain('REGION');
  await screen.press('C', 'ctrl-d');
  screen.expectNoText(/ 1 of \d+/);
  await screen.press('ctrl-u');
  screen.expectText(/ 1 of \d+/);
});

test('the cursor follows the resource, not the row number', async () => {
  const account = openAccount();
  const screen = await openConsole({account});
  await screen.press('j', 'j');
  account.put(Instances, [instance(99, {label: 'aaa'})], initialHidden);
  await screen.press('r');
  expect(screen.row(3)).toContain('aaa');
  screen.expectText('▌ web-02');
});

test('wide characters and control characters in labels keep the columns aligned', async () => {
  const account = openAccount({accounts: 'empty'});
  const labels = ['東京-データベース', 'evil\x1b[31m\u202ered\n\x07', '🚀-rocket'];
  const rows = labels.map((label, index) => instance(index, {label}));
  account.put(Instances, rows, initialHidden);
  const screen = await openConsole({account});
  const at = [3, 4, 5].map(y => {
    for (let x = 0; x < 120; x++) if (screen.cell(x, y).char === '●') return x;
    return -1;
  });
  expect(at[0]).toBeGreaterThan(0);
  expect(new Set(at).size).toBe(1);
  screen.expectText('evilred');
});

test('a volume leads to its instance, and esc returns to the volume', async () => {
  const screen = await openConsole({view: 'volumes'});
  await screen.press('enter');
  await screen.moveTo('Attached to');
  await screen.press('enter');
  expect(screen.row(1)).toContain('web-01  ● running  101');
  await screen.press('esc');
  expect(screen.row(1)).toContain('vol-0');
});

test('a missing resource is reported, and no other resource is shown in its place', async () => {
  const screen = await openConsole({view: {family: 'volumes', id: 9999}});
  screen.expectText('volume 9999 not found');
  screen.expectNoText('vol-0  ●');
});

test('a row shows the operation that runs on it, with its percentage', async () => {
  const account = openAccount();
  const screen = await openConsole({account});
  await account.call('POST /v4/compute/instances/100/reboot');
  await screen.advance(15_000);
  expect(screen.row(3)).toMatch(/◐ rebooting \d+%/);
});

test('a row shows a change that was sent and is not confirmed yet', async () => {
  const account = openAccount();
  const screen = await openConsole({account});
  account.holdNext('POST /v4/compute/instances/100/reboot');
  await screen.press('O');
  await screen.confirm();
  expect(screen.row(3)).toContain('◐ rebooting…');
});
