/** The console as its user has arranged it: own themes, keys, commands, views and filters. */
import {mkdirSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {parseSettings} from '../../src/profiles/parse-settings.ts';
import {emptySettings} from '../../src/profiles/settings.ts';
import {knownNames} from '../../src/store/list/known-names.ts';
import {preferencesAfterReload} from '../../src/ui/app/settings-reload.ts';
import {runFilter, runView} from '../../src/ui/screens/overlays/saved-views.ts';
import {openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skydeck-home-'));
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

/** Settings without a mistake. */
function settingsOf(text: string) {
  const {settings, mistakes} = parseSettings(text, knownNames);
  expect(mistakes).toEqual([]);
  return settings;
}

/** A program that leaves its arguments in a file. */
const note = (...words: string[]) =>
  JSON.stringify([
    process.execPath,
    '-e',
    'require("node:fs").appendFileSync(process.argv[1], JSON.stringify(process.argv.slice(2)) + "\\n")',
    join(folder, 'noted'),
    ...words,
  ]);
const noted = () =>
  readFileSync(join(folder, 'noted'), 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));

test('a custom command has a key, an entry among the actions, and fields of the row in its arguments', async () => {
  const settings = settingsOf(
    `commands:\n  note: {title: Note it, key: N, on: [instances], run: ${note('{id}', 'at {ipv4}', '{specs.memory}')}, pause: false}\n`,
  );
  const screen = await openConsole({settings});
  await screen.press('a');
  screen.expectText(/N +Note it/);
  await screen.press('esc', 'N');
  screen.expectText('Note it: done');
  expect(noted()).toEqual([['100', 'at 192.0.2.0', '4096']]);
  await screen.press('space', 'space', 'N');
  screen.expectText('Note it: done, 2 times');
  expect(noted()).toHaveLength(3);
});

test('a custom command with `confirm` asks before it runs, and enter alone runs nothing', async () => {
  const settings = settingsOf(
    `commands:\n  note: {key: N, on: [instances], run: ${note('{label}')}, confirm: true, pause: false}\n`,
  );
  const screen = await openConsole({settings});
  await screen.press('N');
  screen.expectText('note?');
  await screen.press('enter');
  expect(() => noted()).toThrow();
  await screen.press('N', 'j', 'enter');
  screen.expectText('note: done');
  expect(noted()).toEqual([['web-00']]);
});

test('bug: y filtered the choices of a custom command that asks, and ran nothing', async () => {
  const settings = settingsOf(
    `commands:\n  note: {key: N, on: [instances], run: ${note('{label}')}, confirm: true, pause: false}\n`,
  );
  const screen = await openConsole({settings});
  await screen.press('N', 'n');
  screen.expectNoText('note?');
  expect(() => noted()).toThrow();
  await screen.press('N', 'y');
  screen.expectText('note: done');
  expect(noted()).toEqual([['web-00']]);
});

test('a custom command reports a missing field and a missing program', async () => {
  const settings = settingsOf(
    `commands:\n  a: {key: N, on: [instances], run: [echo, '{ipv6}']}\n  b: {key: M, on: [instances], run: [/no/such/program]}\n`,
  );
  const screen = await openConsole({settings});
  await screen.press('N');
  screen.expectText('no ipv6');
  await screen.press('M');
  screen.expectText('/no/such/program: not found in PATH');
});

test('bug: the command bar refused a wrong value without the values of the command', async () => {
  const screen = await openConsole();
  await screen.command('set bandwidth nope');
  screen.expectText('set doesn’t take bandwidth nope. Values: cursor bar, cursor gutter, jump on');
  await screen.press('esc');
  await screen.command('view');
  screen.expectText('needs a value: save NAME');
  await screen.press('esc');
  await screen.command('run');
  screen.expectText('needs a value: a command such as uptime');
});

test('a list is saved as a view, opened and deleted', async () => {
  const screen = await openConsole();
  await screen.filter('status:offline');
  await screen.command('view save asleep');
  screen.expectText(':view asleep opens this list');
  await screen.command('volumes');
  await screen.command('view asleep');
  screen.expectText('1 of 40');
  expect(screen.context.preferences.getState().views).toEqual({
    asleep: {family: 'instances', filter: 'status:offline', sort: {column: 'label', descending: false}},
  });
  await screen.command('view forget asleep');
  expect(screen.context.preferences.getState().views).toEqual({});
});

test('a view can be named `constructor`, and is unknown before it is saved', async () => {
  const screen = await openConsole();
  runView(screen.context, 'constructor');
  await screen.settle();
  screen.expectText('Unknown view constructor');
  runView(screen.context, 'forget constructor');
  await screen.settle();
  screen.expectText('No saved view named constructor');
  runFilter(screen.context, 'constructor');
  await screen.settle();
  screen.expectText('/constructor');
  runFilter(screen.context, '');
  await screen.command('view save constructor');
  screen.expectText(':view constructor opens this list');
  await screen.command('view forget constructor');
  screen.expectText('View constructor deleted');
});

test('bug: a view with spaces in its name was answered with “No match”', async () => {
  const screen = await openConsole();
  await screen.command('view save big one');
  screen.expectText('The name of a view has no spaces.');
});

test('views and filters from the settings are available by name, and can’t be overwritten', async () => {
  const settings = settingsOf(
    'filters: {moving: "status:booting"}\nviews:\n  big: {view: linodes, filter: "label:web-1", sort: -label}\n'.replace(
      'linodes',
      'instances',
    ),
  );
  const screen = await openConsole({settings});
  await screen.command('filter moving');
  screen.expectText('1 of 40');
  await screen.command('view big');
  screen.expectText('10 of 40');
  expect(screen.row(3)).toContain('web-19');
  // The next key applies to the row under the cursor.
  expect(screen.bar()).toContain('web-19');
  await screen.command('view save big');
  screen.expectText('big is a view of the settings file');
});

test('a custom theme has its own colors', async () => {
  const settings = settingsOf('theme: mine\nthemes: {mine: {base: dark, bar: black on yellow}}\n');
  const screen = await openConsole({settings, preferences: {theme: 'mine'}});
  const y = Array.from({length: 30}, (_, row) => row).find(row => screen.row(row).includes('web-00')) ?? -1;
  expect(screen.cell(40, y).bg).toBe(3);
  await screen.command('theme mono');
  expect(screen.cell(40, y).bg).not.toBe(3);
});

test('changed settings take effect while the console runs', async () => {
  const screen = await openConsole();
  const next = settingsOf(
    'theme: light\nkeys: {list.sort: o, instances.boot: B}\ncolumns: {instances: [label, region]}\n',
  );
  expect(screen.row(2)).toContain('STATUS');
  screen.context.applySettings(
    next,
    preferencesAfterReload(emptySettings, next, undefined, screen.context.preferences.getState()),
  );
  await screen.settle();
  expect(screen.row(2)).not.toContain('STATUS');
  expect(screen.row(2)).toMatch(/LABEL.*REGION/);
  await screen.press('o');
  screen.expectText('Sort Instances');
  await screen.press('esc', 'a');
  screen.expectText(/B +Boot/);
});

test(':whoami names the user, the account and the profile', async () => {
  const screen = await openConsole({profile: {name: 'prod', production: true, readOnly: true}});
  await screen.command('whoami');
  screen.expectText('acme of Acme Infrastructure · profile prod');
  screen.expectText('read-only');
});

test(':export saves a list, its selected rows, one resource or a page as a file', async () => {
  const screen = await openConsole({folder});
  const kept = async (message: string, file: string): Promise<string> => {
    await screen.command(`export ${message}`);
    screen.expectText(`saved as ${join(folder, file)}`.slice(0, 60));
    return readFileSync(join(folder, file), 'utf8');
  };
  await screen.press('space', 'space');
  const table = await kept('markdown', 'skydeck-instances.md');
  expect(table).toMatch(
    /^\| Label \| Status \| .*\n\| --- \| --- \| .*\n\| web-00 \| running \| .*\n\| web-01 \| running \| .*\n$/,
  );
  expect(
    (await kept('ndjson two.ndjson', 'two.ndjson'))
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line).id),
  ).toEqual([100, 101]);
  // An existing file is never overwritten.
  expect(await kept('markdown', 'skydeck-instances-2.md')).toBe(table);
  await screen.press('esc', 'enter');
  expect(JSON.parse(await kept('json', 'skydeck-instances.json')).label).toBe('web-02');
  await screen.command('overview');
  expect(await kept('text', 'skydeck-overview.txt')).toContain('Instances');
  await screen.command('export csv');
  screen.expectText('Not a list. Use :export text');
});

test('bug: :export had no match for a file in a folder, and no sentence for an unknown format', async () => {
  const screen = await openConsole({folder});
  mkdirSync(join(folder, 'my reports'), {recursive: true});
  await screen.press('space');
  await screen.command('export csv my reports/one.csv');
  screen.expectText(`saved as ${join(folder, 'my reports/one.csv')}`.slice(0, 60));
  expect(readFileSync(join(folder, 'my reports/one.csv'), 'utf8')).toMatch(/^Label,/);
  await screen.command('export csv my reports/');
  expect(readFileSync(join(folder, 'my reports/skydeck-instances.csv'), 'utf8')).toMatch(/^Label,/);
  await screen.command('export csv nowhere/one.csv');
  screen.expectText('nowhere/one.csv was not saved: no such folder:');
  await screen.command('export xml');
  screen.expectText('export doesn’t take xml. Values: csv, json, ndjson, markdown, text, csv FILE.');
});

test('bug: :export in a tab with a list saved the resource, and not the list', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), folder, view: 'account.invoices'});
  await screen.advance(2000);
  await screen.press('enter');
  await screen.advance(2000);
  screen.expectText(/Items {2}\d+/);
  await screen.command('export csv items.csv');
  screen.expectText(`saved as ${join(folder, 'items.csv')}`.slice(0, 60));
  const [head, ...items] = readFileSync(join(folder, 'items.csv'), 'utf8').trimEnd().split(/\r?\n/);
  expect(head).toMatch(/^Item,|^Label,/);
  expect(items.length).toBeGreaterThan(3);
  await screen.press(']');
  await screen.command('export json invoice.json');
  screen.expectText(`saved as ${join(folder, 'invoice.json')}`.slice(0, 60));
  expect(JSON.parse(readFileSync(join(folder, 'invoice.json'), 'utf8'))).toHaveProperty('subtotal');
});

test('a resource opened by name is first in the next search, unless another one matches exactly', async () => {
  const screen = await openConsole();
  await screen.press('ctrl-p');
  await screen.type('web-07');
  await screen.press('enter');
  await screen.press('ctrl-p');
  await screen.type('web');
  screen.expectText('web-07');
  expect(screen.bar()).toContain('web-07');
  await screen.press('esc', 'ctrl-p');
  await screen.type('web-0');
  expect(screen.bar()).toContain('web-07');
  await screen.press('esc', 'ctrl-p');
  await screen.type('102');
  expect(screen.bar()).toContain('web-02');
  await screen.press('esc');
  await screen.command('volumes');
  await screen.press(':');
  expect(screen.bar()).toContain('Volumes');
});

test('bug: a letter bound to a key of forms was not typed in a text field', async () => {
  const screen = await openConsole();
  screen.context.applySettings(settingsOf('keys: {form.preview: P}\n'), screen.context.preferences.getState());
  await screen.settle();
  await screen.moveTo('web-01');
  await screen.press('e');
  await screen.type('P');
  screen.expectText(/Label +web-01P/);
});

test('bug: :export csv wrote $1,177.63 and 7h, where get --csv has numbers and times', async () => {
  const exported = async (view: 'account.invoices' | 'volumes', file: string) => {
    const screen = await openConsole({account: openAccount({accounts: 'demo'}), folder, view});
    await screen.command(`export csv ${file}`);
    return readFileSync(join(folder, file), 'utf8');
  };
  const invoices = await exported('account.invoices', 'invoices.csv');
  expect(invoices).toMatch(/,\d+\.\d\d,/);
  expect(invoices).not.toContain('$');
  const volumes = await exported('volumes', 'volumes.csv');
  expect(volumes).toMatch(/^Label,/);
  expect(volumes).toMatch(/,20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d/);
  expect(volumes).not.toMatch(/ GB|\$|,\?/);
});
