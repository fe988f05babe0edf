/** Selected rows, and files of them. */
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {Instances, initialHidden} from '../../src/emulator/families/instances/instance-kinds.ts';
import {openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';
import {fleet} from '../harness/fleet.ts';

test('rows are selected one by one, as a range and all at once, and esc clears the selection', async () => {
  const screen = await openConsole();
  await screen.press('space', 'j', 'j', 'V');
  expect(screen.row(1)).toContain('4 selected');
  expect(screen.row(3)).toContain('◆web-00');
  await screen.press('*');
  expect(screen.row(1)).toContain('40 selected');
  await screen.press('esc');
  expect(screen.row(1)).not.toContain('selected');
});

test('bug: one key selected rows that are only similar to the filter', async () => {
  const screen = await openConsole();
  await screen.press('/');
  await screen.type('wb07');
  await screen.press('enter');
  screen.expectText('no exact match, similar labels');
  await screen.press('*');
  screen.expectText('No row matches “wb07”, these are similar: select them one by one');
  expect(screen.row(1)).not.toContain('selected');
  await screen.press('space');
  expect(screen.row(1)).toContain('1 selected');
});

test('more than 1,000 selected rows can’t be changed, and each key shows the reason', async () => {
  const account = openAccount();
  account.put(Instances, fleet(1100), initialHidden);
  const screen = await openConsole({account});
  screen.expectFooter('/1100');
  await screen.press('*', 'x');
  screen.expectText('1,100 are selected: at most 1,000 can be changed at a time');
  await screen.press('a');
  screen.expectText('at most 1,000 can be changed at a time');
  await screen.press('esc', 'c');
  screen.expectText(/JSON +of 1,100 rows/);
  await screen.press('j');
  screen.expectText('too large for the terminal');
  screen.expectNoChanges();
});

test('more than 1,000 selected rows are exported', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-marked-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  const account = openAccount();
  account.put(Instances, fleet(1100), initialHidden);
  const screen = await openConsole({account, folder});
  await screen.press('*');
  await screen.command('export ndjson');
  expect(screen.context.fileSaver.names()).toEqual([]);
  const lines = readFileSync(join(folder, 'skydeck-instances.ndjson'), 'utf8').trimEnd().split('\n');
  const shown = fleet(1100).toSorted((left, right) => left.label.localeCompare(right.label, 'en', {numeric: true}));
  expect(lines.map(line => JSON.parse(line).label)).toEqual(shown.map(({label}) => label));
});

test('quitting while a file is written first warns which file would be lost', async () => {
  const saver = {save: () => new Promise<string>(() => {}), names: () => ['all.csv'], end: async () => {}};
  const screen = await openConsole({saver});
  await screen.press('q');
  screen.expectText('all.csv is still being written and would be lost. Press again to quit');
  expect(screen.quits()).toBe(0);
  await screen.press('q');
  expect(screen.quits()).toBe(1);
});

test('bug: quitting while a change had no response left its result unknown without a word', async () => {
  const account = openAccount({accounts: 'demo'});
  const screen = await openConsole({account, size: [120, 40], view: 'volumes'});
  await screen.moveTo('batch-scratch-free');
  const {data} = (await account.call('GET /v4/volumes')) as {data: {id: number; label: string}[]};
  const id = data.find(({label}) => label === 'batch-scratch-free')?.id;
  await screen.press('e', 'ctrl-u');
  await screen.type('renamed');
  await screen.press('ctrl-o');
  const release = account.holdNext(`PUT /v4/volumes/${id}`);
  await screen.press('y', 'esc', 'q');
  screen.expectText(
    'No response yet for batch-scratch-free (saving). If you quit, check :audit for its result. Press again to quit',
  );
  expect(screen.quits()).toBe(0);
  await screen.press('q');
  expect(screen.quits()).toBe(1);
  release();
});
