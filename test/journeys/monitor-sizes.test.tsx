/** The wallboard on small and large terminals, for few and many instances. */
import {expect, test} from 'vitest';
import {Instances, initialHidden} from '../../src/emulator/families/instances/instance-kinds.ts';
import {jsonResponse, openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';
import {fleet, instance} from '../harness/fleet.ts';

async function openWallboard(rows: readonly ReturnType<typeof instance>[], size: readonly [number, number]) {
  const account = openAccount({accounts: 'empty'});
  account.put(Instances, rows, initialHidden);
  return await openConsole({account, size, view: {page: 'monitor'}});
}

/** The lines of the map. */
const mapOf = (screen: TestConsole): string => {
  const text = screen.text();
  return text.slice(text.indexOf('INSTANCES BY')).split('\n').slice(1).join('\n');
};

const long = (count: number) =>
  fleet(count).map((row, index) => ({...row, label: `machine-with-a-long-name-${index}`, tags: [`tag-${index % 7}`]}));

const sizes = [
  [60, 15],
  [80, 24],
  [100, 30],
  [109, 40],
  [110, 24],
  [150, 45],
  [200, 50],
] as const;

test.each([0, 3, 400, 12_000])('a fleet of %i instances fits every size in every layout', async count => {
  const screen = await openWallboard(long(count), sizes[0]);
  for (const [columns, rows] of sizes) {
    await screen.resize(columns, rows);
    for (const group of ['REGION', 'TAG', 'RESOURCE TYPE']) {
      for (const text of [group, 'PROBLEMS', 'EVENTS']) screen.expectText(text);
      screen.expectFooter('l layout');
      for (let y = 0; y < rows; y++) expect([...screen.row(y)].length).toBeLessThanOrEqual(columns);
      await screen.press('l');
    }
    if (count === 12_000) screen.expectText(/a cell is the worst of \d+/);
  }
});

test('a cell of the map shows the worst state of its instances', async () => {
  const many = long(9000).map((row, index) => (index === 4321 ? {...row, status: 'stopped'} : row));
  const screen = await openWallboard(many, [80, 24]);
  expect(mapOf(screen).match(/▲/g)).toHaveLength(1);
});

const offline = (index: number) => instance(index, {status: 'offline'});
/** One of ten is off. */
const mostlyRunning = (count: number) =>
  Array.from({length: count}, (_, index) => (index % 10 === 0 ? offline(index) : instance(index)));

test('at 60×15 a cell of many instances does not show a single one that is off', async () => {
  const screen = await openWallboard(mostlyRunning(5000), [60, 15]);
  expect(mapOf(screen)).not.toContain('○');
});

test('at 60×15 a cell shows that all of its instances are off', async () => {
  const rows = mostlyRunning(5000).map((row, index) => (index < 4000 ? row : {...row, status: 'offline' as const}));
  const screen = await openWallboard(rows, [60, 15]);
  expect(mapOf(screen)).toContain('○');
});

test('at 60×15 the first problems have labels, and the others are counted', async () => {
  const wrong = [1, 2, 3, 4, 5, 6].map(index =>
    instance(index, {label: `a-machine-with-${index}-long-name`, status: 'stopped', updated: '2026-03-14T12:00:00'}),
  );
  const screen = await openWallboard([...wrong, ...mostlyRunning(500).slice(7)], [60, 15]);
  screen.expectText(/PROBLEMS {2}6 ─+\n( ▲ instance a-machine-with-\d-long-name stopped +\d+s\n){2} and 4 more/);
  expect(screen.row(1)).toContain('▲ 6 stopped');
});

test('bug: at 120 columns the map of the wallboard had no legend', async () => {
  const stopped = instance(1, {label: 'web-1', status: 'stopped', updated: '2026-03-14T12:00:00'});
  const screen = await openWallboard([stopped, ...mostlyRunning(40).slice(2)], [120, 40]);
  screen.expectText(/INSTANCES BY REGION.* ● ok .*▲ attention/);
});

test('bug: the heading of the wallboard ended with the name of the layout alone', async () => {
  const screen = await openWallboard(mostlyRunning(40), [80, 24]);
  expect(screen.row(1)).toMatch(/layout region *$/);
});

test('bug: the heading of the wallboard cut the name of the layout', async () => {
  const [first, second, ...rest] = mostlyRunning(40);
  const fleet = [{...first, status: 'booting'}, {...second, status: 'stopped'}, ...rest] as typeof rest;
  const narrow = await openWallboard(fleet, [60, 24]);
  expect(narrow.row(1)).not.toContain('layout');
  const wide = await openWallboard(fleet, [120, 24]);
  expect(wide.row(1)).toMatch(/layout region *$/);
});

test('at 60×15 notices have labels', async () => {
  const account = openAccount();
  const notice = (label: string) => ({type: 'notice', severity: 'minor', label, message: 'read it', entity: null});
  const data = ['One', 'Two', 'Three'].map(notice);
  account.intercept(({path}) =>
    path.startsWith('/v4/account/notifications') ? jsonResponse(200, {data, page: 1, pages: 1, results: 3}) : undefined,
  );
  const screen = await openConsole({account, size: [60, 15], view: {page: 'monitor'}});
  screen.expectText(/NOTIFICATIONS AND MAINTENANCE {2}3 ─+\n . One: read it/);
});

test('bug: the wallboard showed maintenance twice, and cut it beside empty lines', async () => {
  const screen = await openConsole({
    account: openAccount({accounts: 'demo'}),
    size: [200, 50],
    view: {page: 'monitor'},
  });
  screen.expectText(/NOTIFICATIONS AND MAINTENANCE {2}3 /);
  const notices = screen.text().slice(screen.text().indexOf('NOTIFICATIONS AND MAINTENANCE'));
  expect(notices.match(/batch-9 · reboot/g)).toHaveLength(1);
  expect(notices).not.toContain('Maintenance scheduled');
  expect(notices).toMatch(/The host needs a security update of its\s+kernel\./);
});

test('bug: the overview had one column on a large terminal, and the last events were off the screen', async () => {
  const account = openAccount({accounts: 'demo'});
  const screen = await openConsole({account, size: [200, 50], view: {page: 'overview'}});
  screen.expectText(/RUNNING {20,}EVERYTHING/);
  screen.expectText(/LAST EVENTS/);
  screen.expectText('vol-db is being resized by acme');
  // The cursor goes down the left column, and then down the right one.
  expect(screen.bar()).toContain('vol-db');
  expect(screen.bar()).not.toContain('Instances');
  for (let step = 0; step < 40 && !screen.bar().includes('36 running'); step++) await screen.press('j');
  expect(screen.bar()).toMatch(/Instances +42 .*36 running/);
  await screen.press('enter');
  expect(screen.context.navigation.current.getState()?.destination).toEqual({family: 'instances'});
});

test('bug: charts had a third of the width of a large terminal', async () => {
  const account = openAccount({accounts: 'demo'});
  const screen = await openConsole({account, size: [200, 50], view: 'instances'});
  await screen.moveTo('bastion');
  await screen.press('enter');
  screen.expectText('LABEL');
  for (let step = 0; step < 12 && !screen.text().includes('The last 24 hours'); step++) await screen.press(']');
  screen.expectText(/CPU .* now .*(Network|Disk|IPv4).* now /);
  screen.expectNoText('LABEL');
  await screen.press('esc');
  screen.expectText('LABEL');
});
